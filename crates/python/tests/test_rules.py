"""Rules: names, files, text, keywords, and what is said about a slip."""

from __future__ import annotations

from pathlib import Path

import pytest

import tihbat

from conftest import ROOT


def test_games_are_those_of_the_library() -> None:
    games = tihbat.games()
    assert list(games) == ["tihbat", "modiar", "awari", "oware"]
    assert all(games[name] == tihbat.Rules(name) and games[name].name == name for name in games)
    assert (games["modiar"].pits, games["modiar"].seeds, games["modiar"].has_opening_rule) == (6, 42, True)
    assert (games["tihbat"].kind, games["oware"].kind) == ("margins", "bounds")


def test_names_files_text_and_rules_mean_the_same() -> None:
    path = ROOT / "data/rules/tihbat-chain.toml"
    text = path.read_text()
    chain = tihbat.Rules("tihbat", capture_chain="backwards")
    for same in (path, str(path), text, chain):
        rules = tihbat.Rules(same)
        assert rules == chain and hash(rules) == hash(chain)
        assert tihbat.solve(same, max_seeds=5).info["rules"]["capture.chain"] == "backwards"
        assert tihbat.Game(same).rules == chain
    assert tihbat.Rules(chain.toml()) == chain != tihbat.Rules("tihbat")
    assert tihbat.Rules("awari-3x4") == tihbat.Rules("awari", pits=3, seeds_per_pit=4)


@pytest.mark.parametrize("name", sorted(path.name for path in (ROOT / "data/rules").glob("*.toml")))
def test_every_rules_file_is_read(name: str) -> None:
    rules = tihbat.Rules(ROOT / "data/rules" / name)
    assert tihbat.Rules(rules.toml()) == rules
    assert rules._repr_html_().count("<tr>") == 1 + len(rules.clauses)


def test_keywords_are_clauses() -> None:
    rules = tihbat.Rules("modiar", pits=2, start=[5, 0, 3, 1], capture_counts=(2, 3), capture_on_first_move=True, feeding="none")
    clauses = rules.clauses
    assert clauses["start"] == "5,0,3,1" and clauses["capture.counts"] == "2,3"
    assert clauses["capture.on_first_move"] == "true" and clauses["feeding"] == "none"
    assert rules.start.board == (5, 0, 3, 1) and not rules.has_opening_rule
    assert tihbat.Rules("tihbat", capture_counts=[]).clauses["capture.counts"] == "none"
    assert tihbat.Rules(rules, pits=2).clauses == clauses
    assert tihbat.Rules(tihbat.Rules("tihbat", pits=3), seeds_per_pit=2) == tihbat.Rules("tihbat-3x2")


def test_a_slip_gets_a_suggestion() -> None:
    for keywords, words in (
        ({"capture_chian": "none"}, 'did you mean "capture_chain"'),
        ({"seeds_per_pitt": 3}, 'did you mean "seeds_per_pit"'),
        ({"grand_slam": "forbiden"}, "grand_slam cannot be"),
        ({"pits": 9}, "pits cannot be"),
        ({"pits": -1}, "pits cannot be"),
        ({"pits": 2.5}, "pits is a text, a number"),
        ({"capture_counts": [2, 300]}, "capture_counts is a text"),
        ({"pits": 8, "seeds_per_pit": 8}, "at most 127"),
        ({"repetition": "own row"}, "repetition cannot be"),
    ):
        with pytest.raises(tihbat.RulesError, match=words):
            tihbat.Rules("tihbat", **keywords)  # type: ignore[arg-type]
    with pytest.raises(tihbat.RulesError, match='did you mean "tihbat"'):
        tihbat.solve("tibhat")
    with pytest.raises(tihbat.RulesError, match="line 2"):
        tihbat.Rules("base = 'tihbat'\npits = 'x'\nname = 'y'")
    with pytest.raises(FileNotFoundError):
        tihbat.Rules("nowhere.toml")
    with pytest.raises(FileNotFoundError):
        tihbat.Rules(Path("nowhere"))
    for wrong in (None, 5, object(), ["tihbat"]):
        with pytest.raises(tihbat.RulesError, match="rules are Rules"):
            tihbat.Rules(wrong)  # type: ignore[arg-type]


def test_boards_are_counted() -> None:
    rules = tihbat.Rules("awari")
    assert (rules.count(12), rules.count(48)) == (1_352_078, 279_871_768_995)
    assert len(rules.boards(3)) == rules.count(3)
    with pytest.raises(MemoryError):
        rules.boards(48)
    with pytest.raises(tihbat.PositionError):
        rules.count(128)


def test_positions_have_texts_and_pictures() -> None:
    rules = tihbat.Rules("tihbat")
    position = rules.position("1-2-3-4-10-8-N")
    assert (position.board, position.pits) == ((3, 4, 1, 2), (1, 2, 3, 4))
    assert (str(position), position.mover, position.captured) == ("1-2-3-4-10-8-N", "North", (10, 8))
    assert tihbat.Position([3, 4, 1, 2], "North", (10, 8)) == position != rules.start
    picture = position._repr_svg_()
    assert all(f">{seeds}</text>" in picture for seeds in (1, 2, 3, 4, 10, 8))
    with pytest.raises(tihbat.PositionError, match="28"):
        rules.position("1-2-3-4-0-0-S")
    with pytest.raises(tihbat.PositionError):
        tihbat.Position([1, 2, 3])


def test_an_atlas_is_what_solves_say() -> None:
    atlas = tihbat.atlas("tihbat", pits=(1, 2), seeds_per_pit=(1, 4), vary={"capture_chain": None}, each=True)
    assert len(atlas) == 16 == len(atlas.rows)
    for row in atlas.rows:
        rules = tihbat.Rules("tihbat", pits=row["pits"], seeds_per_pit=int(row["start"]), **{
            name.replace(".", "_"): value for name, value in row["reading"].items()
        })
        value = tihbat.Game(rules).value
        assert isinstance(value, tihbat.Value) and (row["margin"], row["distance"]) == (value.margin, value.distance)
    assert atlas.svg().startswith("<svg") and atlas.svg() == atlas._repr_svg_()
    assert tihbat.atlas("tihbat", pits=8).rows[0]["status"] == "left_out"
    for wrong in ({"pits": 0}, {"pits": (3, 2)}, {"vary": {"capture_chian": None}}, {"vary": {"start": None}}):
        with pytest.raises(tihbat.RulesError):
            tihbat.atlas("tihbat", **wrong)  # type: ignore[arg-type]
