"""The web page in a real browser, used like a person uses it: clicks, keys, back and forward, files, a phone.

python3 tests/web/browser.py TIHBAT ADDRESS DATA [SHOTS] [--served]

Plays at ADDRESS (a page that `tihbat site` wrote or `tihbat serve` serves), checks what it shows against the program, and
leaves pictures in the folder SHOTS. With AXE, the file of axe-core, in the environment the pages are checked for
accessibility. Ends with 0 if all is well.
"""

import os
import random
import re
import shutil
import subprocess
import sys
import time
from math import comb
from pathlib import Path

from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select

import looks
from page import DASH, MINUS, Page, browser, expected, half, resident, result, score, settle


def check_against_program(page, game, moves=None, *flags):
    """Everything shown about a position is what the program says."""
    position = page.position()
    # Pits alone may hold any number of seeds.
    asked = [position.removesuffix("-0-0-S")] if moves is None else ["--moves", moves]
    best = page.program("best", game, *asked, *flags)
    assert page.moves() == [expected(position, move) for move in best["moves"]], (game, position, page.moves())
    for move in best["moves"]:
        if move["move"] == "pass":
            assert page.id("pass").is_displayed()
            continue
        label, row = page.label(move["move"][0]), expected(position, move)
        assert row["words"] in label and ("best" in label) == move["best"], label
        south, north = score(position, move["margin"])
        lead = (south - north) * (1 if position[-1] == "S" else -1)
        sign = "" if lead == 0 else f" {'+' if lead > 0 else MINUS}{half(abs(lead))}"
        assert page.badge(move["move"][0]) == f"{row['badge']}{sign}", page.badge(move["move"][0])
    if best["moves"]:
        value = page.program("value", game, *asked, *flags)
        assert result(value["final"]["south"], value["final"]["north"]) in page.text("result"), page.text("result")
        if value["distance"]:
            assert f"in {value['distance']} move" in page.text("result"), page.text("result")


def looks_at_many_positions(page, chance):
    for game, pits, seeds in [("tihbat", 4, 28), ("modiar", 6, 42)]:
        for _ in range(8):
            board = [0] * pits
            for _ in range(chance.randrange(1, seeds + 1)):
                board[chance.randrange(pits)] += 1
            page.go(game, position="-".join(map(str, board)))
            check_against_program(page, game)


def plays_a_game_by_clicks(page, chance):
    """Plays to the end by clicking pits; the total of seeds does not change."""
    page.go("tihbat")
    for _ in range(200):
        if "The game is over" in page.text("status"):
            break
        move = chance.choice(page.moves())["move"]
        page.after(page.id("pass").click if move == "pass" else page.hole(move[0]).click)
        assert sum(int(number) for number in page.position().split("-")[:-1]) == 28
    assert re.search(r"South wins|North wins|Draw", page.text("status")), page.text("status")
    assert page.all("#moves li") == []


def plays_the_main_line_by_keys(page, game):
    """Types the main line, letter by letter; the last position is the program's, and nothing was given away."""
    page.go(game)
    line = page.program("line", game)
    for ply, move in enumerate(line["moves"]):
        assert page.after(lambda: page.keys("p" if move["move"] == "pass" else move["move"][0].lower())) == move["position"]
        if ply % 9 == 0:
            check_against_program(page, game, " ".join(played["move"] for played in line["moves"][: ply + 1]))
    assert "The game is over" in page.text("status")
    assert result(line["final"]["south"], line["final"]["north"]) in page.text("result"), page.text("result")
    assert page.played() == [move["move"] for move in line["moves"]], page.played()
    # A right choice is right for both sides.
    assert re.search(r"South 100 %\s+North 100 %", page.text("accuracy")), page.text("accuracy")


def uses_the_keyboard_alone(page):
    """Tab goes to the pits, Enter plays, other keys step, flip and tell all keys."""
    page.go("tihbat", position="7-7-7-7")
    page.go("tihbat")
    page.js("document.getElementById('play').focus()")
    for _ in range(8):
        page.keys(Keys.TAB)
        if page.driver.switch_to.active_element.get_attribute("data-pit") == "A":
            break
    assert f"13{DASH}15, loses by 2" in page.text("hint"), page.text("hint")
    page.keys(Keys.TAB)
    assert page.driver.switch_to.active_element.get_attribute("data-pit") == "B"
    outline = page.js("return getComputedStyle(document.activeElement.parentNode.querySelector('.focus')).stroke")
    assert outline != "none", "the focus cannot be seen"
    assert page.after(lambda: page.keys(Keys.ENTER)) == "8-2-9-9-0-0-N"
    assert page.text("status").startswith("South plays B. North to move."), page.text("status")
    assert page.driver.switch_to.active_element.get_attribute("data-pit") == "a"
    page.after(lambda: page.keys(Keys.ENTER))
    page.after(lambda: page.keys("m"))
    end = page.position()
    for keys, at in [(Keys.HOME, "0"), (Keys.ARROW_RIGHT, "1"), (Keys.ARROW_RIGHT, "2"), (Keys.ARROW_LEFT, "1"), (Keys.END, None)]:
        page.after(lambda: page.keys(keys))
        assert page.parameters().get("ply") == at, (keys, page.parameters())
        assert len(page.played()) == 3, "stepping keeps the game"
    assert page.position() == end
    page.after(lambda: page.keys("u"))
    assert len(page.played()) == 2
    page.keys("?")
    assert page.id("keys").is_displayed() and "flip the board" in page.text("keys-list")
    page.keys(Keys.ESCAPE)
    assert not page.id("keys").is_displayed()


