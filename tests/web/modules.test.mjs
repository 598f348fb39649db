// The modules of the web page that need no browser: the reader of tables against the program, and the words against its
// answers. SITE is a folder that `tihbat site` wrote, TIHBAT the program.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { host } from "./host.mjs";

const { SITE, TIHBAT } = process.env;
const module = (name) => import(join(SITE, name));
const { Table, TableError, choose, crc32 } = await module("mtb.js");
const { address, movesOf, read, setOf, setText } = await module("address.js");
const { layout } = await module("layout.js");
const { places } = await module("seeds.js");
const { position, resultText } = await module("words.js");
const { worth } = await module("worth.js");
const { brief, details } = await module("howto.js");

const { games } = JSON.parse(readFileSync(join(SITE, "games.json")));
const game = (name) => games.find((game) => game.name === name);
const tableBytes = (name) => readFileSync(join(SITE, game(name).table.file));
const open = (name) => Table.open(tableBytes(name));
const written = (args, input) => execFileSync(TIHBAT, [...args, "--data-dir", join(SITE, "tables")], { maxBuffer: 1 << 27, input, encoding: "utf8" });
const sized = (name) => {
  const [bare, size] = name.split("-");
  const [pits, seeds] = size?.split("x") ?? [];
  if (/(open|row)$/.test(bare)) return { bare: join(SITE, `${bare}.toml`), flags: [] };
  return { bare, flags: size ? ["--pits", pits, "--seeds-per-pit", seeds] : [] };
};

/** The answers of the program about many boards. */
function askAll(command, name, boards) {
  const { bare, flags } = sized(name);
  const lines = written([command, bare, "-", ...flags, "--json"], `${boards.join("\n")}\n`).trimEnd().split("\n");
  return lines.map((line) => JSON.parse(line));
}

/** Numbers that look random and are the same every time. */
function* random(seed) {
  for (;;) {
    seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0;
    yield seed / 2 ** 32;
  }
}

/** Some board of `pits` pits with `seeds` seeds. */
function someBoard(chance, pits, seeds) {
  const board = Array(pits).fill(0);
  for (let seed = 0; seed < seeds; seed++) board[Math.floor(chance.next().value * pits)] += 1;
  return board;
}

/** Every board of `pits` pits with `seeds` seeds. */
function* boards(pits, seeds) {
  if (pits === 1) yield [seeds];
  else for (let first = 0; first <= seeds; first++) for (const rest of boards(pits - 1, seeds - first)) yield [first, ...rest];
}

test("every entry of a table is the one that the program exports", async () => {
  for (const name of ["tihbat", "awari-3x2"]) {
    const table = await open(name);
    const { bare, flags } = sized(name);
    const rows = execFileSync(TIHBAT, ["export", bare, ...flags, "--format", "jsonl", "-o", "-", "--data-dir", join(SITE, "tables")], { maxBuffer: 1 << 26 }).toString().trim().split("\n");
    assert.equal(rows.length, table.boards);
    for (const row of rows) {
      const { index, board, margin, distance } = JSON.parse(row);
      const pits = board.split("-").map(Number);
      assert.equal(table.index(pits), index);
      assert.deepEqual(await table.probe(pits), { margin, distance }, board);
    }
  }
});

test("tables are read by ranges, and whole where ranges are refused", async () => {
  const chance = random(5);
  const own = await open("modiar");
  for (const ranges of [true, false]) {
    const { address, asked, close } = await host(SITE, { ranges });
    try {
      const far = await Table.open(`${address}${game("modiar").table.file}`);
      for (let board = 0; board < 20; board++) {
        const pits = someBoard(chance, 6, 2 * board + 2);
        assert.deepEqual(await far.probe(pits), await own.probe(pits));
      }
      const bytes = asked.reduce((sum, { bytes }) => sum + bytes, 0);
      if (ranges) assert.ok(bytes < game("modiar").table.bytes / 4, `${bytes} bytes fetched`);
      else assert.deepEqual(asked.map(({ bytes }) => bytes), [game("modiar").table.bytes]);
      const whole = asked.length;
      const near = await Table.open(`${address}${game("tihbat").table.file}`);
      for (const board of boards(4, 6)) await near.probe(board);
      assert.ok(asked.length - whole <= 2, "a small table is fetched whole");
    } finally {
      close();
    }
  }
});

