//! The naive reference: the rules once more, as plainly as they can be written.
//!
//! This is the second road. It shares no code with the solver it checks, and where the solver is clever this is not: a board is
//! a `Vec<u8>`, seeds are sown one at a time, every board of a layer sits in a `HashMap`, and a margin is found by playing
//! games of 0, 1, 2, ... plies until one more ply changes nothing. A third road, [`history_value`], plays the game with its real
//! repetition rule, move by move and without any table for the layer it is in.
//!
//! Boards are in the mover's view: his row first, in sowing order, `2 * pits` long. Margins are seeds in the mover's view.

// A test takes what it needs; the rest is not dead, it is another test's.
#![allow(dead_code)]

use std::collections::{HashMap, HashSet};

/// Where the first seed of a lift falls.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum First {
    /// Back into the pit just lifted.
    Origin,
    /// Into the pit after it.
    Next,
}

/// What happens when the hand comes round to the origin (any visit but the first seed of [`First::Origin`]).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OnLaps {
    /// It gets a seed like any pit.
    Sown,
    /// It is passed over.
    Skipped,
}

/// In whose row the last seed must fall to capture; a chain stays there too.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Place {
    /// The mover's row.
    Own,
    /// The other row.
    Opponent,
    /// Either row; a chain runs round the whole board.
    Both,
}

/// What becomes of a grand slam: a move whose capture takes every seed that lies in the opponent's row after sowing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GrandSlam {
    /// A move like any other.
    Allowed,
    /// Illegal.
    Forbidden,
    /// Illegal, unless every candidate leaves the opponent's row empty: then all are legal and take what they take.
    ForbiddenUnlessOnly,
    /// Legal, and takes nothing.
    TakesNothing,
    /// Illegal, unless every candidate is one: then all are legal and take nothing.
    TakesNothingIfOnly,
}

/// What happens when the mover has no legal move and there are seeds on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoMove {
    /// He passes: one ply, and the opponent is to move.
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
    /// Where the first seed falls.
    pub first: First,
    /// What happens at the later visits of the origin.
    pub origin_on_laps: OnLaps,
    /// Fewest seeds that may be lifted (an empty pit never may).
    pub lift_min: u8,
    /// Seeds a pit must hold to be taken; never 0.
    pub counts: Vec<u8>,
    /// Whose pits can be taken.
    pub place: Place,
    /// Whether the pits behind the last one are taken too.
    pub chain: bool,
    /// Whether an empty opponent's row must be fed if that is possible.
    pub feeding: bool,
    /// What becomes of grand slams.
    pub grand_slam: GrandSlam,
    /// What happens without a legal move.
    pub no_move: NoMove,
}

/// Tihbat: the first seed back into the origin, single captures of 2, 4, 6, 8 in the own row, passes.
pub fn tihbat(pits: usize) -> Rules {
    Rules {
        pits,
        first: First::Origin,
        origin_on_laps: OnLaps::Sown,
        lift_min: 1,
        counts: vec![2, 4, 6, 8],
        place: Place::Own,
        chain: false,
        feeding: false,
        grand_slam: GrandSlam::Allowed,
        no_move: NoMove::Pass,
    }
}

/// Modiar: sown like Tihbat, no single seeds, chains of 2, 4, 6 anywhere, feeding, no grand slams, own rows at the end.
pub fn modiar(pits: usize) -> Rules {
    Rules {
        pits,
        first: First::Origin,
        origin_on_laps: OnLaps::Sown,
        lift_min: 2,
        counts: vec![2, 4, 6],
        place: Place::Both,
        chain: true,
        feeding: true,
        grand_slam: GrandSlam::Forbidden,
        no_move: NoMove::OwnRow,
    }
}

/// Awari, the yardstick: sown from the next pit, the origin skipped, chains of 2, 3 in the opponent's row.
pub fn awari(pits: usize) -> Rules {
    Rules {
        pits,
        first: First::Next,
        origin_on_laps: OnLaps::Skipped,
        lift_min: 1,
        counts: vec![2, 3],
        place: Place::Opponent,
        chain: true,
        feeding: true,
        grand_slam: GrandSlam::ForbiddenUnlessOnly,
        no_move: NoMove::OpponentTakes,
    }
}

/// The `pit` of a [`Play`] that is a pass.
pub const PASS: usize = usize::MAX;

/// One move and what it does.
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

/// Seeds in some pits.
fn seeds(pits: &[u8]) -> u32 {
    pits.iter().map(|&pit| u32::from(pit)).sum()
}

/// Lifts `pit` and sows it: the board after the last seed, and the pit that seed fell in.
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

/// Takes what the last seed, fallen in pit `last`, captures: the board left, and the seeds taken.
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

/// The legal moves, lowest pit first. `captures` is false for the first move of a game in which nothing is taken then.
pub fn legal_moves(rules: &Rules, board: &[u8], captures: bool) -> Vec<Play> {
    assert_eq!(board.len(), 2 * rules.pits, "a board has two rows");
    let row_is_empty = |board: &[u8]| seeds(&board[rules.pits..]) == 0;

    // Every pit that may be lifted: the board after sowing, and the move with its captures.
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
    if rules.feeding && row_is_empty(board) && moves.iter().any(feeds) {
        moves.retain(feeds);
    }
    moves
}

/// What an ended game pays the mover, in seeds; `None` if it goes on. The empty board has ended under any rules.
pub fn ended(rules: &Rules, board: &[u8]) -> Option<i32> {
    let own = seeds(&board[..rules.pits]) as i32;
    let opponent = seeds(&board[rules.pits..]) as i32;
    if own + opponent == 0 {
        return Some(0);
    }
    if !legal_moves(rules, board, true).is_empty() {
        return None;
    }
    match rules.no_move {
        NoMove::Pass => None,
        NoMove::OwnRow => Some(own - opponent),
        NoMove::OpponentTakes => Some(-own - opponent),
        NoMove::Split => Some(0),
    }
}

