"""What several tests need."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NoReturn

import pytest

import tihbat

ROOT = Path(__file__).resolve().parents[3]
CLAUSES = [
    "pits",
    "sowing.first",
    "sowing.origin_on_laps",
    "lift.min",
    "capture.counts",
    "capture.where",
    "capture.chain",
    "feeding",
    "grand_slam",
    "no_move",
]


def missing(what: str) -> NoReturn:
    """Skips a test that needs something that is not there; where everything must be there, it fails."""
    if os.environ.get("CI") == "true":
        pytest.fail(f"{what} is missing")
    pytest.skip(f"{what} is missing")


@pytest.fixture(scope="session")
def table() -> tihbat.Table:
    """The table of Tihbat."""
    return tihbat.solve("tihbat")


@pytest.fixture(scope="session")
def bounds() -> tihbat.Table:
    """What each side can force in Tihbat."""
    return tihbat.solve(tihbat.Rules("tihbat", repetition="open"))


@pytest.fixture(scope="session")
def program() -> str:
    """The command line: the program that TIHBAT_PROGRAM names, or one that was built here."""
    built = [ROOT / "target" / kind / "tihbat" for kind in ("release", "debug")]
    found = os.environ.get("TIHBAT_PROGRAM") or next((str(path) for path in built if path.exists()), None)
    return found or missing("the program tihbat")


class Naive:
    """The naive solver, which shares no code with the library."""

    def __init__(self, path: Path) -> None:
        self.process = subprocess.Popen([path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, question: str, rules: tihbat.Rules, *rest: str) -> Any:
        clauses = rules.clauses
        words = [question, *(clauses[name] for name in CLAUSES), *rest]
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(" ".join(words) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self) -> None:
        self.process.communicate()


@pytest.fixture(scope="session")
def naive(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Naive]:
    """The naive solver, compiled by rustc alone."""
    if shutil.which("rustc") is None:
        missing("rustc")
    path = tmp_path_factory.mktemp("naive") / "naive"
    source = Path(__file__).with_name("naive.rs")
    subprocess.run(["rustc", "--edition", "2024", "-O", source, "-o", path], check=True)
    solver = Naive(path)
    yield solver
    solver.close()


def text(board: Any) -> str:
    """A board as it is written."""
    return "-".join(str(int(seeds)) for seeds in board)
