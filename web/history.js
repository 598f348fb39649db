// The positions of a layer, for a game in progress
//
// A table speaks for a fresh history. In the middle of a game a position that was on the board since the last capture is
// an end worth 0, which can change what the others are worth. This solves the positions that can still be reached without
// a capture again, with those ends: first what every position can get by leaving the layer, then, for margins t from
// large to small, who is won and who is lost by t, round by round, so that the rounds are the distances.

import { after, key } from "./position.js";
import { total } from "./moves.js";

/**
 * The values of every position that can follow `root` before the next capture, by key, where `seen` (keys) and the
 * root are ends worth 0. `probe` gives the value of a board with fewer seeds. Null if there are more than `limit`.
 */
export async function solve(rules, root, seen, probe, limit) {
  const ends = new Set([...seen, key(root)]);
  const nodes = reach(rules, root, ends, limit);
  if (!nodes) return null;
  for (const node of nodes.values()) {
    for (const play of node.captures) node.exit = Math.max(node.exit ?? -Infinity, play.captured - (await probe(play.board)).margin);
    for (const to of node.links) nodes.get(to).before.push(node);
  }
  label([...nodes.values()], total(root.board));
  return nodes;
}

/** What follows the root before the next capture: a node for every position, without the ends. */
function reach(rules, root, ends, limit) {
  const nodes = new Map();
  const open = [];
  for (let position = root; position; position = open.pop()) {
    const plays = rules.plays(position.board);
    const ended = plays.length === 0;
    const node = { ended, exit: ended ? rules.ending(position.board) : null, stays: 0, links: [], captures: [], before: [], margin: 0, distance: null };
    if (position !== root) nodes.set(key(position), node);
    for (const play of plays) {
      if (play.captured > 0) {
        node.captures.push(play);
        continue;
      }
      const next = after(position, play);
      const name = key(next);
      node.stays += 1;
      // A seen position is an end worth 0: a way that never turns out lost or won.
      if (ends.has(name)) continue;
      node.links.push(name);
      if (nodes.has(name)) continue;
      if (nodes.size >= limit) return null;
      nodes.set(name, null);
      open.push(next);
    }
  }
  return nodes;
}

function label(nodes, seeds) {
  const done = new Set();
  for (let t = seeds; t > 0; t--) {
    const rounds = [[], []];
    const decide = (node, margin, round) => {
      (rounds[round] ??= []).push([node, margin]);
    };
    for (const node of nodes) {
      if (done.has(node) || node.exit === null || Math.abs(node.exit) !== t) continue;
      if (node.ended) decide(node, node.exit, 0);
      else if (node.exit === t || node.stays === 0) decide(node, node.exit, 1);
    }
    for (let round = 0; round < rounds.length; round++) {
      for (const [node, margin] of rounds[round] ?? []) {
        if (done.has(node)) continue;
        done.add(node);
        node.margin = margin;
        node.distance = round;
        for (const before of node.before) {
          if (margin < 0) decide(before, t, round + 1);
          else if (--before.stays === 0 && (before.exit ?? -Infinity) <= -t) decide(before, -t, round + 1);
        }
      }
    }
  }
}
