import { expect, test } from "vitest";
import { push } from "../../../server/src/cli/commands/push.ts";
import { runCommand } from "../../support/programs/run-command.ts";
import { rule } from "../faults/sequences.ts";
import { Harness } from "../harness.ts";

test("a ref that another rule has is refused before anything is sent", async () => {
  using h = new Harness({ rulesTarget: "rulesets" });
  h.write("a.cfrule", rule("ssl", "block", "# @ref same\n"));
  h.write("b.cfrule", rule("not ssl", "block", "# @ref same\n"));
  expect((await h.push("a.cfrule")).outcome).toBe("created");
  h.requests.length = 0;
  expect(await h.push("b.cfrule")).toMatchObject({
    outcome: "failed",
    message: expect.stringContaining("Another rule of the ruleset has the ref 'same'."),
  });
  expect(h.requests.filter((it) => !it.startsWith("GET"))).toEqual([]);
});

test("new rules with the same ref are refused before one of them is sent", async () => {
  using h = new Harness({ rulesTarget: "rulesets" });
  h.write("a.cfrule", rule("ssl", "block", "# @ref same\n"));
  h.write("b.cfrule", rule("not ssl", "block", "# @ref same\n"));
  const { status, out } = await runCommand(h, push, ["--all", "--yes"]);
  expect([status, out]).toEqual([1, expect.stringContaining("'@ref same' is used in 'b.cfrule'")]);
  expect(h.requests.filter((it) => !it.startsWith("GET"))).toEqual([]);
});
