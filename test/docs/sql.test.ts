import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/root.mjs";
import { dialects } from "../../server/src/sql/dialects.ts";
import { timestampColumns } from "../../server/src/sql/timestamp-condition.ts";
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
  expect(rowsOf("| dialect |")).toEqual(Object.keys(dialects));
});

test("the page lists all values of --timestamps", () => {
  expect(rowsOf("| `--timestamps` |").sort()).toEqual([...timestampColumns].sort());
});

/** The names in the first column of a table. */
function rowsOf(heading: string): string[] {
  const [table = ""] = page.slice(page.indexOf(heading)).split("\n\n");
  const cells = table.split("\n").slice(2);
  return cells.flatMap((it) => (it.split("|")[1] ?? "").match(/[\w-]+/g) ?? []);
}
