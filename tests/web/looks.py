"""How the page looks: ten states at three widths, light and dark, against small pictures of them.

The pictures in tests/web/looks/ are an eighth of the size. They are compared with a tolerance, because fonts differ a little
between machines. After a change that is meant to be seen: run the tests with LOOKS=accept, and look at what has changed.
"""

import io
import os
from pathlib import Path

from PIL import Image, ImageChops, ImageStat

from page import settle

FOLDER = Path(__file__).parent / "looks"
SIZES = {"wide": (1366, 650), "tablet": (820, 1180), "phone": (390, 844)}
STATES = {
    "start": "play.html?game=tihbat",
    "game": "play.html?game=modiar&moves=C.b.A.a",
    "back": "play.html?game=tihbat&moves=A.a.A.b.B.b.B.b.B.a.A&ply=4",
    "over": "play.html?game=tihbat&position=1-1-0-0&moves=A.pass&from=1-1-0-0",
    "bounds": "play.html?game=oware-3x2",
    "eight": "play.html?game=tihbat&set=pits:8;start:1,0,0,0,1,0,0,1,0,1,0,0,0,0,0,1",
    "problem": "play.html?game=tihbat&position=7-7-7",
    "figures": "game.html?game=tihbat",
    "rules": "rules.html?game=tihbat&set=capture.chain:backwards",
    "games": "index.html",
}
SMALLER = 8
# The mean difference of a picture, and of its worst part of 8 by 8 points, in shades of 256.
MEAN, WORST = 5.0, 60.0


def taken(page):
    picture = Image.open(io.BytesIO(page.driver.get_screenshot_as_png())).convert("RGB")
    return picture.resize((picture.width // SMALLER, picture.height // SMALLER), Image.Resampling.BOX)


def difference(one, other):
    """The mean difference of two pictures, and that of the part where they differ most."""
    apart = ImageChops.difference(one, other).convert("L")
    coarse = apart.resize((max(1, apart.width // 8), max(1, apart.height // 8)), Image.Resampling.BOX)
    return ImageStat.Stat(apart).mean[0], coarse.getextrema()[1]


def compare(page, shots):
    accept = os.environ.get("LOOKS") == "accept"
    FOLDER.mkdir(exist_ok=True)
    wrong = []
    page.open("index.html")
    page.js("localStorage.clear()")
    for width, (across, down) in SIZES.items():
        page.size(across, down, width == "phone")
        for state, path in STATES.items():
            page.open(path)
            if state == "rules":
                page.wait("what is one change away", lambda: page.js("return document.body.dataset.atlas"), 60)
            for scheme in ["light", "dark"]:
                page.scheme(scheme)
                page.js("scrollTo(0, 0)")
                settle(0.1)
                name = f"{state}-{width}-{scheme}.png"
                found = taken(page)
                if accept:
                    found.save(FOLDER / name, optimize=True)
                    continue
                kept = Image.open(FOLDER / name).convert("RGB")
                mean, worst = difference(found, kept) if found.size == kept.size else (256, 256)
                if mean > MEAN or worst > WORST:
                    page.driver.save_screenshot(str(shots / name))
                    wrong.append(f"{name}: {mean:.1f} on average, {worst} in the worst part")
    page.scheme("light")
    page.size(1366, 650)
    # The comparison can fail: two different states are told apart.
    if not accept:
        one, other = (Image.open(FOLDER / f"{state}-wide-light.png").convert("RGB") for state in ["start", "game"])
        assert difference(one, other)[1] > WORST / 2, "pictures of different states look the same"
    assert not wrong, f"looks other than before (pictures in {shots}; LOOKS=accept keeps them): {wrong}"
