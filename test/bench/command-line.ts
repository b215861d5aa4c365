import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { filterOfSize } from "./corpus.ts";
import { terraformOfSize } from "./hosts/corpus.ts";
import { boundRow, compare, kilobytes, type Row, withinRow } from "./measure.ts";

/** A minimal program that reads files: as JSON, or as any text. */
function bareScript(read: "JSON.parse" | "String"): string {
  return `
const { readdirSync, readFileSync } = require("node:fs");
let count = 0;
for (const folder of readdirSync(".")) for (const file of readdirSync(folder)) {
  ${read}(readFileSync(folder + "/" + file, "utf8"));
  count++;
}
console.log(count);
`;
}

/** `weir check` on many files, compared with a script that only reads them. */
export async function commandLineRows(): Promise<Row[]> {
  const files = (count: number) => `weir check, ${count.toLocaleString("en-US")} files`;
  return [
    await checkRow(`${files(1_000)}, beside a bare script`, 1_000, filterFile, "JSON.parse"),
    await checkRow(`${files(10_000)}, beside a bare script`, 10_000, filterFile, "JSON.parse"),
    await checkRow(`${files(2_000)} of Terraform, 50 with rules`, 2_000, terraformFile, "String"),
    await modulesRow(`${files(20_000)} of Terraform in modules, 50 with rules`, 20_000),
  ];
}

/** Chains of local modules, compared with the same files whose modules are elsewhere, so that no call is followed. */
async function modulesRow(name: string, count: number): Promise<Row> {
  const folders = ["../", "example/"].map((source) => {
    const folder = mkdtempSync(join(tmpdir(), "weir-bench-"));
    writeFiles(folder, count, moduleFile(source));
    return folder;
  });
  const [local = "", remote = ""] = folders;
  const check = (folder: string) => run([resolve("dist/cli.cjs"), "check"], folder);
  try {
    const pair = await compare(
      () => check(local),
      () => check(remote),
      { runs: 5, warmUp: 1 },
    );
    return withinRow(`${name}, beside calls that are not followed`, pair, 2);
  } finally {
    for (const it of folders) rmSync(it, { recursive: true, force: true });
  }
}

/** Each folder but every fifth calls the next one. */
const moduleFile =
  (source: string): MakeFile =>
  (i) => {
    const folder = Math.floor(i / perFolder);
    const isCall = i % perFolder === 0 && folder % 5 < 4;
    const call = `module "next" {\n  source = "${source}${folder + 1}"\n}\n`;
    const text = terraformOfSize(2000 + (i % 1000), i % 400 === 0 ? 5 : 0);
    return { name: `${i}.tf`, text: isCall ? call + text : text };
  };

type MakeFile = (index: number) => { readonly name: string; readonly text: string };

async function checkRow(
  name: string,
  count: number,
  make: MakeFile,
  read: "JSON.parse" | "String",
): Promise<Row> {
  const folder = mkdtempSync(join(tmpdir(), "weir-bench-"));
  try {
    writeFiles(folder, count, make);
    const pair = await compare(
      () => run([resolve("dist/cli.cjs"), "check"], folder),
      () => run(["-e", bareScript(read)], folder),
      { runs: 15, warmUp: 2 },
    );
    return withinRow(name, pair, 3);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The sizes of all shipped bundles, and of the package. */
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
    run([resolve("scripts/package/package-extension.mjs"), path], resolve("."));
    return statSync(path).size;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const perFolder = 100;

function writeFiles(folder: string, count: number, make: MakeFile): void {
  for (let i = 0; i < count; i++) {
    const sub = join(folder, String(Math.floor(i / perFolder)));
    if (i % perFolder === 0) mkdirSync(sub);
    const { name, text } = make(i);
    writeFileSync(join(sub, name), text);
  }
}

/** A small filter without comments, so that the bare script can read it too. */
const filterFile: MakeFile = (i) => {
  const text = filterOfSize(600 + (i % 200));
  return { name: `${i}.lpfilter`, text: text.slice(text.indexOf("{")) };
};

const terraformFile: MakeFile = (i) => ({
  name: `${i}.tf`,
  text: terraformOfSize(2000 + (i % 1000), i % 40 === 0 ? 5 : 0),
});

function run(args: readonly string[], cwd: string): void {
  const { status, error, stderr } = spawnSync(process.execPath, args, {
    cwd,
    stdio: ["ignore", "pipe", "pipe"],
    maxBuffer: 1e9,
  });
  if (error || status === 2) throw new Error(`The program failed: ${error ?? stderr}`);
}
