import { beforeEach, expect, test } from "vitest";
import type { Confirmation, ConfirmationAnswer } from "../../../client/src/confirmation.ts";
import { Confirmations } from "../../../client/src/view/confirmations.ts";
import type { CommandName, ConfirmParams } from "../../../server/src/lsp/protocol.ts";
import { editor, resetEditor } from "../fakes/fake-vscode.ts";
import { confirmParams } from "../fakes/rows.ts";

beforeEach(resetEditor);

/** A run whose confirmations in tabs are answered from a list. The confirmations are recorded. */
function confirmations(
  command: CommandName = "weir.push",
  options: { isOfMany?: boolean } = {},
  ...answers: ConfirmationAnswer[]
) {
  const asked: Confirmation[] = [];
  const reported: string[] = [];
  const tabs = {
    async ask(confirmation: Confirmation, opened: (id: string) => void) {
      asked.push(confirmation);
      opened(`q${asked.length}`);
      return answers.shift() ?? "no";
    },
    answer() {},
  };
  const run = new Confirmations(command, options, { tabs, learn() {} });
  run.report = (text) => reported.push(text);
  return { run, asked, reported };
}

const texts = { remote: "the service's", local: "the file's" };
const params = (plan?: Partial<ConfirmParams["plan"]>, more: Partial<ConfirmParams> = texts) => ({
  ...confirmParams(plan),
  ...more,
});

test("a push is confirmed beside a diff, with the file on the right and a summary", async () => {
  const { run, asked, reported } = confirmations("weir.push", {}, "yes");
  const changes = [{ name: "action", before: "log", after: "block" }];
  const meaning = "Matches requests where ssl is true";
  expect(await run.confirm(params({ changes }, { ...texts, meaning }))).toBe("yes");
  expect(asked).toMatchObject([
    {
      uri: "file:///project/rules/login.cfrule",
      verb: "update",
      title: "production ↔ login.cfrule",
      before: "the service's",
      after: "the file's",
    },
  ]);
  expect(reported[0]).toContain("Update the rule 'Logins'? shop.example.com, https://api");
  expect(reported[0]).toContain(`${meaning}. action: log → block.`);
  expect(reported[0]).toContain("[Update](command:weir.answer?");
  expect(reported.at(-1)).toBe("");
  expect(editor.shown).toEqual([]);
});

test("declining is passed to the run", async () => {
  const { run } = confirmations();
  expect(await run.confirm(params())).toBe("no");
  expect(run.declined).toBe(true);
});

test.each([
  ["created", "create"],
  ["updated", "update"],
  ["deleted", "delete"],
] as const)("a resource that is %s is confirmed with '%s'", async (outcome, verb) => {
  const { run, asked } = confirmations("weir.push", {}, "yes");
  expect(await run.confirm(params({ outcome }))).toBe("yes");
  expect(asked[0]?.verb).toBe(verb);
});

test("a deletion shows only what would be deleted", async () => {
  const { run, asked } = confirmations("weir.delete", {}, "yes");
  expect(await run.confirm(params({ outcome: "deleted" }))).toBe("yes");
  expect(asked[0]).toMatchObject({ title: "login.cfrule at production", after: "the service's" });
  expect(asked[0]).not.toHaveProperty("before");
});

test("an undo restores a third text, so a dialog shows the changes", async () => {
  const { run, asked } = confirmations("weir.undo");
  editor.answers = ["Undo"];
  const changes = [{ name: "expression", before: "ssl", after: "not ssl" }];
  expect(await run.confirm(params({ changes }))).toBe("yes");
  expect(asked).toEqual([]);
  expect(editor.shown[0]?.detail).toContain("• expression: ssl → not ssl");
});

test("without the remote text, a dialog asks", async () => {
  const { run } = confirmations("weir.push", { isOfMany: true });
  editor.answers = ["Update", "Skip", undefined];
  const answers: string[] = [];
  for (let i = 0; i < 4; i++) answers.push(await run.confirm(params({}, {})));
  expect(answers).toEqual(["yes", "no", "no", "no"]);
  expect(editor.shown.map((it) => it.choices)).toEqual(Array(3).fill(["Update", "Skip"]));
});

