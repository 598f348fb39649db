"""The explorer in a real browser, used like a person uses it: clicks, keys, back and forward, a phone.

python3 tests/web/browser.py TIHBAT ADDRESS DATA [SHOTS] [--served]

Plays at ADDRESS (a page that `tihbat site` wrote or `tihbat serve` serves), checks what it shows against the program, and
leaves pictures in the folder SHOTS. With --served there must be an API. With AXE, the file of axe-core, in the environment the pages are checked for accessibility.
Ends with 0 if all is well.
"""

import json
import os
import random
import re
import subprocess
import sys
import time
from pathlib import Path
from urllib.parse import parse_qs, urlencode, urlsplit

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.common.keys import Keys
from selenium.webdriver.support.ui import Select, WebDriverWait

FLAGS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage", "--hide-scrollbars",
]
MINUS = "\u2212"


def browser(width=1280, height=900, reduced=True, dark=False):
    options = webdriver.ChromeOptions()
    for flag in FLAGS + [f"--window-size={width},{height}"] + (["--force-prefers-reduced-motion"] if reduced else []):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    driver = webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))
    if dark:
        driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": "dark"}]})
    return driver


class Page:
    """The explorer, open in a browser."""

    def __init__(self, driver, address, tihbat, data):
        self.driver, self.address, self.tihbat, self.data = driver, address, tihbat, data

    def told(self, *words):
        """What the program says."""
        return subprocess.run([self.tihbat, *words, "--data-dir", self.data], check=True, capture_output=True, text=True).stdout

    def program(self, *words):
        """What the program says in JSON."""
        return json.loads(self.told(*words, "--json"))

    def wait(self, what, until):
        WebDriverWait(self.driver, 20, poll_frequency=0.02).until(lambda _: until(), f"waited in vain: {what}")

    def id(self, name):
        return self.driver.find_element(By.ID, name)

    def text(self, name):
        return self.id(name).text

    def parameters(self):
        return {name: values[0] for name, values in parse_qs(urlsplit(self.driver.current_url).query).items()}

    def position(self):
        """The position in the address, once the numbers that belong to it are shown."""
        self.wait("numbers", lambda: self.id("play").get_attribute("data-shown") == self.full() or "over" in self.text("status"))
        return self.parameters()["position"]

    def full(self):
        position = self.parameters()["position"]
        return position if position[-1] in "SN" else f"{position}-0-0-S"

    def go(self, game, **parameters):
        self.driver.get(f"{self.address}index.html?{urlencode({'game': game, **parameters})}")
        self.wait("the page", lambda: self.id("play").get_attribute("data-shown") or "over" in self.text("status"))

    def pit(self, name):
        return self.driver.find_element(By.CSS_SELECTOR, f"g.pit[data-pit={name}]")

    def label(self, name):
        return self.pit(name).find_element(By.CSS_SELECTOR, ".hole").get_attribute("aria-label")

    def moves(self):
        """The table of moves: name, margin, distance, position, best."""
        rows = []
        for row in self.driver.find_elements(By.CSS_SELECTOR, "#moves tbody tr"):
            move, margin, distance, leads = [cell.text for cell in row.find_elements(By.TAG_NAME, "td")]
            name, *best = move.split("\u2605")
            rows.append({
                "move": name.strip(), "margin": int(margin.replace(MINUS, "-")),
                "distance": None if distance == "\u2013" else int(distance), "position": leads, "best": bool(best),
            })
        return rows

    def check_against_program(self, game):
        """Everything shown about a fresh position is what the program says."""
        position = self.position()
        best = self.program("best", game, position)
        fields = ["move", "margin", "distance", "position", "best"]
        assert self.moves() == [{field: move[field] for field in fields} for move in best["moves"]], position
        for move in best["moves"]:
            if move["move"] == "pass":
                assert self.id("pass").is_displayed()
                continue
            label = self.label(move["move"][0])
            sign = {1: "+", 0: "", -1: MINUS}[(move["margin"] > 0) - (move["margin"] < 0)]
            assert f"margin {sign}{abs(move['margin'])}" in label, label
            assert ("best" in label) == move["best"], label
            shown = self.pit(move["move"][0]).find_element(By.CSS_SELECTOR, ".margin").text
            assert shown.replace("\u2605", "").strip() == f"{sign}{abs(move['margin'])}", shown
        if best["moves"]:
            value = self.program("value", game, position)
            ends = sorted([value["final"]["south"], value["final"]["north"]], reverse=True)
            assert f"{ends[0]} to {ends[1]}" in self.text("value"), self.text("value")

    def no_complaints(self):
        """Nothing in the console, nothing asked of any other host."""
        problems = [entry for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
        assert problems == [], problems
        host = urlsplit(self.address).netloc
        asked = 0
        for entry in self.driver.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                url = urlsplit(message["params"]["request"]["url"])
                assert url.scheme in ("data", "blob") or url.netloc == host, url
                asked += 1
        assert asked > 0, "no request was seen"


def plays_a_game_by_clicks(page, game, chance):
    """Plays to the end by clicking pits; the total of seeds does not change."""
    page.go(game)
    for _ in range(200):
        if "The game is over" in page.text("status"):
            break
        page.position()
        moves = page.moves()
        move = chance.choice(moves)["move"]
        (page.id("pass") if move == "pass" else page.pit(move[0])).click()
        page.wait("the move", lambda: page.parameters()["position"] in [other["position"].split(",")[0] for other in moves])
        numbers = [int(number) for number in page.parameters()["position"].split("-")[:-1]]
        assert sum(numbers) == page.program("value", game)["final"]["south"] + page.program("value", game)["final"]["north"]
    assert re.search(r"South wins|North wins|a draw", page.text("status"), re.I), page.text("status")
    assert page.driver.find_elements(By.CSS_SELECTOR, "#moves tbody tr") == []


def plays_the_main_line_by_keys(page, game):
    """Types the main line, letter by letter; the last position is the program's."""
    page.go(game)
    line = page.program("line", game)
    for ply, move in enumerate(line["moves"]):
        ActionChains(page.driver).send_keys("p" if move["move"] == "pass" else move["move"][0].lower()).perform()
        page.wait("the move", lambda: page.parameters()["position"] == move["position"])
        if ply % 5 == 0:
            page.position()
    assert "The game is over" in page.text("status")
    south, north = line["final"]["south"], line["final"]["north"]
    assert f"{max(south, north)} to {min(south, north)}" in page.text("status"), page.text("status")
    page.wait("the list", lambda: len(page.driver.find_elements(By.CSS_SELECTOR, "#played li")) == len(line["moves"]))
    assert "gave away" not in page.text("played")


def plays_by_tab_and_enter(page):
    page.go("tihbat")
    page.position()
    page.driver.execute_script("document.getElementById('play').focus()")
    for _ in range(10):
        ActionChains(page.driver).send_keys(Keys.TAB).perform()
        if page.driver.switch_to.active_element.get_attribute("data-pit") == "A":
            break
    assert "leads to 2-9-9-8-0-0-N" in page.text("hint"), page.text("hint")
    ActionChains(page.driver).send_keys(Keys.ARROW_RIGHT).perform()
    assert page.driver.switch_to.active_element.get_attribute("data-pit") == "B"
    ActionChains(page.driver).send_keys(Keys.ENTER).perform()
    page.wait("the move", lambda: page.parameters()["position"] == "8-2-9-9-0-0-N")
    page.position()
    assert page.text("status").startswith("South plays B. North to move."), page.text("status")
    assert page.driver.switch_to.active_element.get_attribute("data-pit") == "a"


def goes_back_and_forward(page):
    page.go("tihbat")
    seen = [page.position()]
    for name in "Aa":
        page.pit(name).click()
        page.wait("the move", lambda: page.parameters()["position"] != seen[-1])
        seen.append(page.position())
    page.driver.back()
    page.wait("back", lambda: page.position() == seen[1])
    page.driver.back()
    page.wait("back", lambda: page.position() == seen[0])
    page.driver.forward()
    page.driver.forward()
    page.wait("forward", lambda: page.position() == seen[2])
    page.driver.refresh()
    page.wait("the same after a reload", lambda: page.position() == seen[2] and len(page.driver.find_elements(By.CSS_SELECTOR, "#played li")) == 2)
    page.id("undo").click()
    page.wait("undo", lambda: page.position() == seen[1])
    ActionChains(page.driver).key_down(Keys.CONTROL).send_keys("y").key_up(Keys.CONTROL).perform()
    page.wait("redo", lambda: page.position() == seen[2])
    ActionChains(page.driver).key_down(Keys.CONTROL).send_keys("z").key_up(Keys.CONTROL).perform()
    page.wait("undo by key", lambda: page.position() == seen[1])


def edits_and_pastes(page):
    page.go("modiar")
    page.id("edit-box").find_element(By.TAG_NAME, "summary").click()
    for name, seeds in zip("ABCabc", [3, 0, 2, 1, 4, 5]):
        field = page.id(f"pit-{name}")
        field.clear()
        field.send_keys(str(seeds))
    page.id("edit").find_element(By.CSS_SELECTOR, "button[type=submit]").click()
    page.wait("the edited board", lambda: page.parameters()["position"] == "3-0-2-1-4-5")
    page.check_against_program("modiar")
    page.id("edit-north").clear()
    page.id("edit-north").send_keys("5")
    page.id("edit").find_element(By.CSS_SELECTOR, "button[type=submit]").click()
    page.wait("a complaint", lambda: "but the game has 42" in page.text("edit-problem"))
    page.id("paste-box").find_element(By.TAG_NAME, "summary").click()
    for pasted, position in [("1. C b 2. A", None), ("1-2-3-4-15-6-8-3-N", "1-2-3-4-15-6-8-3-N")]:
        page.id("pasted").clear()
        page.id("pasted").send_keys(pasted)
        page.id("paste").find_element(By.CSS_SELECTOR, "button[type=submit]").click()
        if position:
            page.wait("the pasted position", lambda: page.parameters()["position"] == position)
        else:
            page.wait("the pasted moves", lambda: page.parameters().get("moves") == "C.b.A")
    page.check_against_program("modiar")
    page.id("pasted").clear()
    page.id("pasted").send_keys("7-7-7")
    page.id("paste").find_element(By.CSS_SELECTOR, "button[type=submit]").click()
    page.wait("a complaint", lambda: "not 3 parts" in page.text("paste-problem"))


def says_what_is_wrong_with_an_address(page):
    for bad, words in [("7-7-7-300", "not \"300\""), ("<b>", "not 1 parts")]:
        page.go("tihbat", position=bad)
        page.wait("a complaint", lambda: words in page.text("problem"))
    page.go("tihbat", moves="A.Z")
    page.wait("a complaint", lambda: 'Move 2: a move is a pit' in page.text("problem"))
    page.driver.get(f"{page.address}index.html?game=chess")
    page.wait("a complaint", lambda: 'no game "chess"' in page.text("problem"))


def ends_by_repetition_and_passes(page):
    """1-1-0-0: South plays A, which changes nothing; North must pass; the board has occurred again."""
    page.go("tihbat", position="1-1-0-0")
    page.position()
    page.pit("A").click()
    page.wait("a pass", lambda: page.id("pass").is_displayed())
    assert "North has no move and must pass" in page.text("status")
    page.id("pass").click()
    page.wait("the end", lambda: "The game is over" in page.text("status"))
    assert "North cannot move and passes. The game is over: the board came again" in page.text("status")


def knows_what_was_seen(page):
    """Inside a game the numbers are those of the program with the same moves, or the page says that they may not be."""
    exact = 0
    for game, moves in [("tihbat", "A.b.B.a"), ("tihbat", "B.a.A.b.A"), ("modiar", "C.b.A"), ("modiar", "B.a")]:
        page.go(game, moves=moves)
        page.position()
        if page.id("exact").is_displayed():
            continue
        exact += 1
        best = page.program("best", game, "--moves", moves.replace(".", " "))
        fields = ["move", "margin", "distance", "position", "best"]
        assert page.moves() == [{field: move[field] for field in fields} for move in best["moves"]], (game, moves)
    assert exact >= 2, f"{exact} exact answers"
    return exact


def practises_against_the_table(page):
    page.go("tihbat")
    page.position()
    page.id("hide").click()
    page.wait("hidden numbers", lambda: page.text("value") == "The numbers are hidden.")
    assert "margin" not in page.label("A") and page.pit("A").find_element(By.CSS_SELECTOR, ".margin").text == ""
    Select(page.id("opponent")).select_by_value("N")
    page.pit("B").click()
    page.wait("the table's answer", lambda: page.parameters().get("moves", "").count(".") == 1)
    answer = page.program("best", "tihbat", "8-2-9-9-0-0-N")["moves"][0]
    page.wait("the table's answer", lambda: page.parameters()["position"] == answer["position"])
    page.id("undo").click()
    page.wait("undo takes both moves back", lambda: page.position() == "7-7-7-7-0-0-S")
    page.id("hide").click()
    Select(page.id("opponent")).select_by_value("")


def steps_through_the_main_line(page, game):
    page.go(game)
    page.position()
    page.id("line-box").find_element(By.TAG_NAME, "summary").click()
    line = page.program("line", game)
    page.wait("the line", lambda: len(page.driver.find_elements(By.CSS_SELECTOR, "#line li")) == len(line["moves"]))
    for ply in (0, min(6, len(line["moves"]) - 1)):
        page.driver.find_elements(By.CSS_SELECTOR, "#line li button")[ply].click()
        page.wait("the move of the line", lambda: page.parameters()["position"] == line["moves"][ply]["position"])
        page.id("undo").click()
        while page.parameters().get("moves"):
            page.id("undo").click()
        page.wait("the line again", lambda: page.position() and len(page.driver.find_elements(By.CSS_SELECTOR, "#line li")) == len(line["moves"]))
    page.id("best").click()
    page.wait("the best move", lambda: page.parameters()["position"] == line["moves"][0]["position"])


def shows_the_figures(page, game):
    page.driver.get(f"{page.address}game.html?game={game}")
    page.wait("the page", lambda: page.driver.find_element(By.TAG_NAME, "body").get_attribute("data-shown") == game)
    layers = page.program("layers", game)
    rows = page.driver.find_elements(By.CSS_SELECTOR, "#layers tbody tr")
    assert len(rows) == len(layers)
    last = [cell.get_attribute("textContent") for cell in rows[-1].find_elements(By.TAG_NAME, "td")]
    assert last[:5] == [f"{layers[-1][field]:,}" for field in ["seeds", "boards", "won", "drawn", "lost"]], last
    assert f"{layers[-1]['boards']:,} boards" in page.text("margins-chart")
    most = max(layer["max_distance"] or 0 for layer in layers)
    assert f"{most} plies" in page.text("longest-about")
    assert len(page.driver.find_elements(By.CSS_SELECTOR, "#longest figure")) >= most
    clauses = page.driver.find_elements(By.CSS_SELECTOR, "#rules tbody tr")
    assert len(clauses) == 13 and all(len(row.text.splitlines()) >= 2 for row in clauses)
    assert "undefined" not in page.driver.find_element(By.TAG_NAME, "main").text
    start = page.program("value", game)
    assert f"{abs(start['margin'])} in {start['distance']} plies" in page.text("start")


def bounds_text(seeds, distance):
    return "0" if seeds == 0 else f"{seeds} in {distance} {'ply' if distance == 1 else 'plies'}"


def bounds_rows(page):
    """The table of moves of a game with bounds: name, both numbers with their distances, open seeds, position, best."""
    rows = []
    for row in page.driver.find_elements(By.CSS_SELECTOR, "#moves tbody tr"):
        move, forces, opponent, left, leads = [cell.text for cell in row.find_elements(By.TAG_NAME, "td")]
        name, *best = move.split("\u2605")
        rows.append([name.strip(), forces, opponent, int(left), leads, bool(best)])
    return rows


def bounds_expected(moves, seeds):
    """The same rows from the program's answer."""
    return [
        [
            move["move"], bounds_text(move["forced"], move["forced_distance"]), bounds_text(move["forced_other"], move["forced_other_distance"]),
            seeds - move["forced"] - move["forced_other"], move["position"], move["best"],
        ]
        for move in moves
    ]


def shows_bounds(page, game, asked, served):
    """A game that leaves open what a repetition pays: value and moves of the start, and after a move."""
    page.go(game)
    position = page.position()
    start = page.program("value", asked)
    seeds = start["forced"] + start["forced_other"] + start["open"]
    sentence = lambda *words: next(line for line in page.told("value", asked, *words).splitlines() if line.startswith("South gets"))
    assert page.text("value").endswith(f"{sentence()}."), page.text("value")
    moves = page.program("best", asked)["moves"]
    assert bounds_rows(page) == bounds_expected(moves, seeds)
    headings = [cell.text for cell in page.driver.find_elements(By.CSS_SELECTOR, "#moves thead th")]
    assert headings == ["Move", "Forces", "Opponent", "Open", "Leads to"], headings
    assert "depends on what a repetition pays" in page.text("about")
    best = moves[0]
    name = best["move"][0]
    assert f"forces {bounds_text(best['forced'], best['forced_distance'])}" in page.label(name), page.label(name)
    page.pit(name).click()
    page.wait("the move", lambda: page.parameters()["position"] == best["position"])
    page.position()
    value = page.program("value", asked, "--moves", name)
    if page.id("exact").is_displayed():
        assert not served, "the API answers where the page cannot"
        assert page.text("exact").startswith("These are the bounds of the table."), page.text("exact")
    else:
        assert page.text("value").endswith(f"{sentence('--moves', name)}."), page.text("value")
        seeds = value["forced"] + value["forced_other"] + value["open"]
        assert bounds_rows(page) == bounds_expected(page.program("best", asked, "--moves", name)["moves"], seeds)
    assert str(value["least"]["south"]) in page.text("value")
    assert "gave nothing away" in page.text("played"), page.text("played")
    page.id("undo").click()
    page.wait("undo", lambda: page.position() == position)
    page.id("line-box").find_element(By.TAG_NAME, "summary").click()
    line = page.program("line", asked)
    page.wait("the line", lambda: len(page.driver.find_elements(By.CSS_SELECTOR, "#line li")) == len(line["moves"]))
    page.driver.get(f"{page.address}game.html?game={game}")
    page.wait("the page", lambda: page.driver.find_element(By.TAG_NAME, "body").get_attribute("data-shown") == game)
    layers = page.program("layers", asked)
    rows = page.driver.find_elements(By.CSS_SELECTOR, "#layers tbody tr")
    for row, layer in zip(rows, layers, strict=True):
        shown = [cell.get_attribute("textContent") for cell in row.find_elements(By.TAG_NAME, "td")]
        fields = ["seeds", "boards", "independent", "dependent", "nothing_forced", "max_forced"]
        assert shown[:6] == [f"{layer[field]:,}" for field in fields], shown
    assert sentence() in page.text("start"), page.text("start")
    assert not page.id("margins-box").is_displayed() and not page.id("longest-box").is_displayed()
    main = page.driver.find_element(By.TAG_NAME, "main").text
    assert "undefined" not in main and "NaN" not in main and "null" not in main


def leaves_open_what_a_repetition_pays(page):
    page.go("tihbatopen", position="1-1-0-0")
    page.position()
    page.pit("A").click()
    page.wait("a pass", lambda: page.id("pass").is_displayed())
    page.id("pass").click()
    page.wait("the end", lambda: "The game is over" in page.text("status"))
    assert "the rules leave open who gets the seeds left" in page.text("status"), page.text("status")
    assert "South has 0 and North 0; who gets the 2 seeds left depends" in page.text("status"), page.text("status")


def fits_a_phone(page, shots):
    page.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": 360, "height": 740, "deviceScaleFactor": 2, "mobile": True})
    for game in ["tihbat", "modiar", "oware-3x2"]:
        page.go(game)
        page.position()
        wide = page.driver.execute_script("return document.documentElement.scrollWidth")
        assert wide <= 360, f"the page is {wide} wide on a phone"
        smallest = min(min(pit.rect["width"], pit.rect["height"]) for pit in page.driver.find_elements(By.CSS_SELECTOR, "g.pit .hole"))
        assert smallest >= 44, f"a pit is {smallest} wide on a phone"
        page.driver.save_screenshot(str(shots / f"phone-{game}.png"))
    page.driver.get(f"{page.address}game.html?game=modiar")
    page.wait("the page", lambda: page.driver.find_element(By.TAG_NAME, "body").get_attribute("data-shown") == "modiar")
    wide = page.driver.execute_script("return document.documentElement.scrollWidth")
    assert wide <= 360, f"the page about the game is {wide} wide on a phone"
    page.driver.save_screenshot(str(shots / "phone-figures.png"))


def driver_text(driver, selector):
    return driver.execute_script("return [...document.querySelectorAll(arguments[0])].map((it) => it.textContent).join(' ')", selector)


def is_accessible(page, axe, shots, name):
    """axe-core has no serious finding on any page, in light and dark, closed and opened."""
    source = Path(axe).read_text()
    for scheme in ["light", "dark"]:
        page.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": scheme}]})
        for path in ["index.html?game=tihbat&moves=A.b", "index.html?game=modiar", "index.html?game=tihbat&position=x", "game.html?game=tihbat", "index.html?game=oware-3x2&moves=A", "game.html?game=oware-3x2"]:
            page.driver.get(page.address + path)
            loaded = lambda: page.driver.execute_script("return document.body.dataset.shown || document.getElementById('play')?.dataset.shown")
            page.wait("the page", loaded)
            page.driver.execute_script("for (const box of document.querySelectorAll('details')) box.open = true")
            page.wait("the page", loaded)
            time.sleep(0.2)
            page.driver.execute_cdp_cmd("Runtime.evaluate", {"expression": source})
            found = page.driver.execute_async_script("axe.run({ resultTypes: ['violations'] }).then(arguments[0])")
            assert found["passes"], "nothing was checked"
            serious = [it for it in found["violations"] if it["impact"] in ("serious", "critical")]
            told = [(it["id"], [node["html"][:160] + " " + node["failureSummary"] for node in it["nodes"][:3]]) for it in serious]
            assert not serious, f"{path} in {scheme}: {told}"
            rest = [(it["id"], it["impact"], [node["html"][:100] for node in it["nodes"][:2]]) for it in found["violations"]]
            if rest:
                print(f"{path} in {scheme}, less than serious: {rest}", file=sys.stderr)
    page.driver.save_screenshot(str(shots / f"{name}.png"))


def sows_before_the_eyes(page):
    """With motion allowed a move is shown step by step, and a second one ends the show of the first."""
    page.go("tihbat")
    page.position()
    page.pit("B").click()
    counts = set()
    end = time.time() + 5
    while time.time() < end and page.id("play").get_attribute("data-shown") != "8-2-9-9-0-0-N":
        counts.add(driver_text(page.driver, "g.pit .count"))
    assert len(counts) > 3, counts
    page.position()
    page.pit("a").click()
    ActionChains(page.driver).send_keys("a").perform()
    page.wait("both moves", lambda: page.position() and len(page.parameters()["moves"].split(".")) >= 2)


def looks_at_many_positions(page, games, chance, number):
    for game, pits, seeds in games:
        for _ in range(number):
            board = [0] * pits
            for _ in range(chance.randrange(1, seeds + 1)):
                board[chance.randrange(pits)] += 1
            page.go(game, position="-".join(map(str, board)))
            page.check_against_program(game)


def main():
    tihbat, address, data, *rest = [word for word in sys.argv[1:] if word != "--served"]
    shots = Path(rest[0]) if rest else Path("/tmp")
    shots.mkdir(parents=True, exist_ok=True)
    chance = random.Random(5)
    driver = browser()
    done = 0
    try:
        page = Page(driver, address, tihbat, data)
        steps = [
            lambda: looks_at_many_positions(page, [("tihbat", 4, 28), ("modiar", 6, 42)], chance, 15),
            lambda: plays_a_game_by_clicks(page, "tihbat", chance),
            lambda: plays_the_main_line_by_keys(page, "tihbat"),
            lambda: plays_the_main_line_by_keys(page, "modiar"),
            lambda: plays_by_tab_and_enter(page),
            lambda: goes_back_and_forward(page),
            lambda: edits_and_pastes(page),
            lambda: ends_by_repetition_and_passes(page),
            lambda: knows_what_was_seen(page),
            lambda: practises_against_the_table(page),
            lambda: steps_through_the_main_line(page, "tihbat"),
            lambda: steps_through_the_main_line(page, "modiar"),
            lambda: shows_the_figures(page, "tihbat"),
            lambda: shows_the_figures(page, "modiar"),
            lambda: says_what_is_wrong_with_an_address(page),
            lambda: shows_bounds(page, "oware-3x2", "oware-3x2", "--served" in sys.argv),
            lambda: shows_bounds(page, "tihbatopen", str(Path(data).parent / "tihbatopen.toml"), "--served" in sys.argv),
            lambda: leaves_open_what_a_repetition_pays(page),
        ]
        for step in steps:
            step()
            done += 1
        page.no_complaints()
        if "--served" in sys.argv:
            assert knows_what_was_seen(page) == 4, "the API answers where the page cannot"
            done += 1
        page.go("modiar", moves="C.b.A.a")
        page.position()
        driver.save_screenshot(str(shots / "explorer.png"))
        driver.get(f"{address}game.html?game=tihbat")
        page.wait("the page", lambda: driver.find_element(By.TAG_NAME, "body").get_attribute("data-shown") == "tihbat")
        driver.set_window_size(1000, 2600)
        driver.save_screenshot(str(shots / "figures.png"))
        driver.set_window_size(1200, 900)
        page.go("oware-3x2", moves="A")
        page.position()
        driver.save_screenshot(str(shots / "bounds.png"))
        driver.get(f"{address}game.html?game=oware-3x2")
        page.wait("the page", lambda: driver.find_element(By.TAG_NAME, "body").get_attribute("data-shown") == "oware-3x2")
        driver.set_window_size(1000, 2000)
        driver.save_screenshot(str(shots / "bounds-figures.png"))
        fits_a_phone(page, shots)
        done += 1
        if axe := os.environ.get("AXE"):
            page.driver.execute_cdp_cmd("Emulation.clearDeviceMetricsOverride", {})
            is_accessible(page, axe, shots, "accessible")
            done += 1
        page.no_complaints()
    finally:
        driver.quit()
    driver = browser(reduced=False, dark=True)
    try:
        page = Page(driver, address, tihbat, data)
        sows_before_the_eyes(page)
        done += 1
        driver.save_screenshot(str(shots / "dark.png"))
        page.no_complaints()
    finally:
        driver.quit()
    print(f"{done} passed, 0 failed")


if __name__ == "__main__":
    main()