/// Everything that can happen next, captures counting: the legal moves, or the pass, or nothing where the game has ended.
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

/// What is known of a board with a fresh history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Seeds the mover still gets minus seeds the opponent still gets.
    pub margin: i32,
    /// Plies to the next capture or the end; `None` exactly for margin 0.
    pub distance: Option<u32>,
}

/// All boards with so many seeds in so many pits.
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
    /// What each capturing move is worth to the mover: the seeds taken, and the solved board below.
    exits: Vec<i32>,
    /// The opponent's board after each move (or pass) that stays in the layer.
    stays: Vec<Vec<u8>>,
}

/// Margin and distance of every board with 0 to `max_seeds` seeds.
pub fn solve(rules: &Rules, max_seeds: u32) -> HashMap<Vec<u8>, Entry> {
    let mut table: HashMap<Vec<u8>, Entry> = HashMap::new();
    for layer in 0..=max_seeds {
        let mut nodes = HashMap::new();
        for board in boards(2 * rules.pits, layer) {
            let mut node = Node { ended: ended(rules, &board), exits: Vec::new(), stays: Vec::new() };
            for play in successors(rules, &board) {
                let next = swapped(&play.after);
                if play.captured > 0 {
                    node.exits.push(play.captured as i32 - table[&next].margin);
                } else {
                    node.stays.push(next);
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

/// The margins of one layer: the values of games of k plies, unfinished ones paying 0, for the first k at which they stand still.
///
/// Sweep k makes a new dictionary from the old one only, so it holds exactly the values `V_k` of the game broken off after k
/// plies. Call `v` the value of the endless game, in which endless play pays 0. Then `V_k = v` for every large k:
///
/// - Where `v > 0` the mover can *force* an end or a capture worth `v` or more (endless play is worth less), and on a finite
///   board graph what can be forced can be forced within some N plies. So `V_k >= v` once k >= N.
/// - Where `v <= 0` he has a way to play on which every end or capture is worth `v` or more. Breaking it off pays 0, which
///   is no less. So `V_k >= v` for every k.
/// - Both hold for the opponent with the signs turned, so `V_k <= v` too.
///
/// A sweep depends on nothing but the sweep before, so once two are alike all later ones are, and they are `v`. Boards cannot
/// prop each other up at +1 and -1, because every value starts at 0 and rises or falls only by an end that can be forced.
/// N is at most the number of positions, two a board: more sweeps than that mean a mistake in here.
fn layer_margins(nodes: &HashMap<Vec<u8>, Node>) -> HashMap<Vec<u8>, i32> {
    let mut old: HashMap<Vec<u8>, i32> = nodes.keys().map(|board| (board.clone(), 0)).collect();
    for _sweep in 0..2 * nodes.len() + 2 {
        let mut new = HashMap::new();
        for (board, node) in nodes {
            let exits = node.exits.iter().copied();
            let stays = node.stays.iter().map(|next| -old[next]);
            let best = exits.chain(stays).max();
            let margin = node.ended.or(best).expect("a board has ended or has a successor");
            new.insert(board.clone(), margin);
        }
        if new == old {
            return new;
        }
        old = new;
    }
    panic!("the margins never came to rest");
}

/// The distances of one layer, for the boards whose margin is not 0, found in the order 0, 1, 2, ... plies.
///
/// Only moves that keep the margin count. In round d a positive board gets d if one such move leads to a board that has a
/// distance, a negative board if all of them do; a capture counts as leading to a board at 0. As every round finds all it can,
/// the first of them is the smallest and the last of them the largest.
fn layer_distances(nodes: &HashMap<Vec<u8>, Node>, margins: &HashMap<Vec<u8>, i32>) -> HashMap<Vec<u8>, u32> {
    let mut distances: HashMap<Vec<u8>, u32> = HashMap::new();
    for (board, node) in nodes {
        if node.ended.is_some_and(|margin| margin != 0) {
            distances.insert(board.clone(), 0);
        }
    }
    for round in 1.. {
        let mut found = Vec::new();
        for (board, node) in nodes {
            let margin = margins[board];
            if margin == 0 || distances.contains_key(board) {
                continue;
            }
            let captures = node.exits.iter().filter(|&&worth| worth == margin);
            let quiet = node.stays.iter().filter(|&next| -margins[next] == margin);
            // Whether each move that keeps the margin is known to lead to the conversion.
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
            distances.insert(board, round);
        }
    }
    distances
}

/// The two players, for the history: a board and its rotation with the other side to move are two positions.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// Moves first in the whole game.
    South,
    /// The other one.
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

/// The positions since the last capture (or the start): board in the mover's view, and the mover.
pub type Seen = HashSet<(Vec<u8>, Side)>;

/// The exact margin of `board` with `side` to move, in the game with its real repetition rule.
///
/// `seen` holds the positions **before** this one; a position met again ends the game at 0, and so this one pays 0 if it is in
/// `seen` already. After a capture the history is fresh and `lower` knows the margin. Every line is played out, nothing of the layer
/// is remembered between lines (their histories differ), so this is for tiny layers only. `seen` is given back unchanged.
pub fn history_value(rules: &Rules, board: &[u8], seen: &mut Seen, side: Side, lower: &HashMap<Vec<u8>, Entry>) -> i32 {
    // A margin never leaves -n..=n: that is the whole window.
    let all = seeds(board) as i32;
    search(rules, board, seen, side, lower, -all, all)
}

/// Alpha-beta over whole lines: the value if it lies in `low..=high`, else the bound on its side.
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
