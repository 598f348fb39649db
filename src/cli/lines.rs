//! Standard input, line by line
//!
//! A line ends with a line feed, a carriage return or both, as systems write them. It is decoded like every other text
//! from elsewhere, and no line is longer than 65,536 bytes: the rest of a longer line is skipped.

use std::io::{BufRead, BufReader, Read};

use tihbat::text;

use super::failure::Failure;

/// No line is longer, in bytes.
const LONGEST: usize = 1 << 16;

/// Lines of text from a stream.
pub(super) struct Lines<R> {
    input: BufReader<R>,
    number: usize,
    /// The last line ended with a carriage return, so a line feed that follows belongs to it.
    after_return: bool,
}

/// A line of text, or why it is none.
pub(super) struct InputLine {
    /// The number of the line, from 1.
    pub(super) number: usize,
    /// Its text without its end.
    pub(super) text: Result<String, Failure>,
}

impl<R: Read> Lines<R> {
    pub(super) fn new(input: R) -> Self {
        Self { input: BufReader::with_capacity(LONGEST, input), number: 0, after_return: false }
    }

    /// Whether the next line is not here yet, so that reading it may have to wait.
    pub(super) fn may_wait(&self) -> bool {
        !self.input.buffer().iter().any(|byte| b"\r\n".contains(byte))
    }

    /// The next line; none at the end.
    pub(super) fn next(&mut self) -> Result<Option<InputLine>, Failure> {
        let mut line = Vec::new();
        let (mut whole, mut begun) = (true, false);
        loop {
            let unread = |error| Failure::new(format!("standard input cannot be read: {error}"));
            let bytes = match self.input.fill_buf() {
                Ok(bytes) => bytes,
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => continue,
                Err(error) => return Err(unread(error)),
            };
            if std::mem::take(&mut self.after_return) && bytes.first() == Some(&b'\n') {
                self.input.consume(1);
                continue;
            }
            if bytes.is_empty() && !begun {
                return Ok(None);
            }
            begun = true;
            let end = bytes.iter().position(|byte| b"\r\n".contains(byte));
            let part = &bytes[..end.unwrap_or(bytes.len())];
            whole &= line.len() + part.len() <= LONGEST;
            if whole {
                line.extend(part);
            }
            self.after_return = end.is_some_and(|end| bytes[end] == b'\r');
            let (used, last) = (part.len() + usize::from(end.is_some()), bytes.is_empty());
            self.input.consume(used);
            if end.is_some() || last {
                self.number += 1;
                return Ok(Some(InputLine { number: self.number, text: decode(&line, whole) }));
            }
        }
    }
}

fn decode(line: &[u8], whole: bool) -> Result<String, Failure> {
    if !whole {
        return Err(Failure::new(format!("a line has at most {LONGEST} bytes, this one has more")));
    }
    Ok(text::decode(line).map_err(|error| Failure::new(error.to_string()))?.into_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(input: &[u8]) -> Vec<String> {
        let mut lines = Lines::new(input);
        let text = |line: InputLine| line.text.unwrap_or_else(|_| "refused".to_owned());
        std::iter::from_fn(|| lines.next().unwrap_or_else(|_| panic!("input that can be read")).map(text)).collect()
    }

    #[test]
    fn a_line_is_a_line_on_every_system() {
        for input in [&b"a\n\nb"[..], b"a\r\n\r\nb\r\n", b"a\r\rb\r", b"\xef\xbb\xbfa\n\nb\n"] {
            assert_eq!(lines(input), ["a", "", "b"], "{input:?}");
        }
        assert_eq!(lines(b""), [""; 0]);
        assert_eq!(lines(b"\n"), [""]);
        assert_eq!(lines(b"Ren\xe9\na\0\n\xff\xfe\n"), ["René", "refused", "refused"]);
    }

    #[test]
    fn a_long_line_is_refused_and_the_next_one_read() {
        let long = vec![b'1'; LONGEST];
        assert_eq!(lines(&[&long, &b"\nb\n"[..]].concat())[0].len(), LONGEST);
        assert_eq!(lines(&[&long, &b"1\nb\n"[..]].concat()), ["refused", "b"]);
        assert_eq!(lines(&[&long, &long, &long[..]].concat()), ["refused"]);
    }
}
