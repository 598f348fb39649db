"""The description of the data set: a README for people, and a data package for programs (Frictionless, version 1)."""

import csv
import hashlib
import json

# What is in each folder, in the order of the README.
FOLDERS = {
    "tables": "Tables of margins, one for each reading of a game. `format.md` describes every byte.",
    "bounds": "Tables of bounds, one for each reading: what each side can force, whatever a repetition pays.",
    "rules": "The rules of each reading as a rules file: every clause with its meaning and its source.",
    "lines": "Perfect play from the start of each reading to the end, move by move (JSON).",
    "longest": "For each number of seeds a position with the longest distance, the longest first, with its line (JSON Lines).",
    "puzzles": "Positions in which exactly one move holds a win or a draw (JSON Lines).",
    "traps": "Positions whose largest capture gives seeds away, the worst first (JSON Lines).",
    "atlas": "The games in other sizes, under combinations of readings, and with one clause changed at a time (CSV).",
}
FILES = {
    "tables.csv": "A row for each table: its clauses, its size, its longest distance, the value of the start, the first moves.",
    "layers.csv": "A row for each layer of each table of margins: boards won, drawn and lost for the mover, and extremes.",
    "layers-bounds.csv": "A row for each layer of each table of bounds: boards whose result depends on what a repetition pays.",
    "histograms.csv": "The number of boards of each margin, for each layer of each table of margins.",
    "histograms-bounds.csv": "The number of boards of each number of open seeds, for each layer of each table of bounds.",
    "format.md": "The file format of the tables, the meaning of the clauses, and the equations.",
    "checker.c": "A program in C99 that proves a table: `cc -std=c99 -O2 -o checker checker.c && ./checker tables/tihbat.mtb`.",
    "datapackage.json": "This description for programs: every file of data with its size, its SHA-256 and the columns of CSV files.",
    "SHA256SUMS": "Checksums of all other files: `sha256sum -c SHA256SUMS`.",
}

# The columns of CSV files: type and meaning. Margins and moves are South's, who moves first, unless a mover is named.
COLUMNS = {
    "table": ("string", "the name of the table's file without its ending"),
    "game": ("string", "tihbat or modiar, before a clause was changed"),
    "kind": ("string", "margins or bounds"),
    "boards": ("integer", "the number of boards"),
    "bytes": ("integer", "the length of the file"),
    "max_seeds": ("integer", "the last layer: the most seeds on a board"),
    "max_distance": ("integer", "the longest distance, in plies"),
    "max_margin": ("integer", "the largest margin of the mover, in seeds"),
    "start": ("string", "the start: a position, or seeds in every pit"),
    "margin": ("integer", "seeds that the mover still gets minus those that the opponent still gets"),
    "forced": ("integer", "seeds that South can force from the start, whatever a repetition pays"),
    "forced_other": ("integer", "seeds that North can force from the start, whatever a repetition pays"),
    "seeds": ("integer", "seeds on the board: the layer"),
    "won": ("integer", "boards that are won for the mover"),
    "drawn": ("integer", "boards of margin 0"),
    "lost": ("integer", "boards that are lost for the mover"),
    "independent": ("integer", "boards whose result is the same under every repetition rule"),
    "dependent": ("integer", "boards whose result depends on the repetition rule"),
    "nothing_forced": ("integer", "boards on which neither side can force a seed"),
    "max_forced": ("integer", "the most seeds that a mover can force"),
    "open": ("integer", "seeds that neither side can force"),
    "pits": ("integer", "pits a side"),
    "status": ("string", "whether the game was solved, or why not"),
    "why": ("string", "why the game was not solved"),
    "outcome": ("string", "win, draw or loss of South"),
    "distance": ("integer", "plies from the start to the next capture or the end"),
    "best": ("string", "the best first moves: a letter for each pit"),
    "last_boards": ("integer", "boards of the last layer, which holds the start"),
    "last_drawn": ("integer", "boards of margin 0 in the last layer"),
    "longest": ("integer", "the longest distance of the table, in plies"),
    "least_south": ("integer", "seeds that South can force, whatever a repetition pays"),
    "least_north": ("integer", "seeds that North can force, whatever a repetition pays"),
    "survives": ("string", "what of the result is the same under every repetition rule"),
}
MEDIA = {".csv": "text/csv", ".json": "application/json", ".jsonl": "application/jsonl", ".md": "text/markdown"}
LICENCE = {
    "name": "CC-BY-4.0",
    "title": "Creative Commons Attribution 4.0",
    "path": "https://creativecommons.org/licenses/by/4.0/",
}


