//! The naive solver: the rules and the values again, written as simply as possible.
//!
//! This is the second road. It shares no code with the solver that it checks, and it uses no tricks. A board is a
//! `Vec<u8>`, seeds are sown one at a time, and a `HashMap` holds all boards of a layer. A margin is the value of games of 0, 1,
//! 2, ... plies, until one more ply changes nothing. A third road, [`history_value`], plays the game with its real repetition
//! rule, move by move, without a table for its layer.
//!
//! Boards are in the mover's view: the mover's row first, in sowing order, `2 * pits` pits. Margins are in the mover's view
//! too, in seeds.

// Each test uses a part of this file; the rest is not dead.
#![allow(dead_code)]

pub mod bounds;

use std::collections::{HashMap, HashSet};

/// Where the first seed of a lift falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// Back into the pit just lifted.
    Origin,
    /// Into the next pit.
    Next,
}

/// What happens when sowing reaches the origin (at every visit except for the first seed of [`First::Origin`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnLaps {
    /// It receives a seed like any other pit.
    Sown,
    /// It is skipped.
    Skipped,
}

/// In whose row the last seed must fall to capture. A chain stays in that row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The mover's row.
    Own,
    /// The other row.
    Opponent,
    /// Either row; a chain can go round the whole board.
    Both,
}

/// Whether the mover must give a seed to an opponent who has none on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Feeding {
    /// No.
    None,
    /// If some move can, only such moves are legal.
    IfAble,
    /// The same, and if no move can, the game ends and the mover takes everything.
    IfAbleOrOver,
}

/// What happens at a grand slam: a move that captures every seed of the opponent's row, which holds at least one after
/// sowing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GrandSlam {
    /// A move like any other.
    Allowed,
    /// Illegal.
    Forbidden,
    /// Illegal, unless every candidate leaves the opponent's row empty: then all are legal and captures count.
    ForbiddenUnlessOnly,
    /// Legal, but captures nothing.
    TakesNothing,
    /// Illegal, unless every candidate is a grand slam: then all are legal and capture nothing.
    TakesNothingIfOnly,
}

/// What happens when the mover has no legal move and there are seeds on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMove {
    /// The mover passes: one ply, and the opponent is to move.
    Pass,
    /// The game ends, each side takes its own row.
    OwnRow,
    /// The game ends, the opponent takes everything.
    OpponentTakes,
    /// The game ends, the seeds are split evenly.
    Split,
}

/// The clauses about moves, captures and ends.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Pits a side, at least 1.
    pub pits: usize,
    /// Where the first seed of a lift falls.
    pub first: First,
    /// What happens at later visits of the origin.
    pub origin_on_laps: OnLaps,
    /// The smallest number of seeds that may be lifted (an empty pit may never be lifted).
    pub lift_min: u8,
    /// A pit can be captured if it holds one of these numbers of seeds; never 0.
    pub counts: Vec<u8>,
    /// Whose pits can be captured.
    pub place: Place,
    /// Whether a capture continues with the previous pits.
    pub chain: bool,
    /// Whether the mover must give a seed to an opponent whose row is empty.
    pub feeding: Feeding,
    /// What happens at grand slams.
    pub grand_slam: GrandSlam,
    /// What happens without a legal move.
    pub no_move: NoMove,
}

/// Tihbat: the first seed falls back into the origin, captures of 2, 4, 6 or 8 from one pit of the mover's row, passes.
pub fn tihbat(pits: usize) -> Rules {
    Rules {
        pits,
        first: First::Origin,
        origin_on_laps: OnLaps::Sown,
        lift_min: 1,
        counts: vec![2, 4, 6, 8],
        place: Place::Own,
        chain: false,
        feeding: Feeding::None,
        grand_slam: GrandSlam::Allowed,
        no_move: NoMove::Pass,
    }
}

/// Modiar: sowing as in Tihbat, no lift of a single seed, chains of 2, 4 or 6 in any row, feeding, no grand slams; at the
/// end each side takes its own row.
pub fn modiar(pits: usize) -> Rules {
    Rules {
        pits,
        first: First::Origin,
        origin_on_laps: OnLaps::Sown,
        lift_min: 2,
        counts: vec![2, 4, 6],
        place: Place::Both,
        chain: true,
        feeding: Feeding::IfAble,
        grand_slam: GrandSlam::Forbidden,
        no_move: NoMove::OwnRow,
    }
}

