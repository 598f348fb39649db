#!/usr/bin/env python3
"""Builds the data set of both games: tables, bounds, statistics, atlas, lines, puzzles, checksums and a description.

    scripts/dataset.py OUT              builds the programs, then everything
    scripts/dataset.py OUT --small      the same files of tiny boards, for tests
    scripts/dataset.py OUT --programs target/debug    with programs that are built already

Every number comes from the program. Two runs of the same version write the same bytes. OUT gets its name when it is complete.
"""

import argparse
import csv
import hashlib
import io
import itertools
import json
import shutil
import subprocess
import sys
from pathlib import Path

from dataset_description import FOLDERS, describe

ROOT = Path(__file__).resolve().parent.parent

# What the sources of a game leave open, with the word that a reading adds to the name of its table. docs/atlas.md says why.
READINGS = {
    "tihbat": {
        "sowing.origin_on_laps": {"sown": "", "skipped": "-origin-skipped"},
        "capture.chain": {"none": "", "backwards": "-chain"},
        "lift.min": {"1": "", "2": "-no-singles"},
    },
    "modiar": {
        "sowing.origin_on_laps": {"sown": "", "skipped": "-origin-skipped"},
        "grand_slam": {"forbidden": "", "takes_nothing_if_only": "-slam-if-only"},
        "feeding": {"if_able": "", "if_able_or_over": "-over-if-unfed"},
    },
}
CLAUSES = sorted({clause for open_clauses in READINGS.values() for clause in open_clauses})
SMALL = {"tihbat": ["--seeds-per-pit", "2"], "modiar": ["--pits", "2", "--seeds-per-pit", "2"]}
# What the program calls a small game, where only a name can be given.
SMALL_NAMES = {"tihbat": "tihbat-2x2", "modiar": "modiar-2x2"}

SIZES = "--pits 1..6 --seeds-per-pit 1..10 --max-boards 100000000"
SMALL_SIZES = "--pits 1..2 --seeds-per-pit 1..2"
ATLAS = {
    "tihbat-readings": "--vary sowing.origin_on_laps --vary capture.chain --vary lift.min=1,2 --bounds",
    "tihbat-clauses": "--vary sowing.first --vary sowing.origin_on_laps --vary lift.min=1,2,3 "
    "--vary capture.counts=2,4/2,4,6/2,4,6,8/2,4,6,8,10 --vary capture.where --vary capture.chain "
    "--vary capture.on_first_move --vary feeding --vary no_move --each --bounds",
    "modiar-readings": "--vary sowing.origin_on_laps --vary grand_slam --vary lift.min=1,2 "
    "--vary capture.on_first_move --bounds",
    "modiar-clauses": "--vary sowing.first --vary sowing.origin_on_laps --vary lift.min=1,2,3 "
    "--vary capture.counts=2,4/2,4,6/2,4,6,8 --vary capture.where=opponent,both --vary capture.chain "
    "--vary capture.on_first_move --vary feeding --vary grand_slam --vary no_move --each --bounds",
}
FOUND = {"puzzles": 200, "traps": 100, "longest": 1000}


