//! The words of a file of records, one after the other
//!
//! Comments, other lines of play, glyphs and the numbers of moves mean nothing here and are skipped; whatever else is no tag, move or
//! result is an error with its place.

use super::error::{Place, Reason, RecordError};
use super::result::is_result;

/// A word that means something.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Token {
    /// A name with its value.
    Tag(String, String),
    /// A move: `B`, `b+4` or `pass`.
    Move(String),
    /// `*`, `25-23`, `2.5-2.5` or `1/2-1/2`.
    Result(String),
}

/// What is left to read.
pub(super) struct Reader<'a> {
    rest: &'a str,
    place: Place,
    /// The moves of the present game so far. They say which number the next move has.
    pub(super) moves: usize,
}

impl<'a> Reader<'a> {
    /// Reads a text from its beginning.
    pub(super) fn new(text: &'a str) -> Self {
        Self { rest: text, place: Place { line: 1, column: 1 }, moves: 0 }
    }

    /// The next word and its place; none at the end of the text.
    pub(super) fn next(&mut self) -> Result<Option<(Token, Place)>, RecordError> {
        loop {
            let place = self.place;
            let Some(first) = self.rest.chars().next() else { return Ok(None) };
            let word = match first {
                '[' => {
                    let (name, value) = self.tag().ok_or(RecordError { place, reason: Reason::Tag })?;
                    Token::Tag(name, value)
                }
                '{' | '(' => {
                    let end = if first == '{' { comment_end(self.rest) } else { variation_end(self.rest) };
                    let end = end.ok_or(RecordError { place, reason: Reason::Open { open: first } })?;
                    self.take(end);
                    continue;
                }
                ';' => {
                    self.skip_line();
                    continue;
                }
                '%' if place.column == 1 => {
                    self.skip_line();
                    continue;
                }
                '$' if self.rest[1..].starts_with(is_digit) => {
                    self.take(1 + digits(&self.rest[1..]));
                    continue;
                }
                '*' => Token::Result(self.take(1).to_owned()),
                '0'..='9' => match self.result() {
                    Some(result) => Token::Result(result.to_owned()),
                    None => {
                        self.take(digits(self.rest));
                        continue;
                    }
                },
                _ if first.is_whitespace() || ".\u{2026}!?".contains(first) => {
                    self.take(first.len_utf8());
                    continue;
                }
                _ => Token::Move(self.named_move().ok_or_else(|| self.wrong())?),
            };
            return Ok(Some((word, place)));
        }
    }

    /// Skips the rest of a game that cannot be read. The next game begins with a tag at the beginning of a line, after a line that is no
    /// tag.
    pub(super) fn skip_game(&mut self) {
        let mut in_tags = true;
        while !self.rest.is_empty() {
            in_tags &= self.skip_line().trim_start().starts_with('[');
            if self.rest.starts_with('[') && !in_tags {
                return;
            }
        }
    }

    fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        match taken.rfind('\n') {
            None => self.place.column += taken.chars().count(),
            Some(end) => {
                self.place.line += taken.matches('\n').count();
                self.place.column = taken[end..].chars().count();
            }
        }
        self.rest = rest;
        taken
    }

    fn skip_line(&mut self) -> &'a str {
        self.take(self.rest.find('\n').map_or(self.rest.len(), |end| end + 1))
    }

    fn skip_space(&mut self) {
        self.take(self.rest.len() - self.rest.trim_start().len());
    }

    /// `[Name "value"]`; none if it is not one.
    fn tag(&mut self) -> Option<(String, String)> {
        self.take(1);
        self.skip_space();
        let name = self.take(self.rest.find(|c| !is_name(c)).unwrap_or(self.rest.len())).to_owned();
        self.skip_space();
        if name.is_empty() || !self.rest.starts_with('"') {
            return None;
        }
        let mut value = String::new();
        let mut escaped = false;
        let mut inside = self.rest.char_indices().skip(1);
        let end = loop {
            let (at, c) = inside.next()?;
            match c {
                '"' if !escaped => break at,
                '\\' if !escaped => escaped = true,
                _ => {
                    // A backslash before any other character is a backslash.
                    if escaped && c != '"' && c != '\\' {
                        value.push('\\');
                    }
                    value.push(c);
                    escaped = false;
                }
            }
        };
        self.take(end + 1);
        self.skip_space();
        if !self.rest.starts_with(']') {
            return None;
        }
        self.take(1);
        Some((name, value))
    }

    /// The result that is next; none if the digits are a number.
    fn result(&mut self) -> Option<&'a str> {
        let end = self.rest.find(|c| !is_digit(c) && !"./-".contains(c)).unwrap_or(self.rest.len());
        let found = self.rest[..end].trim_end_matches('.');
        is_result(found).then(|| self.take(found.len()))
    }

    /// The move that is next; none if there is no move.
    fn named_move(&mut self) -> Option<String> {
        if self.rest.get(..4).is_some_and(|word| word.eq_ignore_ascii_case("pass")) {
            return Some(self.take(4).to_ascii_lowercase());
        }
        if !self.rest.starts_with(|c| matches!(c, 'A'..='H' | 'a'..='h')) {
            return None;
        }
        let seeds = self.rest[1..].strip_prefix('+').map_or(0, |seeds| self.captured(seeds));
        let length = if seeds == 0 { 1 } else { 2 + seeds };
        Some(self.take(length).to_owned())
    }

    /// The number of digits of a capture. The number of the next move may follow it without a space, as in `b+42.A`.
    fn captured(&self, seeds: &str) -> usize {
        let all = digits(seeds);
        if !seeds[all..].starts_with('.') {
            return all;
        }
        let next = (self.moves.div_ceil(2) + 1).to_string();
        match seeds[..all].strip_suffix(&next) {
            Some(alone) if !alone.is_empty() => alone.len(),
            _ => all,
        }
    }

    fn wrong(&self) -> RecordError {
        let ends = |c: char| c.is_whitespace() || "{}()[]".contains(c);
        let first = self.rest.chars().next().map_or(0, char::len_utf8);
        let more = self.rest[first..].find(ends).unwrap_or(self.rest.len() - first);
        let found = self.rest[..first + more].to_owned();
        RecordError { place: self.place, reason: Reason::Word { found } }
    }
}

/// Where a comment ends; none if it does not.
fn comment_end(text: &str) -> Option<usize> {
    text.find('}').map(|end| end + 1)
}

/// Where another line of play ends, with everything in it; none if it does not end.
fn variation_end(text: &str) -> Option<usize> {
    let (mut depth, mut comment) = (0, false);
    for (at, c) in text.char_indices() {
        match c {
            '}' => comment = false,
            _ if comment => {}
            '{' => comment = true,
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return Some(at + 1);
        }
    }
    None
}

fn is_digit(c: char) -> bool {
    c.is_ascii_digit()
}

/// The number of digits at the beginning of a text.
fn digits(text: &str) -> usize {
    text.find(|c| !is_digit(c)).unwrap_or(text.len())
}

pub(super) fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The moves and results of a text.
    fn words(text: &str) -> Vec<String> {
        let mut reader = Reader::new(text);
        let mut found = Vec::new();
        while let Some((word, _)) = reader.next().expect("words") {
            match word {
                Token::Move(text) => {
                    reader.moves += 1;
                    found.push(text);
                }
                Token::Result(text) => found.push(text),
                Token::Tag(name, _) => found.push(name),
            }
        }
        found
    }

    #[test]
    fn what_means_nothing_is_skipped() {
        let text = "{c} [A \"(\"] ; a b\n% c d\n1. A $14 a!? (B {)} (b)) 2...B?! b !! 3 pass 4.PASS *";
        assert_eq!(words(text), ["A", "A", "a", "B", "b", "pass", "pass", "*"]);
    }

    #[test]
    fn words_need_no_space() {
        assert_eq!(words("1.Aa2.B+2b+42.A3.a13-15"), ["A", "a", "B+2", "b+42", "A", "a", "13-15"]);
        assert_eq!(words("1.A+12b+43.A"), ["A+12", "b+43", "A"]);
        assert_eq!(words("1.A+1a2.Bb+13.C"), ["A+1", "a", "B", "b+1", "C"]);
        assert_eq!(words("1.A 2.5-2.5"), ["A", "2.5-2.5"]);
        assert_eq!(words("1.A 1/2-1/2"), ["A", "1/2-1/2"]);
    }

    #[test]
    fn a_wrong_byte_has_a_place() {
        for (text, line, column) in
            [("A what", 1, 3), ("A\n  b +2", 2, 5), ("é\n", 1, 1), ("A\né%", 2, 1), ("1-A", 1, 2)]
        {
            let mut reader = Reader::new(text);
            let error = std::iter::from_fn(|| reader.next().transpose()).find_map(Result::err).expect("an error");
            assert_eq!(error.place, Place { line, column }, "{text}");
        }
    }
}
