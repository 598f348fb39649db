// tihbat: Copies what the package shares with the web page

import { copyFileSync } from "node:fs";

const root = new URL("../../../", import.meta.url);
for (const file of ["web/solver.js", "web/worker.js", "web/tihbat.wasm", "LICENSE-MIT", "LICENSE-APACHE"]) {
  copyFileSync(new URL(file, root), new URL(file.split("/").pop(), import.meta.url));
}
