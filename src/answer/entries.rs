//! Names with values, as a JSON object in their own order

use serde::{Serialize, Serializer};

/// Names with values, written as an object. The order is kept; of a name that occurs twice, the last value counts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Entries(Vec<(String, String)>);

impl<N: Into<String>, V: Into<String>> FromIterator<(N, V)> for Entries {
    fn from_iter<I: IntoIterator<Item = (N, V)>>(entries: I) -> Self {
        let mut kept: Vec<(String, String)> = Vec::new();
        for (name, value) in entries {
            let (name, value) = (name.into(), value.into());
            match kept.iter_mut().find(|(known, _)| *known == name) {
                Some(entry) => entry.1 = value,
                None => kept.push((name, value)),
            }
        }
        Self(kept)
    }
}

impl Entries {
    /// Returns the value of a name.
    pub fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }
}

impl Serialize for Entries {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_map(self.0.iter().map(|(name, value)| (name, value)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_keep_their_order_and_the_last_value() {
        let entries: Entries = [("b", "1"), ("a", "2"), ("b", "3")].into_iter().collect();
        assert_eq!(serde_json::to_string(&entries).expect("JSON"), r#"{"b":"3","a":"2"}"#);
        assert_eq!((entries.get("a"), entries.get("c")), (Some("2"), None));
    }
}
