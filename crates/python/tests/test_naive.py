"""Everything again by the naive solver, which shares no code with the library."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest

import tihbat

from conftest import Naive, text

READINGS: dict[str, list[Any]] = {
    "sowing_first": ["origin", "next"],
    "sowing_origin_on_laps": ["sown", "skipped"],
    "lift_min": [1, 2, 3],
    "capture_counts": [[2, 4, 6, 8], [2, 3], [1], [3, 5, 7], []],
    "capture_where": ["own", "opponent", "both"],
    "capture_chain": ["none", "backwards"],
    "capture_on_first_move": [True, False],
    "feeding": ["none", "if_able", "if_able_or_over"],
    "grand_slam": ["allowed", "forbidden", "forbidden_unless_only", "takes_nothing", "takes_nothing_if_only"],
    "no_move": ["pass", "own_row", "opponent_takes", "split"],
}


def any_rules(chance: random.Random, **fixed: Any) -> tihbat.Rules:
    """Rules with a random reading of every clause, of those that fit together."""
    while True:
        clauses = {clause: chance.choice(values) for clause, values in READINGS.items()} | fixed
        try:
            return tihbat.Rules("tihbat", **clauses)
        except tihbat.RulesError:
            continue


def every_reading() -> list[tihbat.Rules]:
    """The built-in games on 2 x 2 pits, with every value of every clause."""
    found = []
    for name in ("tihbat", "modiar", "awari"):
        for clause, values in READINGS.items():
            for value in values:
                try:
                    found.append(tihbat.Rules(name, pits=2, seeds_per_pit=3, **{clause: value}))
                except tihbat.RulesError:
                    continue
    return found


def check_game(game: tihbat.Game, naive: Naive, chance: random.Random, plies: int) -> None:
    """Plays a random game, and compares every position with the naive solver, and the end with a history kept here."""
    rules = game.rules
    seen = {(game.board, game.mover)}
    for ply in range(plies):
        captures = not (ply == 0 and rules.has_opening_rule and game.position == rules.start)
        expected = naive.ask("moves", rules, str(captures).lower(), text(game.board))
        row = rules.pits // 2
        if game.over:
            return
        if captures:
            assert expected["ended"] is None
        letters = "ABCDEFGH" if game.mover == "South" else "abcdefgh"
        names = ["pass" if pit is None else letters[pit] + (f"+{taken}" if taken else "") for pit, taken, _ in expected["moves"]]
        if captures or names:
            assert game.legal_moves == names, f"{rules.clauses} {game}"
        successors = rules.successors(np.array([game.board]))
        if captures:
            for pit, taken, after in expected["moves"]:
                column = row if pit is None else pit
                assert successors.captured[0, column] == taken and successors.boards[0, column].tolist() == after
            assert (successors.captured >= 0).sum() == len(names)
        name = chance.choice(game.legal_moves)
        side, before = game.mover == "North", game.captured
        taken = int(name.partition("+")[2] or 0)
        at = names.index(name) if name in names else None
        game.push(name)
        assert game.captured[side] == before[side] + taken and game.captured[not side] == before[not side]
        if at is not None:
            assert list(game.board) == expected["moves"][at][2]
        if taken:
            seen.clear()
        position = (game.board, game.mover)
        assert (game.end == "repetition") == (position in seen)
        seen.add(position)
        if game.over and game.end != "repetition":
            ended = naive.ask("moves", rules, "true", text(game.board))["ended"]
            total, mover = sum(game.board), game.mover == "North"
            result = game.result
            assert result is not None and result[mover] == game.captured[mover] + (total + ended) / 2
            assert sum(result) == total + sum(game.captured)


@pytest.mark.parametrize("pits", [1, 2, 3, 6])
def test_random_games_under_all_rules(naive: Naive, pits: int) -> None:
    chance = random.Random(pits)
    readings = [any_rules(chance, pits=pits, seeds_per_pit=chance.randint(1, 5)) for _ in range(60)]
    for rules in readings + (every_reading() if pits == 2 else []):
        check_game(tihbat.Game(rules), naive, chance, 40)


@pytest.mark.parametrize("name", ["tihbat", "modiar", "awari", "oware"])
def test_random_games_of_the_built_in_games(naive: Naive, name: str) -> None:
    for seed in range(15):
        check_game(tihbat.Game(name), naive, random.Random(seed), 60)


def test_every_entry_under_all_rules(naive: Naive) -> None:
    for number, rules in enumerate(every_reading()):
        seeds = 7
        entries = naive.ask("solve", rules, str(seeds))
        boards = np.array([board for board, _, _ in entries])
        margins, distances = tihbat.solve(rules, max_seeds=seeds).probe(boards)
        assert margins.tolist() == [margin for _, margin, _ in entries], f"{number}: {rules.clauses}"
        assert distances.tolist() == [distance or 0 for _, _, distance in entries]


def test_every_entry_of_bounds(naive: Naive) -> None:
    compared = 0
    for rules in every_reading():
        try:
            rules = tihbat.Rules(rules, repetition="open")
        except tihbat.RulesError:
            continue
        entries = naive.ask("bounds", rules, "5")
        found = tihbat.solve(rules, max_seeds=5).probe(np.array([entry[0] for entry in entries]))
        expected = [[entry[column] or 0 for entry in entries] for column in range(1, 5)]
        assert [array.tolist() for array in found] == expected, rules.clauses
        compared += len(entries)
    assert compared > 5_000


def test_values_in_a_game_are_those_of_whole_games_with_their_history(naive: Naive) -> None:
    chance = random.Random(1)
    asked = differs = 0
    for rules in [tihbat.Rules("tihbat"), tihbat.Rules("tihbat", capture_chain="backwards"), any_rules(chance, pits=2)]:
        table = tihbat.solve(rules, max_seeds=6)
        for _ in range(60):
            board = chance.choice(table.boards(chance.randint(2, 6)).tolist())
            game = tihbat.Game(rules, table, position=board)
            seen: list[str] = []
            for _ in range(8):
                if game.over:
                    break
                value = game.value
                assert isinstance(value, tihbat.Value)
                expected = naive.ask("history", rules, text(game.board), game.mover, ",".join(seen) or "-")
                assert value.margin == expected, f"{rules.clauses} {game}"
                asked += 1
                entry = table.probe(game.board)
                differs += value != entry
                before = f"{text(game.board)}:{game.mover}"
                name = chance.choice(game.legal_moves)
                game.push(name)
                seen = [] if "+" in name else [*seen, before]
    assert asked > 300 and differs > 0
