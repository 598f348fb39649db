"""Tables as arrays: views, probes in bulk, indices."""

from __future__ import annotations

import gc
import subprocess
import sys
import threading
from itertools import product
from math import comb
from pathlib import Path
from zlib import crc32

import numpy as np
import pytest

import tihbat

from conftest import ROOT


def test_arrays_are_read_only_views_of_the_table(table: tihbat.Table) -> None:
    for array in (table.margins, table.distances, table.layer(9).margins):
        assert not array.flags.writeable and not array.flags.owndata and array.base is table
        with pytest.raises(ValueError):
            array.setflags(write=True)
        with pytest.raises(ValueError):
            array[0] = 1
    # A second array views the same bytes.
    assert table.margins.ctypes.data == table.margins.ctypes.data
    assert table.layer(9).margins.ctypes.data == table.margins.ctypes.data + table.layer(9).first


def test_an_array_keeps_its_table_open(tmp_path: Path) -> None:
    # Larger than what is read whole, so it is mapped.
    table = tihbat.solve("modiar", max_seeds=34, path=tmp_path / "modiar.mtb")
    assert (tmp_path / "modiar.mtb").stat().st_size > 4 << 20
    margins, address, total = table.margins, table.margins.ctypes.data, int(table.margins.sum(dtype=np.int64))
    del table
    gc.collect()
    (tmp_path / "modiar.mtb").unlink()
    assert margins.ctypes.data == address and int(margins.sum(dtype=np.int64)) == total
    with open("/proc/self/maps") as maps:
        assert any("modiar.mtb" in line for line in maps), "the file is mapped, not copied"
    del margins
    gc.collect()
    with open("/proc/self/maps") as maps:
        assert not any("modiar.mtb" in line for line in maps), "the last array closes the file"


def test_every_entry_is_the_same_by_every_way(table: tihbat.Table) -> None:
    assert len(table) == comb(28 + 4, 4) == len(table.margins) == len(table.distances)
    first = 0
    for seeds in range(29):
        boards, layer = table.boards(seeds), table.layer(seeds)
        assert boards.shape == (comb(seeds + 3, 3), 4) == (len(layer), 4) and layer.first == first
        assert (boards.sum(axis=1) == seeds).all() and len(np.unique(boards, axis=0)) == len(boards)
        indices = table.index(boards)
        assert (indices == np.arange(first, first + len(boards))).all()
        assert (table.board(indices) == boards).all()
        margins, distances = table.probe(boards)
        assert (margins == table.margins[indices]).all() and (distances == table.distances[indices]).all()
        assert (margins == layer.margins).all() and (distances == layer.distances).all()
        assert (boards == layer.boards()).all() and (distances.max(), distances.dtype) == (layer.max_distance, np.uint16)
        for at in range(0, len(boards), 97):
            board, value = boards[at], table.probe(boards[at])
            assert value == table.probe("-".join(map(str, board))) == table.probe(board.tolist()) == table.probe(tuple(board))
            assert isinstance(value, tihbat.Value) and value.margin == margins[at]
            assert value.distance == (int(distances[at]) if margins[at] else None)
            assert table.index(board) == first + at and table.board(first + at) == tuple(board)
        first += len(boards)


def test_indices_follow_the_published_formula(table: tihbat.Table) -> None:
    for board in product(range(4), repeat=4):
        sums = np.cumsum(board)
        assert table.index(board) == sum(comb(int(total) + place, place + 1) for place, total in enumerate(sums))
    assert table.index("1-2-1-1") == 97


def test_bounds_have_four_columns(bounds: tihbat.Table) -> None:
    assert bounds.kind == "bounds"
    for seeds in range(0, 29, 4):
        layer, found = bounds.layer(seeds), bounds.probe(bounds.boards(seeds))
        assert isinstance(found, tihbat.ForcedSeeds)
        views = (layer.forced, layer.forced_distances, layer.forced_other, layer.forced_other_distances)
        assert all((one == other).all() for one, other in zip(found, views))
        assert (found.forced + found.forced_other <= seeds).all()
        one = bounds.probe(bounds.boards(seeds)[-1])
        assert isinstance(one, tihbat.Bounds) and one.forced == found.forced[-1] and one.open(seeds) >= 0
    whole = (bounds.forced, bounds.forced_distances, bounds.forced_other, bounds.forced_other_distances)
    assert all(len(array) == len(bounds) and not array.flags.writeable for array in whole)
    for wrong in (lambda: bounds.margins, lambda: bounds.layer(3).distances):
        with pytest.raises(tihbat.TableError, match="bounds"):
            wrong()


