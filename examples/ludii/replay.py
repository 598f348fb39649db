"""Replays games that Ludii played: java ... Playouts tihbat.lud 1000 1 | python3 replay.py tihbat

Every legal move, every board, every captured seed, the ply at which a game ends, and its result must be the same.
"""

from __future__ import annotations

import collections
import json
import sys

import tihbat


def letter(site: int, row: int) -> str:
    """The move from a site of Ludii's board: store, South's pits from the left, North's pits from the left, store."""
    if site == -1:
        return "pass"
    return chr(ord("A") + site - 1) if site <= row else chr(ord("a") + 2 * row - site)


def main() -> None:
    seeds = {"seeds_per_pit": int(sys.argv[2])} if len(sys.argv) > 2 else {}
    rules, ends, plies = tihbat.Rules(sys.argv[1], **seeds), collections.Counter[str | None](), 0
    for line in sys.stdin:
        played, game = json.loads(line), tihbat.Game(rules)
        row = len(game.board) // 2
        for ply in played["plies"]:
            assert not game.over, (game, ply)
            legal = {move.split("+")[0]: move for move in game.legal_moves}
            assert sorted(legal) == sorted(letter(site, row) for site in ply["legal"]), (game, ply)
            game.push(legal[letter(ply["move"], row)])
            south_store, *pits, north_store = ply["seeds"]
            south, north = pits[:row], pits[row:][::-1]
            mine, other = (south, north) if game.mover == "South" else (north, south)
            assert (game.board, game.captured) == (tuple(mine + other), (south_store, north_store)), (game, ply)
            plies += 1
        assert game.over and game.result == tuple(played["scores"]), (game, played["scores"])
        ends[game.end] += 1
    print(f"{sum(ends.values())} games, {plies} plies; ends: {dict(ends)}")


if __name__ == "__main__":
    main()
