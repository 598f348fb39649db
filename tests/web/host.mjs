// A web host for the tests: the files of a folder, with ranges or without, and a count of what was asked for.
//
// node tests/web/host.mjs FOLDER: prints its address and goes on until its standard input ends.

import { createServer } from "node:http";
import { readFile } from "node:fs/promises";
import { extname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";

const TYPES = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".json": "application/json" };

export async function host(folder, { ranges }) {
  const asked = [];
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url, "http://localhost");
    const path = join(folder, normalize(pathname.endsWith("/") ? `${pathname}index.html` : pathname));
    const bytes = await readFile(path).catch(() => null);
    if (!bytes) return void response.writeHead(404).end();
    const type = { "Content-Type": TYPES[extname(path)] ?? "application/octet-stream" };
    const range = ranges && /^bytes=(\d+)-(\d+)$/.exec(request.headers.range ?? "");
    if (!range) {
      asked.push({ pathname, bytes: bytes.length });
      return void response.writeHead(200, type).end(bytes);
    }
    const [from, to] = [Number(range[1]), Math.min(Number(range[2]), bytes.length - 1)];
    asked.push({ pathname, bytes: to - from + 1 });
    response.writeHead(206, { ...type, "Content-Range": `bytes ${from}-${to}/${bytes.length}` }).end(bytes.subarray(from, to + 1));
  });
  await new Promise((listening) => server.listen(0, "127.0.0.1", listening));
  return { address: `http://127.0.0.1:${server.address().port}/`, asked, close: () => server.close() };
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { address } = await host(process.argv[2], { ranges: true });
  console.log(address);
  process.stdin.resume().on("end", () => process.exit(0));
}