test("a deletion is never confirmed in a dialog, and its button comes last", async () => {
  const { run, asked, reported } = confirmations("weir.delete", {}, "yes");
  expect(await run.confirm(params({ outcome: "deleted" }, {}))).toBe("yes");
  expect(editor.shown).toEqual([]);
  expect(asked[0]?.after).toContain("Profile: production");
  expect(reported[0]).toMatch(/\[Details\]\([^)]*\) · \[Delete\]\([^)]*\)$/);
});

test("a pull is compared in the other direction, and a new file is shown alone", async () => {
  const { run, asked } = confirmations("weir.pull", {}, "yes", "yes");
  await run.confirm(params());
  await run.confirm(params({ outcome: "created" }, { remote: "the service's" }));
  expect(asked).toMatchObject([
    { verb: "write", before: "the file's", after: "the service's", mayAll: false },
    { verb: "write", after: "the service's" },
  ]);
  expect(asked[1]).not.toHaveProperty("before");
});

test("the files of a pull can be confirmed together, except those that would lose changes", async () => {
  const { run, asked } = confirmations("weir.pull", { isOfMany: true }, "all", "no");
  expect(await run.confirm(params({ outcome: "created" }))).toBe("yes");
  expect(await run.confirm(params({ outcome: "created" }))).toBe("yes");
  expect(await run.confirm(params({ careful: true }))).toBe("no");
  expect(asked.map((it) => it.mayAll)).toEqual([true, false]);
});

test("one of many files can be skipped, and Cancel stops the rest", async () => {
  const { run, asked } = confirmations("weir.pull", { isOfMany: true }, "skip", "yes", "no");
  const answers: string[] = [];
  for (let i = 0; i < 5; i++) answers.push(await run.confirm(params()));
  expect(answers).toEqual(["no", "yes", "no", "no", "no"]);
  expect(asked).toHaveLength(3);
  expect(await run.choose({ question: "Which?", answers: ["log"] })).toBeNull();
  expect(editor.shown).toEqual([]);
});

test("pushes are never confirmed together", async () => {
  const { run, asked } = confirmations("weir.push", { isOfMany: true }, "yes");
  await run.confirm(params());
  expect(asked[0]).toMatchObject({ isOfMany: true, mayAll: false });
});

test("cancelling a command closes its confirmation", async () => {
  const answered: unknown[] = [];
  let cancel: () => void = () => {};
  const token = {
    isCancellationRequested: false,
    onCancellationRequested: (then: () => void) => {
      cancel = then;
      return { dispose: () => answered.push("disposed") };
    },
  };
  const tabs = {
    async ask(_: Confirmation, opened: (id: string) => void) {
      opened("q1");
      cancel();
      return "no" as const;
    },
    answer: (...all: unknown[]) => void answered.push(all),
  };
  const run = new Confirmations("weir.push", {}, { tabs, learn() {} });
  expect(await run.confirm(params(), token as never)).toBe("no");
  expect(answered).toEqual([["no", "q1"], "disposed"]);
});

const named = { named: { name: "shop-errors", id: "12" } };

test("destructive changes are confirmed by typing the name", async () => {
  const { run, asked } = confirmations("weir.push", {}, "yes");
  editor.answers = ["shop-errors"];
  expect(await run.confirm(params(named))).toBe("yes");
  expect(asked[0]?.verb).toBe("goOn");
  expect(editor.shown[0]?.text).toContain("Type 'shop-errors' to confirm.");
  const validate = editor.shown[0]?.options?.validateInput as (text: string) => unknown;
  expect(validate("shop-error")).toBe("Type 'shop-errors', or press Escape.");
  expect(validate("shop-errors")).toBeUndefined();
});

test.each([["shop-error"], [undefined]])("anything but the name declines: %s", async (typed) => {
  const { run } = confirmations("weir.push", {}, "yes");
  editor.answers = [typed];
  expect(await run.confirm(params(named))).toBe("no");
});

test("a selection returns its index, describes each choice, and Escape is null", async () => {
  const { run } = confirmations();
  editor.answers = ["block", undefined];
  const details = ["Writes a line.", "Refuses the request."];
  const choice = { question: "Which action?", answers: ["log", "block"], details };
  expect(await run.choose(choice)).toBe(1);
  expect(await run.choose(choice)).toBeNull();
  expect(run.declined).toBe(true);
});
