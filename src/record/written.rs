//! The strict form in which a record is written

use std::fmt;

use super::Record;

/// Characters of a line of moves at most.
const WIDTH: usize = 79;

impl fmt::Display for Record {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, value) in self.tags() {
            writeln!(f, "[{name} \"{}\"]", value.replace('\\', "\\\\").replace('"', "\\\""))?;
        }
        let numbered = self.moves().enumerate().flat_map(|(at, name)| {
            let number = at.is_multiple_of(2).then(|| format!("{}.", at / 2 + 1));
            number.into_iter().chain([name.to_owned()])
        });
        let mut width = 0;
        for word in numbered.chain(self.result.iter().map(|word| word.text.clone())) {
            let gap = match width {
                0 => "\n",
                _ if width + 1 + word.len() > WIDTH => {
                    width = 0;
                    "\n"
                }
                _ => " ",
            };
            width += word.len() + usize::from(gap == " ");
            write!(f, "{gap}{word}")?;
        }
        if width > 0 { writeln!(f) } else { Ok(()) }
    }
}
