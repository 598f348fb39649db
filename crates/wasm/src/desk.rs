//! Where questions are answered
//!
//! A desk has one table, because each table of a page has a worker of its own. Questions about rules need no table.

use std::sync::atomic::{AtomicU64, Ordering};

use serde::Serialize;
use tihbat::analysis::{Analysis, AnyAnalysis};
use tihbat::answer::{
    Asked as AskedPosition, BuiltInAnswer, DrawnAnswer, ExplainedRules, GameAnswer, InfoAnswer, JudgeAnswer,
    LongestAnswer, PartnerAnswer, PuzzleAnswer, RecordAnswer, RefusedRecord, StartValue, Statistics, TrapAnswer,
};
use tihbat::board::Seeds;
use tihbat::judge::judge;
use tihbat::partner::{self, Strength};
use tihbat::puzzles::{self, Grade, LayerRange, Wanted};
use tihbat::record::Record;
use tihbat::solve::{self, Plan, SolveTarget, boards_to_solve_again};
use tihbat::solver::STEPS_PER_BOARD;
use tihbat::store::GameSpec;
use tihbat::{Game, Position, Progress, Table};

use crate::page;
use crate::question::{Asked, AskedRules, KnownRules, Question};
use crate::refusal::Refusal;

/// What a question gets.
pub(crate) enum Reply {
    /// An answer.
    Json(Vec<u8>),
    /// The bytes of a table.
    Bytes(Vec<u8>),
}

/// What answers questions.
#[derive(Default)]
pub(crate) struct Desk {
    /// The bytes of a table that is to be opened.
    given: Option<Vec<u8>>,
    known: Option<Known>,
}

/// A solved game.
struct Known {
    rules: KnownRules,
    analysis: AnyAnalysis,
}

/// What a table is, and the rules of its game.
#[derive(Serialize)]
struct Opened {
    info: InfoAnswer,
    rules: ExplainedRules,
}

/// Puzzles, traps and lines at most.
const MOST_FOUND: usize = 1_000;
/// Boards of the layers that are searched for traps, if nobody says which.
const SEARCHED: u64 = 1_000_000;

fn json(answer: &impl Serialize) -> Result<Reply, Refusal> {
    serde_json::to_vec(answer).map(Reply::Json).map_err(Refusal::question)
}

impl Desk {
    /// Takes the bytes of a table.
    pub(crate) fn give(&mut self, bytes: Vec<u8>) {
        self.given = Some(bytes);
    }

    /// Answers a question in JSON.
    pub(crate) fn answer(&mut self, question: &[u8]) -> Result<Reply, Refusal> {
        match Question::parse(question)? {
            Question::Games => json(&BuiltInAnswer::all()),
            Question::Rules { rules } => json(&rules.find()?.explained()),
            Question::Solve { rules, max_seeds, memory } => {
                let rules = rules.find()?;
                let table = solved(&rules.spec, max_seeds, memory)?;
                self.keep(rules, &table, memory)
            }
            Question::Open { rules, memory } => self.open(rules.as_ref(), memory),
            Question::Value { rules, memory } => {
                let rules = rules.find()?;
                let table = solved(&rules.spec, None, memory)?;
                let analysis = analysis(&rules.spec, &table, memory)?;
                let asked = AskedPosition::about(&rules.spec.name, &analysis, &Position::start(&rules.spec.rules))?;
                json(&StartValue { boards: table.boards(), answer: asked.position_answer()? })
            }
            question => {
                let known = self.known.as_ref();
                known.ok_or_else(|| Refusal::question("no game is solved here, and no table is open"))?.answer(question)
            }
        }
    }

    fn open(&mut self, rules: Option<&AskedRules>, memory: u64) -> Result<Reply, Refusal> {
        let bytes = self.given.take().ok_or_else(|| Refusal::question("no table was given"))?;
        let table = Table::from_bytes(bytes).map_err(|error| Refusal::table(&error))?;
        // All of it is in memory, and a page has no use for a table with damage somewhere.
        table.check_values(table.max_seeds()).map_err(|error| Refusal::table(&error))?;
        let rules = match rules {
            Some(rules) => rules.find()?,
            None => GameSpec::of_clauses(table.clauses(), None).map(KnownRules::from).ok_or_else(|| {
                Refusal::question("no built-in game has the clauses of this table; give the rules of its game")
            })?,
        };
        table.serves(rules.spec.rules.clauses(), Seeds::NONE).map_err(|error| Refusal::table(&error))?;
        self.keep(rules, &table, memory)
    }

    fn keep(&mut self, rules: KnownRules, table: &Table, memory: u64) -> Result<Reply, Refusal> {
        let analysis = analysis(&rules.spec, table, memory)?;
        let info = InfoAnswer::new(&rules.spec.file_name(table.max_seeds()), table);
        let opened = json(&Opened { info, rules: rules.explained() });
        self.known = Some(Known { rules, analysis });
        opened
    }
}