def flips(page):
    """The flipped board shows North below; this and other settings survive a reload."""
    page.go("modiar", moves="C.b")
    place = lambda name: page.hole(name).rect
    assert place("A")["y"] > place("a")["y"] and place("A")["x"] < place("C")["x"]
    page.keys("x")
    assert place("A")["y"] < place("a")["y"] and place("A")["x"] > place("C")["x"]
    page.click("practice-box")
    page.click("positions")
    page.click("letters")
    page.driver.refresh()
    assert page.position() and place("A")["y"] < place("a")["y"], "the setting survives"
    assert page.all("#moves code"), "positions are shown"
    page.keys("a")
    settle()
    assert page.parameters().get("moves") == "C.b", "letter keys are off"
    page.click("flip")
    page.js("localStorage.clear()")
    page.driver.refresh()
    page.position()
    assert not page.all("#moves code"), "positions are shown on demand only"


def goes_back_and_forward(page):
    page.go("tihbat")
    seen = [page.position()]
    for name in "Aa":
        seen.append(page.after(page.hole(name).click))
    for at in (1, 0):
        assert page.after(page.driver.back) == seen[at]
    page.driver.forward()
    assert page.after(page.driver.forward) == seen[2]
    page.driver.refresh()
    assert page.position() == seen[2] and len(page.played()) == 2
    assert page.after(page.id("undo").click) == seen[1]
    assert len(page.played()) == 1
    for name, at in [("first", 0), ("last", 1), ("back", 0), ("forward", 1)]:
        assert page.after(page.id(name).click) == seen[at] and len(page.played()) == 1
    for key, at in [("z", 0), ("y", 1)]:
        assert page.after(ActionChains(page.driver).key_down(Keys.CONTROL).send_keys(key).key_up(Keys.CONTROL).perform) == seen[at]


def keeps_the_game_in_view(page):
    """A long game: the list scrolls to the move shown, and going to a move keeps the rest of the game."""
    line = [move["move"][0] for move in page.program("line", "tihbat")["moves"]]
    page.go("tihbat", moves=".".join(line))
    assert page.js("const list = document.getElementById('played'); return list.scrollHeight > list.clientHeight && list.scrollTop > 0")
    page.after(page.driver.find_element(By.CSS_SELECTOR, "#played button[data-ply='3']").click)
    assert len(page.played()) == len(line) and page.parameters()["ply"] == "3"
    inside = "const now = document.querySelector('#played [aria-current]').getBoundingClientRect(), box = document.getElementById('played').getBoundingClientRect(); return now.top >= box.top - 1 && now.bottom <= box.bottom + 1"
    assert page.js(inside), "the current move is in view"
    page.after(lambda: page.keys(Keys.END))
    assert page.js(inside)
    # A click on the graph goes to the move below it.
    drawn = page.driver.find_element(By.CSS_SELECTOR, "#graph svg")
    page.after(lambda: ActionChains(page.driver).move_to_element_with_offset(drawn, 0, 0).click().perform())
    assert abs(int(page.parameters()["ply"]) - len(line) / 2) <= 3, page.parameters()


def says_what_was_given_away(page):
    """The marks of a judged game are those of `tihbat judge`."""
    moves = "B.a.A.a.B.b.A.b.B.a"
    page.go("tihbat", moves=moves)
    record = Path(page.data).parent / "judged.ogn"
    record.write_text('[Variant "tihbat"]\n\n' + " ".join(moves.split(".")) + "\n")
    judged = page.program("judge", str(record), "tihbat")
    told = [f"{MINUS}{move['gives_away']}" if move["gives_away"] else "" for move in judged["moves"]]
    assert any(told), "the game has mistakes"
    shown = [re.sub(r"^[A-Za-z]+(\+\d+)?", "", text) for text in page.played()]
    assert [text.lstrip("? ") for text in shown] == told, (shown, told)
    assert all(("?" in text) == bool(lost) for text, lost in zip(shown, told))
    for side in ("south", "north"):
        accuracy = judged[side]["accuracy"]
        percent = int(100 * accuracy + 0.5)
        assert f"{side.capitalize()} {percent} %" in page.text("accuracy"), (page.text("accuracy"), judged[side])


def edits_and_pastes(page):
    page.go("modiar")
    page.click("edit-box")
    order = [field.get_attribute("id") for field in page.all("#edit input")][:6]
    assert order == [f"pit-{name}" for name in "cbaABC"], "the fields are in the order of the board"
    fill = lambda name, text: (page.id(name).clear(), page.id(name).send_keys(text))
    show = lambda form: page.driver.find_element(By.CSS_SELECTOR, f"#{form} button[type=submit]").click()
    for name, seeds in zip("ABCabc", [3, 0, 2, 1, 4, 5]):
        fill(f"pit-{name}", str(seeds))
    page.after(lambda: show("edit"))
    assert page.parameters()["position"] == "3-0-2-1-4-5"
    check_against_program(page, "modiar")
    for bad in ["-1", "128", ""]:
        fill("pit-b", bad)
        show("edit")
        page.wait("a complaint", lambda: "pit b is a number of seeds from 0 to 127" in page.text("edit-problem").lower())
        assert page.id("pit-b").get_attribute("aria-invalid") == "true"
    fill("pit-b", "4")
    fill("edit-north", "5")
    show("edit")
    page.wait("a complaint", lambda: "42" in page.text("edit-problem"))
    page.click("share-box")
    for pasted, name, value in [("1. C b 2. A", "moves", "C.b.A"), ("1-2-3-4-15-6-8-3-N", "position", "1-2-3-4-15-6-8-3-N")]:
        fill("pasted", pasted)
        page.after(lambda: show("paste"))
        assert page.parameters()[name] == value
    check_against_program(page, "modiar")
    fill("pasted", "7-7-7")
    show("paste")
    page.wait("a complaint", lambda: "3" in page.text("paste-problem"))


