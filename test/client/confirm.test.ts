import { beforeEach, expect, test } from "vitest";
import { Questions } from "../../client/src/confirm.ts";
import type { CommandName } from "../../server/src/lsp/protocol.ts";
import { editor, resetEditor } from "./fake-vscode.ts";
import { confirmParams } from "./rows.ts";

beforeEach(resetEditor);

function questions(command: CommandName = "weir.push", options: { isOfMany?: boolean } = {}) {
  const done: string[] = [];
  const remote = {
    async compare(uri: string, profile: string | undefined, options?: { pulling?: boolean }) {
      done.push(`compare ${uri} ${profile}${options?.pulling ? " pulling" : ""}`);
      return undefined;
    },
    async close(uri: string) {
      done.push(`close ${uri}`);
    },
  };
  const asked = new Questions(command, options, { remote, learn() {} });
  return { asked, done };
}

test("a push is shown as a comparison, asked about in a dialogue, and the comparison goes with the yes", async () => {
  const { asked, done } = questions();
  editor.answers = ["Update"];
  expect(await asked.confirm(confirmParams())).toBe("yes");
  const file = "file:///project/rules/login.cfrule";
  expect(done).toEqual([`compare ${file} production`, `close ${file}`]);
  expect(editor.shown).toMatchObject([
    { kind: "warning", text: "Update the rule 'Logins'?", options: { modal: true } },
  ]);
});

test("no leaves the comparison to be looked at", async () => {
  const { asked, done } = questions();
  editor.answers = [undefined];
  expect(await asked.confirm(confirmParams())).toBe("no");
  expect(done).toHaveLength(1);
  expect(asked.declined).toBe(true);
});

test.each([
  ["created", "Create"],
  ["updated", "Update"],
  ["deleted", "Delete"],
] as const)("what is %s is agreed to with '%s'", async (outcome, verb) => {
  const { asked } = questions();
  editor.answers = [verb];
  expect(await asked.confirm(confirmParams({ outcome }))).toBe("yes");
  expect(editor.shown[0]?.choices).toEqual([verb]);
});

test("a deletion has nothing to compare", async () => {
  const { asked, done } = questions();
  await asked.confirm(confirmParams({ outcome: "deleted" }));
  expect(done).toEqual([]);
});

test("an undo brings back what the file does not say, so there is nothing to compare either", async () => {
  const { asked, done } = questions("weir.undo");
  await asked.confirm(confirmParams());
  expect(done).toEqual([]);
});

test("a pull is compared the other way round", async () => {
  const { asked, done } = questions("weir.pull");
  editor.answers = ["Write File"];
  expect(await asked.confirm(confirmParams())).toBe("yes");
  expect(done[0]).toMatch(/ pulling$/);
});

test("the files of a pull can be agreed to together, but for those that would lose something", async () => {
  const { asked } = questions("weir.pull", { isOfMany: true });
  editor.answers = ["Write All Files", undefined];
  expect(await asked.confirm(confirmParams({ outcome: "created" }))).toBe("yes");
  expect(await asked.confirm(confirmParams({ outcome: "created" }))).toBe("yes");
  expect(await asked.confirm(confirmParams({ careful: true }))).toBe("no");
  expect(editor.shown.map((it) => it.choices)).toEqual([
    ["Write File", "Write All Files", "Skip"],
    ["Write File", "Skip"],
  ]);
});

test("a single file is pulled without a word about others", async () => {
  const { asked } = questions("weir.pull");
  editor.answers = ["Write File"];
  expect(await asked.confirm(confirmParams({ outcome: "created" }))).toBe("yes");
  expect(editor.shown.map((it) => it.choices)).toEqual([["Write File"]]);
});

test("of many files one can be skipped, and Cancel stops whatever is left", async () => {
  const { asked } = questions("weir.pull", { isOfMany: true });
  editor.answers = ["Skip", "Write File", undefined];
  const answers: string[] = [];
  for (let i = 0; i < 5; i++) answers.push(await asked.confirm(confirmParams()));
  expect(answers).toEqual(["no", "yes", "no", "no", "no"]);
  expect(editor.shown.map((it) => it.choices)).toEqual(
    Array(3).fill(["Write File", "Write All Files", "Skip"]),
  );
  expect(await asked.choose({ question: "Which?", answers: ["log"] })).toBeNull();
  expect(editor.shown).toHaveLength(3);
});

test("pushes are agreed to one by one", async () => {
  const { asked } = questions();
  editor.answers = ["Update"];
  await asked.confirm(confirmParams());
  expect(editor.shown[0]?.choices).toEqual(["Update"]);
});

const named = { named: { name: "shop-errors", id: "12" } };

test("what destroys something is agreed to by its name", async () => {
  const { asked } = questions();
  editor.answers = ["Go On…", "shop-errors"];
  expect(await asked.confirm(confirmParams(named))).toBe("yes");
  expect(editor.shown[1]?.text).toContain("Type 'shop-errors' to agree.");
  const validate = editor.shown[1]?.options?.validateInput as (text: string) => unknown;
  expect(validate("shop-error")).toBe("Type 'shop-errors', or press Escape.");
  expect(validate("shop-errors")).toBeUndefined();
});

test.each([["Go On…", "shop-error"], ["Go On…", undefined], [undefined]])(
  "anything else than the name is a no: %s, %s",
  async (...answers) => {
    const { asked } = questions();
    editor.answers = answers;
    expect(await asked.confirm(confirmParams(named))).toBe("no");
  },
);

test("a choice is answered with its index, and Escape with null", async () => {
  const { asked } = questions();
  editor.answers = ["block", undefined];
  const params = { question: "Which action?", answers: ["log", "block"] };
  expect(await asked.choose(params)).toBe(1);
  expect(await asked.choose(params)).toBeNull();
  expect(asked.declined).toBe(true);
});
