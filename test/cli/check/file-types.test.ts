// A file that a command does not take, but another one does.
import { expect, test } from "vitest";
import { Folder, weir } from "../../support/programs/cli.ts";

test.each([
  [
    "fmt main.tf",
    "'weir fmt' does not take a Terraform file. Run 'weir check --fix main.tf' to fix the rules and filters in it.",
  ],
  [
    "fmt - --stdin-filename a.yaml",
    "'weir fmt' does not take a YAML file. Run 'weir check --fix a.yaml'",
  ],
  [
    "diff main.tf",
    "'weir diff' does not take a Terraform file. Run 'weir compare main.tf --base HEAD' to see what a change of it means, or 'weir check main.tf' to check it.",
  ],
  [
    "push main.tf",
    "'weir push' does not take a Terraform file. Its own tool applies it. Run 'weir check main.tf' to check the rules and filters in it.",
  ],
  ["delete main.tf", "'weir delete' does not take a Terraform file."],
  ["push main.tf --dry-run --format curl", "'weir push' does not take a Terraform file."],
  ["fmt notes.txt", "Unknown file type. Expected '.lpfilter', '.lpjob' or '.cfrule'."],
])("weir %s", async (line, message) => {
  using folder = new Folder({ "main.tf": "", "notes.txt": "" });
  const { status, out, err } = await weir(folder, line.split(" "));
  expect([status, out + err]).toEqual([2, expect.stringContaining(message)]);
});

test.each(["push --all --dry-run", "diff"])(
  "weir %s without weir.json says so once",
  async (line) => {
    using folder = new Folder({ "a.cfrule": "ssl\n", "b.cfrule": "ssl\n", "c.cfrule": "ssl\n" });
    const { status, out } = await weir(folder, line.split(" "));
    expect(status).toBe(2);
    expect(out.split("No 'weir.json' in this folder").length - 1).toBe(1);
    const json = await weir(folder, [...line.split(" "), "--format", "json"]);
    const failed = JSON.parse(json.out).results.filter(
      (it: { outcome: string }) => it.outcome === "failed",
    );
    expect(failed.length).toBeGreaterThanOrEqual(3);
  },
);