def schema(path):
    """The columns of a CSV file. A column without a line of its own is a clause of the rules."""
    with path.open(encoding="utf-8", newline="") as lines:
        names = next(csv.reader(lines))
    fields = []
    for name in names:
        kind, meaning = COLUMNS.get(name, ("string", f"the clause {name}; empty if it is as in the game"))
        fields.append({"name": name, "type": kind, "description": meaning})
    return {"fields": fields, "missingValues": [""]}


def resource(out, path):
    name = path.relative_to(out).as_posix()
    data = path.read_bytes()
    folder, _, _ = name.rpartition("/")
    described = {
        "name": name.lower().replace("/", "-"),
        "path": name,
        "description": FOLDERS[folder] if folder else FILES[name],
        "format": path.suffix.lstrip("."),
        "mediatype": MEDIA.get(path.suffix, "application/octet-stream"),
        "bytes": len(data),
        "hash": f"sha256:{hashlib.sha256(data).hexdigest()}",
    }
    if path.suffix == ".csv":
        described |= {"profile": "tabular-data-resource", "encoding": "utf-8", "schema": schema(path)}
    else:
        # Otherwise JSON Lines are taken for flat tables.
        described["type"] = "file"
    return described


def readme(out, version):
    def size(paths):
        return f"{sum(path.stat().st_size for path in paths):,}"

    lines = ["| file or folder | files | bytes | what it is |", "|---|---|---|---|"]
    for name, meaning in FILES.items():
        counted = "" if name in ("datapackage.json", "SHA256SUMS") else size([out / name])
        lines.append(f"| `{name}` | 1 | {counted} | {meaning} |")
    for name, meaning in FOLDERS.items():
        paths = sorted((out / name).iterdir())
        lines.append(f"| `{name}/` | {len(paths)} | {size(paths)} | {meaning} |")
    return f"""# Tihbat and Modiar, solved

Perfect play in two small mancala games from Morocco: **Tihbat** (2 x 2 pits) and **Modiar** (2 x 3 pits), under all readings of
their sources. For every board there is the *margin*, the seeds that the player to move still gets minus those that the other
still gets, and the *distance*, the plies to the next capture or the end. Tables of *bounds* say what each side can force whatever a repetition pays.

Made by tihbat {version}. The same version writes the same bytes again. Every table was proven by `tihbat verify`; `checker.c` proves them
without that program.

{chr(10).join(lines)}

**Names.** `tihbat` and `modiar` are the games as the sources are read by the program. `-origin-skipped`: a lift longer than one lap skips its
origin. `-chain`: a capture continues backwards. `-no-singles`: a single seed cannot be lifted. `-slam-if-only`: a grand slam is legal if
there is no other move, and takes nothing. `-over-if-unfed`: a player who cannot feed an empty row ends the game and takes the seeds left.

**A trap.** In Modiar the first move captures nothing. A table does not know this rule, so its entry of the start board is not the value of
the game. `tables.csv`, `lines/` and `atlas/` have the value of the game.

**Columns.** `datapackage.json` says what each column of a CSV file means. Rows of `atlas/` have an empty field where a clause is as in the game.

**Licence.** The data are licensed under CC-BY-4.0 (<{LICENCE["path"]}>), by the tihbat authors. `checker.c` and `format.md` are part of the
program and have its licence: MIT or Apache-2.0, at your choice.
"""


def describe(out, version):
    """Writes README.md and datapackage.json about everything else in the folder."""
    resources = [resource(out, path) for path in sorted(out.rglob("*")) if path.is_file()]
    package = {
        "profile": "data-package",
        "name": "tihbat-and-modiar-solved",
        "title": "Tihbat and Modiar, solved",
        "description": "Perfect play in two small mancala games, under all readings of their sources",
        "version": version,
        "keywords": ["mancala", "retrograde analysis", "endgame tablebase", "combinatorial games"],
        "contributors": [{"title": "the tihbat authors", "role": "author"}],
        "licenses": [LICENCE],
        "resources": resources,
    }
    text = json.dumps(package, indent=2, ensure_ascii=False) + "\n"
    (out / "datapackage.json").write_text(text, encoding="utf-8", newline="\n")
    (out / "README.md").write_text(readme(out, version), encoding="utf-8", newline="\n")