def opens_and_saves(page, folder):
    """A record is saved, opened by button, and dropped."""
    page.go("tihbat", moves="A.a.A.b")
    page.click("share-box")
    page.click("ogn")
    file = folder / "tihbat.ogn"
    page.wait("a file", lambda: file.exists() and file.read_text().count("A a") == 1)
    judged = page.program("judge", str(file), "tihbat")
    assert [move["move"] for move in judged["moves"]] == ["A", "a", "A", "b"]
    page.after(page.id("new").click)
    page.after(lambda: page.id("file").send_keys(str(file)))
    assert page.parameters()["moves"] == "A.a.A.b"
    page.after(page.id("new").click)
    drop = "const data = new DataTransfer(); data.items.add(new File([arguments[0]], 'game.ogn')); document.dispatchEvent(new DragEvent('drop', { dataTransfer: data, bubbles: true, cancelable: true }))"
    page.after(lambda: page.js(drop, file.read_text().replace("A b", "B b")))
    assert page.parameters()["moves"] == "A.a.B.b"
    for wrong, words in [("A A", "no game of these rules: line 3, column 6"), ("A Z", "cannot be read: line 3, column 6")]:
        page.js(drop, f'[Variant "tihbat"]\n\n1. {wrong}\n')
        page.wait("a complaint", lambda: page.id("problem").is_displayed() and words in page.text("problem"))
        assert "game.ogn" in page.text("problem")
        assert page.parameters()["moves"] == "A.a.B.b", "the game shown stays"
    page.click("table-file")
    table = folder / "tihbat.mtb"
    page.wait("the table", lambda: table.exists() and table.stat().st_size == 76_920)
    subprocess.run([page.tihbat, "verify", str(table)], check=True, capture_output=True)


def says_what_is_wrong_with_an_address(page):
    for bad, words in [("7-7-7-300", "300"), ("<b>", "<b>")]:
        page.go("tihbat", position=bad)
        page.wait("a complaint", lambda: page.id("problem").is_displayed() and words in page.text("problem"))
        # What is shown is the start, with everything that belongs to it.
        assert page.shown() == "7-7-7-7-0-0-S" and len(page.moves()) == 2
    page.driver.find_element(By.CSS_SELECTOR, "#problem button").click()
    assert not page.id("problem").is_displayed(), "the banner can be put away"
    page.go("tihbat", moves="A.Z")
    page.wait("a complaint", lambda: "Z" in page.text("problem"))
    page.after(page.hole("A").click)
    assert not page.id("problem").is_displayed(), "the next move clears the banner"
    for path in ["play.html?game=chess", "game.html?game=chess", "puzzles.html?game=chess"]:
        page.open(path)
        page.wait("a complaint", lambda: 'no game "chess"' in page.text("problem"))
        empty = [heading.text for heading in page.all("main h2") if heading.is_displayed() and not heading.find_element(By.XPATH, "..").text.replace(heading.text, "").strip()]
        assert empty == [], f"headings without anything below: {empty}"


def answers_about_more_seeds(page):
    """A board with more seeds than the game: the table grows, or a sentence says why not and nothing old stays."""
    page.go("tihbat")
    page.go("tihbat", position="20-20-0-5")
    check_against_program(page, "tihbat", None, "--set", "start=20,20,0,5")
    page.after(page.id("best").click)
    page.after(page.id("new").click)
    check_against_program(page, "tihbat")
    page.go("modiar")
    page.go("modiar", position="40-40-1-1-1-1")
    page.wait("a complaint", lambda: page.id("problem").is_displayed() and "a page solves up to 30,000,000" in page.text("problem"))
    assert page.shown() == "7-7-7-7-7-7-0-0-S"
    check_against_program(page, "modiar")
    page.after(page.id("best").click)


def ends_by_repetition_and_passes(page):
    """1-1-0-0: South plays A, which changes nothing; North must pass; the board has occurred again."""
    page.go("tihbat", position="1-1-0-0")
    page.after(page.hole("A").click)
    assert page.id("pass").is_displayed() and "North has no move and must pass" in page.text("status")
    page.after(page.id("pass").click)
    assert "North cannot move and passes. The game is over: the board came again" in page.text("status"), page.text("status")
    # In a game with an open clause nobody knows who gets the seeds.
    page.go("tihbatopen", position="1-1-0-0")
    page.after(page.hole("A").click)
    page.after(page.id("pass").click)
    assert "2 seeds left open" in page.text("result") and "the rules leave open who gets the seeds left" in page.text("result"), page.text("result")


def knows_what_was_seen(page):
    """Inside a game the numbers are exactly those of the program with the same moves."""
    for game, moves in [("tihbat", "A.b.B.a"), ("tihbat", "B.a.A.b.A"), ("tihbat", "A.a.A.b.B.b.B.b.B"), ("modiar", "C.b.A"), ("modiar", "B.a"), ("modiar", "A.c.B.a.C.b")]:
        page.go(game, moves=moves)
        position = page.position()
        best = page.program("best", game, "--moves", moves.replace(".", " "))
        assert page.moves() == [expected(position, move) for move in best["moves"]], (game, moves)


def practises_against_the_table(page):
    page.go("tihbat")
    page.click("practice-box")
    page.click("hide")
    page.wait("hidden numbers", lambda: "The numbers are hidden" in page.text("result"))
    assert page.label("A") == "Pit A, 7 seeds" and page.badge("A") == ""
    Select(page.id("opponent")).select_by_value("N")
    page.hole("B").click()
    page.wait("the table's answer", lambda: page.parameters().get("moves", "").count(".") == 1)
    answer = page.program("best", "tihbat", "--moves", "B")["moves"][0]
    assert page.position() == answer["position"]
    page.click("undo")
    page.wait("both moves are undone", lambda: "moves" not in page.parameters() and page.position() == "7-7-7-7-0-0-S")
    Select(page.id("opponent")).select_by_value("")
    page.click("hide")


