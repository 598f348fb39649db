//! The fields of a JSON object, taken one by one
//!
//! Derived readers would be a sixth of the code that a page loads: each type of a question would have two of them.

use serde_json::{Map, Value};

use crate::refusal::Refusal;

/// The fields of an object that were not taken yet. A field that is `null` is absent.
#[derive(Debug)]
pub(crate) struct Fields(Map<String, Value>);

impl Fields {
    /// Reads an object in JSON.
    pub(crate) fn parse(json: &[u8]) -> Result<Self, Refusal> {
        let read = serde_json::from_slice(json);
        match read.map_err(|error| Refusal::question(format!("the question cannot be read: {error}")))? {
            Value::Object(fields) => Ok(Self(fields)),
            other => Err(Refusal::question(format!("a question is an object in JSON, not {other}"))),
        }
    }

    /// Takes a text.
    pub(crate) fn text(&mut self, name: &str) -> Result<Option<String>, Refusal> {
        self.take(name, "a text", |value| match value {
            Value::String(text) => Ok(text),
            other => Err(other),
        })
    }

    /// Takes a whole number that `T` holds.
    pub(crate) fn whole<T: TryFrom<u64>>(&mut self, name: &str) -> Result<Option<T>, Refusal> {
        let number = self.take(name, "a whole number", |value| value.as_u64().ok_or(value))?;
        number.map(|number| narrow(name, number)).transpose()
    }

    /// Takes a list of two whole numbers that `T` holds.
    pub(crate) fn pair<T: TryFrom<u64>>(&mut self, name: &str) -> Result<Option<[T; 2]>, Refusal> {
        let pair = self.take(name, "a list of two whole numbers", |value| {
            let numbers = value.as_array().map(Vec::as_slice).unwrap_or_default();
            match numbers.iter().map(Value::as_u64).collect::<Vec<_>>()[..] {
                [Some(least), Some(most)] => Ok([least, most]),
                _ => Err(value),
            }
        })?;
        pair.map(|[least, most]| Ok([narrow(name, least)?, narrow(name, most)?])).transpose()
    }

    /// Takes an object.
    pub(crate) fn object(&mut self, name: &str) -> Result<Option<Self>, Refusal> {
        self.take(name, "an object", |value| match value {
            Value::Object(fields) => Ok(Self(fields)),
            other => Err(other),
        })
    }

    /// Takes a field that must be there.
    pub(crate) fn needed<T>(
        &mut self,
        name: &str,
        take: impl FnOnce(&mut Self, &str) -> Result<Option<T>, Refusal>,
    ) -> Result<T, Refusal> {
        take(self, name)?.ok_or_else(|| Refusal::question(format!("missing field `{name}`")))
    }

    /// Takes all fields that are left.
    pub(crate) fn rest(self) -> Map<String, Value> {
        self.0
    }

    fn take<T>(
        &mut self,
        name: &str,
        expected: &str,
        read: impl FnOnce(Value) -> Result<T, Value>,
    ) -> Result<Option<T>, Refusal> {
        match self.0.shift_remove(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => {
                read(value).map(Some).map_err(|value| Refusal::question(format!("`{name}` is {expected}, not {value}")))
            }
        }
    }
}

/// The number as a `T`.
fn narrow<T: TryFrom<u64>>(name: &str, number: u64) -> Result<T, Refusal> {
    T::try_from(number).map_err(|_| Refusal::question(format!("`{name}` cannot be {number}, which is too large")))
}
