//! Text from elsewhere: read in one way, shown in one way
//!
//! Positions, moves, rules files, records and what is typed in a game all come through [`decode`] or [`clean`], so a
//! byte order mark, a line end of another system or another encoding means the same everywhere. Text that somebody
//! else wrote (a tag of a record, a name in a header, a word that is quoted in an error) is shown through [`shown`]
//! only: a terminal obeys control characters, and a message has an end.

use std::borrow::Cow;
use std::fmt;
use std::path::Path;

/// Characters of foreign text that a message quotes at most.
const SHOWN: usize = 120;

/// Characters of the name of a file that are shown at most: no system has longer names.
const SHOWN_PATH: usize = 4096;

/// Foreign text as it may be shown: on one line, without control characters, cut off after 120 characters.
///
/// ```
/// use tihbat::text::shown;
///
/// assert_eq!(shown("a tag\u{1b}]0;title\u{7}").to_string(), "a tag\\u{1b}]0;title\\u{7}");
/// assert!(shown(&"x".repeat(15_000_000)).to_string().len() < 200);
/// ```
pub fn shown(text: &str) -> Shown<'_> {
    Shown { text, most: SHOWN }
}

/// The same without an end: for text that is the answer, not a quotation in a message.
pub fn shown_whole(text: &str) -> Shown<'_> {
    Shown { text, most: usize::MAX }
}

/// The name of a file as it may be shown: without control characters.
pub fn shown_path(path: impl AsRef<Path>) -> String {
    Shown { text: &path.as_ref().to_string_lossy(), most: SHOWN_PATH }.to_string()
}

/// Whether a text is shown as it is, however long: it has no control characters and nothing invisible.
pub fn is_plain(text: &str) -> bool {
    text.chars().all(is_harmless)
}

/// A text in JSON without control characters: inside its strings they are escaped as JSON does it, and line feeds
/// between its parts stay.
///
/// JSON itself asks for this only below a space, but a terminal obeys other characters too.
pub fn shown_json(json: String) -> String {
    let stays = |letter: char| letter == '\n' || is_harmless(letter);
    if json.chars().all(stays) {
        return json;
    }
    let mut shown = String::with_capacity(json.len());
    for letter in json.chars() {
        if stays(letter) {
            shown.push(letter);
        } else {
            let units =
                letter.encode_utf16(&mut [0; 2]).iter().map(|unit| format!("\\u{unit:04x}")).collect::<String>();
            shown += &units;
        }
    }
    shown
}

/// Foreign text that is displayed without its control characters: see [`shown`].
#[derive(Clone, Copy, Debug)]
pub struct Shown<'a> {
    text: &'a str,
    /// Characters that are shown.
    most: usize,
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        use fmt::Write;

        for (place, (at, letter)) in self.text.char_indices().enumerate() {
            if place == self.most {
                return write!(f, "... ({} bytes in all)", at + self.text[at..].len());
            }
            if is_harmless(letter) { f.write_char(letter)? } else { write!(f, "{}", letter.escape_unicode())? }
        }
        Ok(())
    }
}

/// Whether a character only shows itself: no control character, no line or paragraph end, nothing that turns the
/// direction of writing, nothing invisible.
fn is_harmless(letter: char) -> bool {
    !letter.is_control()
        && !matches!(letter, '\u{ad}' | '\u{61c}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}')
        && !matches!(letter, '\u{2060}'..='\u{206f}' | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}')
}

/// Why bytes are no text.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum TextError {
    /// A zero byte, which no text has.
    #[error("line {line}, column {column}: expected text, found a zero byte")]
    Zero {
        /// The line, from 1.
        line: usize,
        /// The column in characters, from 1.
        column: usize,
    },
    /// Text in an encoding that is not read here.
    #[error("expected text in UTF-8, found {found}; save it as UTF-8")]
    Encoding {
        /// The encoding that the first bytes announce.
        found: &'static str,
    },
}

