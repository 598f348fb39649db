#!/usr/bin/env python3
"""Reads exports of a table with common programs, and compares the sums of each layer.

    tihbat export data/tihbat.mtb -o out/table.csv
    tihbat export data/tihbat.mtb -o out/table.parquet
    tihbat export data/tihbat.mtb --format npy -o out/npy
    python3 tests/read_exports.py data/tihbat.mtb out

CSV and Parquet are read with pandas, polars and duckdb, the NumPy columns with numpy; the sums of each are
compared with the table. examples/read_table.py reads a table of margins; a table of bounds is read here.
"""

import sys
from pathlib import Path

import duckdb
import numpy as np
import pandas
import polars

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "examples"))
import read_table

# The columns of what a board is worth, each with its column of distances.
MARGINS = [("margin", "distance")]
BOUNDS = [("forced", "forced_distance"), ("forced_other", "forced_other_distance")]

# What "best" says where the game is over.
OVER = "over"


def names(kind):
    """What is added up in each layer. "best" counts the best moves."""
    columns = [name for pair in kind for name in pair]
    outcomes = ["drawn", "won"] if kind is MARGINS else []
    return ["rows", "index", *columns, *outcomes, "best"]


def sums(kind, seeds, index, columns, best):
    """Sums per layer from arrays; a distance counts only where its value is not 0."""
    add = lambda numbers: np.bincount(seeds, weights=numbers.astype(np.float64)).astype(np.int64)
    added = [np.ones(len(seeds)), index]
    for value, distance in kind:
        added += [columns[value], np.where(columns[value] == 0, 0, columns[distance])]
    if kind is MARGINS:
        added += [columns["margin"] == 0, columns["margin"] > 0]
    return [tuple(int(number) for number in layer) for layer in zip(*map(add, [*added, best]))]


class BoundsTable:
    """A table of bounds, by "Tables of bounds" in docs/format.md. It must have no distance of more than 255 plies."""

    def __init__(self, path):
        self.bytes = np.fromfile(path, np.uint8)
        header = self.bytes[: read_table.HEADER.itemsize].view(read_table.HEADER)[0]
        assert header["version"] == 2 and header["far_at"] == 0
        self.boards, pits = int(header["boards"]), 2 * int(header["pits"])
        next_column = lambda at: -(-(at + self.boards) // 4096) * 4096
        column = lambda at: self.bytes[at : at + self.boards].astype(np.int64)
        forced, plies = int(header["margins_at"]), int(header["distances_at"])
        assert next_column(next_column(forced)) == plies
        self.columns = {"forced": column(forced), "forced_distance": column(plies)}
        self.columns["forced_other"] = column(next_column(forced))
        self.columns["forced_other_distance"] = column(next_column(plies))
        layers = [read_table.comb(seeds + pits - 1, pits - 1) for seeds in range(int(header["max_seeds"]) + 1)]
        self.seeds = np.repeat(np.arange(len(layers)), layers)


def from_table(path, kind, best):
    """The table knows no best moves, so their number is taken from the export."""
    if kind is BOUNDS:
        table = BoundsTable(path)
        return sums(kind, table.seeds, np.arange(table.boards), table.columns, best)
    table = read_table.Table(path)
    index = np.arange(table.boards, dtype=np.uint64)
    seeds = table.boards_at(index).sum(axis=-1, dtype=np.int64)
    return sums(kind, seeds, index, dict(zip(MARGINS[0], table.values(index))), best)


def from_numpy(folder, kind):
    column = lambda name: np.load(folder / f"{name}.npy", mmap_mode="r")
    types = {"index": "<u8", "pits": "u1", "seeds": "u1", "best": "<u2"}
    for value, distance in kind:
        types |= {value: "i1" if kind is MARGINS else "u1", distance: "<u2"}
        assert (column(distance)[column(value) == 0] == 0).all()
    assert all(column(name).dtype == np.dtype(dtype) for name, dtype in types.items())
    best = np.bitwise_count(column("best")).astype(np.int64)
    assert (column("pits").sum(axis=1) == column("seeds")).all()
    return sums(kind, column("seeds"), column("index"), {name: column(name) for name in types}, best), best


def best_moves(text):
    return 0 if text == OVER else text.count("|") + 1


def from_pandas(frame, kind):
    for value, distance in kind:
        assert (frame[distance].isna() == (frame[value] == 0)).all()
    if kind is MARGINS:
        assert ((frame["outcome"] == "win") == (frame["margin"] > 0)).all()
    best = frame["best"].map(best_moves).to_numpy()
    columns = {name: frame[name].fillna(0).to_numpy() for pair in kind for name in pair}
    return sums(kind, frame["seeds"].to_numpy(), frame["index"].to_numpy(), columns, best)


def from_polars(frame, kind):
    column = polars.col
    best = column("best")
    added = [column(name).cast(polars.Int64).sum() for name in ["index", *(name for pair in kind for name in pair)]]
    if kind is MARGINS:
        added += [(column("outcome") == "draw").sum().alias("drawn"), (column("outcome") == "win").sum().alias("won")]
    moves = best.str.count_matches("|", literal=True) + (best != OVER).cast(polars.UInt32)
    layers = frame.group_by("seeds").agg(polars.len().alias("rows"), *added, moves.sum().alias("best"))
    return [tuple(row) for row in layers.sort("seeds").select(names(kind)).rows()]


def from_duckdb(source, kind):
    added = [f"coalesce(sum({name}), 0)" for pair in kind for name in pair]
    if kind is MARGINS:
        added += [f"count(*) filter (outcome = '{outcome}')" for outcome in ("draw", "win")]
    rows = duckdb.sql(
        f"""select count(*), sum("index"), {", ".join(added)},
                   sum(case when best = '{OVER}' then 0 else len(string_split(best, '|')) end)
            from {source} group by seeds order by seeds"""
    ).fetchall()
    return [tuple(int(number) for number in row) for row in rows]


def main(table, folder):
    folder = Path(folder)
    csv, parquet = str(folder / "table.csv"), str(folder / "table.parquet")
    kind = BOUNDS if (folder / "npy" / "forced.npy").exists() else MARGINS
    by_numpy, best = from_numpy(folder / "npy", kind)
    read = {
        "numpy, npy": by_numpy,
        "pandas, csv": from_pandas(pandas.read_csv(csv), kind),
        "pandas, parquet": from_pandas(pandas.read_parquet(parquet), kind),
        "polars, csv": from_polars(polars.read_csv(csv), kind),
        "polars, parquet": from_polars(polars.read_parquet(parquet), kind),
        "duckdb, csv": from_duckdb(f"read_csv('{csv}')", kind),
        "duckdb, parquet": from_duckdb(f"read_parquet('{parquet}')", kind),
    }
    expected = from_table(table, kind, best)
    for reader, found in read.items():
        if len(found) != len(expected):
            sys.exit(f"{reader}: {len(found)} layers, expected {len(expected)}")
        for seeds, (found, expected_layer) in enumerate(zip(found, expected)):
            if found != expected_layer:
                sys.exit(f"{reader}: layer {seeds}: found {found}, expected {expected_layer} ({', '.join(names(kind))})")
        print(f"{reader}: {len(expected)} layers agree")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
