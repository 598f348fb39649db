//! Tests of the library. `cargo test --test library golden` runs those of one file.

#[path = "../common/mod.rs"]
mod common;
#[path = "../common/tool.rs"]
mod tool;

mod analysis;
mod any_rules;
mod awari;
mod bounds;
mod bounds_published;
mod bounds_tables;
#[cfg(feature = "export")]
mod examples;
#[cfg(feature = "export")]
mod export;
mod floors;
mod golden;
mod in_game;
#[cfg(feature = "export")]
mod leaves;
mod licences;
mod moves;
mod partner;
mod proof;
mod puzzles;
mod reach;
mod record;
mod robust;
mod rules;
mod search;
mod second_road;
mod seed_by_seed;
mod stopped;
mod table;
mod tidy;
mod verify;
