//! What each side can force, by value iteration, and the same by playing whole games
//!
//! Call the player whose seeds are counted the *holder*. The rules do not say what endless play pays, so the holder can rely
//! only on seeds that they get by finite play: by captures, and at the end of the game.

use std::collections::HashMap;

use super::{Rules, Seen, Side, boards, ended, seeds, successors, swapped};

/// What each side can force from a board on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Seeds that the mover can force.
    pub forced: u32,
    /// Plies to the next capture or the end, if the mover plays for `forced` seeds and hurries; `None` exactly for 0 seeds.
    pub forced_distance: Option<u32>,
    /// Seeds that the opponent can force.
    pub other: u32,
    /// The same for the opponent.
    pub other_distance: Option<u32>,
}

/// Whose seeds are counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Holder {
    Mover,
    Opponent,
}

impl Holder {
    const BOTH: [Holder; 2] = [Holder::Mover, Holder::Opponent];

    /// The same player, seen from the successor.
    fn after_a_move(self) -> Holder {
        match self {
            Holder::Mover => Holder::Opponent,
            Holder::Opponent => Holder::Mover,
        }
    }
}

/// A board of a layer, and the player whose seeds are counted.
type Question = (Vec<u8>, Holder);

/// What a question depends on.
struct Node {
    /// What the game pays the holder if it has ended here.
    ended: Option<u32>,
    /// The seeds that the holder gets by each capturing move, with those that they can force after it.
    exits: Vec<u32>,
    /// The question after each quiet move (or pass).
    quiet: Vec<Question>,
}

/// What an ended game pays the holder; `None` if the game goes on.
fn payment(rules: &Rules, board: &[u8], holder: Holder) -> Option<u32> {
    let margin = ended(rules, board)?;
    let of_mover = seeds(board) as i32 + margin;
    assert_eq!(of_mover % 2, 0, "bounds count whole seeds, but {board:?} pays half ones");
    let of_mover = (of_mover / 2) as u32;
    Some(if holder == Holder::Mover { of_mover } else { seeds(board) - of_mover })
}

/// What both sides can force on every board with 0 to `max_seeds` seeds.
pub fn bounds(rules: &Rules, max_seeds: u32) -> HashMap<Vec<u8>, Bounds> {
    let mut forced: HashMap<Question, u32> = HashMap::new();
    let mut distances: HashMap<Question, u32> = HashMap::new();
    for layer in 0..=max_seeds {
        let nodes = layer_nodes(rules, layer, &forced);
        let layer_forced = layer_forced(&nodes);
        distances.extend(layer_distances(&nodes, &layer_forced));
        forced.extend(layer_forced);
    }
    let mut bounds = HashMap::new();
    for layer in 0..=max_seeds {
        for board in boards(2 * rules.pits, layer) {
            let [of_mover, of_opponent] = Holder::BOTH.map(|holder| (board.clone(), holder));
            let found = Bounds {
                forced: forced[&of_mover],
                forced_distance: distances.get(&of_mover).copied(),
                other: forced[&of_opponent],
                other_distance: distances.get(&of_opponent).copied(),
            };
            assert_eq!(found.forced_distance.is_some(), found.forced > 0, "{board:?}: {found:?}");
            assert_eq!(found.other_distance.is_some(), found.other > 0, "{board:?}: {found:?}");
            bounds.insert(board, found);
        }
    }
    bounds
}

/// The questions of one layer. `forced` has the answers of all lower layers.
fn layer_nodes(rules: &Rules, layer: u32, forced: &HashMap<Question, u32>) -> HashMap<Question, Node> {
    let mut nodes = HashMap::new();
    for board in boards(2 * rules.pits, layer) {
        for holder in Holder::BOTH {
            let mut node = Node { ended: payment(rules, &board, holder), exits: Vec::new(), quiet: Vec::new() };
            for play in successors(rules, &board) {
                let next = (swapped(&play.after), holder.after_a_move());
                if play.captured > 0 {
                    let taken = if holder == Holder::Mover { play.captured } else { 0 };
                    node.exits.push(taken + forced[&next]);
                } else {
                    node.quiet.push(next);
                }
            }
            nodes.insert((board.clone(), holder), node);
        }
    }
    nodes
}