/// Solves a game up to a layer, if that takes at most `memory` bytes.
fn solved(spec: &GameSpec, max_seeds: Option<u64>, memory: u64) -> Result<Table, Refusal> {
    let (clauses, all) = (spec.rules.clauses(), spec.rules.seeds());
    let most = match max_seeds {
        None => all,
        Some(most) => usize::try_from(most).ok().and_then(Seeds::new).filter(|&most| most <= all).ok_or_else(|| {
            Refusal::question(format!("a table of this game has layers of 0 to {all} seeds, not of {most}"))
        })?,
    };
    let plan = Plan::new(clauses, most, 1);
    plan.check_memory(SolveTarget::Memory, memory)?;
    let index = tihbat::index::Index::new(clauses.shape());
    let (steps, told) = (AtomicU64::new(0), AtomicU64::new(0));
    let add = |more: u64| {
        let boards = (steps.fetch_add(more, Ordering::Relaxed) + more) / STEPS_PER_BOARD;
        // The page is told 200 times, which is often enough for a bar.
        if boards >= told.load(Ordering::Relaxed) + plan.boards() / 200 {
            told.store(boards, Ordering::Relaxed);
            let layer = most.layers().take_while(|&seeds| index.layer_start(seeds) <= boards).last();
            page::report_progress(boards, plan.boards(), layer.map_or(0, Seeds::count));
        }
    };
    Ok(solve::table_with(clauses, most, Progress::new(&add))?)
}

/// Questions about a game and its table, which may solve layers again in the memory that is left.
fn analysis(spec: &GameSpec, table: &Table, memory: u64) -> Result<AnyAnalysis, Refusal> {
    let limit = boards_to_solve_again(spec.rules.clauses(), 1, memory.saturating_sub(table.bytes()));
    Ok(AnyAnalysis::new(spec.rules, table)?.with_limit(limit))
}

impl Known {
    fn answer(&self, question: Question) -> Result<Reply, Refusal> {
        let spec = &self.rules.spec;
        match question {
            Question::Position(asked) => {
                let question = asked.question(spec)?;
                json(&question.ask(&spec.name, &self.analysis, Progress::NONE)?.position_answer()?)
            }
            Question::Line(asked) => {
                let question = asked.question(spec)?;
                json(&question.ask(&spec.name, &self.analysis, Progress::NONE)?.line_answer()?)
            }
            Question::Game(asked) => json(&GameAnswer::new(&spec.name, &asked.game(spec)?)),
            Question::Judge { record, asked } => self.judge(record, &asked),
            Question::Record { record } => match replay(&record, spec)? {
                Ok((record, game)) => json(&RecordAnswer::new(&spec.name, &record, &game)),
                Err(refused) => json(&refused),
            },
            Question::Ogn { asked, tags } => {
                let mut record = Record::of_game(&asked.game(spec)?, &spec.name);
                for (name, value) in tags.into_iter().flatten() {
                    set_tag(&mut record, &name, value.as_str())?;
                }
                json(&record.to_string())
            }
            Question::Partner { asked, strength, seed } => self.partner(&asked, strength, seed),
            Question::Layers => json(&Statistics::new(&spec.name, self.table())?),
            Question::Bytes => Ok(Reply::Bytes(self.table().read_range(0..self.table().bytes())?)),
            Question::Puzzles { count, seed, seeds, grade } => self.puzzles(count, seed, seeds, grade),
            Question::Random { seed, seeds } => {
                let position = puzzles::draw(&spec.rules, self.table(), self.layers(seeds)?, &mut random(seed));
                let position =
                    position.ok_or_else(|| Refusal::question("these layers have no board with a legal move"))?;
                json(&DrawnAnswer { game: spec.name.clone(), position: position.to_string() })
            }
            Question::Traps { count, seeds } => self.traps(count, seeds),
            Question::Longest { count, seeds } => self.longest(count, seeds),
            Question::Games
            | Question::Rules { .. }
            | Question::Solve { .. }
            | Question::Open { .. }
            | Question::Value { .. } => Err(Refusal::question("this question is not about a table")),
        }
    }

    fn table(&self) -> &Table {
        self.analysis.table()
    }

    /// The analysis for a question that compares margins.
    fn margins(&self, question: &str) -> Result<&Analysis, Refusal> {
        match &self.analysis {
            AnyAnalysis::Margins(analysis) => Ok(analysis),
            AnyAnalysis::Bounds(_) => Err(Refusal::question(format!(
                "{question} compares margins, and {} leaves open what a repetition pays; choose what it pays with repetition = \"split\"",
                self.rules.spec.name
            ))),
        }
    }

    /// The layers of `seeds`, the least and the most; without them all layers of the table.
    fn layers(&self, seeds: Option<[usize; 2]>) -> Result<LayerRange, Refusal> {
        let [least, most] =
            seeds.unwrap_or([1, Seeds::MAX.count()]).map(|seeds| Seeds::new(seeds).unwrap_or(Seeds::MAX));
        LayerRange::new(&self.rules.spec.rules, self.table(), least, most).ok_or_else(|| {
            let most = self.table().max_seeds();
            Refusal::question(format!("the table has boards of 1 to {most} seeds, and none from {least} to {most}"))
        })
    }

