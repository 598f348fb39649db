//! Tests of `tihbat serve`, over HTTP.

#[path = "../common/server.rs"]
mod server;

mod bounds;
#[cfg(unix)]
mod changed;
mod load;
mod serve;
mod uwapi;
