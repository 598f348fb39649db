//! Answers as they are sent

/// An answer as it is sent. What answers are made of can always be written.
pub(super) fn json(answer: &impl serde::Serialize) -> String {
    serde_json::to_string(answer).unwrap_or_default()
}
