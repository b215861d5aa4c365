import { rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import { ensureScope } from "../../../server/src/emulator/state/state.ts";
import type { ConfirmParams } from "../../../server/src/lsp/protocol.ts";
import { removeFolders } from "../../support/folders.ts";
import { stopClients } from "../../support/programs/lsp.ts";
import { saysYes, Workbench, weirJson } from "../../support/programs/workbench.ts";

/** The questions before a push are about the files and the profile of this push, and announce its calls. */

afterEach(() => {
  stopClients();
  removeFolders();
  vi.unstubAllGlobals();
});

const other = "7a6f6e65000000000000000000000002";
const ruleOf = (action: string, host: string) =>
  `# @action ${action}\n# @description ${host}\nhttp.host eq "${host}"\n`;

function settings(): string {
  const { profiles, ...rest } = JSON.parse(weirJson({ rulesTarget: "rulesets" }));
  const { local } = profiles;
  return JSON.stringify({ ...rest, profiles: { local, other: { ...local, zone: other } } });
}

/** Three rules that block, pushed. */
async function pushedRules() {
  const bench = await Workbench.open({
    files: {
      "a.cfrule": ruleOf("block", "a"),
      "b.cfrule": ruleOf("block", "b"),
      "c.cfrule": ruleOf("block", "c"),
      "weir.json": settings(),
    },
    offers: { confirm: true, choose: true },
    answers: saysYes,
  });
  const { account } = bench.zone;
  ensureScope(bench.emulator.state, { kind: "zones", id: other, name: "example.org", account });
  const uris = (...names: readonly string[]) => names.map((it) => bench.uri(`${it}.cfrule`));
  await bench.run("weir.push", { uris: uris("a", "b", "c") });
  const write = (name: string, text: string) =>
    writeFileSync(fileURLToPath(bench.uri(`${name}.cfrule`)), text);
  /** Pushes, and gives what was asked and sent. */
  const push = async (names: readonly string[], profile?: string) => {
    const before = bench.client.asked.length;
    bench.sent.length = 0;
    await bench.run("weir.push", { uris: uris(...names), ...(profile && { profile }) });
    const questions = bench.client.asked.slice(before).map((it) => it.params as ConfirmParams);
    const announced = questions
      .flatMap((it) => it.plan.calls)
      .map((it) => it.replace(/ \/zones\/\w+/, " ").replace(/\?.*/, ""));
    const sent = bench.writes.map((it) => it.replace(/ \S+ /, " "));
    expect(sent).toEqual(announced);
    return questions;
  };
  return { bench, write, push };
}

test("of the files of the push only", async () => {
  const { write, push } = await pushedRules();
  for (const it of ["a", "b", "c"]) write(it, ruleOf(it === "b" ? "managed_challenge" : "log", it));
  const [first, second, ...more] = await push(["b", "c"]);
  expect(more).toEqual([]);
  expect([first?.plan.path, second?.plan.path]).toEqual(["b.cfrule", "c.cfrule"]);
  expect(first?.plan.together).toEqual([
    "These 2 rules together: block → managed_challenge, block → allow.",
    "This rule alone: block → managed_challenge.",
    "block → managed_challenge: such as GET https://b/",
    "block → allow: such as GET https://c/",
  ]);
  // It may be declined; the question before says what happened then.
  expect(second?.plan.together).toEqual(["This rule alone: block → allow."]);
});

test("a renamed file is the rule that it was, and a file that is gone stays on the service", async () => {
  const { bench, write, push } = await pushedRules();
  for (const it of ["a", "c"]) rmSync(fileURLToPath(bench.uri(`${it}.cfrule`)));
  write("renamed", ruleOf("log", "a"));
  const [question] = await push(["renamed"]);
  expect(question?.text).toContain("This rule: block → allow.");
  expect(question?.text).toContain("such as GET https://a/");
  expect(question?.text).not.toContain("https://c/");
});

test("of the zone of the profile", async () => {
  const { write, push } = await pushedRules();
  write("a", ruleOf("log", "a"));
  const [question] = await push(["a"], "other");
  expect(question?.where).toMatchObject({ profile: "other", zone: other });
  expect(question?.plan).toMatchObject({ outcome: "created" });
  expect(question?.text).toContain("This rule changes no outcome (proved).");
});