def steps_through_the_main_line(page, game):
    page.go(game)
    page.click("line-box")
    line = page.program("line", game)
    ready = lambda: [button.text for button in page.all("#line button")] == [move["move"] for move in line["moves"]]
    page.wait("the line", ready)
    at = min(6, len(line["moves"]) - 1)
    assert page.after(page.all("#line button")[at].click) == line["moves"][at]["position"]
    page.after(page.id("first").click)
    page.after(page.id("new").click)
    page.click("line-box")
    assert page.after(page.id("best").click) == line["moves"][0]["position"]


def teaches(page):
    """Four sentences, and an example that really captures."""
    page.go("modiar")
    page.click("howto-box")
    page.wait("the example", lambda: page.all("#example svg.board"))
    assert len(page.all("#howto li")) == 4
    page.wait("its words", lambda: re.search(r"(South|North) lifts [A-Ca-c] and captures \d", page.text("example")))


def shows_the_figures(page, game):
    page.open(f"game.html?game={game}")
    layers = page.program("layers", game)
    rows = page.all("#layers tbody tr")
    assert len(rows) == len(layers)
    last = [cell.get_attribute("textContent") for cell in rows[-1].find_elements(By.TAG_NAME, "td")]
    assert last[:5] == [f"{layers[-1][field]:,}" for field in ["seeds", "boards", "won", "drawn", "lost"]], last
    assert f"{layers[-1]['boards']:,} boards" in page.text("margins-about")
    most = max(layer["max_distance"] or 0 for layer in layers)
    assert f"{most} moves" in page.text("longest-about"), page.text("longest-about")
    end = page.driver.find_element(By.CSS_SELECTOR, "#longest [aria-label='To the end']")
    page.js("arguments[0].scrollIntoView({ block: 'center' })", end)
    end.click()
    assert f"Move {most} of {most}" in page.text("longest"), page.text("longest")
    clauses = page.all("#rules tbody tr")
    assert len(clauses) == 13 and all(len(row.text.splitlines()) >= 2 for row in clauses)
    main = page.driver.find_element(By.TAG_NAME, "main").text
    assert not re.search(r"undefined|NaN|\bnull\b", main), main
    value = page.program("value", game)
    assert result(value["final"]["south"], value["final"]["north"]) in page.text("start")
    assert len(page.all("#howto li")) == 4 and page.all("#details li")
    traps = page.all("#traps li")
    assert traps, "there are traps"
    # A trap is one: the move that is named gives away what is said.
    words = traps[0].find_element(By.CSS_SELECTOR, ".solved").text
    at = traps[0].find_element(By.CSS_SELECTOR, "a").get_attribute("aria-label").removeprefix("Look at it: ")
    move, lost = re.search(r": (\S+) gives away (\d+)", words).groups()
    best = page.program("best", game, at.removesuffix("-0-0-S"))["moves"]
    worth = {found["move"]: found["margin"] for found in best}
    assert best[0]["margin"] - worth[move] == int(lost), (words, best)


def solves_puzzles(page):
    page.open("puzzles.html?game=tihbat")
    for _ in range(4):
        position = page.id("explore").get_attribute("href").split("position=")[1]
        best = page.program("best", "tihbat", position.removesuffix("-0-0-S"))["moves"]
        kinds = [expected(best_position(position), move)["badge"] for move in best]
        assert kinds[0] in ("Win", "Draw") and kinds[0] not in kinds[1:], (position, kinds)
        assert ("wins" if kinds[0] == "Win" else "holds the draw") in page.text("task"), page.text("task")
        page.hole(best[1]["move"][0]).click()
        page.wait("a verdict", lambda: page.text("verdict").startswith("No:"))
        page.click("again")
        page.wait("the puzzle again", lambda: page.text("verdict") == "")
        page.hole(best[0]["move"][0]).click()
        page.wait("a verdict", lambda: page.text("verdict").startswith("Right."))
        page.click("next")
        page.wait("another puzzle", lambda: page.text("verdict") == "")
    assert page.text("tally") == "Solved at the first try: 0 of 4.", page.text("tally")
    page.js("localStorage.clear()")


def best_position(position):
    """A position with its captured seeds and side, even if the pits alone were given."""
    return position if position[-1] in "SN" else f"{position}-0-0-S"


def changes_rules(page):
    """Any rules: a changed clause is solved again, and agrees with the program."""
    page.open("rules.html")
    def check(*flags):
        value = page.program("value", "tihbat", *flags)
        assert result(value["final"]["south"], value["final"]["north"]) in page.text("result"), (flags, page.text("result"))
    def change(act):
        before = page.driver.current_url
        act()
        page.wait("another result", lambda: page.driver.current_url != before and page.shown())
    check()
    change(lambda: Select(page.id("clause-capture.chain")).select_by_value("backwards"))
    check("--set", "capture.chain=backwards")
    seeds = page.id("clause-seeds_per_pit")
    change(lambda: (seeds.clear(), seeds.send_keys("5"), seeds.send_keys(Keys.TAB)))
    check("--set", "capture.chain=backwards", "--seeds-per-pit", "5")
    address = page.driver.current_url
    page.driver.get("about:blank")
    page.driver.get(address)
    page.wait("the result", page.shown)
    check("--set", "capture.chain=backwards", "--seeds-per-pit", "5")
    assert len(page.all(".clause.changed")) == 2
    page.wait("what is one change away", lambda: page.js("return document.body.dataset.atlas"), 60)
    rows = [row.text for row in page.all("#atlas tbody tr")]
    row = next(row for row in rows if row.startswith("Capture: chain: none"))
    value = page.program("value", "tihbat", "--seeds-per-pit", "5")
    assert result(value["final"]["south"], value["final"]["north"]) in row, row
    page.driver.find_element(By.CSS_SELECTOR, "#about + section + details summary").click()
    rules = Path(page.data).parent / "changed.toml"
    rules.write_text(page.text("file"))
    assert page.program("value", str(rules))["final"] == page.program("value", "tihbat", "--set", "capture.chain=backwards", "--seeds-per-pit", "5")["final"]
    # The board page plays by the same rules.
    page.click("play-link")
    page.wait("the board", lambda: "play.html" in page.driver.current_url and page.position())
    best = page.program("best", "tihbat", "--set", "capture.chain=backwards", "--seeds-per-pit", "5")["moves"]
    assert page.moves() == [expected(page.position(), move) for move in best]
    page.open("rules.html?game=tihbat&set=pits:8;seeds_per_pit:7")
    page.wait("a complaint", lambda: "use the program" in page.text("problem"))
    assert "No result" in page.text("result") and not page.all("#moves li")