test("damaged tables are refused", async () => {
  const bytes = tableBytes("tihbat");
  const refused = async (change, words) => {
    const copy = Uint8Array.from(bytes);
    const changed = change(copy) ?? copy;
    await assert.rejects(async () => {
      const table = await Table.open(changed);
      for (let seeds = 0; seeds <= table.maxSeeds; seeds++) await table.probe([seeds, 0, 0, 0]);
    }, (error) => error instanceof TableError && words.test(error.message), String(words));
  };
  await refused((copy) => void (copy[0] ^= 1), /not a tihbat table/);
  await refused((copy) => void (copy[8] = 3), /version 3/);
  await refused((copy) => void (copy[8] = 2), /header does not match/);
  await refused((copy) => void (copy[30] ^= 4), /header does not match/);
  await refused((copy) => copy.slice(0, -1), /bytes, but has/);
  await refused((copy) => void (copy[5000] ^= 1), /do not match their checksum/);
  await refused((copy) => void (copy[41_000] ^= 1), /do not match their checksum/);
  await refused(() => new Uint8Array(0), /not a tihbat table/);
  await assert.rejects((await open("tihbat")).probe([30, 0, 0, 0]), { message: "the table goes up to 28 seeds, but 30 are needed" });
});

test("checksums and binomials are the known ones", () => {
  assert.equal(crc32(new TextEncoder().encode("123456789")), 0xcbf43926);
  assert.equal(choose(32, 4), 35_960);
  assert.equal(choose(48, 6), 12_271_512);
  assert.equal(choose(5, 6), 0);
});

const entry = ({ forced, forced_distance, forced_other, forced_other_distance }) =>
  ({ forced, forcedDistance: forced_distance, forcedOther: forced_other, forcedOtherDistance: forced_other_distance });

test("bounds of all boards of few seeds are those of the program", async () => {
  assert.equal((await open("tihbat")).kind, "margins");
  for (const [name, pits, most, number] of [["tihbatopen", 4, 10, 1001], ["oware-3x2", 6, 7, 1716]]) {
    const table = await open(name);
    assert.equal(table.kind, "bounds");
    const all = Array.from({ length: most + 1 }, (_, seeds) => [...boards(pits, seeds)]).flat();
    const said = askAll("value", name, all.map((board) => board.join("-")));
    assert.equal(said.length, number);
    for (const [at, board] of all.entries()) assert.deepEqual(await table.probe(board), entry(said[at]), String(board));
    assert.ok(said.some(({ open, forced }) => open > 0 && forced > 0) && said.some(({ forced_other }) => forced_other > 0));
    if (name === "oware-3x2") assert.ok(said.some(({ open, forced }) => open === 0 && forced > 0), "oware has boards that do not depend on the rule");
  }
});

test("distances of bounds above 255 plies are read", async () => {
  const [short, long] = [await open("tihbatopen"), await Table.open(readFileSync(join(SITE, "long.mtb")))];
  let longest = [0, 0];
  for (let seeds = 0; seeds <= 28; seeds++) {
    for (const board of boards(4, seeds)) {
      const [one, other] = [await short.probe(board), await long.probe(board)];
      const longer = (plies) => (plies === null ? null : plies + (seeds < 11 ? 0 : 300));
      assert.deepEqual(other, { ...one, forcedDistance: longer(one.forcedDistance), forcedOtherDistance: longer(one.forcedOtherDistance) }, String(board));
      longest = [Math.max(longest[0], other.forcedDistance), Math.max(longest[1], other.forcedOtherDistance)];
    }
  }
  assert.ok(longest.every((plies) => plies > 300), String(longest));
});

test("damaged bounds are refused, whichever column is damaged", async () => {
  for (const bytes of [tableBytes("tihbatopen"), readFileSync(join(SITE, "long.mtb"))]) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    const number = (at) => Number(view.getBigUint64(at, true));
    const end = 16 + view.getUint32(12, true);
    const farFrom = number(80);
    const near = [56, 64, end - 24, end - 16].map((at) => number(at) + 20_000);
    const far = number(72) === 0 ? [] : [72, end - 8].map((at) => number(at) + 20_000 - farFrom);
    for (const at of [...near, ...far]) {
      const copy = Uint8Array.from(bytes);
      copy[at] ^= 1;
      const table = await Table.open(copy);
      await assert.rejects(async () => {
        for (let seeds = 0; seeds <= table.maxSeeds; seeds++) await table.probe([seeds, 0, 0, 0]);
      }, (error) => error instanceof TableError && /do not match their checksum/.test(error.message), `byte ${at}`);
    }
    for (const at of [56, end - 24]) {
      const copy = Uint8Array.from(bytes);
      copy[at] ^= 16;
      await assert.rejects(Table.open(copy), { message: /header does not match/ });
    }
  }
});

