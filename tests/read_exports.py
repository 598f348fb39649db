#!/usr/bin/env python3
"""Reads exports of a table with common programs, and compares the sums of each layer.

    tihbat export data/tihbat.mtb -o out/table.csv
    tihbat export data/tihbat.mtb -o out/table.parquet
    tihbat export data/tihbat.mtb --format npy -o out/npy
    python3 tests/read_exports.py data/tihbat.mtb out

CSV and Parquet are read with pandas, polars and duckdb, the NumPy columns with numpy; the sums of each are
compared with the table, which examples/read_table.py reads.
"""

import sys
from pathlib import Path

import duckdb
import numpy as np
import pandas
import polars

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "examples"))
import read_table

# What is added up in each layer. "best" counts the best moves.
SUMS = ["rows", "index", "margin", "distance", "drawn", "won", "best"]


def from_columns(seeds, index, margin, distance, best):
    """Sums per layer from arrays; a distance counts only where the margin is not 0."""
    add = lambda numbers: np.bincount(seeds, weights=numbers.astype(np.float64)).astype(np.int64)
    ones = np.ones(len(seeds))
    distance = np.where(margin == 0, 0, distance)
    sums = [add(column) for column in (ones, index, margin, distance, margin == 0, margin > 0, best)]
    return [tuple(int(number) for number in layer) for layer in zip(*sums)]


def from_table(path, best):
    """The table knows no best moves, so their number is taken from the export."""
    table = read_table.Table(path)
    index = np.arange(table.boards, dtype=np.uint64)
    seeds = table.boards_at(index).sum(axis=-1, dtype=np.int64)
    return from_columns(seeds, index, *table.values(index), best)


def from_numpy(folder):
    column = lambda name: np.load(folder / f"{name}.npy", mmap_mode="r")
    types = {"index": "<u8", "pits": "u1", "seeds": "u1", "margin": "i1", "distance": "<u2", "best": "<u2"}
    assert all(column(name).dtype == np.dtype(dtype) for name, dtype in types.items())
    best = np.bitwise_count(column("best")).astype(np.int64)
    assert (column("pits").sum(axis=1) == column("seeds")).all()
    assert (column("distance")[column("margin") == 0] == 0).all()
    return from_columns(column("seeds"), column("index"), column("margin"), column("distance"), best), best


# What "best" says where the game is over.
OVER = "over"


def best_moves(text):
    return 0 if text == OVER else text.count("|") + 1


def from_pandas(frame):
    assert (frame["distance"].isna() == (frame["margin"] == 0)).all()
    assert ((frame["outcome"] == "win") == (frame["margin"] > 0)).all()
    best = frame["best"].map(best_moves).to_numpy()
    distance = frame["distance"].fillna(0).to_numpy()
    return from_columns(*(frame[name].to_numpy() for name in ("seeds", "index", "margin")), distance, best)


def from_polars(frame):
    column = polars.col
    best = column("best")
    layers = frame.group_by("seeds").agg(
        polars.len().alias("rows"),
        column("index").cast(polars.Int64).sum(),
        column("margin").cast(polars.Int64).sum(),
        column("distance").cast(polars.Int64).sum(),
        (column("outcome") == "draw").sum().alias("drawn"),
        (column("outcome") == "win").sum().alias("won"),
        (best.str.count_matches("|", literal=True) + (best != OVER).cast(polars.UInt32)).sum().alias("best"),
    )
    return [tuple(row) for row in layers.sort("seeds").select(SUMS).rows()]


def from_duckdb(source):
    rows = duckdb.sql(
        f"""select count(*), sum("index"), sum(margin), coalesce(sum(distance), 0),
                   count(*) filter (outcome = 'draw'), count(*) filter (outcome = 'win'),
                   sum(case when best = '{OVER}' then 0 else len(string_split(best, '|')) end)
            from {source} group by seeds order by seeds"""
    ).fetchall()
    return [tuple(int(number) for number in row) for row in rows]


def main(table, folder):
    folder = Path(folder)
    csv, parquet = str(folder / "table.csv"), str(folder / "table.parquet")
    by_numpy, best = from_numpy(folder / "npy")
    read = {
        "numpy, npy": by_numpy,
        "pandas, csv": from_pandas(pandas.read_csv(csv)),
        "pandas, parquet": from_pandas(pandas.read_parquet(parquet)),
        "polars, csv": from_polars(polars.read_csv(csv)),
        "polars, parquet": from_polars(polars.read_parquet(parquet)),
        "duckdb, csv": from_duckdb(f"read_csv('{csv}')"),
        "duckdb, parquet": from_duckdb(f"read_parquet('{parquet}')"),
    }
    expected = from_table(table, best)
    for reader, found in read.items():
        if len(found) != len(expected):
            sys.exit(f"{reader}: {len(found)} layers, expected {len(expected)}")
        for seeds, (found, expected_layer) in enumerate(zip(found, expected)):
            if found != expected_layer:
                sys.exit(f"{reader}: layer {seeds}: found {found}, expected {expected_layer} ({', '.join(SUMS)})")
        print(f"{reader}: {len(expected)} layers agree")


if __name__ == "__main__":
    if len(sys.argv) != 3:
        sys.exit(__doc__)
    main(*sys.argv[1:])
