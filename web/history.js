// tihbat: Retrograde analysis of one layer, for a game in progress
//
// The values of a table hold for a fresh history. In the middle of a game, every position seen since the last capture is
// an end worth 0, and this can change the values of other positions. So this file solves again all positions that can
// follow without a capture, with those ends. The forward pass finds the best exit of every position: a capture, or the end
// of the game. The retrograde pass then goes through the margins t from large to small and labels the positions won or
// lost by t. It works in waves; the number of the wave is the distance.

import { after, key } from "./position.js";
import { total } from "./moves.js";

/**
 * Returns the values of all positions that can follow `root` before the next capture, by key. The root and the positions
 * with a key in `seen` are ends worth 0. `probe` gives the value of a board with fewer seeds. Returns null if there are more
 * than `limit` positions.
 */
export async function solve(rules, root, seen, probe, limit) {
  const ends = new Set([...seen, key(root)]);
  const nodes = reach(rules, root, ends, limit);
  if (!nodes) return null;
  for (const node of nodes.values()) {
    for (const play of node.captures) node.exit = Math.max(node.exit ?? -Infinity, play.captured - (await probe(play.board)).margin);
    for (const to of node.successors) nodes.get(to).predecessors.push(node);
  }
  label([...nodes.values()], total(root.board));
  return nodes;
}

/**
 * Returns whether play can lead from `root` to one of the positions `ends` (keys) before the next capture; true if more than
 * `limit` positions would have to be searched.
 */
export function canReturn(rules, root, ends, limit) {
  const found = new Set();
  const open = [root];
  for (let position = open.pop(); position; position = open.pop()) {
    for (const play of rules.plays(position.board)) {
      if (play.captured > 0) continue;
      const next = after(position, play);
      const name = key(next);
      if (ends.has(name) || found.size >= limit) return true;
      if (found.has(name)) continue;
      found.add(name);
      open.push(next);
    }
  }
  return false;
}

/** Returns a node for every position that can follow the root before the next capture, except for the ends. */
function reach(rules, root, ends, limit) {
  const nodes = new Map();
  const open = [];
  for (let position = root; position; position = open.pop()) {
    const plays = rules.plays(position.board);
    const ended = plays.length === 0;
    const node = { ended, exit: ended ? rules.ending(position.board) : null, quietMoves: 0, successors: [], captures: [], predecessors: [], margin: 0, distance: null };
    if (position !== root) nodes.set(key(position), node);
    for (const play of plays) {
      if (play.captured > 0) {
        node.captures.push(play);
        continue;
      }
      const next = after(position, play);
      const name = key(next);
      node.quietMoves += 1;
      // A seen position is an end worth 0. It is never labelled, so this quiet move is never taken off the count.
      if (ends.has(name)) continue;
      node.successors.push(name);
      if (nodes.has(name)) continue;
      if (nodes.size >= limit) return null;
      nodes.set(name, null);
      open.push(next);
    }
  }
  return nodes;
}

/** The retrograde pass: labels the nodes with margin and distance. What is never labelled keeps margin 0. */
function label(nodes, seeds) {
  const done = new Set();
  for (let t = seeds; t > 0; t--) {
    const waves = [[], []];
    const decide = (node, margin, wave) => {
      (waves[wave] ??= []).push([node, margin]);
    };
    for (const node of nodes) {
      if (done.has(node) || node.exit === null || Math.abs(node.exit) !== t) continue;
      if (node.ended) decide(node, node.exit, 0);
      else if (node.exit === t || node.quietMoves === 0) decide(node, node.exit, 1);
    }
    for (let wave = 0; wave < waves.length; wave++) {
      for (const [node, margin] of waves[wave] ?? []) {
        if (done.has(node)) continue;
        done.add(node);
        node.margin = margin;
        node.distance = wave;
        for (const predecessor of node.predecessors) {
          if (margin < 0) decide(predecessor, t, wave + 1);
          else if (--predecessor.quietMoves === 0 && (predecessor.exit ?? -Infinity) <= -t) decide(predecessor, -t, wave + 1);
        }
      }
    }
  }
}