test("what the page says about a position is what the program says", async () => {
  const chance = random(41);
  let open = 0;
  for (const { name, seeds, rules } of games) {
    const pits = 2 * Number(rules.pits);
    const some = Array.from({ length: 60 }, () => someBoard(chance, pits, Math.floor(chance.next().value * (seeds + 1))).join("-"));
    const asked = [game(name).start.position, ...some];
    const [values, bests] = ["value", "best"].map((command) => askAll(command, name, asked));
    for (const [at, value] of values.entries()) {
      const found = worth(position(value.position), value);
      const [least, most] = value.final ? [value.final, value.final] : [value.least, value.most];
      assert.deepEqual([found.least, found.most], [least, most], `${name} ${value.position}`);
      assert.equal(found.kind, value.outcome ?? "open");
      if (found.kind === "open") open += 1;
      // The best move leads to what the position is worth.
      const best = bests[at].moves[0];
      if (best && value.final) assert.deepEqual(worth(position(value.position), best).least, value.final);
      if (value.final) assert.equal(found.title, resultText(value.final));
      assert.doesNotMatch(Object.values(found).join(" "), /undefined|NaN|null/);
    }
  }
  assert.ok(open > 20, `${open} positions depend on what a repetition pays`);
});

test("the address of a game is read as it was written", () => {
  const asked = read(address("", { game: "modiar", set: setText({ "capture.counts": "2,4", pits: "2" }), from: "1-2-3-4-0-0-S", moves: "A.b.pass", ply: 2 }).slice(1));
  assert.deepEqual(asked, { game: "modiar", set: { "capture.counts": "2,4", pits: "2" }, start: "1-2-3-4-0-0-S", moves: ["A", "b", "pass"], ply: 2, position: null });
  assert.deepEqual(setOf(setText({})), {});
  assert.equal(read("?moves=A.b&ply=-1").ply, 0);
  assert.equal(read("?moves=A.b&ply=9").ply, 2);
  assert.equal(read("?position=1-1-0-0").start, "1-1-0-0");
  assert.deepEqual(movesOf("[Variant \"tihbat\"]\n1. A {good} a+4 2. pass 13-15 *"), ["A", "a+4", "pass"]);
});

test("boards of every size are drawn without overlap", () => {
  for (const narrow of [true, false]) {
    for (let row = 1; row <= 8; row++) {
      const { width, height, radius, slot, stores, badge } = layout(row, narrow);
      const pits = Array.from({ length: 2 * row }, (_, at) => slot(at));
      for (const [at, one] of pits.entries()) {
        for (const other of pits.slice(at + 1)) assert.ok(Math.hypot(one.x - other.x, one.y - other.y) > 2 * radius, `${row} ${narrow}`);
        for (const box of Object.values(stores)) {
          const across = Math.max(box.x - one.x, one.x - box.x - box.width, 0);
          const down = Math.max(box.y - one.y, one.y - box.y - box.height, 0);
          assert.ok(Math.hypot(across, down) > radius, `a pit of ${row} touches a store`);
        }
        assert.ok(one.x - badge / 2 >= 0 && one.x + badge / 2 <= width && one.y > radius && one.y < height - radius);
        // Sowing goes on to the next slot, from left to right below and back above.
        const next = pits[(at + 1) % pits.length];
        assert.ok(at % row === row - 1 ? next.upper !== one.upper : one.upper ? next.x < one.x : next.x > one.x);
      }
    }
  }
});

test("from 1 to 127 seeds lie inside a pit, each in its own place", () => {
  for (let seeds = 1; seeds <= 127; seeds++) {
    for (const [across, down] of [[41, 41], [16, 16], [48, 90]]) {
      const { radius, places: points } = places(seeds, across, down);
      assert.equal(points.length, seeds);
      for (const [x, y] of points) assert.ok((x / across) ** 2 + (y / down) ** 2 <= 1, `${seeds} seeds in ${across} by ${down}`);
      // Seeds may touch, but none hides another.
      for (const [at, one] of points.entries()) for (const other of points.slice(at + 1)) assert.ok(Math.hypot(one[0] - other[0], one[1] - other[1]) > (radius * 2) / 3, `${seeds} seeds in ${across} by ${down}`);
    }
  }
});

test("how to play is said for every game, and differs where the rules do", () => {
  const told = games.map(({ rules, start, captures_on_first_move }) => {
    const values = { ...rules, "capture.on_first_move": String(captures_on_first_move) };
    const words = [...brief(values, position(start.position).pits), ...details(values)];
    assert.ok(words.every((sentence) => /^[A-Z].*[.]$/.test(sentence) && !/undefined|null/.test(sentence)), words.join(" "));
    return words.join(" ");
  });
  assert.equal(new Set(told).size, games.length);
  assert.match(told[0], /exactly 2, 4, 6 or 8/);
});
