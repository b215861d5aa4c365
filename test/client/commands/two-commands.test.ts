import { afterEach, expect, test, vi } from "vitest";
import { Runs } from "../../../client/src/commands/runs.ts";
import { removeFolders } from "../../support/folders.ts";
import { clientOf, zone_id } from "../../support/programs/emulator.ts";
import { until } from "../../support/waiting.ts";
import { editor } from "../fakes/fake-vscode.ts";
import { fakeCredentials } from "../fakes/kept.ts";
import { confirmParams } from "../fakes/rows.ts";
import { Window } from "../fakes/window.ts";

/** Two concurrent commands: an answer only applies to the command that asked. */

let window: Window | undefined;

afterEach(async () => {
  await window?.close();
  window = undefined;
  removeFolders();
  vi.unstubAllGlobals();
});

const noReview = { showPlan: async () => {}, compareAll: async () => {}, close: async () => {} };

/** A service that blocks the first listing of the rules until it is released. */
function slowAtFirst() {
  let letGo: () => void = () => {};
  const gate = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  const sent: string[] = [];
  const fetch: typeof globalThis.fetch = async (input, init) => {
    const call = `${init?.method} ${new URL(String(input)).pathname.replace(/^.*\//, "")}`;
    const isFirst = call === "GET rules" && !sent.includes(call);
    sent.push(call);
    if (isFirst) await gate;
    return (window as Window).emulator.fetch(input, init);
  };
  return { sent, fetch, letGo };
}

test("'Write All Files' of a pull does not confirm a concurrent push", async () => {
  const { sent, fetch, letGo } = slowAtFirst();
  const it = await Window.open({ files: { "a.cfrule": "# @action block\nssl" }, fetch });
  window = it;
  const { logpush } = clientOf(it.emulator);
  for (const name of ["one", "two"])
    await logpush.jobs.create({ zone_id, name, destination_conf: `s3://logs/${name}?region=eu` });
  const push = it.run("weir.push", [it.uri("a.cfrule")]);
  await until(() => sent.includes("GET rules"));
  const pull = it.run("weir.pull", [it.folder], "Write All Files");
  await until(() => editor.shown.some((it) => it.choices.includes("Write All Files")));
  letGo();
  await Promise.all([push, pull]);
  expect(sent.filter((call) => !call.startsWith("GET"))).toEqual([]);
  expect(editor.shown.map((shown) => shown.choices[0])).toContain("Create");
});

test("a confirmation for no run, or for a completed one, is declined", async () => {
  editor.answers = ["Update", "x", "log"];
  const runs = new Runs({
    reviews: { open: async () => noReview },
    learn() {},
  });
  const over = runs.begin("weir.push");
  over.end();
  const open = runs.begin("weir.push");
  expect(await runs.confirm(confirmParams())).toBe("no");
  expect(await runs.confirm({ ...confirmParams(), run: over.id })).toBe("no");
  expect(await runs.choose({ question: "Which?", answers: ["log"], run: over.id })).toBeNull();
  expect(editor.answers).toHaveLength(3);
  expect(await runs.confirm({ ...confirmParams(), run: open.id })).toBe("yes");
});

test("declining in one run does not decline in another", async () => {
  editor.answers = [undefined];
  const runs = new Runs({
    reviews: { open: async () => noReview },
    learn() {},
  });
  const [one, other] = [runs.begin("weir.push"), runs.begin("weir.push")];
  await runs.confirm({ ...confirmParams(), run: one.id });
  expect([one.confirmations.declined, other.confirmations.declined]).toEqual([true, false]);
});

test("a candidate credential is only given to the run that verifies it", async () => {
  const { credentials } = fakeCredentials();
  const origin = "https://api.example.com";
  await credentials.keep({ origin, token: "old" });
  await credentials.trying({ origin, token: "new" }, async (run) => {
    expect(await credentials.for(origin, run)).toEqual({ origin, token: "new" });
    expect(await credentials.for(origin, "run-of-a-push")).toEqual({ origin, token: "old" });
    expect(await credentials.for(origin)).toEqual({ origin, token: "old" });
  });
});

test("the button of a notification undoes its own push, although another followed", async () => {
  const files = { "a.cfrule": "# @action block\nssl", "b.cfrule": "# @action log\nssl" };
  const it = await Window.open({ files });
  window = it;
  await it.run("weir.push", [it.uri("a.cfrule")], "Create");
  const first = editor.executed.length;
  await it.run("weir.push", [it.uri("b.cfrule")], "Create", "Undo", "Delete");
  const undone = editor.executed.slice(first).filter(([name]) => name === "weir.undo");
  expect(undone).toEqual([["weir.undo", { undo: ["push-2"] }]]);
  const [question] = await it.run("weir.undo", [], "Delete");
  expect(question).toBe("Delete");
  expect(await it.drawn()).toContain("    Rules (0) group");
});
