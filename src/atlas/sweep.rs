//! Which games an atlas holds: every size of every reading

use std::str::FromStr;

use crate::rules::{Rules, RulesError, Start};

/// No atlas holds more games.
pub const MAX_GAMES: usize = 20_000;

/// Numbers from one to another, both included.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NumberRange {
    /// The smallest.
    pub first: u8,
    /// The largest.
    pub last: u8,
}

impl FromStr for NumberRange {
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
pub struct Vary {
    /// Its name.
    pub clause: &'static str,
    /// The values that it gets.
    pub values: Vec<String>,
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
            crate::rules::TIHBAT.draft().set(clause, value).map_err(|error| error.to_string())?;
        }
        Ok(Self { clause, values })
    }
}

/// Clauses with the values that they get instead of the game's own.
pub type Reading = Vec<(&'static str, String)>;

/// All games of an atlas.
pub struct Sweep {
    /// The name of the game.
    pub game: String,
    /// The readings of its clauses; one without clauses is the game itself.
    pub readings: Vec<Reading>,
    /// The clauses that the readings combine, each with its values, the last one varying fastest; none if they are not
    /// combined.
    pub combined: Vec<Vary>,
    /// Pits a side, from the fewest to the most.
    pub pits: Vec<u8>,
    /// Starts, from the fewest seeds a pit to the most.
    pub starts: Vec<Start>,
    /// The games: reading by reading, pits by pits, start by start.
    pub games: Vec<AtlasGame>,
}

/// One game of an atlas.
pub struct AtlasGame {
    /// The number of the reading.
    pub reading: usize,
    /// Pits a side.
    pub pits: u8,
    /// The start.
    pub start: Start,
    /// Its rules, or why there is no such game.
    pub rules: Result<Rules, RulesError>,
}

/// Why there is no such atlas.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SweepError {
    /// A clause is to be varied twice.
    #[error("--vary {clause} is given twice; give all its values at once")]
    Twice {
        /// The clause.
        clause: &'static str,
    },
    /// It has too many games.
    #[error("an atlas holds at most {MAX_GAMES} games; vary less, or in parts")]
    TooMany,
}

impl Sweep {
    /// Returns the atlas of the game called `game` in these sizes; without a range the game has its own. `each` varies one clause at a
    /// time, otherwise every combination is a reading.
    ///
    /// # Errors
    /// If a clause is named twice, or there are too many games.
    pub fn new(
        game: String,
        own: Rules,
        pits: Option<NumberRange>,
        seeds_per_pit: Option<NumberRange>,
        vary: &[Vary],
        each: bool,
    ) -> Result<Self, SweepError> {
        Self::check(vary)?;
        let range = |range: NumberRange| range.first..=range.last;
        let pits = pits.map_or_else(|| vec![own.clauses().pits()], |pits| range(pits).collect());
        let seeds = |seeds| range(seeds).map(Start::SeedsPerPit).collect();
        let starts = seeds_per_pit.map_or_else(|| vec![own.start_clause()], seeds);
        let readings = if each { one_by_one(&own, vary) } else { combinations(vary) };
        if readings.len() * pits.len() * starts.len() > MAX_GAMES {
            return Err(SweepError::TooMany);
        }
        let mut games = Vec::new();
        for (number, reading) in readings.iter().enumerate() {
            for &pits in &pits {
                for &start in &starts {
                    let rules = changed(own, pits, start, reading);
                    games.push(AtlasGame { reading: number, pits, start, rules });
                }
            }
        }
        let combined = if each { Vec::new() } else { vary.to_vec() };
        Ok(Self { game, readings, combined, pits, starts, games })
    }

    /// Checks that no clause is named twice.
    ///
    /// # Errors
    /// If one is.
    pub fn check(vary: &[Vary]) -> Result<(), SweepError> {
        let twice = vary.iter().enumerate().find(|(at, one)| vary[..*at].iter().any(|two| two.clause == one.clause));
        twice.map_or(Ok(()), |(_, vary)| Err(SweepError::Twice { clause: vary.clause }))
    }

    /// Returns a reading in words, a line for each clause.
    pub fn words(&self, reading: usize) -> Vec<String> {
        let reading = &self.readings[reading];
        if reading.is_empty() {
            return vec![format!("{} itself", self.game)];
        }
        reading.iter().map(|(clause, value)| format!("{clause} = {value}")).collect()
    }
}

/// The rules in another size and reading.
fn changed(own: Rules, pits: u8, start: Start, reading: &Reading) -> Result<Rules, RulesError> {
    let mut draft = own.draft();
    (draft.clauses.pits, draft.start) = (pits, start);
    for (clause, value) in reading {
        draft.set(clause, value)?;
    }
    draft.check()
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
            .take(MAX_GAMES + 1)
            .collect()
    })
}

/// The game itself, and each value that it has not got.
fn one_by_one(own: &Rules, vary: &[Vary]) -> Vec<Reading> {
    let entries = own.entries();
    let is_own = |clause: &str, value: &str| entries.iter().any(|(name, own)| *name == clause && own == value);
    let single = vary.iter().flat_map(|vary| vary.values.iter().map(|value| (vary.clause, value.clone())));
    let others = single.filter(|(clause, value)| !is_own(clause, value)).map(|single| vec![single]);
    [Reading::new()].into_iter().chain(others).take(MAX_GAMES + 1).collect()
}
