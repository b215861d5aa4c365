import { beforeEach, expect, test } from "vitest";
import { type ConfirmationOptions, Confirmations } from "../../../client/src/view/confirmations.ts";
import type { CommandName, ConfirmParams } from "../../../server/src/lsp/protocol.ts";
import { editor, resetEditor } from "../fakes/fake-vscode.ts";
import { confirmParams } from "../fakes/rows.ts";

beforeEach(resetEditor);

/** A run whose questions are answered from a list. Opened and closed tabs, and moves beside them, are recorded. */
function confirmations(
  command: CommandName = "weir.push",
  options: ConfirmationOptions = {},
  ...answers: (string | undefined)[]
) {
  const done: string[] = [];
  const record = (what: string) => async () => void done.push(what);
  const reviews = {
    async open({ before, after }: ConfirmParams, title: string) {
      done.push(`${title}: ${before.trim()} → ${after.trim()}`);
      return {
        showPlan: record("plan"),
        close: record("closed"),
      };
    },
  };
  const run = new Confirmations(command, options, { reviews, learn() {} });
  run.working = { pause: () => void done.push("waits"), resume: () => void done.push("works") };
  editor.answers = answers;
  return { run, done };
}

const title = "Update the rule 'Logins'";
const where = "Push to shop.example.com (zone) · api.example.com · profile 'production'";

/** The questions so far: the target, the act, what it means, then each choice with what is below it. */
function questions(): string[][] {
  return editor.shown.map(({ text, choices, details = [], rows = [] }) => [
    text,
    ...rows,
    ...choices.map((it, i) => (details[i] ? `${it} | ${details[i]}` : it)),
  ]);
}

test("the question says where to, what is done and what it means, beside the diff", async () => {
  const { run, done } = confirmations("weir.push", {}, "Update");
  const changes = [{ name: "action", before: "log", after: "block" }];
  expect(await run.confirm(confirmParams({ changes }))).toBe("yes");
  expect(questions()).toEqual([
    [where, title, "action: log → block.", "Update", "Show plan", "Cancel"],
  ]);
  expect(editor.shown[0]?.options).toMatchObject({ ignoreFocusOut: true });
  const diff = "login.cfrule on shop.example.com: before ↔ after: ssl → not ssl";
  expect(done).toEqual(["waits", diff, "closed", "works"]);
});

test("a sentence continues in the next row, between words", async () => {
  const effects = [`No longer keeps lines where ClientRequestHost is "shop.example.com".`];
  const { run } = confirmations();
  const act = "Update the filter of job 'shop-errors' (3)";
  await run.confirm(confirmParams({ title: act, about: "enabled, s3://acme-logs", effects }));
  expect(editor.shown[0]?.rows).toEqual([
    "Update the filter of job 'shop-errors' (3),",
    "\u2003enabled, s3://acme-logs",
    "No longer keeps lines where ClientRequestHost is",
    '\u2003"shop.example.com".',
  ]);
});

test("the choices stay in a small window: what else it means is in the plan", async () => {
  const effects = ["One change.", "Another change.", "A third change."];
  const harm = "Keeps nothing. ".repeat(14).trim();
  const { run } = confirmations();
  await run.confirm(confirmParams({ warning: harm, effects }));
  const [, ...rows] = questions()[0] ?? [];
  expect(rows.slice(-4)).toEqual(["Another change.", "Cancel", "Show plan (1 more)", "Update…"]);
  expect(rows.indexOf("Show plan (1 more)")).toBe(9);
});

test("a push that does harm is declined first, and agreed to by typing", async () => {
  const warning = "Keeps nothing that it kept.";
  const { run } = confirmations("weir.push", {}, "Update…", "update");
  expect(await run.confirm(confirmParams({ warning, effects: [warning] }))).toBe("yes");
  expect(questions()[0]).toEqual([where, title, `⚠ ${warning}`, "Cancel", "Show plan", "Update…"]);
  expect(editor.shown[1]?.text).toContain(`Type 'update' to confirm. ${where}.`);
});

