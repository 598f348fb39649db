#!/usr/bin/env python3
"""Reads tihbat tables (.mtb) with numpy alone. The file is described in docs/format.md.

    python3 examples/read_table.py data/tihbat.mtb 1-2-1-1    margin and distance of boards
    python3 examples/read_table.py data/tihbat.mtb            index, board, margin and distance of all boards, as CSV

A table of bounds (version 2) has two numbers for each board, each with a distance: the seeds that the player to move can force, and
those that the opponent can force.
"""

import sys
from math import comb

import numpy as np

HEADER = np.dtype(
    [("magic", "S8"), ("version", "<u4"), ("header_bytes", "<u4"), ("pits", "<u4"), ("max_seeds", "<u4")]
    + [(name, "<u8") for name in ("boards", "block_boards", "records_at", "blocks_at")]
    + [(name, "<u8") for name in ("margins_at", "distances_at", "far_at", "far_from", "bytes")]
)
NAMES = {1: ["margin", "distance"], 2: ["forced", "forced_distance", "forced_other", "forced_other_distance"]}


class Table:
    """A table, mapped: only the entries asked for are read."""

    def __init__(self, path):
        self.bytes = np.memmap(path, np.uint8, "r")
        if len(self.bytes) < HEADER.itemsize or bytes(self.bytes[:8]) != b"\x89MTB\r\n\x1a\n":
            raise ValueError(f"{path} is not a tihbat table")
        header = self.bytes[: HEADER.itemsize].view(HEADER)[0]
        self.version = int(header["version"])
        if self.version not in NAMES:
            raise ValueError(f"{path} is a table of version {self.version}, expected 1 or 2")
        if header["bytes"] != len(self.bytes):
            raise ValueError(f"{path} is {len(self.bytes)} bytes long, expected {header['bytes']}")
        self.pits = 2 * int(header["pits"])
        self.max_seeds = int(header["max_seeds"])
        self.boards = int(header["boards"])
        self.far_from = int(header["far_from"])
        offsets = [[int(header[name]) for name in ("margins_at", "distances_at", "far_at")]]
        if self.version == 2:
            # The second number of each board: its three offsets are the end of the header.
            end = 16 + int(header["header_bytes"])
            offsets.append([int(at) for at in np.frombuffer(self.bytes[end - 24 : end], "<u8")])
        column = lambda at, length: self.bytes[at : at + length]
        # For each number of a board: the numbers, the low bytes of their distances, and the high bytes.
        kind = np.int8 if self.version == 1 else np.uint8
        self.columns = [
            (column(values, self.boards).view(kind), column(low, self.boards), column(high, self.boards - self.far_from))
            for values, low, high in offsets
        ]
        # terms[j][s] = C(s + j, j + 1): what the first j + 1 pits add to the index when they hold s seeds.
        seeds = range(self.max_seeds + 1)
        self.terms = np.array([[comb(s + j, j + 1) for s in seeds] for j in range(self.pits)], np.uint64)

    def index(self, boards):
        """The indices of boards: an array with one board in each row, pits in sowing order, the mover's first."""
        sums = np.cumsum(boards, axis=-1, dtype=np.int64)
        if sums.max(initial=0) > self.max_seeds:
            raise ValueError(f"the table goes up to {self.max_seeds} seeds, not {sums.max()}")
        return self.terms[np.arange(self.pits), sums].sum(axis=-1, dtype=np.uint64)

    def boards_at(self, indices):
        """The boards with these indices, one board in each row."""
        rest = np.array(indices, np.uint64)
        sums = np.empty((*rest.shape, self.pits), np.int64)
        for pit in reversed(range(self.pits)):
            sums[..., pit] = np.searchsorted(self.terms[pit], rest, side="right") - 1
            rest -= self.terms[pit][sums[..., pit]]
        return np.diff(sums, axis=-1, prepend=0).astype(np.uint8)

    def probe(self, boards):
        """A list of columns, named as in NAMES. Distances are in plies, -1 where the margin or the number of seeds is 0."""
        return self.values(self.index(boards))

    def values(self, indices):
        """The same for the boards with these indices."""
        far = indices >= self.far_from
        found = []
        for values, low, high in self.columns:
            distances = low[indices].astype(np.int32)
            distances[far] += high[indices[far] - np.uint64(self.far_from)].astype(np.int32) << 8
            found += [values[indices], np.where(values[indices] == 0, -1, distances)]
        return found


def main(path, *texts):
    table = Table(path)
    if texts:
        boards = np.array([[int(seeds) for seeds in text.split("-")] for text in texts])
        indices = table.index(boards)
    else:
        indices = np.arange(table.boards, dtype=np.uint64)
        boards = table.boards_at(indices)
    names = NAMES[table.version]
    print("index", "board", *names, sep=",")
    for index, board, *entry in zip(indices, boards, *table.probe(boards)):
        written = ["" if name.endswith("distance") and number < 0 else number for name, number in zip(names, entry)]
        print(index, "-".join(map(str, board)), *written, sep=",")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
