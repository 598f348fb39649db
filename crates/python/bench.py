"""Measures probes, and says whether the speed is the promised one: python crates/python/bench.py

It is a benchmark and no test: a busy machine makes no difference to whether the package is right.

Seconds are those of this thread's processor, so other programs disturb little.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

import tihbat


def nanoseconds(work: Callable[[], object], times: int, units: int = 1) -> float:
    """The shortest of five measurements, for each unit of work."""
    found = []
    for _ in range(5):
        begun = time.thread_time()
        for _ in range(times):
            work()
        found.append((time.thread_time() - begun) / times / units * 1e9)
    return min(found)


def main() -> None:
    table = tihbat.solve("modiar")
    indices = np.random.default_rng(1).integers(0, len(table), 1_000_000, dtype=np.uint64)
    boards, layer = table.board(indices), table.boards(41)[:1_000_000]
    wide, by_pit = boards.astype(np.int64), np.asfortranarray(boards)
    text, sequence = "-".join(map(str, boards[0])), boards[0].tolist()
    measured = {
        "one probe from text": (nanoseconds(lambda: table.probe(text), 100_000), 1000),
        "one probe from a list": (nanoseconds(lambda: table.probe(sequence), 100_000), None),
        "a probe of a million boards, a board": (nanoseconds(lambda: table.probe(layer), 1, len(layer)), 100),
        # Every byte is then somewhere else, and what is measured is mostly memory.
        "the same in random order": (nanoseconds(lambda: table.probe(boards), 1, len(boards)), 100),
        "the same of type int64": (nanoseconds(lambda: table.probe(wide), 1, len(boards)), None),
        "the same, pit by pit in memory": (nanoseconds(lambda: table.probe(by_pit), 1, len(boards)), None),
        "their indices, a board": (nanoseconds(lambda: table.index(boards), 1, len(boards)), None),
        "all successors, a board": (nanoseconds(lambda: tihbat.Rules("modiar").successors(boards), 1, len(boards)), None),
    }
    for name, (found, limit) in measured.items():
        print(f"{name:<40} {found:7.1f} ns" + (f", limit {limit} ns" if limit else ""))
    slow = [name for name, (found, limit) in measured.items() if limit and found >= limit]
    print(f"slower than promised: {', '.join(slow)}" if slow else "as fast as promised")


if __name__ == "__main__":
    main()