def greets(page):
    """One card for each game, with its result."""
    page.open("index.html")
    words = page.driver.find_element(By.TAG_NAME, "main").text
    value = page.program("value", "tihbat")["final"]
    assert f"Solved: the second player wins {value['north']}{DASH}{value['south']}" in words, words
    names = [link.get_attribute("aria-label") for link in page.all(".card a.strong[aria-label]")]
    assert "Play Tihbat" in names and "Play Modiar" in names
    # Addresses of the first edition still work.
    page.driver.get(f"{page.address}index.html?game=tihbat&moves=A.b")
    page.wait("the board", lambda: "play.html" in page.driver.current_url and page.position() and len(page.played()) == 2)


def shows_bounds(page, game, asked):
    """A game that leaves open what a repetition pays."""
    page.go(game)
    value, best = page.program("value", asked), page.program("best", asked)["moves"]
    assert [row.get_attribute("data-move") for row in page.all("#moves li")] == [move["move"] for move in best]
    span = lambda low, high: str(low) if low == high else f"{low}{DASH}{high}"
    assert f"South {span(value['least']['south'], value['most']['south'])}, North {span(value['least']['north'], value['most']['north'])}" in page.text("result"), page.text("result")
    name = best[0]["move"][0]
    seeds = sum(int(part) for part in page.position().split("-")[:-3])
    mine = span(best[0]["forced"], seeds - best[0]["forced_other"])
    assert page.badge(name).endswith(mine), page.badge(name)
    position = page.after(page.hole(name).click)
    assert position == best[0]["position"]
    value = page.program("value", asked, "--moves", name)
    assert f"South {span(value['least']['south'], value['most']['south'])}" in page.text("result"), page.text("result")
    page.open(f"game.html?game={game}")
    fields = ["seeds", "boards", "independent", "dependent", "nothing_forced", "max_forced"]
    for row, layer in zip(page.all("#layers tbody tr"), page.program("layers", asked), strict=True):
        shown = [cell.get_attribute("textContent") for cell in row.find_elements(By.TAG_NAME, "td")]
        assert shown[:6] == [f"{layer[field]:,}" for field in fields], shown
    assert not page.id("margins-box").is_displayed() and not page.id("longest-box").is_displayed()
    main = page.driver.find_element(By.TAG_NAME, "main").text
    assert not re.search(r"undefined|NaN|\bnull\b", main), main


def reads_an_offered_table(page):
    """A table that is read by ranges gives the answers of one that is solved in the page."""
    script = """
    const done = arguments[arguments.length - 1];
    const [{ OfferedTable }, { Solver }] = await Promise.all([import("./offered.js"), import("./solver.js")]);
    const solver = await Solver.start();
    try {
      for (const [name, file] of arguments[0]) {
        const rules = await solver.rules({ game: name });
        const [whole, moves] = [await solver.solve(rules), await solver.solve(rules, { maxSeeds: 0 })];
        const offered = await OfferedTable.open({ name, table: { file } }, moves);
        for (let at = 0; at < 40; at++) {
          const position = at === 0 ? undefined : (await whole.random({ seed: at })).position;
          const [one, other] = [await whole.position({ position }), await offered.position({ position })];
          const bare = ({ moves, ...answer }) => JSON.stringify([answer.margin, answer.distance, answer.forced, answer.forced_other, moves.map(({ move, margin, distance, forced, forced_distance, forced_other, forced_other_distance, best, position }) => [move, margin, distance, forced, forced_distance, forced_other, forced_other_distance, best, position])]);
          if (at > 0 && bare(one) !== bare(other)) return done(`${name} ${position}: ${bare(one)} ${bare(other)}`);
        }
      }
      done("equal");
    } catch (error) {
      done(`${error.name}: ${error.message}`);
    }
    """
    page.open("index.html")
    page.driver.set_script_timeout(60)
    files = [["tihbat", "tables/tihbat.mtb"], ["oware-3x2", "tables/oware-3x2.mtb"]]
    wrapped = "(async () => {" + script.replace("arguments[arguments.length - 1]", "given[given.length - 1]").replace("arguments[0]", "given[0]") + "})()"
    told = page.driver.execute_async_script(f"const given = arguments; {wrapped}", files)
    assert told == "equal", told


def plays_without_a_network(page):
    """Once the page is there it needs no network: a whole game of Modiar, move by move, with the network cut."""
    page.open("play.html?game=modiar")
    check_against_program(page, "modiar")
    settle()
    page.requests()
    page.network(offline=True)
    try:
        for _ in range(200):
            if "The game is over" in page.text("status"):
                break
            page.after(lambda: page.keys("m"))
        line = page.program("line", "modiar")
        assert result(line["final"]["south"], line["final"]["north"]) in page.text("result"), page.text("result")
        page.wait("the accuracy", lambda: page.id("accuracy").is_displayed())
        assert "gave away" not in page.text("accuracy"), page.text("accuracy")
        page.click("line-box")
        page.click("howto-box")
        page.click("edit-box")
        page.after(page.id("random").click)
        assert page.requests() == [], "nothing was asked for"
    finally:
        page.network()


