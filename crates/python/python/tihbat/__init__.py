"""Perfect play of the small two-row mancala games Tihbat and Modiar, and of their relatives: tables as arrays.

>>> import tihbat
>>> table = tihbat.solve("tihbat")
>>> table.probe("5-1-2-0")
Value(margin=2, distance=1)
>>> tihbat.Game("tihbat", table).value
Value(margin=-2, distance=10)
"""

from ._arrays import ForcedSeeds, Margins, Successors
from ._errors import (
    Error,
    MissingLayer,
    MoveError,
    PositionError,
    RecordError,
    RulesError,
    TableError,
    WrongTable,
)
from ._native import (
    Atlas,
    Bounds,
    Game,
    JudgedGame,
    Layer,
    Move,
    Position,
    Rules,
    Table,
    Value,
    __version__,
    atlas,
    games,
    open,
    solve,
)

__all__ = [
    "Atlas",
    "Bounds",
    "Error",
    "ForcedSeeds",
    "Game",
    "JudgedGame",
    "Layer",
    "Margins",
    "MissingLayer",
    "Move",
    "MoveError",
    "Position",
    "PositionError",
    "RecordError",
    "Rules",
    "RulesError",
    "Successors",
    "Table",
    "TableError",
    "Value",
    "WrongTable",
    "__version__",
    "atlas",
    "games",
    "open",
    "solve",
]

# Where people find them.
for _found in (Error, MissingLayer, MoveError, PositionError, RecordError, RulesError, TableError, WrongTable):
    _found.__module__ = "tihbat"
del _found
