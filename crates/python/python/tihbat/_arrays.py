"""Named tuples of arrays, and what pickles need."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ._native import Game, Position, Rules, Table


class Margins(NamedTuple):
    """The values of many boards, each for its mover."""

    margins: npt.NDArray[np.int8]
    """Seeds that the mover still gets minus seeds that the opponent still gets."""
    distances: npt.NDArray[np.uint16]
    """Plies to the next capture or the end of the game, 0 where the margin is 0."""


class ForcedSeeds(NamedTuple):
    """What each side can force on many boards."""

    forced: npt.NDArray[np.int8]
    """Seeds that the mover can force."""
    forced_distances: npt.NDArray[np.uint16]
    """Plies to the conversion that secures them, 0 where they are 0."""
    forced_other: npt.NDArray[np.int8]
    """Seeds that the opponent can force."""
    forced_other_distances: npt.NDArray[np.uint16]
    """Plies to the conversion that secures them, 0 where they are 0."""


class Successors(NamedTuple):
    """The successors of n boards: a column for each pit of the mover, and the last one for the pass."""

    captured: npt.NDArray[np.int8]
    """Shape (n, columns): the seeds that the move captures, -1 if there is no such move."""
    boards: npt.NDArray[np.uint8]
    """Shape (n, columns, pits): the board after the move as the opponent sees it, empty if there is no such move."""


def restored_game(rules: Rules, table: Table | None, start: Position, moves: Sequence[str]) -> Game:
    """A game that was pickled."""
    game = Game(rules, table, start)
    for move in moves:
        game.push(move)
    return game
