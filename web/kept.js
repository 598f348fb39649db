// tihbat: Solved tables that this browser keeps, so that a reload does not solve again
//
// A table is kept under its rules and the digest of the solver that made it, so no solver reads what another one made. The solver
// checks every byte of a kept table when it opens it; what is damaged is forgotten. Where a browser keeps nothing, all is as if
// this module were not there.

/** Smaller tables are solved as fast as they are read, in boards. */
const LEAST = 1_000_000;
/** How many tables are kept. */
const MOST = 2;
/** How long a browser may take to open its store, in milliseconds. */
const PATIENCE = 2_000;

const NAME = "tihbat";
const STORE = "tables";
/** When a table was kept. */
const SAVED = "saved";

/** The result of a request. @template T @param {IDBRequest<T>} request @returns {Promise<T>} */
function result(request) {
  return new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result);
    request.onerror = () => reject(request.error);
  });
}

/** Opens the store. Rejects where there is none, and where a browser does not answer. @returns {Promise<IDBDatabase>} */
async function opened() {
  const request = indexedDB.open(NAME, 1);
  request.onupgradeneeded = () => request.result.createObjectStore(STORE, { keyPath: "key" }).createIndex(SAVED, SAVED);
  const late = new Promise((_, reject) => setTimeout(() => reject(new Error("the store does not open")), PATIENCE));
  return Promise.race([result(request), late]);
}

/** Does something with the store, and ends only when it is written. @template T @param {IDBTransactionMode} mode @param {(store: IDBObjectStore) => Promise<T>} work */
async function within(mode, work) {
  const database = await opened();
  try {
    const transaction = database.transaction(STORE, mode);
    const done = new Promise((resolve, reject) => {
      transaction.oncomplete = resolve;
      transaction.onabort = () => reject(transaction.error);
    });
    const [value] = await Promise.all([work(transaction.objectStore(STORE)), done]);
    return value;
  } finally {
    database.close();
  }
}

/** The key of a table; without rules, how the keys of all tables of a solver begin. */
const keyOf = (digest, spec) => `${digest} ${spec ? JSON.stringify(spec) : ""}`;

/**
 * The kept table of these rules, or null.
 * @param {import("./solver.js").Solver} solver
 * @param {import("./solver.js").RulesSpec} spec
 */
export async function kept(solver, spec) {
  if (!solver.digest) return null;
  const key = keyOf(solver.digest, spec);
  const found = await within("readonly", (store) => result(store.get(key))).catch(() => null);
  if (!(found?.bytes instanceof ArrayBuffer)) return null;
  try {
    return await solver.open(found.bytes, spec);
  } catch {
    await within("readwrite", (store) => result(store.delete(key))).catch(() => {});
    return null;
  }
}

/**
 * Keeps a table, if solving it took long. Forgets older ones, and those of other solvers.
 * @param {import("./solver.js").Solver} solver
 * @param {import("./solver.js").RulesSpec} spec
 * @param {import("./solver.js").Table} table
 */
export async function keep(solver, spec, table) {
  const { digest } = solver;
  if (!digest || table.info.boards < LEAST) return;
  try {
    const bytes = await table.bytes();
    await within("readwrite", async (store) => {
      await result(store.put({ key: keyOf(digest, spec), saved: Date.now(), bytes }));
      // Keys only, the oldest first: the tables are not read.
      const keys = (await result(store.index(SAVED).getAllKeys())).map(String);
      const stay = new Set(keys.filter((key) => key.startsWith(keyOf(digest))).slice(-MOST));
      await Promise.all(keys.filter((key) => !stay.has(key)).map((key) => result(store.delete(key))));
    });
  } catch {
    // There is no room, or the table was closed meanwhile. It is solved again the next time.
  }
}