test("a question that is closed without an answer is reported", async () => {
  const { run } = confirmations("weir.push", {}, undefined);
  expect(await run.confirm(confirmParams())).toBe("no");
  expect(editor.status).toBe(`Canceled: ${title}`);
});

test("declining is passed to the run", async () => {
  const { run } = confirmations("weir.push", {}, "Cancel");
  expect(await run.confirm(confirmParams())).toBe("no");
  expect(run.declined).toBe(true);
});

const deletes = where.replace("Push to", "Delete from");

function deletion(name: string, plan: Partial<ConfirmParams["plan"]> = {}): ConfirmParams {
  const path = `rules/${name}.cfrule`;
  return {
    ...confirmParams(
      { outcome: "deleted", title: `Delete rule '${name}'`, path, ...plan },
      {},
      "delete",
    ),
    uri: `file:///project/${path}`,
    before: `${name}\n`,
    after: "",
  };
}

test("several deletions are one question, except what has changed on the service", async () => {
  const collected: ConfirmParams[] = [];
  const first = confirmations("weir.delete", { isOfMany: true, collected });
  const all = [deletion("a"), deletion("b"), deletion("c")];
  for (const it of all) expect(await first.run.confirm(it)).toBe("no");
  expect([collected, editor.shown]).toEqual([all, []]);
  const together = collected.slice(0, 2);
  const { run, done } = confirmations(
    "weir.delete",
    { isOfMany: true, together },
    ...["Delete", "Cancel"],
  );
  const asked = [...all.slice(0, 1), deletion("b"), { ...deletion("c"), before: "changed\n" }];
  const answers = [];
  for (const it of asked) answers.push(await run.confirm(it));
  expect(answers).toEqual(["yes", "yes", "no"]);
  expect(questions()).toEqual([
    [
      ...[deletes, "Delete 2 rules", "The files are kept.", "rule 'a', rule 'b'."],
      ...["Delete", "Show plan", "Cancel"],
    ],
    [deletes, "Delete rule 'c'", "The file is kept.", "Delete", "Show plan", "Skip", "Cancel"],
  ]);
  expect(done[1]).toBe("2 files on shop.example.com: before ↔ after: a\n\nb → ");
});

test("several deletions are declined in one question", async () => {
  const together = [deletion("a"), deletion("b")];
  const { run } = confirmations("weir.delete", { isOfMany: true, together }, "Cancel");
  for (const it of together) expect(await run.confirm(it)).toBe("no");
  expect(editor.shown).toHaveLength(1);
});

test("the plan is shown, and the question stays", async () => {
  const { run, done } = confirmations("weir.push", {}, "Show plan", "Update");
  expect(await run.confirm(confirmParams())).toBe("yes");
  expect(done.slice(2)).toEqual(["plan", "closed", "works"]);
  expect(editor.shown).toHaveLength(2);
});

const overwrites = {
  reason: "Changed on the service since the last push.",
  effect: "This push overwrites that change.",
  done: "",
  advice: "",
};
const warning = `⚠ ${overwrites.reason}`;
const change = { name: "enabled", before: false, after: true };
const conflict = {
  ...confirmParams({ overwrites, notes: [`${overwrites.reason} ${overwrites.effect}`] }),
  base: "ssl and true",
};

test("a change on the service is a warning, and overwriting it is last and typed", async () => {
  const { run } = confirmations("weir.push", {}, "Overwrite their change…", "overwrite");
  expect(await run.confirm(conflict)).toBe("yes");
  expect(questions()[0]).toEqual([
    where,
    title,
    warning,
    "Merge both into the file",
    "Replace the file with their version…",
    "Compare all three and show plan",
    "Cancel",
    "Overwrite their change…",
  ]);
  expect(editor.shown[1]).toMatchObject({ kind: "input" });
});

test("a question about a conflict says what would change", async () => {
  const { run } = confirmations();
  await run.confirm(confirmParams({ overwrites, changes: [change] }));
  expect(questions()[0]).toContain("enabled: false → true.");
});

test("without the word, the question about a conflict stays", async () => {
  const compare = "Compare all three and show plan";
  const answers = ["Overwrite their change…", undefined, compare, "Cancel"];
  const { run, done } = confirmations("weir.push", {}, ...answers);
  expect(await run.confirm(conflict)).toBe("no");
  expect(editor.shown.map((it) => it.kind)).toEqual(["pick", "input", "pick", "pick"]);
  expect(done).toContain("plan");
});

