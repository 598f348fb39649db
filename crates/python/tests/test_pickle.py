"""Objects go between processes: tables by their path."""

from __future__ import annotations

import pickle
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from pathlib import Path
from typing import TypeVar

import numpy as np
import pytest

import tihbat

from conftest import ROOT


T = TypeVar("T")


def again(value: T) -> T:
    found: T = pickle.loads(pickle.dumps(value))
    return found


def test_values_rules_and_positions_are_the_same_afterwards() -> None:
    for value in (
        tihbat.Value(-2, 10),
        tihbat.Value(0),
        tihbat.Bounds(4, 3, 0, None),
        tihbat.Rules("modiar"),
        tihbat.Rules("tihbat", pits=3, capture_chain="backwards"),
        tihbat.Rules("tihbat", start=[1, 2, 3, 4]),
        tihbat.Rules(ROOT / "data/rules/nano-wari.toml"),
        tihbat.Rules("tihbat").position("1-2-3-4-10-8-N"),
    ):
        back = again(value)
        assert back == value and hash(back) == hash(value) and repr(back) == repr(value)
    assert tihbat.Value(2, 1) != tihbat.Value(2, 3) and len({tihbat.Value(0), tihbat.Value(0)}) == 1


def test_games_keep_their_history() -> None:
    table = tihbat.open(ROOT / "data/tihbat.mtb")
    game = tihbat.Game("tihbat", table, position="5-1-2-0")
    for move in ("B", "a"):
        game.push(move)
    back = again(game)
    assert (back.moves, back.value, back.best[0].name) == (game.moves, game.value, game.best[0].name)
    back.pop()
    assert len(game.moves) == 2


def test_exceptions_are_the_same_afterwards() -> None:
    error = again(tihbat.RecordError("what", 3))
    assert (str(error), error.line) == ("what", 3)
    assert str(again(tihbat.MissingLayer("which"))) == "which"


def margins(asked: tuple[tihbat.Table, int]) -> int:
    table, seeds = asked
    return int(table.layer(seeds).margins.sum(dtype=np.int64))


def test_other_processes_open_the_same_file(tmp_path: Path) -> None:
    table = tihbat.solve("tihbat", path=tmp_path / "own.mtb")
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        found = list(pool.map(margins, [(table, seeds) for seeds in range(29)]))
    assert found == [margins((table, seeds)) for seeds in range(29)]
    layer = again(table.layer(7))
    assert (layer.margins == table.layer(7).margins).all()


def test_a_table_in_memory_says_how_it_can_be_pickled() -> None:
    table = tihbat.solve("tihbat", max_seeds=3)
    for value in (table, table.layer(2), tihbat.Game("tihbat", table)):
        with pytest.raises(TypeError, match="path="):
            pickle.dumps(value)