def shows_the_board_at_once(page, measure):
    """On a slow host the board is there before the solver, with the share that is loaded."""
    page.driver.execute_cdp_cmd("Network.clearBrowserCache", {})
    page.network(speed=1_000_000)
    try:
        page.driver.get(f"{page.address}play.html?game=tihbat")
        page.wait("the board", lambda: page.all("#board .hole"))
        assert not page.shown(), "the solver is not there yet"
        seen = set()
        end = time.time() + 60
        while time.time() < end and not page.shown():
            seen.add(page.js("return document.getElementById('loading').hidden ? '' : document.getElementById('loading').textContent"))
        assert any(re.search(r"\d+ %", words) for words in seen), seen
        measure(f"over 1 MB/s: {len(seen)} states of progress, the last {sorted(seen)[-1]!r}")
    finally:
        page.network()


def forgets_tables(page, measure):
    """A tab that has shown many games holds one table, not all of them."""
    def memory(path):
        page.open(path)
        # Once the table is kept, what was copied for that is free again.
        settle(2)
        page.driver.execute_cdp_cmd("HeapProfiler.collectGarbage", {})
        settle(0.5)
        return resident(page.driver)

    small = memory("play.html?game=tihbat")
    first = memory("play.html?game=modiar")
    # Without a reload: each larger board needs a table of its own.
    page.open("play.html?game=tihbat")
    for seeds in (60, 61, 62, 63):
        page.go("tihbat", position=f"{seeds}-{seeds}-0-1")
    later = memory("play.html?game=modiar")
    for _ in range(5):
        page.open("play.html?game=modiar")
    last = memory("play.html?game=modiar")
    measure("memory of the tab: " + ", ".join(f"{name} {bytes >> 20} MiB" for name, bytes in [("Tihbat", small), ("Modiar", first), ("Modiar after five other tables", later), ("after six reloads", last)]))
    # Modiar needs 45 MB to be solved, 25 MB for its file, and another 25 MB on its way to the worker or the browser's store; twice that
    # would be two tables. Chromium itself keeps about 90 MiB more after five workers, but not after more of them.
    assert 30 << 20 < first - small < 140 << 20, (small, first)
    assert later < first + (140 << 20), (first, later)
    assert last < later + (40 << 20), (later, last)


STORE = """
const database = await new Promise((resolve, reject) => {
  const request = indexedDB.open("tihbat", 1);
  request.onsuccess = () => resolve(request.result);
  request.onerror = () => reject(request.error);
});
const within = (mode, work) => new Promise((resolve, reject) => {
  const transaction = database.transaction("tables", mode);
  const request = work(transaction.objectStore("tables"));
  // Only then it is written, whatever happens to this page.
  transaction.oncomplete = () => resolve(request.result);
  transaction.onabort = () => reject(transaction.error);
});
try { %s } finally { database.close(); }
"""


def stored(page, script, *given):
    """Does something with the tables that the browser keeps."""
    return page.later(STORE % script, *given)


def keeps_what_it_solved(page, measure):
    """A reload reads Modiar instead of solving it; what is damaged or of another solver is not read; without storage all works."""
    solving = """
    window.toldSolving = false;
    new MutationObserver(() => {
      const place = document.getElementById("loading");
      if (place && !place.hidden && place.textContent.includes("Solving")) window.toldSolving = true;
    }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
    """
    page.driver.set_script_timeout(60)
    ends = [page.before_scripts(solving)]
    keys = lambda: stored(page, "return within('readonly', (store) => store.getAllKeys());")
    saved = lambda key: stored(page, "return (await within('readonly', (store) => store.get(given[0])))?.saved ?? null;", key)

    def opens(name="modiar"):
        begun = time.time()
        page.open(f"play.html?game={name}")
        seconds = time.time() - begun
        assert result(20, 22) in page.text("result"), page.text("result")
        return page.js("return window.toldSolving"), seconds

    try:
        page.open("index.html")
        # Before the first table the store has no place for tables.
        page.later("await new Promise((resolve) => { const request = indexedDB.deleteDatabase('tihbat'); request.onsuccess = request.onblocked = resolve; })")
        solved, first = opens()
        assert solved, "the first time it is solved"
        page.wait("the table is kept", lambda: len(keys()) == 1)
        [key] = keys()
        assert re.fullmatch(r'[0-9a-f]{16} \{"game":"modiar"\}', key), key
        solved, again = opens()
        assert not solved, "it is solved a second time"
        measure(f"Modiar: {first:.1f} s solved, {again:.1f} s kept")
        for name, harm in [
            ("cut short", "kept.bytes = kept.bytes.slice(0, 1000);"),
            ("one bit changed", "new Uint8Array(kept.bytes)[5_000_000] ^= 4;"),
            ("no bytes", "kept.bytes = 'x';"),
            ("a table of another game", "kept.bytes = await (await fetch('tables/tihbat.mtb')).arrayBuffer();"),
        ]:
            before = saved(key)
            stored(page, "const kept = await within('readonly', (store) => store.get(given[0])); " + harm + " await within('readwrite', (store) => store.put(kept));", key)
            assert opens()[0], f"{name}: it is used"
            page.wait(f"{name}: it is kept anew", lambda: (saved(key) or 0) > before)
            assert not opens()[0], f"{name}: what is kept anew is used"
        # A table of another solver is not read, and goes when this solver keeps one.
        stored(page, "const kept = await within('readonly', (store) => store.get(given[0])); kept.key = kept.key.replace(/^./, (digit) => (digit === 'a' ? 'b' : 'a')); await within('readwrite', (store) => store.clear()); await within('readwrite', (store) => store.put(kept));", key)
        assert key not in keys()
        assert opens()[0], "a table of another solver is used"
        page.wait("only this solver's table is kept", lambda: keys() == [key])
        for refusal in ["Object.defineProperty(window, 'indexedDB', { get() { throw new DOMException('no', 'SecurityError'); } });", "indexedDB.open = () => ({});"]:
            ends.append(page.before_scripts(refusal))
            assert opens()[0], "without storage it is solved"
            ends.pop()()
        page.open("index.html")
    finally:
        for end in ends:
            end()


