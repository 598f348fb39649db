// tihbat: Runs worker.js in a thread of node, which has no `self`

import { parentPort } from "node:worker_threads";

globalThis.self = globalThis;
globalThis.postMessage = (message, transfer) => parentPort.postMessage(message, transfer);
await import("./worker.js");
parentPort.on("message", (data) => globalThis.onmessage({ data }));
