//! Which games an atlas holds: every size of every reading

use std::str::FromStr;

use tihbat::rules::{Rules, RulesError, Start};

use super::Atlas;
use crate::cli::failure::Failure;

/// No atlas holds more games.
const MOST_GAMES: usize = 20_000;

/// Numbers from one to another, both included.
#[derive(Clone, Copy, Debug)]
pub(super) struct Range {
    first: u8,
    last: u8,
}

impl FromStr for Range {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (first, last) = text.split_once("..").unwrap_or((text, text));
        let number = |text: &str| text.parse().ok().filter(|number| (1..=127).contains(number));
        match (number(first), number(last)) {
            (Some(first), Some(last)) if first <= last => Ok(Self { first, last }),
            _ => {
                Err("expected a number from 1 to 127, or two joined by .. with the smaller first, like 1..4".to_owned())
            }
        }
    }
}

/// A clause to vary, and its values.
#[derive(Clone, Debug)]
pub(super) struct Vary {
    pub(super) clause: &'static str,
    pub(super) values: Vec<String>,
}

impl FromStr for Vary {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, values) = text.split_once('=').map_or((text, None), |(name, values)| (name.trim(), Some(values)));
        let clause = Rules::CLAUSES.into_iter().find(|clause| *clause == name).ok_or_else(|| {
            let expected = Rules::CLAUSES.join(", ");
            RulesError::Clause { found: name.to_owned(), expected }.to_string()
        })?;
        if ["pits", "seeds_per_pit"].contains(&clause) {
            return Err(format!("sizes are a range of their own: --{} 1..4", clause.replace('_', "-")));
        }
        let Some(values) = values else {
            let values = Rules::values(clause);
            if values.is_empty() {
                return Err(format!("{clause} has too many values to take them all; name some: {clause}=..."));
            }
            return Ok(Self { clause, values: values.into_iter().map(str::to_owned).collect() });
        };
        let parting = if ["capture.counts", "start"].contains(&clause) { '/' } else { ',' };
        let values: Vec<_> = values.split(parting).map(|value| value.trim().to_owned()).collect();
        for value in &values {
            tihbat::rules::TIHBAT.clone().set(clause, value).map_err(|error| error.to_string())?;
        }
        Ok(Self { clause, values })
    }
}

/// Clauses that are not, or not always, those of the game, with their values.
pub(super) type Reading = Vec<(&'static str, String)>;

/// All games of an atlas.
pub(super) struct Sweep {
    /// The name of the game.
    pub(super) game: String,
    /// The readings of its clauses; one without clauses is the game itself.
    pub(super) readings: Vec<Reading>,
    /// The clauses that the readings combine, each with its values, the last one varying fastest; none if they are not
    /// combined.
    pub(super) combined: Vec<Vary>,
    /// Pits a side, from the fewest to the most.
    pub(super) pits: Vec<u8>,
    /// Starts, from the fewest seeds a pit to the most.
    pub(super) starts: Vec<Start>,
    /// The games: reading by reading, pits by pits, start by start.
    pub(super) games: Vec<Cell>,
}

/// One game of an atlas.
pub(super) struct Cell {
    /// The number of the reading.
    pub(super) reading: usize,
    pub(super) pits: u8,
    pub(super) start: Start,
    /// Its rules, or why there is no such game.
    pub(super) rules: Result<Rules, RulesError>,
}

impl Sweep {
    pub(super) fn new(args: &Atlas) -> Result<Self, Failure> {
        for (at, vary) in args.vary.iter().enumerate() {
            if args.vary[..at].iter().any(|before| before.clause == vary.clause) {
                return Err(Failure::new(format!(
                    "--vary {} is given twice; give all its values at once",
                    vary.clause
                )));
            }
        }
        let sizes = [("pits", args.pits), ("seeds_per_pit", args.seeds_per_pit)];
        let sizes = sizes.map(|(clause, range)| (clause, range.map(|range| range.first)));
        // Also says whether the game itself makes sense, in its smallest size.
        let game = args.base.game(args.base.name(), &sizes)?;
        let own = game.rules;
        let range = |range: Range| range.first..=range.last;
        let pits = args.pits.map_or_else(|| vec![own.clauses.pits], |pits| range(pits).collect());
        let seeds = |seeds| range(seeds).map(Start::SeedsPerPit).collect();
        let starts = args.seeds_per_pit.map_or_else(|| vec![own.start], seeds);
        let readings = if args.each { one_by_one(&own, &args.vary) } else { combinations(&args.vary) };
        if readings.len() * pits.len() * starts.len() > MOST_GAMES {
            return Err(Failure::new(format!("an atlas holds at most {MOST_GAMES} games; vary less, or in parts")));
        }
        let mut games = Vec::new();
        for (number, reading) in readings.iter().enumerate() {
            for &pits in &pits {
                for &start in &starts {
                    let rules = changed(own, pits, start, reading);
                    games.push(Cell { reading: number, pits, start, rules });
                }
            }
        }
        let name = args.base.game(args.base.name(), &[])?.name;
        let combined = if args.each { Vec::new() } else { args.vary.clone() };
        Ok(Self { game: name, readings, combined, pits, starts, games })
    }

    /// A reading in words, with a line a clause.
    pub(super) fn words(&self, reading: usize) -> Vec<String> {
        let reading = &self.readings[reading];
        if reading.is_empty() {
            return vec![format!("{} itself", self.game)];
        }
        reading.iter().map(|(clause, value)| format!("{clause} = {value}")).collect()
    }
}

/// The rules in another size and reading.
fn changed(own: Rules, pits: u8, start: Start, reading: &Reading) -> Result<Rules, RulesError> {
    let mut rules = Rules { start, ..own };
    rules.set("pits", &pits.to_string())?;
    for (clause, value) in reading {
        rules.set(clause, value)?;
    }
    rules.check().map(|()| rules)
}

/// Every combination of the values.
fn combinations(vary: &[Vary]) -> Vec<Reading> {
    vary.iter().fold(vec![Reading::new()], |readings, vary| {
        let with = |reading: &Reading, value: &String| {
            reading.iter().cloned().chain([(vary.clause, value.clone())]).collect::<Reading>()
        };
        readings
            .iter()
            .flat_map(|reading| vary.values.iter().map(move |value| with(reading, value)))
            .take(MOST_GAMES + 1)
            .collect()
    })
}

/// The game itself, and each value that it has not got.
fn one_by_one(own: &Rules, vary: &[Vary]) -> Vec<Reading> {
    let entries = own.entries();
    let is_own = |clause: &str, value: &str| entries.iter().any(|(name, own)| *name == clause && own == value);
    let single = vary.iter().flat_map(|vary| vary.values.iter().map(|value| (vary.clause, value.clone())));
    let others = single.filter(|(clause, value)| !is_own(clause, value)).map(|single| vec![single]);
    [Reading::new()].into_iter().chain(others).take(MOST_GAMES + 1).collect()
}
