"""Any text and any bytes are read, or refused with an exception of the package."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import tihbat

from conftest import ROOT

MANY = settings(max_examples=150, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
# Texts that are nearly right, too.
NUMBERS = st.lists(st.integers(-2, 300).map(str), max_size=20)
TEXTS = st.text() | st.builds(str.join, st.sampled_from("-,+ ="), NUMBERS) | st.text("ABab+-0123456789pass. \n[]\"{}()*=#", max_size=80)
ANYTHING = st.one_of(TEXTS, st.none(), st.booleans(), st.integers(), st.floats(), st.binary(), st.lists(st.integers(-5, 300), max_size=20))


@MANY
@given(TEXTS)
def test_any_text_is_read_or_refused(table: tihbat.Table, text: str) -> None:
    for read, refused in (
        (table.probe, (tihbat.PositionError, tihbat.TableError)),
        (table.index, tihbat.PositionError),
        (tihbat.Rules("tihbat").position, tihbat.PositionError),
        (tihbat.Game("tihbat", table).push, tihbat.MoveError),
        (lambda text: tihbat.Game("tihbat", table, position=text), tihbat.PositionError),
        (tihbat.Game.from_ogn, (tihbat.RecordError, tihbat.RulesError)),
        (tihbat.Rules, (tihbat.RulesError, OSError)),
        (lambda text: tihbat.Rules("tihbat", start=text), tihbat.RulesError),
        (lambda text: tihbat.Rules("tihbat", **{text: "1"}), tihbat.RulesError),
        (lambda text: tihbat.Rules("tihbat", capture_counts=text), tihbat.RulesError),
    ):
        try:
            read(text)
        except refused as error:
            assert 0 < len(str(error)) < 3000 and "\x1b" not in str(error)


@MANY
@given(st.binary(max_size=400))
def test_any_bytes_are_a_record_or_refused(data: bytes) -> None:
    try:
        game = tihbat.Game.from_ogn(data, rules="tihbat")
    except tihbat.RecordError:
        return
    assert tihbat.Game.from_ogn(game.to_ogn()).moves == game.moves


@MANY
@given(st.lists(st.tuples(st.integers(0, 76_919), st.integers(0, 255)), max_size=4), st.integers(0, 76_920))
def test_any_damage_to_a_file_is_refused(tmp_path: Path, edits: list[tuple[int, int]], length: int) -> None:
    right = (ROOT / "data/tihbat.mtb").read_bytes()
    data = bytearray(right)
    for at, byte in edits:
        data[at] = byte
    data = data if length % 2 else data[:length]
    path = tmp_path / "any.mtb"
    path.write_bytes(data)
    if data == right:
        assert len(tihbat.open(path)) == 35_960
    else:
        with pytest.raises(tihbat.TableError):
            tihbat.open(path)


@MANY
@given(ANYTHING, ANYTHING)
def test_any_object_is_read_or_refused(table: tihbat.Table, one: object, other: object) -> None:
    refused = (tihbat.Error, TypeError, ValueError, OSError, OverflowError, IndexError, MemoryError)
    for ask in (
        lambda: table.probe(one),  # type: ignore[call-overload]
        lambda: table.get(one, other),  # type: ignore[call-overload]
        lambda: table.board(one),  # type: ignore[call-overload]
        lambda: table.layer(one),  # type: ignore[arg-type]
        lambda: tihbat.Rules("tihbat", pits=one, seeds_per_pit=other),  # type: ignore[arg-type]
        lambda: tihbat.Game("tihbat", table, one),  # type: ignore[arg-type]
        lambda: tihbat.Position(one, other),  # type: ignore[arg-type]
        lambda: tihbat.Value(one, other),  # type: ignore[arg-type]
        lambda: tihbat.solve(table, max_seeds=one),  # type: ignore[arg-type]
        lambda: tihbat.Game("tihbat").to_ogn(South=one),
    ):
        try:
            ask()
        except refused:
            pass


@MANY
@given(arrays.arrays(
    st.sampled_from([np.int8, np.uint8, np.int64, np.uint64, np.float64, np.bool_, "U3"]),
    arrays.array_shapes(min_dims=0, max_dims=3, min_side=0, max_side=5),
))
def test_any_array_is_read_or_refused(table: tihbat.Table, array: np.ndarray) -> None:  # type: ignore[type-arg]
    for ask in (table.probe, table.index, table.board, tihbat.Rules("tihbat").successors):
        try:
            ask(array)
        except (tihbat.Error, TypeError, IndexError):
            pass


def test_what_is_no_file_of_a_table_is_refused_by_its_kind(tmp_path: Path) -> None:
    with pytest.raises(FileNotFoundError) as raised:
        tihbat.open(tmp_path / "nothing.mtb")
    assert raised.value.filename == str(tmp_path / "nothing.mtb") or "nothing.mtb" in str(raised.value)
    with pytest.raises(tihbat.TableError, match="folder"):
        tihbat.open(tmp_path)
    with pytest.raises(tihbat.TableError, match="instead of the mark"):
        tihbat.open(ROOT / "README.md")
    (tmp_path / "own.mtb").write_text("mine, not a table")
    with pytest.raises(OSError, match="was not written by this program"):
        tihbat.solve("tihbat", path=tmp_path / "own.mtb")
    with pytest.raises(OSError):
        tihbat.solve("tihbat", path=tmp_path / "own.mtb" / "below.mtb")
    assert (tmp_path / "own.mtb").read_text() == "mine, not a table"


def test_what_does_not_fit_is_refused_at_once() -> None:
    with pytest.raises(MemoryError, match="layers of up to"):
        tihbat.solve("awari")
    with pytest.raises(tihbat.RulesError):
        tihbat.solve("awari", max_seeds=128)
    for threads in (0, 5000):
        with pytest.raises(tihbat.RulesError):
            tihbat.solve("tihbat", threads=threads)