def refuses_what_is_too_large(page, site):
    """A game that is too large for a page is refused in a sentence at once, and the page goes on; a table on the site is read by ranges."""
    awari = "pits:6;seeds_per_pit:4;sowing.first:next;sowing.origin_on_laps:skipped;capture.counts:2,3;capture.where:opponent;capture.chain:backwards"
    boards = f"{comb(48 + 12, 12):,}"
    begun = time.time()
    page.driver.get(f"{page.address}play.html?game=tihbat&set={awari}")
    page.wait("a sentence", lambda: page.id("problem").is_displayed() and boards in page.text("problem"))
    told = page.text("problem")
    assert f"There are {boards} boards with up to 48 seeds in 12 pits; a page solves up to 30,000,000" in told, told
    assert time.time() - begun < 20, "it takes long to say that"
    # The page shows a game that it can solve, and answers.
    assert page.position() == "7-7-7-7-0-0-S", page.position()
    assert page.after(page.hole("B").click) == "8-2-9-9-0-0-N"
    page.open("rules.html")
    page.driver.get(f"{page.address}rules.html?set={awari}")
    page.wait("a sentence", lambda: boards in page.driver.find_element(By.TAG_NAME, "main").text)
    ticks = page.later("let ticks = 0; const end = performance.now() + 500; while (performance.now() < end) { await new Promise((next) => setTimeout(next, 10)); ticks++; } return ticks;")
    assert ticks > 10, f"the page hardly runs: {ticks} ticks in half a second"
    if not (site / "play.html").exists():
        return
    # The same pages with a lower limit: for them Modiar is too large, and its table is on the site.
    small = site / "small"
    small.mkdir(exist_ok=True)
    for file in site.iterdir():
        if file.suffix in (".html", ".js", ".css", ".svg", ".wasm", ".json"):
            shutil.copy(file, small)
    (small / "tables").symlink_to(site / "tables")
    engine = (small / "engine.js").read_text()
    assert "const MOST = 30_000_000;" in engine
    (small / "engine.js").write_text(engine.replace("const MOST = 30_000_000;", "const MOST = 1_000_000;"))
    try:
        page.requests()
        page.open("small/play.html?game=modiar")
        asked = [url for url in page.requests() if url.endswith("tables/modiar.mtb")]
        loaded = page.js("return performance.getEntriesByType('resource').filter((it) => it.name.endsWith('modiar.mtb')).reduce((sum, it) => sum + it.encodedBodySize, 0)")
        assert asked and 0 < loaded < 1_000_000, f"{len(asked)} requests, {loaded} bytes"
        check_against_program(page, "modiar")
        best = page.program("best", "modiar")["moves"][0]
        assert page.after(page.hole(best["move"][0]).click) == best["position"]
        assert result(20, 22) in page.text("result"), page.text("result")
        page.driver.get(f"{page.address}small/play.html?game=modiar&set=seeds_per_pit:6")
        page.wait("a sentence", lambda: page.id("problem").is_displayed() and "a page solves up to 1,000,000" in page.text("problem"))
    finally:
        shutil.rmtree(small)


def fits_its_screen(page):
    """The board and its controls fit a low screen; nothing is wider than a phone; pits can be touched."""
    page.size(1366, 650)
    for game in ["tihbat", "modiar"]:
        page.go(game)
        for name in ["board", "first", "best", "status", "result"]:
            box = page.id(name).rect
            assert 0 <= box["y"] and box["y"] + box["height"] <= 650, (game, name, box)
    page.size(360, 740, True)
    for path in ["play.html?game=tihbat", "play.html?game=modiar", "play.html?game=oware-3x2", "game.html?game=modiar", "rules.html", "puzzles.html?game=tihbat", "index.html"]:
        page.open(path)
        wide = page.js("return document.documentElement.scrollWidth")
        assert wide <= 360, f"{path} is {wide} wide on a phone"
        small = [pit.rect for pit in page.all("#board .hole") if min(pit.rect["width"], pit.rect["height"]) < 44]
        assert small == [], f"pits of {path} are too small for a finger"
    # The value and the moves come right below the board.
    page.open("play.html?game=modiar")
    assert page.id("result").rect["y"] < page.id("moves").rect["y"] < page.id("practice-box").rect["y"]
    assert page.id("result").rect["y"] < 740
    # Boards of the smallest and the largest size.
    for pits, start in [(1, "seeds_per_pit:9"), (8, "start:1,0,0,0,1,0,0,1,0,1,0,0,0,0,0,1")]:
        for width, height, mobile in [(360, 740, True), (1366, 650, False)]:
            page.size(width, height, mobile)
            page.open(f"play.html?game=tihbat&set=pits:{pits};{start}")
            assert len(page.all("#board .hole")) == 2 * pits
            wide = page.js("return document.documentElement.scrollWidth")
            assert wide <= width, f"2 x {pits} is {wide} wide at {width}"
            labels = page.js("return [...document.querySelectorAll('#board .letter')].map((it) => it.getBoundingClientRect().height)")
            assert min(labels) > 8, f"letters of 2 x {pits} at {width}: {labels}"
    page.size(1366, 650)


def says_something_without_a_server(page, folder):
    """A page that is opened as a file says what it needs."""
    for name in ["play.html", "index.html", "rules.html"]:
        page.driver.get(f"file://{folder}/{name}")
        page.wait("a sentence", lambda: any("tihbat serve" in text.text for text in page.all(".dead")))
    page.driver.get_log("browser")


