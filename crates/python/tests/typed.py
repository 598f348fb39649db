"""Code as users write it. It is not run: mypy --strict reads it."""

from pathlib import Path
from typing import Literal, assert_type

import numpy as np
import numpy.typing as npt

import tihbat

table = tihbat.solve("tihbat", path=Path("tihbat.mtb"), progress=lambda done, steps: print(done / steps))
assert_type(table, tihbat.Table)
assert_type(table.margins, npt.NDArray[np.int8])
value = table.probe("1-2-1-1")
assert_type(value, tihbat.Value | tihbat.Bounds)
if isinstance(value, tihbat.Value):
    assert_type(value.margin, int)
    assert_type(value.distance, int | None)
assert_type(table.probe([1, 2, 1, 1]), tihbat.Value | tihbat.Bounds)
found = table.probe(table.boards(4))
assert_type(found, tihbat.Margins | tihbat.ForcedSeeds)
if isinstance(found, tihbat.Margins):
    assert_type(found.distances, npt.NDArray[np.uint16])
assert_type(table.get("1-2-1-1", 0), tihbat.Value | tihbat.Bounds | int)
assert_type(table.index("1-2-1-1"), int)
assert_type(table.index(table.boards(4)), npt.NDArray[np.uint64])
assert_type(table.board(97), tuple[int, ...])

rules = tihbat.Rules("tihbat", pits=3, capture_chain="backwards", capture_counts=[2, 4])
game = tihbat.Game(rules, table, position=rules.start)
game.push(game.best[0])
assert_type(game.mover, Literal["South", "North"])
assert_type(game.result, tuple[float, float] | None)
assert_type(tihbat.games(), dict[str, tihbat.Rules])
try:
    tihbat.Rules("nothing")
except tihbat.RulesError as error:
    assert_type(error, tihbat.RulesError)
