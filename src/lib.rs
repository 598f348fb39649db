//! tihbat
#![allow(missing_docs)]
pub mod analysis;
pub mod board;
#[cfg(feature = "export")]
pub mod export;
pub mod index;
pub mod layers;
pub mod moves;
pub mod position;
pub mod reach;
pub mod rules;
pub mod shape;
pub mod solver;
pub mod table;
pub mod value;