/// Awari: sowing begins with the next pit and skips the origin, chains of 2 or 3 in the opponent's row.
pub fn awari(pits: usize) -> Rules {
    Rules {
        pits,
        first: First::Next,
        origin_on_laps: OnLaps::Skipped,
        lift_min: 1,
        counts: vec![2, 3],
        place: Place::Opponent,
        chain: true,
        feeding: Feeding::IfAble,
        grand_slam: GrandSlam::ForbiddenUnlessOnly,
        no_move: NoMove::OpponentTakes,
    }
}

/// The `pit` of a [`Play`] that is a pass.
pub const PASS: usize = usize::MAX;

/// A move and its result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// The pit lifted, 0-based in the mover's row, or [`PASS`].
    pub pit: usize,
    /// The board after sowing and captures, **sides not yet swapped**.
    pub after: Vec<u8>,
    /// Seeds the mover takes.
    pub captured: u32,
}

/// The same board seen by the other side.
pub fn swapped(board: &[u8]) -> Vec<u8> {
    let (own, opponent) = board.split_at(board.len() / 2);
    [opponent, own].concat()
}

/// The number of seeds in these pits.
fn seeds(pits: &[u8]) -> u32 {
    pits.iter().map(|&pit| u32::from(pit)).sum()
}

/// Lifts `pit` and sows it. Returns the board after the last seed, and the pit where the last seed fell.
fn sow(rules: &Rules, board: &[u8], pit: usize) -> (Vec<u8>, usize) {
    let mut after = board.to_vec();
    let mut hand = after[pit];
    after[pit] = 0;
    let mut at = pit;
    if rules.first == First::Origin {
        after[at] += 1;
        hand -= 1;
    }
    while hand > 0 {
        at = (at + 1) % after.len();
        if at == pit && rules.origin_on_laps == OnLaps::Skipped {
            continue;
        }
        after[at] += 1;
        hand -= 1;
    }
    (after, at)
}

/// Makes the capture of a last seed that fell in pit `last`. Returns the board after it, and the number of seeds taken.
fn capture(rules: &Rules, sown: &[u8], last: usize) -> (Vec<u8>, u32) {
    let mut after = sown.to_vec();
    let mut captured = 0;
    let mut at = last;
    loop {
        let right_row = match rules.place {
            Place::Own => at < rules.pits,
            Place::Opponent => at >= rules.pits,
            Place::Both => true,
        };
        if !right_row || after[at] == 0 || !rules.counts.contains(&after[at]) {
            break;
        }
        captured += u32::from(after[at]);
        after[at] = 0;
        if !rules.chain {
            break;
        }
        at = (at + after.len() - 1) % after.len();
    }
    (after, captured)
}

/// The legal moves, lowest pit first. `captures` is false for the first move of a game with an opening rule.
pub fn legal_moves(rules: &Rules, board: &[u8], captures: bool) -> Vec<Play> {
    assert_eq!(board.len(), 2 * rules.pits, "a board has two rows");
    let row_is_empty = |board: &[u8]| seeds(&board[rules.pits..]) == 0;

    // For every pit that may be lifted: the board after sowing, and the move with its captures.
    let mut candidates = Vec::new();
    for pit in 0..rules.pits {
        if board[pit] == 0 || board[pit] < rules.lift_min {
            continue;
        }
        let (sown, last) = sow(rules, board, pit);
        let (after, captured) = if captures { capture(rules, &sown, last) } else { (sown.clone(), 0) };
        let play = Play { pit, after, captured };
        candidates.push((sown, play));
    }

    // Grand slams.
    let is_slam = |(sown, play): &(Vec<u8>, Play)| !row_is_empty(sown) && row_is_empty(&play.after);
    let all_slams = candidates.iter().all(is_slam);
    let all_leave_nothing = candidates.iter().all(|(_, play)| row_is_empty(&play.after));
    let mut moves = Vec::new();
    for candidate in candidates {
        let slam = is_slam(&candidate);
        let (sown, play) = candidate;
        let takes_nothing = Play { pit: play.pit, after: sown, captured: 0 };
        match rules.grand_slam {
            _ if !slam => moves.push(play),
            GrandSlam::Allowed => moves.push(play),
            GrandSlam::Forbidden => {}
            GrandSlam::ForbiddenUnlessOnly if all_leave_nothing => moves.push(play),
            GrandSlam::ForbiddenUnlessOnly => {}
            GrandSlam::TakesNothing => moves.push(takes_nothing),
            GrandSlam::TakesNothingIfOnly if all_slams => moves.push(takes_nothing),
            GrandSlam::TakesNothingIfOnly => {}
        }
    }

    // Feeding.
    let feeds = |play: &Play| !row_is_empty(&play.after);
    let must_feed = match rules.feeding {
        Feeding::None => false,
        Feeding::IfAble => moves.iter().any(feeds),
        Feeding::IfAbleOrOver => true,
    };
    if must_feed && row_is_empty(board) {
        moves.retain(feeds);
    }
    moves
}