    fn judge(&self, record: Option<String>, asked: &Asked) -> Result<Reply, Refusal> {
        self.margins("judge")?;
        let spec = &self.rules.spec;
        let (record, game) = match record {
            Some(text) => match replay(&text, spec)? {
                Ok(replayed) => replayed,
                Err(refused) => return json(&refused),
            },
            None => {
                let game = asked.game(spec)?;
                (Record::of_game(&game, &spec.name), game)
            }
        };
        let verdict = judge(&self.analysis, &game, Progress::NONE)?;
        json(&JudgeAnswer::new(&spec.name, &self.analysis, &record, &game, &verdict))
    }

    fn partner(&self, asked: &Asked, strength: Option<u8>, seed: Option<u64>) -> Result<Reply, Refusal> {
        self.margins("a partner")?;
        let game = asked.game(&self.rules.spec)?;
        let strength = strength.unwrap_or(Strength::PERFECT.number());
        let strength = Strength::new(strength)
            .ok_or_else(|| Refusal::question(format!("a strength is a number from 0 to 10, not {strength}")))?;
        let mut random = random(seed);
        let mut draw = |below: usize| random(below as u64) as usize;
        let play = partner::choose(&self.analysis, &game, strength, &mut draw, Progress::NONE)?;
        json(&PartnerAnswer::new(&game, play.as_ref()))
    }

    fn puzzles(
        &self,
        count: Option<usize>,
        seed: Option<u64>,
        seeds: Option<[usize; 2]>,
        grade: Option<[u8; 2]>,
    ) -> Result<Reply, Refusal> {
        let analysis = self.margins("a puzzle")?;
        let [easiest, hardest] = grade.unwrap_or([Grade::EASIEST, Grade::HARDEST].map(Grade::number));
        let grade = |grade| {
            Grade::new(grade).ok_or_else(|| Refusal::question(format!("a grade is a number from 1 to 5, not {grade}")))
        };
        let (easiest, hardest) = (grade(easiest)?, grade(hardest)?);
        let wanted = Wanted { count: found(count)?, layers: self.layers(seeds)?, easiest, hardest };
        let puzzles = puzzles::find(analysis, wanted, &mut random(seed))?;
        json(&puzzles.iter().map(PuzzleAnswer::from).collect::<Vec<_>>())
    }

    fn traps(&self, count: Option<usize>, seeds: Option<[usize; 2]>) -> Result<Reply, Refusal> {
        let analysis = self.margins("a trap")?;
        let small = LayerRange::up_to_boards(&self.rules.spec.rules, self.table(), SEARCHED);
        let layers = match (seeds, small) {
            (None, Some(layers)) => layers,
            (seeds, _) => self.layers(seeds)?,
        };
        let traps = puzzles::worst(analysis, layers, found(count)?, Progress::NONE)?;
        json(&traps.iter().map(TrapAnswer::from).collect::<Vec<_>>())
    }

    fn longest(&self, count: Option<usize>, seeds: Option<[usize; 2]>) -> Result<Reply, Refusal> {
        let analysis = self.margins("the longest line")?;
        let longest = puzzles::longest(analysis, self.layers(seeds)?, found(count)?)?;
        let answers: Result<Vec<_>, Refusal> = longest
            .iter()
            .map(|longest| {
                let asked = AskedPosition::about(&self.rules.spec.name, &self.analysis, &longest.position)?;
                Ok(LongestAnswer::new(longest, asked.line_answer()?))
            })
            .collect();
        json(&answers?)
    }
}

/// Draws numbers, the same for the same seed, and the same as the program.
fn random(seed: Option<u64>) -> impl FnMut(u64) -> u64 {
    let mut random = fastrand::Rng::with_seed(seed.unwrap_or(0));
    move |below| random.u64(..below)
}

/// How many are to be found.
fn found(count: Option<usize>) -> Result<usize, Refusal> {
    let count = count.unwrap_or(10);
    if (1..=MOST_FOUND).contains(&count) {
        return Ok(count);
    }
    Err(Refusal::question(format!("a count is a number from 1 to {MOST_FOUND}, not {count}")))
}

/// Reads a record and plays it again. A record of a game that cannot have been played is an answer too.
fn replay(text: &str, spec: &GameSpec) -> Result<Result<(Record, Game), RefusedRecord>, Refusal> {
    let record = Record::parse(text.as_bytes())?;
    match record.replay(&spec.rules) {
        Ok(game) => Ok(Ok((record, game))),
        Err(error) if error.reason.is_of_play() => Ok(Err(RefusedRecord::from(&error))),
        Err(error) => Err(error.into()),
    }
}

fn set_tag(record: &mut Record, name: &str, value: Option<&str>) -> Result<(), Refusal> {
    let named = !name.is_empty() && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_');
    let value = value.filter(|value| named && !value.contains(char::is_control));
    let value = value.ok_or_else(|| {
        Refusal::question(format!(
            "a tag has a name of letters, digits and _, and a value of one line of text; {name:?} has not"
        ))
    })?;
    record.set_tag(name, value);
    Ok(())
}
