// tihbat: A perfect-play table (.mtb), read in a web page
//
// Every board has an index, computed from its pits. A table holds columns of bytes in the order of the index: margins and
// distances, or, if the rules leave open what a repetition pays, what each side can force, with distances. So a page needs no program on the server: it fetches only the bytes of the boards that it asks about. Small
// files are fetched whole, and so are larger ones if the server refuses ranges. Everything is checked against the checksums
// of the file before it is used. docs/format.md describes the format byte by byte.
//
//     import { Table } from "./mtb.js";
//     const table = await Table.open("tihbat.mtb");
//     await table.probe([7, 7, 7, 7]);               // { margin: -2, distance: 6 }
//
// A table of bounds (`table.kind`) answers { forced, forcedDistance, forcedOther, forcedOtherDistance } instead.

const MAGIC = [0x89, 0x4d, 0x54, 0x42, 0x0d, 0x0a, 0x1a, 0x0a];
/** What a board has in a table of each version of the format. */
const KINDS = { 1: "margins", 2: "bounds" };
/** Boards in a block. Each block has a checksum; the last block of a layer may be shorter. */
const BLOCK = 65_536;
/** The largest file that is fetched whole, in bytes. */
const WHOLE = 4 << 20;
/** The size of the first request, which fetches the header, in bytes. */
const HEAD = 1 << 16;
/** The number of blocks kept in memory; a board takes at most six bytes. */
const KEPT = 128;

/** Says what is wrong with a table, or why it has no answer. */
export class TableError extends Error {}

/** The binomial coefficient: the number of ways to choose `least` of `most` things. */
export function choose(most, least) {
  let ways = 1;
  for (let n = 1; n <= least; n++) ways = (ways * (most - least + n)) / n;
  return Math.round(ways);
}

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
  for (let bit = 0; bit < 8; bit++) byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1;
  return byte;
});

/** CRC-32 of some bytes, as in gzip and PNG. `before` is the checksum of the bytes before them. */
export function crc32(bytes, before = 0) {
  let sum = ~before;
  for (const byte of bytes) sum = CRC[(sum ^ byte) & 255] ^ (sum >>> 8);
  return ~sum >>> 0;
}

const sum = (numbers) => numbers.reduce((all, number) => all + number, 0);

/** A file on a web host. It is read by ranges, or whole if it is small or the host refuses ranges. */
class Remote {
  url = "";
  /** The length of the file, in bytes. */
  length = 0;
  /** The bytes that are there already, from the beginning. */
  first = new Uint8Array();

  static async open(url, whole) {
    const file = new Remote();
    file.url = url;
    const response = await fetch(url, { headers: { Range: `bytes=0-${HEAD - 1}` } });
    if (!response.ok) throw new TableError(`${url}: the server answers ${response.status} ${response.statusText}`);
    const bytes = new Uint8Array(await response.arrayBuffer());
    const total = response.status === 206 && /\/(\d+)$/.exec(response.headers.get("Content-Range") ?? "");
    file.length = total ? Number(total[1]) : bytes.length;
    file.first = bytes;
    if (file.length > bytes.length && file.length <= whole) {
      file.first = new Uint8Array(await (await fetch(url)).arrayBuffer());
    }
    return file;
  }

  async read(at, length) {
    if (at + length <= this.first.length) return this.first.subarray(at, at + length);
    const response = await fetch(this.url, { headers: { Range: `bytes=${at}-${at + length - 1}` } });
    const bytes = new Uint8Array(await response.arrayBuffer());
    if (response.status === 200 && bytes.length === this.length) {
      this.first = bytes;
      return bytes.subarray(at, at + length);
    }
    if (response.status === 206 && bytes.length === length) return bytes;
    throw new TableError(`${this.url}: bytes ${at} to ${at + length - 1} cannot be read (${response.status})`);
  }
}

/** A table, open for questions. */
export class Table {
  /** @type {{ first: Uint8Array, length: number, read: (at: number, length: number) => Promise<Uint8Array> }} */
  file = new Remote();
  /** What a board has: `margins`, or `bounds` (what each side can force). */
  kind = "margins";
  row = 0;
  pits = 0;
  maxSeeds = 0;
  boards = 0;
  /** The first board whose distances have a high byte. */
  farFrom = 0;
  /** Where the columns begin: values and low bytes of distances. @type {number[]} */
  columns = [];
  /** Where the columns of high bytes begin. @type {number[]} */
  farColumns = [];
  /** The clauses by name: `{ "lift.min": "2", ... }`. @type {Record<string, string>} */
  clauses = {};
  /** The number of the first block of each layer. @type {number[]} */
  firstBlock = [];
  /** The checksum of each block. @type {Promise<(at: number) => number>} */
  sums = Promise.resolve(() => 0);
  /** Blocks that were fetched. @type {Map<number, Promise<any>>} */
  blocks = new Map();

  /**
   * Opens a table, given the address of a file or its bytes. `whole`: the largest file that is fetched whole, in bytes.
   * @throws TableError if it is not a whole and undamaged table of this version.
   */
  static async open(source, { whole = WHOLE } = {}) {
    const table = new Table();
    if (typeof source === "string" || source instanceof URL) table.file = await Remote.open(String(source), whole);
    else table.file = { first: new Uint8Array(source), length: source.byteLength, read: async (at, length) => table.file.first.slice(at, at + length) };
    await table.#readHead();
    return table;
  }