def test_distances_of_more_than_a_byte_are_a_copy(tmp_path: Path, table: tihbat.Table) -> None:
    # A made-up table, written by the reader's own description of the format: the low bytes stay, and from layer 11 on a high byte of 1
    # is added wherever there is a distance.
    data = bytearray((ROOT / "data/tihbat.mtb").read_bytes())
    number = lambda at: int.from_bytes(data[at : at + 8], "little")
    boards, records, blocks, margins, distances = (number(at) for at in (24, 40, 48, 56, 64))
    starts = [comb(seeds + 3, 4) for seeds in range(30)]
    far_from, far_at = starts[11], -(-len(data) // 4096) * 4096
    data += bytes(far_at - len(data))
    high = bytes(1 if data[distances + index] else 0 for index in range(far_from, boards))
    data += high
    for at, value in ((72, far_at), (80, far_from), (88, len(data))):
        data[at : at + 8] = value.to_bytes(8, "little")
    end = 16 + int.from_bytes(data[12:16], "little")
    data[end : end + 4] = crc32(data[:end]).to_bytes(4, "little")
    for seeds in range(29):
        run = slice(starts[seeds], starts[seeds + 1])
        columns = data[margins:][run] + data[distances:][run]
        longest = max(data[distances:][run])
        if seeds >= 11:
            columns += high[run.start - far_from : run.stop - far_from]
            longest += 256
        block = crc32(columns).to_bytes(4, "little")
        data[blocks + 4 * seeds : blocks + 4 * seeds + 4] = block
        plies = longest.to_bytes(2, "little")
        seal = crc32(bytes([seeds]) + plies + block).to_bytes(4, "little")
        data[records + 8 * seeds : records + 8 * seeds + 6] = seal + plies
    (tmp_path / "long.mtb").write_bytes(data)
    long = tihbat.open(tmp_path / "long.mtb")
    expected = table.distances.astype(np.uint16)
    expected[far_from:][expected[far_from:] > 0] += 256
    assert long.distances.dtype == np.uint16 and (long.distances == expected).all() and not long.distances.flags.writeable
    assert (long.layer(10).distances.dtype, long.layer(11).distances.dtype) == (np.uint8, np.uint16)
    for seeds in (10, 11, 28):
        assert (long.layer(seeds).distances == long.probe(long.boards(seeds)).distances).all()


def test_any_type_of_whole_numbers_is_a_board(table: tihbat.Table) -> None:
    boards = table.boards(7)
    expected = table.probe(boards)
    for kind in (np.int8, np.uint16, np.int32, np.int64, np.uint64):
        found = table.probe(boards.astype(kind))
        assert (found.margins == expected.margins).all()
    assert (table.probe(boards[::3]).margins == expected.margins[::3]).all()
    assert (table.probe(np.asfortranarray(boards)).margins == expected.margins).all()
    assert len(table.probe(boards[:0]).margins) == 0
    position = tihbat.Rules("tihbat").position("1-2-3-4-10-8-N")
    assert table.probe(position) == table.probe("3-4-1-2") == table.probe("3, 4, 1, 2")


def test_what_is_no_board_is_refused(table: tihbat.Table) -> None:
    for wrong in ("", "1-2-3", "1-2-3-x", "1-2-3-200", [1, 2, 3], [1, 2, 3, -4], [1, 2, 3, 4.5], None, 7, ["1"], "x" * 10**6):
        with pytest.raises((tihbat.PositionError, tihbat.TableError)) as raised:
            table.probe(wrong)  # type: ignore[call-overload]
        assert len(str(raised.value)) < 1000
    boards = table.boards(3)
    for array in (boards[:, :3], boards.astype(float), boards[None], boards.astype(np.int16) - 1, boards.astype(np.int64) + 300):
        with pytest.raises(tihbat.PositionError):
            table.probe(array)
    for index in (-1, len(table), 2**64, -(2**70)):
        with pytest.raises(IndexError):
            table.board(index)
    with pytest.raises(IndexError):
        table.board(np.array([0, len(table)]))
    with pytest.raises(IndexError):
        table.board(np.array([0, -1]))
    for bad in ("1", 1.5, None, np.array([1.5]), np.array([[1]])):
        with pytest.raises(TypeError):
            table.board(bad)  # type: ignore[call-overload]


def test_a_missing_layer_is_a_key_error(table: tihbat.Table) -> None:
    for ask in (
        lambda: table.probe("20-20-0-0"),
        lambda: table.probe(np.array([[1, 1, 1, 1], [20, 20, 0, 0]])),
        lambda: table.layer(29),
        lambda: table.boards(29),
    ):
        with pytest.raises(KeyError, match="^the table goes up to 28 seeds") as raised:
            ask()
        assert isinstance(raised.value, tihbat.MissingLayer) and isinstance(raised.value, tihbat.TableError)
    assert table.get("20-20-0-0") is None and table.get("20-20-0-0", 5) == 5
    assert table.get("1-2-1-1") == table.probe("1-2-1-1")
    assert "1-2-1-1" in table and "20-20-0-0" not in table and (1, 1) not in table
    with pytest.raises(tihbat.PositionError):
        table.get("no board")


def test_damage_is_found_where_it_is(tmp_path: Path) -> None:
    path = tmp_path / "modiar.mtb"
    table = tihbat.solve("modiar", max_seeds=34, path=path)
    data = bytearray(path.read_bytes())
    at = data.find(table.layer(34).margins.tobytes())
    data[at + 5] ^= 1
    damaged = tmp_path / "damaged.mtb"
    damaged.write_bytes(data)
    table = tihbat.open(damaged)
    assert len(table.layer(33).margins) > 0
    for ask in (lambda: table.layer(34).margins, lambda: table.margins, lambda: table.probe(table.boards(34))):
        with pytest.raises(tihbat.TableError, match="damaged"):
            ask()
    with pytest.raises(tihbat.TableError, match="cut short"):
        damaged.write_bytes(data[:-1])
        tihbat.open(damaged)


def test_a_wrong_table_is_refuted(tmp_path: Path, table: tihbat.Table) -> None:
    table.verify()
    steps: list[tuple[int, int]] = []
    tihbat.open(ROOT / "data/tihbat.mtb").verify(lambda done, of: steps.append((done, of)), threads=1)
    assert steps[-1] == (len(table), len(table))
    data = bytearray((ROOT / "data/tihbat.mtb").read_bytes())
    number = lambda at: int.from_bytes(data[at : at + 8], "little")
    records, blocks, margins, distances = (number(at) for at in (40, 48, 56, 64))
    first, boards, seeds = comb(8 + 3, 4), comb(8 + 3, 3), 8
    at = first + int(np.flatnonzero(table.layer(8).margins == 2)[0])
    data[margins + at] = 4
    block = crc32(data[margins + first :][:boards] + data[distances + first :][:boards]).to_bytes(4, "little")
    data[blocks + 4 * seeds : blocks + 4 * seeds + 4] = block
    plies = bytes(data[records + 8 * seeds + 4 : records + 8 * seeds + 6])
    data[records + 8 * seeds : records + 8 * seeds + 4] = crc32(bytes([seeds]) + plies + block).to_bytes(4, "little")
    (tmp_path / "wrong.mtb").write_bytes(data)
    wrong = tihbat.open(tmp_path / "wrong.mtb")
    with pytest.raises(tihbat.WrongTable, match="is wrong"):
        wrong.verify()


def test_opening_a_large_table_takes_megabytes(tmp_path: Path) -> None:
    """A sparse file of 2.5 GB: its header is right, its columns are holes."""
    path = sparse(tmp_path / "large.mtb")
    assert path.stat().st_size > 2_500_000_000
    code = (
        "import resource, sys, tihbat\n"
        "before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss\n"
        "table = tihbat.open(sys.argv[1])\n"
        "print(len(table), resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)"
    )
    found = subprocess.run([sys.executable, "-c", code, path], capture_output=True, text=True, check=True)
    boards, kilobytes = map(int, found.stdout.split())
    assert boards == comb(12 + 24, 12) and kilobytes < 16_000, found.stdout


def sparse(path: Path) -> Path:
    """A table of awari up to 24 seeds, 1.25 billion boards, whose values are holes in the file."""
    small = tihbat.solve("awari", max_seeds=0, path=path.with_name("small.mtb"))
    data = small.path.read_bytes() if small.path else b""
    pits, seeds = 12, 24
    header = bytearray(data[: 16 + int.from_bytes(data[12:16], "little")])
    align = lambda at, to: -(-at // to) * to
    put = lambda at, value, size=8: header.__setitem__(slice(at, at + size), value.to_bytes(size, "little"))
    total, records = comb(seeds + pits, pits), align(len(header) + 4, 8)
    per_layer = [comb(n + pits - 1, pits - 1) for n in range(seeds + 1)]
    count = [-(-layer // 65536) for layer in per_layer]
    blocks = records + 8 * (seeds + 1)
    margins = align(blocks + 4 * sum(count), 4096)
    distances = align(margins + total, 4096)
    put(20, seeds, 4)
    for at, value in ((24, total), (40, records), (48, blocks), (56, margins), (64, distances), (72, 0), (80, total), (88, distances + total)):
        put(at, value)
    parts = bytes(header) + crc32(header).to_bytes(4, "little")
    parts += bytes(records - len(parts))
    known: dict[int, bytes] = {}
    sums = []
    for layer, number in zip(per_layer, count):
        sizes = [65536] * (number - 1) + [layer - 65536 * (number - 1)]
        for size in set(sizes) - set(known):
            known[size] = crc32(bytes(2 * size)).to_bytes(4, "little")
        sums.append(b"".join(known[size] for size in sizes))
    for n, layer_sums in enumerate(sums):
        parts += crc32(bytes([n]) + bytes(2) + layer_sums).to_bytes(4, "little") + bytes(4)
    parts += b"".join(sums)
    with open(path, "wb") as file:
        file.write(parts)
        file.truncate(distances + total)
    return path


def test_threads_share_a_table(table: tihbat.Table) -> None:
    boards = np.concatenate([table.boards(seeds) for seeds in range(29)])
    wrong: list[int] = []

    def ask(step: int) -> None:
        order = np.random.default_rng(step).permutation(len(boards))
        found = table.probe(boards[order])
        if not (found.margins == table.margins[order]).all():
            wrong.append(step)

    threads = [threading.Thread(target=ask, args=(step,)) for step in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not wrong
