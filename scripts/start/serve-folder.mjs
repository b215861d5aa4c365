import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import { extname, join, resolve, sep } from "node:path";
import { gzipSync } from "node:zlib";

/** @type {Readonly<Record<string, string>>} */
const types = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".txt": "text/plain; charset=utf-8",
};

/**
 * Serves the files of a folder on loopback.
 * @param {string} folder
 * @param {number} [port] a free one by default
 */
export async function serveFolder(folder, port = 0) {
  const server = createServer(async ({ url = "/", method, headers }, response) => {
    const file = method === "GET" || method === "HEAD" ? fileFor(folder, url) : undefined;
    try {
      if (file === undefined) throw new Error("Not a file of the folder.");
      const type = types[extname(file)] ?? "application/octet-stream";
      const isZipped = /^text\//.test(type) && /\bgzip\b/.test(String(headers["accept-encoding"]));
      const content = isZipped ? gzipSync(await readFile(file)) : await readFile(file);
      response.writeHead(200, {
        "content-type": type,
        "content-length": content.length,
        "cache-control": "no-cache",
        ...(isZipped && { "content-encoding": "gzip" }),
      });
      response.end(method === "HEAD" ? undefined : content);
    } catch {
      response.writeHead(404, { "content-type": "text/plain; charset=utf-8" });
      response.end("Not found.\n");
    }
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${address.port}/`,
    /** @returns {Promise<void>} */
    stop: () =>
      new Promise((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  };
}

/**
 * Undefined for an address outside of the folder.
 * @param {string} folder
 * @param {string} url
 */
function fileFor(folder, url) {
  try {
    const path = decodeURIComponent(url.split(/[?#]/)[0] ?? "");
    const file = resolve(join(folder, path.endsWith("/") ? `${path}index.html` : path));
    return file.startsWith(resolve(folder) + sep) ? file : undefined;
  } catch {
    return undefined;
  }
}
