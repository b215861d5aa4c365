import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/root.mjs";
import { dialects } from "../../server/src/sql/dialects.ts";
import { runIn } from "../support/programs/cli.ts";

const page = readFileSync(join(root, "docs/sql.md"), "utf8");

test("the statement on the page is what the command above it prints", async () => {
  const [, command = "", statement] =
    /```sh\nweir (.*)\n```\n\n```sql\n([^`]*)```/.exec(page) ?? [];
  const { status, out } = await runIn(root, command.split(" "), {});
  expect(status).toBe(0);
  expect(out).toBe(statement);
});

test("the page lists all dialects in order", () => {
  const rows = [...page.matchAll(/^\| `(\w+)` \|/gm)].map((it) => it[1]);
  expect(rows).toEqual(Object.keys(dialects));
});
