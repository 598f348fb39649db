"""A page open in Chromium, and what the program says about the same question."""

import json
import os
import re
import subprocess
import time
from urllib.parse import parse_qs, urlencode, urlsplit

from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.by import By
from selenium.webdriver.support.ui import WebDriverWait

FLAGS = [
    "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update", "--disable-dev-shm-usage", "--hide-scrollbars",
    "--force-device-scale-factor=1", "--font-render-hinting=none",
]
MINUS = "\u2212"
DASH = "\u2013"


def browser(width=1366, height=650, reduced=True, downloads=None):
    options = webdriver.ChromeOptions()
    for flag in FLAGS + [f"--window-size={width},{height}"] + (["--force-prefers-reduced-motion"] if reduced else []):
        options.add_argument(flag)
    if downloads:
        options.add_experimental_option("prefs", {"download.default_directory": str(downloads), "download.prompt_for_download": False})
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    return webdriver.Chrome(options=options, service=Service("/usr/bin/chromedriver"))


class Page:
    """The web page, open in a browser."""

    def __init__(self, driver, address, tihbat, data):
        self.driver, self.address, self.tihbat, self.data = driver, address, tihbat, data

    # --- the program

    def told(self, *words):
        """What the program says."""
        return subprocess.run([self.tihbat, *words, "--data-dir", self.data], check=True, capture_output=True, text=True).stdout

    def program(self, *words):
        """What the program says in JSON."""
        return json.loads(self.told(*words, "--json"))

    # --- the browser

    def js(self, script, *given):
        return self.driver.execute_script(script, *given)

    def wait(self, what, until, seconds=30):
        WebDriverWait(self.driver, seconds, poll_frequency=0.02).until(lambda _: until(), f"waited in vain: {what}")

    def id(self, name):
        return self.driver.find_element(By.ID, name)

    def text(self, name):
        return self.id(name).text

    def all(self, selector):
        return self.driver.find_elements(By.CSS_SELECTOR, selector)

    def click(self, name):
        self.js("arguments[0].scrollIntoView({ block: 'center' })", self.id(name))
        self.id(name).click()

    def keys(self, *words):
        ActionChains(self.driver).send_keys(*words).perform()

    def size(self, width, height, mobile=False):
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": mobile})

    def scheme(self, name):
        features = [{"name": "prefers-color-scheme", "value": name}, {"name": "prefers-reduced-motion", "value": "reduce"}]
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": features})

    def network(self, offline=False, speed=-1):
        """Cuts the network of the page, or slows it down to a number of bytes a second."""
        self.driver.execute_cdp_cmd("Network.enable", {})
        self.driver.execute_cdp_cmd("Network.emulateNetworkConditions", {"offline": offline, "latency": 0, "downloadThroughput": speed, "uploadThroughput": -1})

    def requests(self):
        """The addresses that were asked for since the last time."""
        messages = [json.loads(entry["message"])["message"] for entry in self.driver.get_log("performance")]
        return [message["params"]["request"]["url"] for message in messages if message["method"] == "Network.requestWillBeSent"]

    def no_complaints(self):
        """Nothing in the console, nothing asked of any other host."""
        problems = [entry for entry in self.driver.get_log("browser") if entry["level"] in ("SEVERE", "WARNING")]
        assert problems == [], problems
        host = urlsplit(self.address).netloc
        asked = [urlsplit(url) for url in self.requests()]
        assert asked and all(url.scheme in ("data", "blob") or url.netloc == host for url in asked), asked

    # --- the board page

    def parameters(self):
        return {name: values[0] for name, values in parse_qs(urlsplit(self.driver.current_url).query).items()}

    def shown(self):
        return self.js("return document.getElementById('play')?.dataset.shown ?? document.body.dataset.shown ?? document.body.dataset.failed")

    def before_scripts(self, script):
        """Runs a script in every page before its own; returns what ends that."""
        added = self.driver.execute_cdp_cmd("Page.addScriptToEvaluateOnNewDocument", {"source": script})
        return lambda: self.driver.execute_cdp_cmd("Page.removeScriptToEvaluateOnNewDocument", added)

    def later(self, script, *given):
        """What an asynchronous script returns. Its error is the caller's."""
        wrapped = "const done = arguments[arguments.length - 1], given = [...arguments]; (async () => {" + script + "})().then((value) => done([value]), (error) => done(String(error)))"
        told = self.driver.execute_async_script(wrapped, *given)
        assert isinstance(told, list), told
        return told[0]

    def open(self, path, seconds=60):
        """Loads a page and waits until it is complete."""
        self.driver.get(self.address + path)
        self.wait(path, self.shown, seconds)

    def go(self, game, **parameters):
        """Shows a game on the board page; loads the page only if it shows another game."""
        path = f"play.html?{urlencode({'game': game, **parameters})}"
        here = urlsplit(self.driver.current_url)
        if here.path.endswith("/play.html") and self.parameters().get("game") == game and "set" not in parameters:
            self.js("delete document.getElementById('play').dataset.shown; history.pushState(null, '', arguments[0]); dispatchEvent(new PopStateEvent('popstate'))", path)
            self.wait(path, self.shown)
        else:
            self.open(path)

    def position(self):
        """The position shown, once everything that belongs to it is there."""
        self.wait("the numbers", self.shown)
        return self.shown()

    def after(self, act):
        """Does something that changes the position; returns the new one."""
        before = self.driver.current_url
        act()
        self.wait("a change", lambda: self.driver.current_url != before)
        return self.position()

    def play(self, move):
        """Plays a move by its button in the list of moves."""
        button = self.driver.find_element(By.CSS_SELECTOR, f"#moves li[data-move^='{move}'] button")
        self.js("arguments[0].scrollIntoView({ block: 'center' })", button)
        return self.after(button.click)

    def hole(self, name):
        return self.driver.find_element(By.CSS_SELECTOR, f"#board .hole[data-pit={name}]")

    def label(self, name):
        return self.hole(name).get_attribute("aria-label")

    def badge(self, name):
        return self.js("return document.querySelector(`#board g.pit[data-pit=${arguments[0]}] .mark text`).textContent", name)

    def moves(self):
        """The list of moves: name, score, words, what comes next, whether it is the best."""
        rows = []
        for row in self.all("#moves li"):
            words = row.find_element(By.CSS_SELECTOR, ".words")
            following = row.find_element(By.CSS_SELECTOR, ".next").text
            told = words.text[: len(words.text) - len(following)].strip() if following else words.text
            rows.append({"move": row.get_attribute("data-move"), "words": told, "next": following, "badge": row.find_element(By.CSS_SELECTOR, ".badge").text, "best": "\u2605" in row.find_element(By.CSS_SELECTOR, ".name").text})
        return rows

    def played(self):
        """The list of the game: the names of the moves with what they gave away."""
        seen = "const copy = it.cloneNode(true); copy.querySelectorAll('.unseen').forEach((hidden) => hidden.remove()); return copy.textContent"
        return self.js(f"return [...document.querySelectorAll('#played button')].map((it) => {{ {seen} }})")


