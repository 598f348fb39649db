//! The boards of one layer: what is stored of each while the layer is solved, and after

mod chunk;
mod distances;
mod label;
pub(super) mod scan;
mod solved;
mod state_word;
mod unsolved;
mod update;

pub(super) use chunk::ChunkSummary;
pub(super) use label::Label;
pub use solved::Layer;
pub(super) use state_word::{NO_EXIT, StateWord};
pub(super) use unsolved::Unsolved;
pub(super) use update::Update;
