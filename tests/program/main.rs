//! Tests of the command line: they run the program. `cargo test --test program play::` runs those of one file.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/manifest.rs"]
mod manifest;
#[path = "../common/program.rs"]
mod program;
#[cfg(feature = "serve")]
#[path = "../common/server.rs"]
mod server;
#[path = "../common/tool.rs"]
mod tool;

mod atlas;
mod awari;
mod bounds;
mod changed;
mod checker;
mod cli;
mod engine;
mod export_cli;
mod files;
// Names of files may be any bytes.
#[cfg(unix)]
mod foreign;
mod giant;
mod instructions;
mod play;
mod records;
mod rules;
// Some errors are messages of the operating system.
#[cfg(unix)]
mod snapshots;
mod survival;
mod wasm;
mod web;
