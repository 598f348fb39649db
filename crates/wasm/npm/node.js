// tihbat: The solver in node
//
// What differs from a page: workers are threads, and the module is read from a file.

import { readFile } from "node:fs/promises";
import { Worker } from "node:worker_threads";
import { Solver as PageSolver } from "./solver.js";

export { SolverError, Table } from "./solver.js";

/** Starts `worker.js` in a thread, with the methods and handlers of a worker of a page. */
export function createWorker() {
  const thread = new Worker(new URL("node-worker.js", import.meta.url));
  const worker = {
    onmessage: null,
    onerror: null,
    postMessage: (message, transfer) => thread.postMessage(message, transfer),
    terminate: () => void thread.terminate(),
  };
  thread.on("message", (data) => worker.onmessage?.({ data }));
  thread.on("error", (error) => worker.onerror?.(error));
  // A program that has nothing else to do ends, although its tables are open.
  let open = 0;
  const post = worker.postMessage;
  worker.postMessage = (message, transfer) => {
    if ("id" in message && open++ === 0) thread.ref();
    post(message, transfer);
  };
  thread.on("message", ({ progress }) => {
    if (!progress && --open === 0) thread.unref();
  });
  thread.unref();
  return worker;
}

/** The solver: see `solver.js`. */
export const Solver = {
  /** @param {import("./solver.js").StartOptions} [options] */
  async start(options = {}) {
    const wasm = options.wasm ?? (await readFile(new URL("tihbat.wasm", import.meta.url)));
    return PageSolver.start({ createWorker, ...options, wasm });
  },
};
