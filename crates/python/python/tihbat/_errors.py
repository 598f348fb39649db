"""The exceptions of the package. Their messages are those of the library."""


class Error(Exception):
    """What every exception of this package is."""


class RulesError(Error, ValueError):
    """There is no such game, clause or value, or clauses do not fit together."""


class PositionError(Error, ValueError):
    """This is no board, no position, or none of this game."""


class MoveError(Error, ValueError):
    """This is no move, or not a legal one."""


class RecordError(Error, ValueError):
    """This is no record of a game, or the game cannot have been played.

    ``line`` is the line of the record, from 1; 0 if the record as a whole is wrong.
    """

    line: int

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(message, line)
        self.line = line

    def __str__(self) -> str:
        return str(self.args[0])


class TableError(Error, ValueError):
    """The file is no table, or damaged, or the table is of other rules or of another kind."""


class MissingLayer(TableError, KeyError):
    """The table does not have the layer of this board."""

    # A KeyError shows its message in quotes.
    __str__ = Exception.__str__


class WrongTable(Error):
    """A table that is not damaged is wrong. The message names the first board that is."""
