//! Colour, as a second cue: nothing is said by colour alone
//!
//! Text for people is written with its colours, and [`out`] and [`err`] take them out again unless they are wanted: by
//! `--color`, else by the variables `NO_COLOR` and `CLICOLOR_FORCE`, else if the stream is a terminal. JSON, CSV and files
//! are not written this way and never have any.

use std::ffi::OsString;
use std::fmt::Display;
use std::io::{self, BufWriter, Stderr, Stdout};

use anstream::AutoStream;
use anstyle::{AnsiColor, Style};
use clap::{ColorChoice, ValueEnum};
use tihbat::value::Margin;

const BEST: Style = Style::new().bold();
const GAIN: Style = AnsiColor::Green.on_default();
const LOSS: Style = AnsiColor::Red.on_default();
const ERROR: Style = AnsiColor::Red.on_default().bold();
const NOTE: Style = Style::new().bold();

/// Settles for the whole program whether text is coloured.
pub(super) fn choose(choice: ColorChoice) {
    let choice = match choice {
        ColorChoice::Auto => anstream::ColorChoice::Auto,
        ColorChoice::Always => anstream::ColorChoice::Always,
        ColorChoice::Never => anstream::ColorChoice::Never,
    };
    choice.write_global();
}

/// What `--color` says among arguments that are not understood as a whole, so that the message about them obeys it too.
pub(super) fn named_in(arguments: impl Iterator<Item = OsString>) -> ColorChoice {
    let mut arguments = arguments.take_while(|argument| argument != "--");
    let mut named = ColorChoice::Auto;
    while let Some(argument) = arguments.next() {
        let value = match argument.to_str().and_then(|text| text.strip_prefix("--color")) {
            Some("") => arguments.next(),
            Some(text) => text.strip_prefix('=').map(OsString::from),
            None => None,
        };
        let choice = value.and_then(|value| ColorChoice::from_str(value.to_str()?, false).ok());
        named = choice.unwrap_or(named);
    }
    named
}

/// Standard output for people, written in large pieces.
pub(super) fn out() -> BufWriter<AutoStream<Stdout>> {
    BufWriter::new(AutoStream::auto(io::stdout()))
}

/// Standard error for people.
pub(super) fn err() -> AutoStream<Stderr> {
    AutoStream::auto(io::stderr())
}

fn paint(style: Style, text: impl Display) -> String {
    format!("{style}{text}{style:#}")
}

/// The style of the best moves.
pub(super) fn best(text: impl Display) -> String {
    paint(BEST, text)
}

/// What is lost.
pub(super) fn loss(text: impl Display) -> String {
    paint(LOSS, text)
}

/// A margin, or what is said of it, by its sign.
pub(super) fn by_sign(margin: Margin, text: impl Display) -> String {
    let style = match margin.seeds() {
        1.. => GAIN,
        0 => Style::new(),
        _ => LOSS,
    };
    paint(style, text)
}

/// The word in front of an error.
pub(super) fn error() -> String {
    paint(ERROR, "error:")
}

/// The word in front of talk.
pub(super) fn note() -> String {
    paint(NOTE, "note:")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_choice_is_found_among_any_arguments() {
        let named = |line: &str| named_in(line.split_whitespace().map(OsString::from));
        assert_eq!(named("tihbat dance --color never"), ColorChoice::Never);
        assert_eq!(named("tihbat --color=always dance"), ColorChoice::Always);
        assert_eq!(named("tihbat --color never --color always"), ColorChoice::Always);
        for auto in
            ["tihbat", "tihbat --color", "tihbat --color pink", "tihbat --colors=never", "tihbat -- --color=never"]
        {
            assert_eq!(named(auto), ColorChoice::Auto, "{auto}");
        }
    }

    #[test]
    fn no_margin_has_no_colour() {
        let margin = |seeds| Margin::new(seeds).expect("a margin");
        assert_eq!(by_sign(margin(0), "0"), "0");
        assert_eq!(by_sign(margin(2), "+2"), "\u{1b}[32m+2\u{1b}[0m");
        assert_eq!(by_sign(margin(-2), "-2"), "\u{1b}[31m-2\u{1b}[0m");
    }
}
