//! What keeps other crates from implementing a trait of this one

/// A trait of which only this crate has implementations.
pub trait Sealed {}