/// The seeds that each holder can force on each board of one layer.
///
/// The equations are: on an ended board what it pays; else, if the holder moves, the largest worth of a move, and if the other
/// player moves, the smallest. Their *least* solution is what can be forced, and iteration from 0 everywhere reaches it:
///
/// - Sweep k computes a new map from the old one only. So it holds the values of the game that is broken off after k plies and
///   then pays the holder nothing of what is left. What a holder gets within k plies they also get within k + 1, so values
///   never fall from one sweep to the next.
/// - Values are whole numbers from 0 to the seeds of the layer, so from some sweep on nothing changes. The map is then a
///   solution of the equations.
/// - It is the least one. Take any solution. It is at least 0 everywhere, so at least the map before the first sweep. A sweep
///   keeps this: larger old values give values that are at least as large, and a sweep leaves the solution itself unchanged.
///
/// The holder can force the value of sweep k, because they can force it within k plies. They can force no more than the least
/// solution: if the other player always makes a move that the minimum names, no finite play pays the holder more.
fn layer_forced(nodes: &HashMap<Question, Node>) -> HashMap<Question, u32> {
    let mut old: HashMap<Question, u32> = nodes.keys().map(|question| (question.clone(), 0)).collect();
    loop {
        let mut new = HashMap::new();
        for (question, node) in nodes {
            let worths = node.exits.iter().copied().chain(node.quiet.iter().map(|next| old[next]));
            let best = if question.1 == Holder::Mover { worths.max() } else { worths.min() };
            let value = node.ended.or(best).expect("a board has ended or has a successor");
            assert!(value >= old[question], "a value falls");
            new.insert(question.clone(), value);
        }
        if new == old {
            return new;
        }
        old = new;
    }
}

/// The distances of one layer, for all numbers above 0, found in the order 0, 1, 2, ... plies.
///
/// Only moves that keep the number count. In wave d a question gets distance d if the holder moves and one such move leads to a
/// question that has a distance, or if the other player moves and all such moves do. (A move of the other player that raises the
/// number leads to play for more seeds, which has a distance of its own.) A capture counts as a move to a question of distance
/// 0. Each wave finds all questions that it can, so the holder gets the smallest distance and the other player the largest.
fn layer_distances(nodes: &HashMap<Question, Node>, forced: &HashMap<Question, u32>) -> HashMap<Question, u32> {
    let mut distances: HashMap<Question, u32> = HashMap::new();
    for (question, node) in nodes {
        if node.ended.is_some_and(|seeds| seeds > 0) {
            distances.insert(question.clone(), 0);
        }
    }
    for wave in 1.. {
        let mut found = Vec::new();
        for (question, node) in nodes {
            let number = forced[question];
            if number == 0 || distances.contains_key(question) {
                continue;
            }
            let captures = node.exits.iter().filter(|&&worth| worth == number).map(|_| true);
            let quiet = node.quiet.iter().filter(|&next| forced[next] == number);
            let mut known = captures.chain(quiet.map(|next| distances.contains_key(next)));
            let converts =
                if question.1 == Holder::Mover { known.any(|known| known) } else { known.all(|known| known) };
            if converts {
                found.push(question.clone());
            }
        }
        if found.is_empty() {
            break;
        }
        for question in found {
            distances.insert(question, wave);
        }
    }
    distances
}

/// The seeds that `holder` gets from `board` on, with `side` to move, if a position that occurs again ends the game and gives
/// the holder nothing of what is left.
///
/// `seen` holds the positions **before** this one. After a capture the history is fresh, and `lower` holds the bounds. Every
/// line is played to its end, so this is for tiny layers only. `seen` is unchanged at the end.
pub fn history_bound(
    rules: &Rules,
    board: &[u8],
    seen: &mut Seen,
    side: Side,
    holder: Side,
    lower: &HashMap<Vec<u8>, Bounds>,
) -> u32 {
    search(rules, board, seen, (side, holder), lower, (0, seeds(board)))
}

/// Alpha-beta search over whole lines. Returns the value if it is within the window, otherwise the nearer end of the window.
fn search(
    rules: &Rules,
    board: &[u8],
    seen: &mut Seen,
    (side, holder): (Side, Side),
    lower: &HashMap<Vec<u8>, Bounds>,
    (mut low, mut high): (u32, u32),
) -> u32 {
    let position = (board.to_vec(), side);
    if seen.contains(&position) {
        return 0.clamp(low, high);
    }
    let role = if side == holder { Holder::Mover } else { Holder::Opponent };
    if let Some(seeds) = payment(rules, board, role) {
        return seeds.clamp(low, high);
    }
    seen.insert(position.clone());
    for play in successors(rules, board) {
        if low >= high {
            break;
        }
        let next = swapped(&play.after);
        let worth = match role {
            _ if play.captured == 0 => search(rules, &next, seen, (side.other(), holder), lower, (low, high)),
            Holder::Mover => play.captured + lower[&next].other,
            Holder::Opponent => lower[&next].forced,
        };
        match role {
            Holder::Mover => low = low.max(worth).min(high),
            Holder::Opponent => high = high.min(worth).max(low),
        }
    }
    seen.remove(&position);
    if role == Holder::Mover { low } else { high }
}
