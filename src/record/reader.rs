//! The words of a record, one after the other: tags, moves, and the parts that are skipped

/// What is left to read.
pub(super) struct Reader<'a> {
    pub(super) rest: &'a str,
    pub(super) line: usize,
}

impl<'a> Reader<'a> {
    pub(super) fn take(&mut self, bytes: usize) -> &'a str {
        let (taken, rest) = self.rest.split_at(bytes);
        self.line += taken.matches('\n').count();
        self.rest = rest;
        taken
    }

    pub(super) fn skip_space(&mut self) {
        self.take(self.rest.len() - self.rest.trim_start().len());
    }

    /// `[Name "value"]`; none if it is not one.
    pub(super) fn tag(&mut self) -> Option<(String, String)> {
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

    /// Passes over a comment; false if it does not end.
    pub(super) fn skip_comment(&mut self) -> bool {
        self.rest.find('}').is_some_and(|end| {
            self.take(end + 1);
            true
        })
    }

    /// Skips another line of play with its content. Returns false if it does not end.
    pub(super) fn skip_variation(&mut self) -> bool {
        let (mut depth, mut comment) = (0, false);
        for (at, c) in self.rest.char_indices() {
            match c {
                '}' => comment = false,
                _ if comment => {}
                '{' => comment = true,
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            if depth == 0 {
                self.take(at + c.len_utf8());
                return true;
            }
        }
        false
    }

    /// All up to the next space or bracket.
    pub(super) fn word(&mut self) -> &'a str {
        let ends = |c: char| c.is_whitespace() || "{}()[]".contains(c);
        let first = self.rest.chars().next().map_or(0, char::len_utf8);
        let more = self.rest[first..].find(ends).unwrap_or(self.rest.len() - first);
        self.take(first + more)
    }
}

pub(super) fn is_name(c: char) -> bool {
    c.is_ascii_alphanumeric() || c == '_'
}
