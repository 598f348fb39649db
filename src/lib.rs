//! tihbat: exhaustive solver
#![allow(missing_docs)]
pub mod board;
pub mod index;
pub mod moves;
pub mod position;
pub mod rules;
pub mod shape;
pub mod solver;
pub mod table;
pub mod value;