/// What an ended game pays the mover, in seeds; `None` if the game goes on. The empty board is ended under all rules.
pub fn ended(rules: &Rules, board: &[u8]) -> Option<i32> {
    let own = seeds(&board[..rules.pits]) as i32;
    let opponent = seeds(&board[rules.pits..]) as i32;
    if own + opponent == 0 {
        return Some(0);
    }
    if !legal_moves(rules, board, true).is_empty() {
        return None;
    }
    if rules.feeding == Feeding::IfAbleOrOver && opponent == 0 {
        return Some(own);
    }
    match rules.no_move {
        NoMove::Pass => None,
        NoMove::OwnRow => Some(own - opponent),
        NoMove::OpponentTakes => Some(-own - opponent),
        NoMove::Split => Some(0),
    }
}

/// The successors of a board when captures count: after each legal move, or after the pass; none if the game has ended.
pub fn successors(rules: &Rules, board: &[u8]) -> Vec<Play> {
    if ended(rules, board).is_some() {
        return Vec::new();
    }
    let moves = legal_moves(rules, board, true);
    if !moves.is_empty() {
        return moves;
    }
    vec![Play { pit: PASS, after: board.to_vec(), captured: 0 }]
}

/// The value of a board with a fresh history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Seeds the mover still gets minus seeds the opponent still gets.
    pub margin: i32,
    /// Plies to the next capture or the end; `None` exactly for margin 0.
    pub distance: Option<u32>,
}

/// All boards with `pits` pits and `seeds` seeds.
pub fn boards(pits: usize, seeds: u32) -> Vec<Vec<u8>> {
    if pits == 0 {
        return if seeds == 0 { vec![vec![]] } else { vec![] };
    }
    let mut all = Vec::new();
    for here in 0..=seeds {
        for mut board in boards(pits - 1, seeds - here) {
            board.push(here as u8);
            all.push(board);
        }
    }
    all
}

/// A board of the layer being solved.
struct Node {
    /// What the game pays if it has ended here.
    ended: Option<i32>,
    /// The value of each capturing move for the mover: the seeds taken, minus the margin of the solved board after it.
    exits: Vec<i32>,
    /// The board after each quiet move (or pass), in the opponent's view.
    quiet: Vec<Vec<u8>>,
}

/// Margin and distance of every board with 0 to `max_seeds` seeds.
pub fn solve(rules: &Rules, max_seeds: u32) -> HashMap<Vec<u8>, Entry> {
    let mut table: HashMap<Vec<u8>, Entry> = HashMap::new();
    for layer in 0..=max_seeds {
        let mut nodes = HashMap::new();
        for board in boards(2 * rules.pits, layer) {
            let mut node = Node { ended: ended(rules, &board), exits: Vec::new(), quiet: Vec::new() };
            for play in successors(rules, &board) {
                let next = swapped(&play.after);
                if play.captured > 0 {
                    node.exits.push(play.captured as i32 - table[&next].margin);
                } else {
                    node.quiet.push(next);
                }
            }
            nodes.insert(board, node);
        }
        let margins = layer_margins(&nodes);
        let distances = layer_distances(&nodes, &margins);
        for (board, margin) in margins {
            let distance = distances.get(&board).copied();
            assert_eq!(distance.is_some(), margin != 0, "margin {margin} without a distance on {board:?}");
            table.insert(board, Entry { margin, distance });
        }
    }
    table
}

/// The margins of one layer: the values of games of k plies, where an unfinished game pays 0, for the first k at which
/// they no longer change.
///
/// Sweep k computes a new map from the old one only, so it holds exactly the values `V_k` of the game that is broken off
/// after k plies. Call `v` the value of the endless game, in which endless play pays 0. Then `V_k = v` for every large k:
///
/// - Where `v > 0` the mover can *force* an end or a capture worth `v` or more (endless play is worth less), and on a finite
///   board graph what can be forced can be forced within some N plies. So `V_k >= v` once k >= N.
/// - Where `v <= 0` the mover has a strategy by which every end or capture is worth `v` or more. Breaking off pays 0,
///   which is no less. So `V_k >= v` for every k.
/// - Both hold for the opponent with the opposite sign, so `V_k <= v` too.
///
/// A sweep depends only on the previous sweep. When two sweeps are equal, all later ones are equal too, and they are `v`.
/// Two boards cannot keep each other at +1 and -1, because every value starts at 0 and changes only by an end that can be
/// forced. N is at most the number of positions, two for each board: more sweeps than that mean an error in this file.
fn layer_margins(nodes: &HashMap<Vec<u8>, Node>) -> HashMap<Vec<u8>, i32> {
    let mut old: HashMap<Vec<u8>, i32> = nodes.keys().map(|board| (board.clone(), 0)).collect();
    for _sweep in 0..2 * nodes.len() + 2 {
        let mut new = HashMap::new();
        for (board, node) in nodes {
            let exits = node.exits.iter().copied();
            let quiet = node.quiet.iter().map(|next| -old[next]);
            let best = exits.chain(quiet).max();
            let margin = node.ended.or(best).expect("a board has ended or has a successor");
            new.insert(board.clone(), margin);
        }
        if new == old {
            return new;
        }
        old = new;
    }
    panic!("the margins never stop changing");
}