def is_accessible(page, axe):
    """axe-core has no finding on any page, in light and dark, closed and opened."""
    source = Path(axe).read_text()
    paths = ["play.html?game=tihbat&moves=A.b", "play.html?game=modiar", "play.html?game=tihbat&position=x", "play.html?game=oware-3x2&moves=A", "game.html?game=tihbat", "game.html?game=oware-3x2", "index.html", "rules.html", "puzzles.html?game=tihbat"]
    for scheme in ["light", "dark"]:
        page.scheme(scheme)
        for path in paths:
            page.open(path)
            page.js("for (const box of document.querySelectorAll('details')) box.open = true")
            page.wait("the page", page.shown)
            settle(0.3)
            page.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": source})
            found = page.driver.execute_async_script("axe.run({ resultTypes: ['violations'] }).then(arguments[0])")
            assert found["passes"], "nothing was checked"
            told = [(it["id"], it["impact"], [node["html"][:160] + " " + node["failureSummary"] for node in it["nodes"][:3]]) for it in found["violations"]]
            assert not told, f"{path} in {scheme}: {told}"


def sows_before_the_eyes(page):
    """With motion allowed a move is shown seed by seed without old badges, and a second one ends the show of the first."""
    page.go("tihbat")
    page.hole("B").click()
    counts, badges = set(), set()
    end = time.time() + 5
    while time.time() < end and page.shown() != "8-2-9-9-0-0-N":
        counts.add(page.js("return [...document.querySelectorAll('#board .chip text')].map((it) => it.textContent).join(' ')"))
        badges.add(page.js("const root = document.querySelector('#board svg'); return root.classList.contains('moving') ? [...document.querySelectorAll('#board .mark')].filter((it) => getComputedStyle(it).visibility === 'visible').length : 0"))
    assert len(counts) > 3, counts
    assert badges == {0}, "old badges stay while seeds move"
    page.position()
    page.hole("a").click()
    page.keys("a")
    page.wait("both moves", lambda: page.position() and len(page.parameters()["moves"].split(".")) >= 2)


def main():
    tihbat, address, data, *rest = [word for word in sys.argv[1:] if word != "--served"]
    shots = Path(rest[0]) if rest else Path("/tmp/shots")
    shots.mkdir(parents=True, exist_ok=True)
    for old in ("tihbat.ogn", "tihbat.mtb"):
        (shots / old).unlink(missing_ok=True)
    site = Path(data).parent
    chance, measured = random.Random(5), []
    only = os.environ.get("ONLY")
    driver = browser(downloads=shots)
    done = 0
    try:
        page = Page(driver, address, tihbat, data)
        page.size(1366, 650)
        opened = str(site / "tihbatopen.toml")
        steps = [
            ("greets", lambda: greets(page)),
            ("positions", lambda: looks_at_many_positions(page, chance)),
            ("clicks", lambda: plays_a_game_by_clicks(page, chance)),
            ("line tihbat", lambda: plays_the_main_line_by_keys(page, "tihbat")),
            ("keyboard", lambda: uses_the_keyboard_alone(page)),
            ("flips", lambda: flips(page)),
            ("back", lambda: goes_back_and_forward(page)),
            ("view", lambda: keeps_the_game_in_view(page)),
            ("judge", lambda: says_what_was_given_away(page)),
            ("edits", lambda: edits_and_pastes(page)),
            ("files", lambda: opens_and_saves(page, shots)),
            ("repetition", lambda: ends_by_repetition_and_passes(page)),
            ("seen", lambda: knows_what_was_seen(page)),
            ("practice", lambda: practises_against_the_table(page)),
            ("steps tihbat", lambda: steps_through_the_main_line(page, "tihbat")),
            ("teaches", lambda: teaches(page)),
            ("figures", lambda: shows_the_figures(page, "tihbat")),
            ("puzzles", lambda: solves_puzzles(page)),
            ("rules", lambda: changes_rules(page)),
            ("address", lambda: says_what_is_wrong_with_an_address(page)),
            ("more seeds", lambda: answers_about_more_seeds(page)),
            ("bounds", lambda: shows_bounds(page, "oware-3x2", "oware-3x2")),
            ("bounds of a file", lambda: shows_bounds(page, "tihbatopen", opened)),
            ("offered", lambda: reads_an_offered_table(page)),
            ("screen", lambda: fits_its_screen(page)),
            ("complaints", lambda: page.no_complaints()),
            ("offline", lambda: plays_without_a_network(page)),
            ("slow", lambda: shows_the_board_at_once(page, measured.append)),
            ("kept", lambda: keeps_what_it_solved(page, measured.append)),
            ("too large", lambda: refuses_what_is_too_large(page, site)),
            ("memory", lambda: forgets_tables(page, measured.append)),
            ("looks", lambda: looks.compare(page, shots)),
            ("file", lambda: says_something_without_a_server(page, site) if (site / "play.html").exists() else None),
        ]
        if axe := os.environ.get("AXE"):
            steps.append(("axe", lambda: is_accessible(page, axe)))
        # A server serves the same files: there the answers are checked again, and what depends on the host.
        served = ["greets", "positions", "clicks", "rules", "bounds", "offered", "complaints"] if "--served" in sys.argv else None
        wanted = only.split(",") if only else served
        for name, step in steps:
            if wanted and name not in wanted:
                continue
            begun = time.time()
            step()
            done += 1
            measured.append(f"{name}: {time.time() - begun:.1f} s")
    except BaseException:
        driver.save_screenshot(str(shots / "failed.png"))
        raise
    finally:
        driver.quit()
    if not wanted:
        driver = browser(reduced=False)
        try:
            page = Page(driver, address, tihbat, data)
            sows_before_the_eyes(page)
            done += 1
            page.no_complaints()
        finally:
            driver.quit()
    print("\n".join(measured))
    print(f"{done} passed, 0 failed")


if __name__ == "__main__":
    main()