test("their change is pulled instead", async () => {
  const { run } = confirmations("weir.push", {}, "Replace the file with their version…");
  expect(await run.confirm(conflict)).toBe("no");
  const pulled = { uri: "file:///project/rules/login.cfrule", profile: "production" };
  expect([run.pulls, run.declined]).toEqual([pulled, true]);
});

test("what exists on the service and was not pushed from here has no third text", async () => {
  const { run } = confirmations();
  await run.confirm(confirmParams({ overwrites, adopts: true }));
  const pull = "Replace the file with their version…";
  expect(questions()[0]?.slice(3, 5)).toEqual([pull, "Show plan"]);
});

test("the files of a pull can be confirmed together, except those that would lose changes", async () => {
  const { run } = confirmations("weir.pull", { isOfMany: true }, "Write All Files", "Cancel");
  expect(await run.confirm(confirmParams({ outcome: "created" }))).toBe("yes");
  expect(await run.confirm(confirmParams({ outcome: "created" }))).toBe("yes");
  expect(await run.confirm(confirmParams({ careful: true }))).toBe("no");
  expect(editor.shown.map((it) => it.choices.includes("Write All Files"))).toEqual([true, false]);
});

test("one of many files can be skipped, and Cancel stops the rest", async () => {
  const { run } = confirmations("weir.pull", { isOfMany: true }, "Skip", "Update", "Cancel");
  const answers: string[] = [];
  for (let i = 0; i < 5; i++) answers.push(await run.confirm(confirmParams()));
  expect(answers).toEqual(["no", "yes", "no", "no", "no"]);
  expect(editor.shown).toHaveLength(3);
  expect(await run.choose({ question: "Which?", answers: ["log"] })).toBeNull();
});

test("pushes are never confirmed together", async () => {
  const { run } = confirmations("weir.push", { isOfMany: true });
  await run.confirm(confirmParams());
  expect(editor.shown[0]?.choices).toEqual(["Update", "Show plan", "Skip", "Cancel"]);
});

const named = { named: { name: "shop-errors", id: "12" } };

test("destructive changes are confirmed by typing the name", async () => {
  const { run } = confirmations("weir.push", {}, "Update…", "shop-errors");
  expect(await run.confirm(confirmParams(named))).toBe("yes");
  expect(editor.shown[1]?.text).toContain("Type 'shop-errors' to confirm.");
  const validate = editor.shown[1]?.options?.validateInput as (text: string) => unknown;
  expect(validate("shop-error")).toBe("Type 'shop-errors', or press Escape.");
  expect(validate("shop-errors")).toBeUndefined();
});

test.each([["shop-error"], [undefined]])("anything but the name asks again: %s", async (typed) => {
  const { run } = confirmations("weir.push", {}, "Update…", typed, "Cancel");
  expect(await run.confirm(confirmParams(named))).toBe("no");
});

test("a selection returns its index, describes each choice, and Escape is null", async () => {
  const { run } = confirmations("weir.push", {}, "block", undefined);
  const details = ["Writes a line.", "Refuses the request."];
  const choice = { question: "Which action?", answers: ["log", "block"], details };
  expect(await run.choose(choice)).toBe(1);
  expect(await run.choose(choice)).toBeNull();
  expect(run.declined).toBe(true);
});

test("a long filter of a job is whole, in more rows of the same choice", async () => {
  const detail = `Keeps lines where ClientRequestHost is "api.example.com" and OriginResponseDurationMs is greater than 2000`;
  const { run } = confirmations("weir.push", {}, "\u2003");
  const choice = { question: "Which job?", answers: ["'api' (1)"], details: [detail] };
  expect(await run.choose(choice)).toBe(0);
  const rows = editor.shown[0]?.details;
  expect(rows).toEqual([
    "",
    "Keeps lines where ClientRequestHost is",
    '"api.example.com" and OriginResponseDurationMs',
    "is greater than 2000",
  ]);
});