# --- what the page should say, worked out from the program's answers

def split(position):
    """The pits, the captured seeds of South and North, and the side of a position's text."""
    parts = position.split("-")
    numbers = [int(part) for part in parts[:-1]]
    return numbers[:-2], numbers[-2:], parts[-1]


def half(number):
    return str(int(number)) if number == int(number) else str(number)


def score(position, margin):
    """The final totals of South and North if the mover gets this margin."""
    pits, captured, side = split(position)
    lead = margin if side == "S" else -margin
    return (captured[0] + (sum(pits) + lead) / 2, captured[1] + (sum(pits) - lead) / 2)


def result(south, north):
    if south == north:
        return f"Draw {half(south)}{DASH}{half(north)}"
    return f"South wins {half(south)}{DASH}{half(north)}" if south > north else f"North wins {half(north)}{DASH}{half(south)}"


def expected(position, move, seen=()):
    """The row of a move with a margin."""
    south, north = score(position, move["margin"])
    lead = (south - north) * (1 if split(position)[2] == "S" else -1)
    words = "draws" if lead == 0 else f"{'wins' if lead > 0 else 'loses'} by {half(abs(lead))}"
    distance = move["distance"]
    if move["position"] in seen:
        following = "the board has been seen before: the game ends"
    elif move["captured"]:
        following = f"captures {move['captured']}"
    elif distance == 1:
        following = "ends the game"
    else:
        following = "" if distance is None else f"next capture or end in {distance} moves"
    return {"move": move["move"], "words": f"{half(south)}{DASH}{half(north)}, {words}", "next": following, "badge": "Draw" if lead == 0 else "Win" if lead > 0 else "Loss", "best": move["best"]}


def resident(driver):
    """The memory of the browser's page processes, in bytes."""
    total = 0
    for process in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{process}/cmdline", "rb") as line:
                renders = b"--type=renderer" in line.read()
            if not renders or not descends(int(process), driver.service.process.pid):
                continue
            with open(f"/proc/{process}/status") as status:
                total += int(re.search(r"VmRSS:\s+(\d+) kB", status.read())[1]) * 1024
        except (OSError, TypeError):
            continue
    return total


def descends(process, ancestor):
    while process > 1:
        if process == ancestor:
            return True
        with open(f"/proc/{process}/stat") as stat:
            process = int(stat.read().rsplit(")", 1)[1].split()[1])
    return False


def settle(seconds=0.2):
    time.sleep(seconds)