/// Bytes as text: UTF-8 with or without a byte order mark, or else Latin-1, as old files have names. Every line ends with
/// a line feed afterwards, whichever system wrote it.
///
/// # Errors
/// If the text is in UTF-16 or UTF-32, or has a zero byte.
pub fn decode(bytes: &[u8]) -> Result<Cow<'_, str>, TextError> {
    let encodings: [(&[u8], &'static str); 4] = [
        (&[0xff, 0xfe, 0, 0], "UTF-32"),
        (&[0, 0, 0xfe, 0xff], "UTF-32"),
        (&[0xff, 0xfe], "UTF-16"),
        (&[0xfe, 0xff], "UTF-16"),
    ];
    if let Some(&(_, found)) = encodings.iter().find(|(mark, _)| bytes.starts_with(mark)) {
        return Err(TextError::Encoding { found });
    }
    let text = match std::str::from_utf8(bytes) {
        Ok(text) => clean(text),
        Err(_) => Cow::Owned(clean(&bytes.iter().map(|&byte| char::from(byte)).collect::<String>()).into_owned()),
    };
    if let Some(at) = text.find('\0') {
        let (line, column) = place(&text, at);
        return Err(TextError::Zero { line, column });
    }
    Ok(text)
}

/// Text without a byte order mark, in which every line ends with a line feed.
pub fn clean(text: &str) -> Cow<'_, str> {
    let text = text.strip_prefix('\u{feff}').unwrap_or(text);
    if text.contains('\r') { Cow::Owned(text.replace("\r\n", "\n").replace('\r', "\n")) } else { Cow::Borrowed(text) }
}

/// Line and column, both from 1, of the character that begins at byte `at`.
pub fn place(text: &str, at: usize) -> (usize, usize) {
    let before = &text[..at];
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    (before.matches('\n').count() + 1, before[start..].chars().count() + 1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn foreign_text_commands_no_terminal() {
        let cases = [
            ("North é 北 🌱", "North é 北 🌱"),
            ("\u{1b}[31m", "\\u{1b}[31m"),
            ("a\nb\tc\u{85}\u{9b}", "a\\u{a}b\\u{9}c\\u{85}\\u{9b}"),
            ("\u{202e}evil\u{2066}", "\\u{202e}evil\\u{2066}"),
        ];
        for (text, expected) in cases {
            assert_eq!(shown(text).to_string(), expected);
        }
        for code in 0..0x11_0000 {
            let Some(letter) = char::from_u32(code) else { continue };
            let written = shown(letter.encode_utf8(&mut [0; 4])).to_string();
            assert!(!written.contains(char::is_control) && !written.is_empty());
        }
    }

    #[test]
    fn a_quotation_has_an_end() {
        assert_eq!(shown(&"é".repeat(SHOWN)).to_string(), "é".repeat(SHOWN));
        let long = "é".repeat(SHOWN + 1);
        assert_eq!(shown(&long).to_string(), format!("{}... ({} bytes in all)", "é".repeat(SHOWN), long.len()));
        assert_eq!(shown_whole(&long).to_string(), long);
    }

    #[test]
    fn json_keeps_its_meaning_without_control_characters() {
        assert_eq!(shown_json("{\n  \"a\": \"é\"\n}".to_owned()), "{\n  \"a\": \"é\"\n}");
        assert_eq!(shown_json("\"\u{9b}2J\u{7f}\u{e0041}\"".to_owned()), "\"\\u009b2J\\u007f\\udb40\\udc41\"");
    }

    #[test]
    fn the_same_text_in_other_bytes_is_the_same() {
        for bytes in [&b"a\nb\n"[..], b"a\r\nb\r\n", b"a\rb\r", b"\xef\xbb\xbfa\nb\n"] {
            assert_eq!(decode(bytes).expect("text"), "a\nb\n");
        }
        assert_eq!(decode(b"Ren\xe9").expect("text"), "René");
        assert_eq!(decode("René".as_bytes()).expect("text"), "René");
        assert_eq!(decode(b"ab\r\nc\0d"), Err(TextError::Zero { line: 2, column: 2 }));
        for (bytes, found) in [(&b"\xff\xfea\0"[..], "UTF-16"), (b"\xfe\xff\0a", "UTF-16"), (b"\xff\xfe\0\0", "UTF-32")]
        {
            assert_eq!(decode(bytes), Err(TextError::Encoding { found }));
        }
    }
}
