// Regenerates what is derived from the catalogs and checks: grammars, docs, tables, schema.
import { spawnSync } from "node:child_process";
import { programOf } from "./program-of.mjs";

const vitest = programOf("vitest", "vitest.mjs");
// Modules first, because others are generated from them.
for (const only of [["--testNamePattern", "^server/src/"], []]) {
  const args = [vitest, "run", "test/generated.test.ts", ...only];
  const env = { ...process.env, UPDATE: "1" };
  const { status } = spawnSync(process.execPath, args, { stdio: "inherit", env });
  if (status !== 0) process.exit(status ?? 1);
}