class Builder:
    def __init__(self, out, programs, small):
        self.out, self.programs, self.small = out, programs, small
        self.tables, self.layers, self.histograms = [], {"margins": [], "bounds": []}, {"margins": [], "bounds": []}

    def run(self, program, *arguments):
        """The output of a program; its messages go to this script's own."""
        command = [str(self.programs / program), *map(str, arguments)]
        return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, cwd=self.out).stdout

    def tihbat(self, *arguments):
        return self.run("tihbat", *arguments)

    def write(self, path, text):
        path = self.out / path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8", newline="\n")

    def write_rows(self, path, rows):
        out = io.StringIO()
        csv.writer(out, lineterminator="\n").writerows(rows)
        self.write(path, out.getvalue())

    def rows(self, *arguments):
        return list(csv.reader(io.StringIO(self.tihbat(*arguments, "--csv"))))

    def table(self, game, reading, kind):
        """Solves and proves a table, and collects what is said about it."""
        name = game + "".join(READINGS[game][clause][value] for clause, value in reading.items())
        spec = [game] + (SMALL[game] if self.small else [])
        for clause, value in reading.items():
            spec += ["--set", f"{clause}={value}"]
        if kind == "margins":
            self.write(f"rules/{name}.toml", self.tihbat("rules", "show", *spec))
        else:
            spec += ["--set", "repetition=open"]
        file = f"{'tables' if kind == 'margins' else 'bounds'}/{name}.mtb"
        print(file, file=sys.stderr, flush=True)
        (self.out / file).parent.mkdir(exist_ok=True)
        self.tihbat("solve", *spec, "-o", file)
        self.tihbat("verify", file)
        of_table = [*spec, "--table", file]
        info = json.loads(self.tihbat("info", file, "--json"))
        value = json.loads(self.tihbat("value", *of_table, "--json"))
        best = json.loads(self.tihbat("best", *of_table, "--json"))
        moves = " ".join(move["move"].split("+")[0] for move in best["moves"] if move["best"])
        clauses = [info["rules"][clause] for clause in CLAUSES]
        worth = [value.get(number) for number in ("margin", "forced", "forced_other")]
        sizes = [info[number] for number in ("boards", "max_seeds", "max_distance", "bytes")]
        self.tables.append([name, game, kind, *clauses, *sizes, value["position"], *worth, moves])
        for rows, more in ((self.layers[kind], []), (self.histograms[kind], ["--histogram"])):
            head, *body = self.rows("layers", *of_table, *more)
            if not rows:
                rows.append(["table", *head])
            rows += [[name, *row] for row in body]
        if kind == "margins":
            self.write(f"lines/{name}.json", self.tihbat("line", *of_table, "--json"))

    def found(self, game):
        """Puzzles, traps and the longest lines of the game as its sources are read here."""
        name = SMALL_NAMES[game] if self.small else game
        for kind, count in FOUND.items():
            self.write(f"{kind}/{game}.jsonl", self.run("examples/puzzles", name, f"tables/{game}.mtb", kind, count))

    def atlas(self, name, arguments):
        game = name.split("-")[0]
        print(f"atlas/{name}.csv", file=sys.stderr, flush=True)
        spec = [game] + (SMALL[game] if self.small and "sizes" not in name else [])
        rows = self.rows("atlas", *spec, *arguments.split(), "--fresh", "--keep", "atlas.keep")
        (self.out / "atlas.keep").unlink()
        assert rows[0][-1] == "seconds", rows[0]
        # The time differs from run to run.
        self.write_rows(f"atlas/{name}.csv", [row[:-1] for row in rows])

    def build(self):
        for game, clauses in READINGS.items():
            for values in itertools.product(*clauses.values()):
                for kind in ("margins", "bounds"):
                    self.table(game, dict(zip(clauses, values)), kind)
            self.found(game)
            self.atlas(f"{game}-sizes", SMALL_SIZES if self.small else SIZES)
        for name, arguments in ATLAS.items():
            self.atlas(name, arguments)
        head = ["table", "game", "kind", *CLAUSES, "boards", "max_seeds", "max_distance", "bytes"]
        self.write_rows("tables.csv", [head + ["start", "margin", "forced", "forced_other", "best"], *self.tables])
        self.write_rows("layers.csv", self.layers["margins"])
        self.write_rows("layers-bounds.csv", self.layers["bounds"])
        self.write_rows("histograms.csv", self.histograms["margins"])
        self.write_rows("histograms-bounds.csv", self.histograms["bounds"])
        shutil.copy(ROOT / "docs/format.md", self.out / "format.md")
        shutil.copy(ROOT / "checker/checker.c", self.out / "checker.c")
        describe(self.out, self.tihbat("--version").split()[-1])
        files = sorted(path for path in self.out.rglob("*") if path.is_file())
        lines = [f"{hashlib.sha256(path.read_bytes()).hexdigest()}  {path.relative_to(self.out).as_posix()}" for path in files]
        self.write("SHA256SUMS", "\n".join(lines) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("out", type=Path, help="the folder to write; it must not exist")
    parser.add_argument("--small", action="store_true", help="tiny boards, for tests")
    parser.add_argument("--programs", type=Path, help="the folder of tihbat and of examples/puzzles; built if not given")
    arguments = parser.parse_args()
    if arguments.out.exists():
        parser.error(f"{arguments.out} exists already: name a new folder, or remove it")
    if not arguments.programs:
        build = ["cargo", "build", "--release", "--bin", "tihbat", "--example", "puzzles"]
        subprocess.run(build, check=True, cwd=ROOT)
        arguments.programs = ROOT / "target/release"
    work = arguments.out.with_name(arguments.out.name + ".work")
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    Builder(work, arguments.programs.resolve(), arguments.small).build()
    assert {path.name for path in work.iterdir() if path.is_dir()} == set(FOLDERS)
    work.rename(arguments.out)
    size = sum(path.stat().st_size for path in arguments.out.rglob("*") if path.is_file())
    print(f"{arguments.out}: {size:,} bytes")


if __name__ == "__main__":
    main()
