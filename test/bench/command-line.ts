import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { filterOfSize } from "./corpus.ts";
import { boundRow, compare, kilobytes, type Row, withinRow } from "./measure.ts";

/** The least that a program can do to read JSON files. */
const bareScript = `
const { readdirSync, readFileSync } = require("node:fs");
let count = 0;
for (const folder of readdirSync(".")) for (const file of readdirSync(folder)) {
  JSON.parse(readFileSync(folder + "/" + file, "utf8"));
  count++;
}
console.log(count);
`;

/** `weir check` on many files, beside a script that reads and parses them; and the sizes of what ships. */
export async function commandLineRows(): Promise<Row[]> {
  const rows: Row[] = [];
  for (const count of [1_000, 10_000]) {
    const folder = mkdtempSync(join(tmpdir(), "weir-bench-"));
    try {
      writeFiles(folder, count);
      const pair = await compare(
        () => run([resolve("dist/cli.cjs"), "check"], folder),
        () => run(["-e", bareScript], folder),
        { runs: 15, warmUp: 2 },
      );
      rows.push(
        withinRow(
          `weir check, ${count.toLocaleString("en-US")} files, beside a bare script`,
          pair,
          3,
        ),
      );
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  }
  return rows;
}

/** Every bundle that ships, and the package that holds them. */
export function sizeRows(): Row[] {
  const bundles = readdirSync("dist").filter((it) => /\.c?js$/.test(it));
  const rows = bundles.map((name) => {
    const { size } = statSync(resolve("dist", name));
    return boundRow(`size of dist/${name}`, size, 1_500_000, kilobytes);
  });
  return [...rows, boundRow("size of the extension's package", packedSize(), 2_000_000, kilobytes)];
}

function packedSize(): number {
  const folder = mkdtempSync(join(tmpdir(), "weir-bench-"));
  try {
    const path = join(folder, "weir.vsix");
    run([resolve("scripts/package.mjs"), path], resolve("."));
    return statSync(path).size;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Small filters without comments, a hundred in a folder, so that the bare script can read them too. */
function writeFiles(folder: string, count: number): void {
  for (let i = 0; i < count; i++) {
    const sub = join(folder, String(Math.floor(i / 100)));
    if (i % 100 === 0) mkdirSync(sub);
    const text = filterOfSize(600 + (i % 200));
    writeFileSync(join(sub, `${i}.lpfilter`), text.slice(text.indexOf("{")));
  }
}

function run(args: readonly string[], cwd: string): void {
  const { status, error, stderr } = spawnSync(process.execPath, args, {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 1e9,
  });
  if (error || status === 2) throw new Error(`The program failed: ${error ?? stderr}`);
}
