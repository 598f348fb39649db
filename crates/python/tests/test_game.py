"""Games: moves, exact values with their history, records, pictures."""

from __future__ import annotations

import random

import numpy as np
import pytest

import tihbat

MODIAR_START = "7-7-7-7-7-7-0-0-S"


@pytest.fixture(scope="module")
def modiar() -> tihbat.Table:
    return tihbat.solve("modiar")


def test_the_game_knows_the_opening_rule_and_the_table_does_not(modiar: tihbat.Table) -> None:
    game = tihbat.Game("modiar", modiar)
    assert game.value == tihbat.Value(-2, 10)
    assert modiar.probe(game.board) != game.value
    assert [move.name for move in game.best] == ["C", "B", "A"]
    assert [move.value for move in game.best] == [tihbat.Value(-2, 10), tihbat.Value(-4, 14), tihbat.Value(-18, 2)]
    # The same start with its captures is another game.
    assert tihbat.Game(tihbat.Rules("modiar", capture_on_first_move=True), modiar).value == modiar.probe(game.board)


def test_the_number_of_boards_with_one_move_that_holds_adds_up(modiar: tihbat.Table) -> None:
    rules = tihbat.Rules("modiar")
    for seeds in (0, 1, 2, 7, 12):
        boards = modiar.boards(seeds)
        captured, after = rules.successors(boards)
        assert captured.shape == (len(boards), 4) and after.shape == (len(boards), 4, 6)
        legal = captured >= 0
        assert (after.sum(axis=2)[legal] == (seeds - captured)[legal]).all() and not after[~legal].any()
        theirs = modiar.probe(after.reshape(-1, 6)).margins.reshape(captured.shape)
        worth = np.where(legal, captured - theirs, -128)
        over = ~legal.any(axis=1)
        # What a board is worth is its best move, or what its end pays: each player takes their own row.
        ends = boards[:, :3].sum(axis=1, dtype=np.int64) - boards[:, 3:].sum(axis=1, dtype=np.int64)
        assert (np.where(over, ends, worth.max(axis=1)) == modiar.layer(seeds).margins).all()


def test_perfect_play_ends_as_the_value_says(table: tihbat.Table) -> None:
    game = tihbat.Game("tihbat", table)
    line = game.line
    assert (game.value, line[0].name, game.over, game.result) == (tihbat.Value(-2, 10), "A", False, None)
    for move in line:
        assert move.name in game.legal_moves
        value = game.value
        assert isinstance(value, tihbat.Value) and value == move.value == game.best[0].value
        game.push(move)
    assert game.over and game.result == (13.0, 15.0) and game.legal_moves == [] == game.best == game.line
    assert game.moves == [move.name for move in line]
    with pytest.raises(tihbat.MoveError, match="over"):
        game.push("A")
    while game.moves:
        game.pop()
    assert str(game.position) == "7-7-7-7-0-0-S"
    with pytest.raises(IndexError):
        game.pop()


def test_a_repetition_ends_the_game(table: tihbat.Table) -> None:
    game = tihbat.Game("tihbat", table, position="1-1-1-1")
    game.push("A")
    assert (game.mover, game.captured, game.board) == ("North", (0, 0), (1, 1, 1, 1))
    game.push("b")
    assert (game.over, game.end, game.result) == (True, "repetition", (2.0, 2.0))
    with pytest.raises(tihbat.MoveError):
        tihbat.Game("tihbat").push("a")
    with pytest.raises(tihbat.MoveError, match="captures"):
        tihbat.Game("tihbat", position="1-2-1-1").push("B+7")


def test_records_are_written_and_read(table: tihbat.Table, tmp_path: object) -> None:
    for seed in range(20):
        game, chance = tihbat.Game("tihbat", table), random.Random(seed)
        while not game.over and len(game.moves) < 40:
            game.push(chance.choice(game.legal_moves))
        text = game.to_ogn(South="Amina", Event='a "b" \\ c')
        back = tihbat.Game.from_ogn(text, table=table)
        assert back.moves == game.moves and back.result == game.result and '[South "Amina"]' in text
        assert tihbat.Game.from_ogn(text.encode()).moves == game.moves
        judged = game.judge()
        assert len(judged.answer["moves"]) == len(game.moves) and judged.svg().startswith("<svg")
        given = [move["gives_away"] for move in judged.answer["moves"]]
        assert min(given) >= 0 and f"{sum(given[::2])} seeds, North {sum(given[1::2])}" in repr(judged)
        # What everybody gives away is the difference between the value of the start and the end.
        perfect, final = judged.answer["perfect"], judged.answer["final"]
        margins = [totals["south"] - totals["north"] for totals in (perfect, final)]
        assert sum(given[1::2]) - sum(given[::2]) == margins[1] - margins[0]
    with pytest.raises(tihbat.RecordError, match="line 1") as raised:
        tihbat.Game.from_ogn("1. A x1")
    assert raised.value.line == 1
    with pytest.raises(tihbat.RulesError, match="rules"):
        tihbat.Game.from_ogn('[Variant "nothing"]\n\n1. A *')
    with pytest.raises(tihbat.RulesError):
        game.to_ogn(**{"a b": 1})


def test_bounds_games_are_asked_in_the_same_way(bounds: tihbat.Table) -> None:
    rules = tihbat.Rules("tihbat", repetition="open")
    game = tihbat.Game(rules, bounds)
    value = game.value
    assert isinstance(value, tihbat.Bounds) and (value.forced, value.forced_other, value.open(28)) == (6, 6, 16)
    best = game.best
    assert [move.best for move in best][0] and all(isinstance(move.value, tihbat.Bounds) for move in best)
    assert isinstance(game.line, list)
    with pytest.raises(tihbat.RulesError):
        game.judge()
    game = tihbat.Game(rules, bounds, position="1-1-1-1")
    for move in ("A", "b"):
        game.push(move)
    assert game.over and game.result is None


def test_a_table_of_other_rules_is_refused(table: tihbat.Table, bounds: tihbat.Table) -> None:
    for rules, wrong in (("modiar", table), ("tihbat", bounds), (tihbat.Rules("tihbat", lift_min=2), table)):
        with pytest.raises(tihbat.TableError):
            tihbat.Game(rules, wrong)
    small = tihbat.solve("tihbat", max_seeds=5)
    with pytest.raises(tihbat.MissingLayer):
        tihbat.Game("tihbat", small).value
    assert tihbat.Game("tihbat", small, position=(2, 1, 1, 1)).value == small.probe((2, 1, 1, 1))


def test_copies_go_their_own_way(table: tihbat.Table) -> None:
    import copy

    game = tihbat.Game("tihbat", table)
    other, third = game.copy(), copy.copy(game)
    other.push("A")
    assert (game.moves, other.moves, third.moves) == ([], ["A"], [])
    assert repr(other).startswith("<Game of tihbat: A; ") and "North" in other._repr_svg_()
    assert game._repr_svg_().count("<circle") == 4
