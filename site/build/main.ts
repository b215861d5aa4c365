// Builds the site in site/dist: the documentation, a page for each diagnostic, and the playground.
import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { gzipSync } from "node:zlib";
import { bundle, noticesPath, serverPath, serverScript, viewFiles } from "./bundles.ts";
import { siteFiles } from "./site.ts";

/** `npm run site` runs this in the root of the checkout. */
const root = process.cwd();
const output = join(root, "site", "dist");

rmSync(output, { recursive: true, force: true });
cpSync(join(root, "images"), join(output, "images"), { recursive: true });
for (const [path, text] of siteFiles(root)) write(path, text);
for (const it of viewFiles) write(`playground/${it}`, readFileSync(join(root, "dist", it), "utf8"));
write(serverPath, gzipSync(serverScript(root), { level: 9 }));
write(noticesPath, await bundle(root, output));
console.log(`The site is in ${output}.`);

function write(path: string, content: string | Uint8Array): void {
  mkdirSync(dirname(join(output, path)), { recursive: true });
  writeFileSync(join(output, path), content);
}