/// The distances of one layer, for all boards whose margin is not 0, found in the order 0, 1, 2, ... plies.
///
/// Only moves that keep the margin count. In wave d a board with a positive margin gets distance d if one such move leads to
/// a board that has a distance; a board with a negative margin, if all such moves do. A capture counts as a move to a board
/// of distance 0. Each wave finds all boards that it can, so the winner gets the smallest distance and the loser the largest.
fn layer_distances(nodes: &HashMap<Vec<u8>, Node>, margins: &HashMap<Vec<u8>, i32>) -> HashMap<Vec<u8>, u32> {
    let mut distances: HashMap<Vec<u8>, u32> = HashMap::new();
    for (board, node) in nodes {
        if node.ended.is_some_and(|margin| margin != 0) {
            distances.insert(board.clone(), 0);
        }
    }
    for wave in 1.. {
        let mut found = Vec::new();
        for (board, node) in nodes {
            let margin = margins[board];
            if margin == 0 || distances.contains_key(board) {
                continue;
            }
            let captures = node.exits.iter().filter(|&&worth| worth == margin);
            let quiet = node.quiet.iter().filter(|&next| -margins[next] == margin);
            // For each move that keeps the margin: whether it is known to lead to the conversion.
            let mut known = captures.map(|_| true).chain(quiet.map(|next| distances.contains_key(next)));
            let converts = if margin > 0 { known.any(|known| known) } else { known.all(|known| known) };
            if converts {
                found.push(board.clone());
            }
        }
        if found.is_empty() {
            break;
        }
        for board in found {
            distances.insert(board, wave);
        }
    }
    distances
}

/// The two players, for the history: a board and the same board with the other side to move are two positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Moves first in the whole game.
    South,
    /// The second player.
    North,
}

impl Side {
    /// The opponent.
    pub fn other(self) -> Side {
        match self {
            Side::South => Side::North,
            Side::North => Side::South,
        }
    }
}

/// The positions since the last capture (or the start): the board in the mover's view, and the mover.
pub type Seen = HashSet<(Vec<u8>, Side)>;

/// The exact margin of `board` with `side` to move, in the game with its real repetition rule.
///
/// `seen` holds the positions **before** this one. A position that occurs again ends the game and pays 0, so this one pays 0
/// if it is in `seen`. After a capture the history is fresh, and `lower` holds the margin. Every line is played to its end, and
/// nothing is kept between lines because their histories differ, so this is for tiny layers only. `seen` is unchanged at the end.
pub fn history_value(rules: &Rules, board: &[u8], seen: &mut Seen, side: Side, lower: &HashMap<Vec<u8>, Entry>) -> i32 {
    // A margin is always in -n..=n: this is the full window.
    let all = seeds(board) as i32;
    search(rules, board, seen, side, lower, -all, all)
}

/// Alpha-beta search over whole lines. Returns the value if it is in `low..=high`, otherwise the nearer bound.
fn search(
    rules: &Rules,
    board: &[u8],
    seen: &mut Seen,
    side: Side,
    lower: &HashMap<Vec<u8>, Entry>,
    low: i32,
    high: i32,
) -> i32 {
    let position = (board.to_vec(), side);
    if seen.contains(&position) {
        return 0.clamp(low, high);
    }
    if let Some(margin) = ended(rules, board) {
        return margin.clamp(low, high);
    }
    seen.insert(position.clone());
    let mut best = low;
    for play in successors(rules, board) {
        if best >= high {
            break;
        }
        let next = swapped(&play.after);
        let worth = if play.captured > 0 {
            play.captured as i32 - lower[&next].margin
        } else {
            -search(rules, &next, seen, side.other(), lower, -high, -best)
        };
        best = best.max(worth).min(high);
    }
    seen.remove(&position);
    best
}
