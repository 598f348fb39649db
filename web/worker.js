// tihbat: The worker that runs the solver
//
// Talks with `solver.js`: the first message brings the compiled module, every other one a question with its number. The
// answer has the same number. A question goes to the solver as JSON and comes back as JSON; only tables are bytes.

/**
 * @typedef {object} Exports What `tihbat.wasm` exports
 * @property {WebAssembly.Memory} memory
 * @property {(bytes: number) => number} room Makes room for that many bytes and returns its address
 * @property {() => number} ask Answers the question in the room, which is JSON; returns 0 if the reply is an answer in JSON, 1 if it
 *   is an error in JSON, 2 if it is bytes
 * @property {() => void} give Takes what is in the room as the bytes of a table, which the next question opens
 * @property {() => number} reply The address of the reply
 * @property {() => number} reply_bytes The length of the reply
 * @property {() => void} forget Frees the reply
 */

const ERROR = 1;
const BYTES = 2;

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** @type {Exports | null} */
let solver = null;
/** The question in work. */
let asking = -1;
/** What the solver said before it broke down. */
let said = "";

/** @param {number} address @param {number} length */
function bytesAt(address, length) {
  return new Uint8Array(/** @type {Exports} */ (solver).memory.buffer, address >>> 0, length >>> 0);
}

const imports = {
  tihbat: {
    /** Hears of progress. @param {number} boards @param {number} allBoards @param {number} seeds */
    progress(boards, allBoards, seeds) {
      postMessage({ id: asking, progress: { boards, allBoards, seeds } });
    },
    /** Hears why the solver breaks down. @param {number} address @param {number} length */
    panicked(address, length) {
      said = decoder.decode(bytesAt(address, length));
    },
  },
};

/** Copies bytes to the solver's room. @param {Exports} solver @param {Uint8Array} bytes */
function put(solver, bytes) {
  bytesAt(solver.room(bytes.length), bytes.length).set(bytes);
}

/** @param {any} question */
function answer({ bytes, ...question }) {
  if (!solver) throw new Error("the module did not come");
  if (bytes) {
    put(solver, new Uint8Array(bytes));
    solver.give();
  }
  put(solver, encoder.encode(JSON.stringify(question)));
  const kind = solver.ask();
  const reply = bytesAt(solver.reply(), solver.reply_bytes()).slice();
  solver.forget();
  if (kind === BYTES) return { value: reply.buffer };
  const read = JSON.parse(decoder.decode(reply));
  return kind === ERROR ? { error: read } : { value: read };
}

self.onmessage = ({ data: { id, question, module } }) => {
  if (module) {
    solver = /** @type {Exports} */ (/** @type {unknown} */ (new WebAssembly.Instance(module, imports).exports));
    return;
  }
  asking = id;
  try {
    const reply = answer(question);
    postMessage({ id, ...reply }, /** @type {any} */ (reply.value instanceof ArrayBuffer ? [reply.value] : []));
  } catch (error) {
    // After a panic the solver's memory is not to be trusted. `solver.js` ends this worker.
    const why = said || (error instanceof Error ? error.message : String(error));
    postMessage({ id, error: { kind: "failed", message: `the solver broke down: ${why}` } });
  }
};
