// The essential steps of the pages in Firefox: solve, play a move, change a rule, open a file, reload.
//
//     node tests/web/firefox.mjs TIHBAT ADDRESS DATA
//
// Drives Debian's Firefox without a window by WebDriver BiDi; NODE_TOOLS is a folder of npm that holds puppeteer-core. What the pages say is
// compared with the program. Ends with 0 if all is well.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [tihbat, address, data] = process.argv.slice(2);
const tools = createRequire(join(process.env.NODE_TOOLS ?? ".", "node_modules/x"));
const { default: puppeteer } = await import(pathToFileURL(tools.resolve("puppeteer-core")).href);

/** What the program says. */
function program(...args) {
  const { stdout, stderr, status } = spawnSync(tihbat, [...args, "--json", "--data-dir", data], { encoding: "utf8" });
  assert.equal(status, 0, stderr);
  return JSON.parse(stdout);
}

const winner = ({ south, north }) => (south === north ? `Draw ${south}–${north}` : south > north ? `South wins ${south}–${north}` : `North wins ${north}–${south}`);

const browser = await puppeteer.launch({ browser: "firefox", executablePath: "/usr/bin/firefox-esr", headless: true });
const complaints = [];
try {
  const page = await browser.newPage();
  await page.setViewport({ width: 1366, height: 650 });
  await page.emulateMediaFeatures?.([{ name: "prefers-reduced-motion", value: "reduce" }]).catch(() => {});
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => ["error", "warning"].includes(message.type()) && complaints.push(message.text()));

  const until = (what, test, ...given) => page.waitForFunction(test, { timeout: 60_000 }, ...given).catch(() => assert.fail(`waited in vain: ${what}`));
  const text = (id) => page.$eval(`#${id}`, (place) => place.textContent);
  const open = async (path) => {
    await page.goto(address + path);
    await until(path, () => document.getElementById("play")?.dataset.shown ?? document.body.dataset.shown);
  };
  /** Does something that leads to a position, and waits until everything about it is there. */
  const reach = async (position, act) => {
    await act();
    await until(position, (expected) => document.getElementById("play")?.dataset.shown === expected, position);
  };
  const steps = {
    async solves() {
      for (const game of ["tihbat", "modiar"]) {
        await open(`play.html?game=${game}`);
        assert.ok((await text("result")).includes(winner(program("value", game).final)), await text("result"));
        const names = await page.$$eval("#moves li", (rows) => rows.map((row) => row.dataset.move));
        assert.deepEqual(names, program("best", game).moves.map(({ move }) => move));
      }
    },
    async plays() {
      await open("play.html?game=tihbat");
      const move = program("best", "tihbat").moves.find(({ move }) => move[0] === "B");
      await reach(move.position, () => page.click("#board .hole[data-pit=B]"));
      const [answer] = program("best", "tihbat", "--moves", "B").moves;
      await reach(answer.position, () => page.keyboard.press("m"));
      await reach(move.position, () => page.keyboard.press("ArrowLeft"));
    },
    async changes_a_rule() {
      await open("rules.html");
      const before = page.url();
      await page.select("[id='clause-capture.chain']", "backwards");
      await until("another result", (before) => location.href !== before && document.body.dataset.shown, before);
      const value = program("value", "tihbat", "--set", "capture.chain=backwards");
      await until("the value", (words) => document.getElementById("result").textContent.includes(words), winner(value.final));
    },
    async opens_a_dropped_file() {
      await open("play.html?game=tihbat");
      const record = '[Variant "tihbat"]\n\n1. A a 2. A b *\n';
      const { moves } = program("best", "tihbat", "--moves", "A a A");
      const { position } = moves.find(({ move }) => move[0] === "b");
      await reach(position, () =>
        page.evaluate((record) => {
          const dropped = new DataTransfer();
          dropped.items.add(new File([record], "game.ogn"));
          document.dispatchEvent(new DragEvent("drop", { dataTransfer: dropped, bubbles: true, cancelable: true }));
        }, record),
      );
      assert.equal(new URL(page.url()).searchParams.get("moves"), "A.a.A.b");
    },
    async keeps_what_it_solved() {
      await open("play.html?game=modiar");
      await until("Modiar is kept", async () => {
        const databases = await indexedDB.databases();
        if (!databases.some(({ name }) => name === "tihbat")) return false;
        const database = await new Promise((resolve) => (indexedDB.open("tihbat", 1).onsuccess = ({ target }) => resolve(target.result)));
        const keys = await new Promise((resolve) => (database.transaction("tables").objectStore("tables").getAllKeys().onsuccess = ({ target }) => resolve(target.result)));
        database.close();
        return keys.length === 1;
      });
      const added = await page.evaluateOnNewDocument(() => {
        new MutationObserver(() => {
          if (document.getElementById("loading")?.textContent.includes("Solving")) window.toldSolving = true;
        }).observe(document, { subtree: true, childList: true, characterData: true });
      });
      await open("play.html?game=modiar");
      assert.ok((await text("result")).includes(winner(program("value", "modiar").final)));
      assert.equal(await page.evaluate(() => Boolean(window.toldSolving)), false, "it is solved a second time");
      await page.removeScriptToEvaluateOnNewDocument(added.identifier);
    },
  };
  for (const [name, step] of Object.entries(steps)) {
    const begun = Date.now();
    await step();
    console.log(`${name}: ${((Date.now() - begun) / 1000).toFixed(1)} s`);
  }
  assert.deepEqual(complaints, []);
  console.log(`${await browser.version()}: ${Object.keys(steps).length} passed, 0 failed`);
} finally {
  await browser.close();
}
