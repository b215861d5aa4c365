import { spawnSync } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { folderWith, removeFolders } from "../support/folders.ts";

const root = resolve(import.meta.dirname, "../..");

/**
 * Adds toys to the catalogs of a copy, and type-checks it: whatever has to decide something about an operator, a type of field
 * or an action must be an error of the compiler, because it would guess otherwise.
 */
const toys = [
  {
    toy: "filter operator",
    file: "core/log-test.ts",
    before: '  | "eq"\n',
    row: '  | "~toy"\n',
    readers: [
      "lpfilter/catalog/operators.ts",
      "lpfilter/evaluation/evaluate.ts",
      "lpfilter/evaluation/requirements.ts",
      "lpfilter/values/compared.ts",
      "lpfilter/values/known-values.ts",
      "sql/loose-condition.ts",
      "sql/typed-condition.ts",
    ],
  },
  {
    toy: "type of log field",
    file: "core/log-test.ts",
    before: '  "string",\n',
    row: '  "toy",\n',
    readers: [
      "emulator/resources/log-explorer.ts",
      "engines/columns.ts",
      "engines/duckdb/duckdb.ts",
      "engines/duckdb/values.ts",
      "engines/may-match.ts",
      "engines/trial/known-rows.ts",
      "lpfilter/checks/missing-value.ts",
      "lpfilter/checks/operator-type.ts",
      "lpfilter/evaluation/samples.ts",
      "lpfilter/values/operand.ts",
      "sql/condition.ts",
      "sql/rules/derivations.ts",
      "try/canonical-value.ts",
    ],
  },
  {
    toy: "rule action",
    file: "cfrule/catalog/actions.ts",
    before: '  { name: "execute",',
    row: '  { name: "toy", targets: both, doc: "Plays." },\n',
    readers: ["review/effects.ts", "trace/effects/effects.ts"],
  },
];

let errors = "";

afterAll(removeFolders);

beforeAll(() => {
  const folder = fileURLToPath(folderWith({}));
  for (const it of ["server/src", "snippets", "package.json"])
    cpSync(join(root, it), join(folder, it), { recursive: true });
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"), "junction");
  for (const { file, before, row } of toys) {
    const path = join(folder, "server/src", file);
    writeFileSync(path, readFileSync(path, "utf8").replace(before, row + before));
  }
  const { compilerOptions } = JSON.parse(readFileSync(join(root, "tsconfig.json"), "utf8"));
  const { incremental: _, tsBuildInfoFile: __, ...options } = compilerOptions;
  const project = { compilerOptions: options, include: ["server/src"] };
  writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(project));
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  const args = [compiler, "--noEmit", "--checkers", "1"];
  errors = spawnSync(process.execPath, args, { cwd: folder, encoding: "utf8" }).stdout;
});

test.each(toys)("the compiler finds what a new $toy needs", ({ toy, readers }) => {
  const matches = errors.matchAll(/^server\/src\/(\S+)\(\d+,\d+\): error/gm);
  const noticed = new Set([...matches].map(([, path]) => path));
  expect(
    readers.filter((it) => !noticed.has(it)),
    `silent about a ${toy}`,
  ).toEqual([]);
});
