// Regenerates what is derived from the catalogues and checks: grammars, docs, tables, schema.
import { spawnSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

const vitest = join(
  dirname(createRequire(import.meta.url).resolve("vitest/package.json")),
  "vitest.mjs",
);
const { status } = spawnSync(process.execPath, [vitest, "run", "test/generated.test.ts"], {
  stdio: "inherit",
  env: { ...process.env, UPDATE: "1" },
});
process.exit(status ?? 1);
