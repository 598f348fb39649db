//! A judged game as text for people

use std::io::Write;

use tihbat::analysis::AnyAnalysis;
use tihbat::game::Game;
use tihbat::judge::{Judgement, Summary, Verdict};
use tihbat::moves::Play;
use tihbat::position::{Position, Prospect, Side, Totals};
use tihbat::record::{Record, RecordedEnd, RecordedEnding};
use tihbat::text::shown;
use tihbat::value::{AnyValue, Outcome, TableKind};

use crate::cli::failure::Failure;
use crate::cli::{colour, draw, output};

/// A game that was judged.
pub(super) struct Judged {
    pub(super) name: String,
    pub(super) record: Record,
    pub(super) game: Game,
    pub(super) verdict: Verdict,
    pub(super) analysis: AnyAnalysis,
}

/// Who wins, in words.
fn winner(south: Option<Outcome>) -> &'static str {
    match south {
        Some(Outcome::Win) => "South wins",
        Some(Outcome::Draw) => "a draw",
        Some(Outcome::Loss) => "North wins",
        None => "it depends on what a repetition pays",
    }
}

/// How moves are written, joined by spaces.
fn names(before: &Position, plays: &[Play]) -> String {
    plays.iter().map(|play| before.move_name(play)).collect::<Vec<_>>().join(" ")
}

/// Totals as a result: `25-23`.
fn result(totals: Totals) -> String {
    Side::BOTH.map(|side| totals.of(side).to_string()).join("-")
}

/// How a game ends by perfect play.
fn ending(prospect: Prospect) -> String {
    if prospect.least == prospect.most {
        return output::ending(prospect.least);
    }
    let of = |side| format!("{} to {}", prospect.least.of(side), prospect.most.of(side));
    let end = prospect.outcome(Side::South).map(|outcome| format!("; {}", winner(Some(outcome)))).unwrap_or_default();
    format!("South gets {} and North {}, depending on what a repetition pays{end}", of(Side::South), of(Side::North))
}

/// A worth, right in a column: the margin, or what the mover and the opponent force; `?` if it is unknown.
fn worth(worth: Option<AnyValue>, width: usize) -> String {
    match worth {
        None => format!("{:>width$}", "?"),
        Some(AnyValue::Margin(value)) => colour::by_sign(value.margin(), format_args!("{:>width$}", value.margin())),
        Some(AnyValue::Bounds(bounds)) => {
            format!("{:>width$}", format!("{}:{}", bounds.forced.seeds(), bounds.forced_other.seeds()))
        }
    }
}

impl Judged {
    pub(super) fn text(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let player = |side: Side| self.record.tag(side.name()).filter(|&name| name != "?");
        let players: Vec<_> =
            Side::BOTH.map(|side| player(side).map(|name| format!(", {side} {}", shown(name)))).into();
        writeln!(out, "{}{}\n", shown(&self.name), players.into_iter().flatten().collect::<String>())?;
        writeln!(out, "{}", draw::board(&self.game.positions()[0]))?;
        if let Some(start) = self.verdict.start {
            writeln!(out, "By perfect play: {}.\n", ending(start))?;
        } else {
            self.where_knowledge_begins(out)?;
        }
        if self.analysis.table().kind() == TableKind::Bounds {
            writeln!(
                out,
                "Before and after: the seeds that the mover and the opponent can force; in the end: at least.\n"
            )?;
        }
        writeln!(out, "              before  after  gives away  in all  captured  in the end  best")?;
        let mut given_away = [0; 2];
        for (ply, judged) in self.verdict.moves.iter().enumerate() {
            let side = judged.before.side;
            let gives = judged.given_away().unwrap_or_default();
            given_away[side as usize] += gives;
            writeln!(out, "{}", line(ply, judged, given_away[side as usize]).trim_end())?;
        }
        writeln!(out)?;
        self.summaries(out)?;
        self.end(out)
    }

    /// Says which moves the table knows.
    fn where_knowledge_begins(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let up_to = self.analysis.known_up_to();
        match self.verdict.first_judged() {
            Some(at) => writeln!(
                out,
                "The table goes up to {up_to} seeds. Moves are judged from move {} on; those before it are unknown.\n",
                at + 1
            )?,
            None => writeln!(
                out,
                "The table goes up to {up_to} seeds. No move of this game is inside it, so every move is unknown.\n"
            )?,
        }
        Ok(())
    }