  async #readHead() {
    const { file } = this;
    const prefix = await file.read(0, Math.min(16, file.length));
    if (MAGIC.some((byte, at) => prefix[at] !== byte)) throw new TableError("this is not a tihbat table");
    const numbers = (bytes) => {
      const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      const u32 = (at) => view.getUint32(at, true);
      return { u32, u64: (at) => u32(at) + u32(at + 4) * 2 ** 32 };
    };
    const { u32: inPrefix } = numbers(prefix);
    this.kind = KINDS[inPrefix(8)];
    if (!this.kind) throw new TableError(`the table has format version ${inPrefix(8)}, this page reads versions ${Object.keys(KINDS).join(" and ")}`);
    const end = 16 + inPrefix(12);
    if (end > HEAD) throw new TableError("the table's header is too long");
    const head = await file.read(0, end + 4);
    const { u32, u64 } = numbers(head);
    if (crc32(head.subarray(0, end)) !== u32(end)) throw new TableError("the table's header does not match its checksum: the file is damaged");
    this.row = u32(16);
    this.pits = 2 * this.row;
    this.maxSeeds = u32(20);
    this.boards = u64(24);
    this.farFrom = u64(80);
    // Offsets of the columns in the order of the file: values, low bytes of distances, high bytes; of bounds, each for both sides.
    const offsets = [56, 64, 72].map((at) => (this.kind === "bounds" ? [u64(at), u64(end - 80 + at)] : [u64(at)]));
    this.columns = offsets.slice(0, 2).flat();
    this.farColumns = offsets[2];
    if (file.length !== u64(88)) throw new TableError(`the file should have ${u64(88)} bytes, but has ${file.length}`);
    const text = new TextDecoder().decode(head.subarray(104, 104 + u64(96)));
    this.clauses = Object.fromEntries(text.trimEnd().split("\n").map((line) => line.split(" = ")));
    this.firstBlock = [0];
    for (let n = 0; n <= this.maxSeeds; n++) this.firstBlock.push(this.firstBlock[n] + Math.ceil(this.layerBoards(n) / BLOCK));
    this.sums = file.read(u64(48), 4 * this.firstBlock[this.maxSeeds + 1]).then((bytes) => numbers(bytes).u32);
  }

  /** The index of the first board with `seeds` seeds. */
  layerStart(seeds) {
    return choose(seeds + this.pits - 1, this.pits);
  }

  /** The number of boards with `seeds` seeds. */
  layerBoards(seeds) {
    return choose(seeds + this.pits - 1, this.pits - 1);
  }

  /** The index of a board: an array with the seeds of each pit in sowing order, the mover's row first. */
  index(board) {
    let seeds = 0;
    return board.reduce((number, pit, at) => number + choose((seeds += pit) + at, at + 1), 0);
  }

  /**
   * The entry of a board, in the mover's view. Of a table of margins: `margin` in seeds, `distance` in plies (null where the margin
   * is 0). Of a table of bounds: `forced`, the seeds that the mover can force, `forcedDistance` in plies (null where no seeds are
   * forced), and `forcedOther` and `forcedOtherDistance`, the same for the opponent.
   * @throws TableError if the board has more seeds than the table's last layer, or the file is damaged there.
   */
  async probe(board) {
    const seeds = sum(board);
    if (seeds > this.maxSeeds) throw new TableError(`the table goes up to ${this.maxSeeds} seeds, but ${seeds} are needed`);
    const rank = this.index(board) - this.layerStart(seeds);
    const block = await this.block(seeds, Math.floor(rank / BLOCK));
    const at = rank % BLOCK;
    const [one, other] = block.values.map((column, of) => {
      const distance = block.distances[of][at] + 256 * (block.far[of]?.[at] ?? 0);
      return { value: column[at], distance: column[at] === 0 ? null : distance };
    });
    if (!other) return { margin: one.value, distance: one.distance };
    return { forced: one.value, forcedDistance: one.distance, forcedOther: other.value, forcedOtherDistance: other.distance };
  }

  /** The columns of one block of a layer. A block is fetched and checked once. */
  block(seeds, block) {
    const number = this.firstBlock[seeds] + block;
    const there = this.blocks.get(number) ?? this.#fetchBlock(seeds, block, number);
    this.blocks.delete(number);
    this.blocks.set(number, there);
    there.catch(() => this.blocks.delete(number));
    if (this.blocks.size > KEPT) this.blocks.delete(/** @type {number} */ (this.blocks.keys().next().value));
    return there;
  }

  async #fetchBlock(seeds, block, number) {
    const start = this.layerStart(seeds) + block * BLOCK;
    const length = Math.min(BLOCK, this.layerBoards(seeds) - block * BLOCK);
    const near = this.columns.map((at) => this.file.read(at + start, length));
    const high = start < this.farFrom ? [] : this.farColumns.map((at) => this.file.read(at + start - this.farFrom, length));
    const columns = await Promise.all([...near, ...high]);
    const found = columns.reduce((sum, bytes) => crc32(bytes, sum), 0);
    if (found !== (await this.sums)(4 * number)) {
      throw new TableError(`boards ${start} to ${start + length - 1} of the table do not match their checksum: the file is damaged`);
    }
    const sides = this.farColumns.length;
    const signed = (bytes) => new Int8Array(bytes.buffer, bytes.byteOffset, length);
    const values = this.kind === "margins" ? [signed(columns[0])] : columns.slice(0, sides);
    return { values, distances: columns.slice(sides, 2 * sides), far: columns.slice(2 * sides) };
  }
}
