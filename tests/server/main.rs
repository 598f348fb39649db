//! Tests of `tihbat serve`, over HTTP.

#[path = "../common/server.rs"]
mod server;

mod load;
mod serve;
