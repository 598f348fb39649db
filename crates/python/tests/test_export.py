"""Every entry of Tihbat, compared with the export of the command line."""

from __future__ import annotations

import csv
import subprocess
from pathlib import Path

import numpy as np

import tihbat

from conftest import ROOT



def test_every_entry_is_that_of_the_export(program: str, table: tihbat.Table, tmp_path: Path) -> None:
    out = tmp_path / "table.csv"
    subprocess.run([program, "export", ROOT / "data/tihbat.mtb", "-o", out], check=True, capture_output=True)
    rows = list(csv.DictReader(out.read_text().splitlines()))
    assert len(rows) == len(table) == 35_960
    opened = tihbat.open(ROOT / "data/tihbat.mtb")
    for found in (table, opened):
        boards = np.array([[int(seeds) for seeds in row["board"].split("-")] for row in rows])
        assert found.index(boards).tolist() == [int(row["index"]) for row in rows]
        margins, distances = found.probe(boards)
        assert margins.tolist() == [int(row["margin"]) for row in rows]
        assert distances.tolist() == [int(row["distance"] or 0) for row in rows]
    for row in rows[::501]:
        assert str(table.probe(row["board"])).split(" ")[0] == f"{int(row['margin']):+}".replace("+0", "0")


def test_a_file_is_that_of_the_command_line(program: str, tmp_path: Path) -> None:
    tihbat.solve("tihbat", path=tmp_path / "own.mtb", threads=2)
    assert (tmp_path / "own.mtb").read_bytes() == (ROOT / "data/tihbat.mtb").read_bytes()
    info = subprocess.run([program, "info", "--json", tmp_path / "own.mtb"], capture_output=True, text=True, check=True)
    import json

    found, told = json.loads(info.stdout), tihbat.open(tmp_path / "own.mtb").info
    assert found == told


def test_answers_are_those_of_the_command_line(program: str, table: tihbat.Table, tmp_path: Path) -> None:
    import json
    import random

    chance = random.Random(7)
    for _ in range(5):
        game = tihbat.Game("tihbat", table)
        for _ in range(chance.randint(1, 14)):
            if not game.over:
                game.push(chance.choice(game.legal_moves))
        words = [program, "best", "tihbat", "7-7-7-7", "--moves", " ".join(game.moves), "--table", ROOT / "data/tihbat.mtb", "--json"]
        run = subprocess.run(words, capture_output=True, text=True, check=True)
        told = json.loads(run.stdout)["moves"]
        best = [(move.name, move.value.margin, move.best) for move in game.best if isinstance(move.value, tihbat.Value)]
        assert [(move["move"], move["margin"], move["best"]) for move in told] == best
        record = tmp_path / "game.ogn"
        record.write_text(game.to_ogn())
        run = subprocess.run([program, "judge", "--json", record], capture_output=True, text=True, check=True)
        assert json.loads(run.stdout) == game.judge().answer