    fn summaries(&self, out: &mut dyn Write) -> Result<(), Failure> {
        if self.verdict.first_judged().is_none() {
            return Ok(());
        }
        for side in Side::BOTH {
            writeln!(out, "{}", self.summary_line(side))?;
        }
        for (ply, outcome) in self.verdict.turns() {
            let judged = &self.verdict.moves[ply];
            let (side, made) = (judged.before.side, judged.before.move_name(&judged.play));
            writeln!(out, "The game turned with move {}, {side} {made}: {} from there.", ply + 1, winner(outcome))?;
        }
        Ok(())
    }

    /// How the game ended, and what the record says of it.
    fn end(&self, out: &mut dyn Write) -> Result<(), Failure> {
        let recorded = self.record.ending(&self.game);
        match (self.game.end(), recorded.expected, recorded.end) {
            (_, _, RecordedEnd::Majority(side)) => {
                let position = self.game.position();
                let (has, all) = (position.captured[side as usize], position.seeds());
                writeln!(out, "The game is over for the players: {side} has {has} of {all} seeds, a majority.")?;
            }
            (Some(end), Some(finals), _) if self.analysis.table().kind() == TableKind::Margins => {
                output::over(out, end, finals)?;
            }
            (Some(end), finals, _) => {
                writeln!(out, "The game is over: {}.", end.cause())?;
                match finals {
                    Some(finals) => writeln!(out, "In the end {}.", output::ending(finals))?,
                    None => writeln!(out, "The rules leave open what that pays.")?,
                }
            }
            _ => match self.verdict.last() {
                Some(prospect) => writeln!(out, "The game is not over; by perfect play {}.", ending(prospect))?,
                None => writeln!(out, "The game is not over.")?,
            },
        }
        self.claim(out, &recorded)
    }

    /// What the record claims, if that needs to be said.
    fn claim(&self, out: &mut dyn Write, recorded: &RecordedEnding) -> Result<(), Failure> {
        let Some(claimed) = recorded.claimed.as_deref().map(shown) else { return Ok(()) };
        let left = self.game.position().board.total();
        match (recorded.agrees, recorded.expected, recorded.end) {
            (Some(true), Some(_), _) => {}
            (Some(false), Some(finals), _) => {
                writeln!(out, "Recorded {claimed}; under this game's rules {}.", result(finals))?;
            }
            (Some(false), None, _) => {
                let [south, north] = self.game.position().captured;
                writeln!(out, "Recorded {claimed}; that does not fit the seeds captured, {south}-{north}.")?;
            }
            (_, _, RecordedEnd::Players) => {
                writeln!(out, "Recorded {claimed}, with {left} seeds still in play: the players ended the game.")?;
            }
            _ => writeln!(out, "Recorded {claimed}.")?,
        }
        if let Some(tag) = recorded.claimed_by_tag.as_deref().map(shown) {
            writeln!(out, "The tag Result says {tag}.")?;
        }
        Ok(())
    }

    fn summary_line(&self, side: Side) -> String {
        let Summary { choices, kept, given_away, worst } = self.verdict.summary(side);
        let share = self.verdict.summary(side).accuracy().map(|share| format!(" ({:.0} %)", 100.0 * share));
        let accuracy =
            format!("{kept} of {choices} moves with a choice gave nothing away{}", share.unwrap_or_default());
        let worst = worst.map(|ply| {
            let judged = &self.verdict.moves[ply];
            let (made, best) = (judged.before.move_name(&judged.play), names(&judged.before, &judged.best));
            format!(", most with move {} ({made}, {} for {best})", ply + 1, judged.given_away().unwrap_or_default())
        });
        format!("{side:<5} {accuracy}; {given_away} given away in all{}.", worst.unwrap_or_default())
    }
}

/// A move in the table of moves.
fn line(ply: usize, judged: &Judgement, given_away: u32) -> String {
    let [gives, in_all] = match judged.given_away() {
        None | Some(0) => [String::new(), String::new()],
        Some(gives) => [gives, given_away].map(|seeds| seeds.to_string()),
    };
    let [south, north] = judged.after.captured;
    let finals = judged.prospect.map_or_else(|| "?".to_owned(), |prospect| result(prospect.least));
    let best = if judged.is_best() == Some(true) { String::new() } else { names(&judged.before, &judged.best) };
    let gives = colour::loss(format_args!("{gives:>10}"));
    format!(
        "{:>3} {} {:<6} {} {}  {gives}  {in_all:>6}  {:>8}  {finals:>10}  {best}",
        ply + 1,
        judged.before.side.letter(),
        judged.before.move_name(&judged.play),
        worth(judged.worth, 7),
        worth(judged.made, 6),
        format!("{south}-{north}"),
    )
}
