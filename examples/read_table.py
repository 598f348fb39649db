#!/usr/bin/env python3
"""Reads tihbat tables (.mtb) with numpy alone. The file is described in docs/format.md.

    python3 examples/read_table.py data/tihbat.mtb 1-2-1-1    margin and distance of boards
    python3 examples/read_table.py data/tihbat.mtb            index, board, margin and distance of all boards, as CSV
"""

import sys
from math import comb

import numpy as np

HEADER = np.dtype(
    [("magic", "S8"), ("version", "<u4"), ("header_bytes", "<u4"), ("pits", "<u4"), ("max_seeds", "<u4")]
    + [(name, "<u8") for name in ("boards", "block_boards", "records_at", "blocks_at")]
    + [(name, "<u8") for name in ("margins_at", "distances_at", "far_at", "far_from", "bytes")]
)


class Table:
    """A table, mapped: only the entries asked for are read."""

    def __init__(self, path):
        self.bytes = np.memmap(path, np.uint8, "r")
        if len(self.bytes) < HEADER.itemsize or bytes(self.bytes[:8]) != b"\x89MTB\r\n\x1a\n":
            raise ValueError(f"{path} is not a tihbat table")
        header = self.bytes[: HEADER.itemsize].view(HEADER)[0]
        if header["version"] != 1:
            raise ValueError(f"{path} is a table of version {header['version']}, expected 1")
        if header["bytes"] != len(self.bytes):
            raise ValueError(f"{path} is {len(self.bytes)} bytes long, expected {header['bytes']}")
        self.pits = 2 * int(header["pits"])
        self.max_seeds = int(header["max_seeds"])
        self.boards = int(header["boards"])
        self.far_from = int(header["far_from"])
        column = lambda at, length: self.bytes[int(at) : int(at) + length]
        self.margins = column(header["margins_at"], self.boards).view(np.int8)
        self.distances_low = column(header["distances_at"], self.boards)
        self.distances_high = column(header["far_at"], self.boards - self.far_from)
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
        """Margins for the player to move, and distances in plies, -1 where the margin is 0."""
        return self.values(self.index(boards))

    def values(self, indices):
        """Margins and distances of the boards with these indices."""
        margins = self.margins[indices]
        distances = self.distances_low[indices].astype(np.int32)
        far = indices >= self.far_from
        distances[far] += self.distances_high[indices[far] - np.uint64(self.far_from)].astype(np.int32) << 8
        return margins, np.where(margins == 0, -1, distances)


def main(path, *texts):
    table = Table(path)
    if texts:
        boards = np.array([[int(seeds) for seeds in text.split("-")] for text in texts])
        indices = table.index(boards)
    else:
        indices = np.arange(table.boards, dtype=np.uint64)
        boards = table.boards_at(indices)
    print("index,board,margin,distance")
    for index, board, margin, distance in zip(indices, boards, *table.probe(boards)):
        print(index, "-".join(map(str, board)), margin, "" if distance < 0 else distance, sep=",")


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(*sys.argv[1:])
