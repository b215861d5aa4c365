import { beforeEach, expect, test } from "vitest";
import { type ConfirmationOptions, Confirmations } from "../../../client/src/view/confirmations.ts";
import type { CommandName, ConfirmParams } from "../../../server/src/lsp/protocol.ts";
import { editor, resetEditor } from "../fakes/fake-vscode.ts";
import { confirmParams } from "../fakes/rows.ts";

beforeEach(resetEditor);

/** A run whose questions are answered from a list. What is opened, closed and moves beside them is recorded. */
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
        compareAll: record("compare"),
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
const where = "To shop.example.com · profile 'production' · https://api.example.com";

/** The questions so far: two lines, then each choice with what is below it. */
function questions(): string[][] {
  return editor.shown.map(({ text, options, choices, details = [] }) => [
    text,
    String(options?.placeHolder ?? ""),
    ...choices.map((it, i) => (details[i] ? `${it} | ${details[i]}` : it)),
  ]);
}

test("the question says where to and what it means, beside the diff, and nothing moves", async () => {
  const { run, done } = confirmations("weir.push", {}, title);
  const changes = [{ name: "action", before: "log", after: "block" }];
  expect(await run.confirm(confirmParams({ changes }))).toBe("yes");
  expect(questions()).toEqual([[where, "action: log → block.", title, "Show plan", "Cancel"]]);
  expect(editor.shown[0]?.options).toMatchObject({ ignoreFocusOut: true });
  const diff = "login.cfrule on shop.example.com: before ↔ after: ssl → not ssl";
  expect(done).toEqual(["waits", diff, "closed", "works"]);
});

test.each([
  ["https://api.cloudflare.com", "To shop.example.com · profile 'production'"],
  ["http://127.0.0.1:8787", "To shop.example.com · profile 'production' · http://127.0.0.1:8787"],
])("the address is named unless it is the usual one: %s", async (origin, line) => {
  const { run } = confirmations();
  await run.confirm(confirmParams({}, { origin }));
  expect(questions()[0]?.[0]).toBe(line);
});

const change = { name: "enabled", before: false, after: true };

test.each<[string, CommandName, Partial<ConfirmParams["plan"]>, string[]]>([
  [
    "a long sentence continues below the action",
    "weir.push",
    {
      meaning: `Keeps less than before: no longer lines where ClientRequestHost is "shop.example.com", and more.`,
      changes: [change],
    },
    [
      "Keeps less than before: no longer lines where ClientRequestHost is …",
      `${title} | … "shop.example.com", and more. enabled: false → true.`,
    ],
  ],
  [
    "what several rules change together is first",
    "weir.push",
    {
      together: [
        "These 2 rules together: allow → block.",
        "allow → block: such as GET https://a.example/",
      ],
      meaning: "The same requests as before: only the text changes.",
    },
    [
      "These 2 rules together: allow → block.",
      `${title} | The same requests as before: only the text changes.`,
    ],
  ],
  [
    "a new job says whether it sends",
    "weir.push",
    { outcome: "created", title: "Create job 'a'", notes: ["The job is created disabled."] },
    ["The job is created disabled. Matches everything.", "Create job 'a'"],
  ],
  [
    "what a new job sends is before its variables, which the diff shows, too",
    "weir.push",
    {
      outcome: "created",
      title: "Create job 'a'",
      notes: ["The job is created disabled.", "Set from environment variables: LOGS_KEY."],
    },
    [
      "The job is created disabled.",
      "Create job 'a' | Matches everything. Set from environment variables: LOGS_KEY.",
    ],
  ],
  [
    "a deletion",
    "weir.delete",
    { outcome: "deleted", title: "Delete rule 'a'", notes: ["Its filter is kept."] },
    ["The file is kept. Its filter is kept.", "Delete rule 'a'"],
  ],
  [
    "an undo",
    "weir.undo",
    { title: "Revert rule 'a'", changes: [change] },
    ["enabled: false → true.", "Revert rule 'a'"],
  ],
  [
    "an undo of a new job",
    "weir.undo",
    { outcome: "deleted", title: "Delete job 'a'" },
    ["The file is kept.", "Delete job 'a'"],
  ],
  [
    "changes that do not fit are only named",
    "weir.push",
    {
      title: "Update job 'a'",
      changes: [
        { name: "output_options.field_names", before: ["RayID", "ClientIP"], after: ["RayID"] },
        { name: "output_options.sample_rate", before: 1, after: 0.5 },
      ],
    },
    ["Changes field_names, sample_rate.", "Update job 'a'"],
  ],
  [
    "a pull that loses changes",
    "weir.pull",
    { title: "Write rule 'a'", careful: true, changes: [change] },
    ["Local changes in the file would be lost. enabled: false → true.", "Write rule 'a'"],
  ],
])("%s", async (_, command, plan, lines) => {
  const { run } = confirmations(command);
  await run.confirm({ ...confirmParams(plan), meaning: "Matches everything" });
  expect(questions()[0]?.slice(1, 3)).toEqual(lines);
});

test("what is closed without an answer is named", async () => {
  const { run } = confirmations("weir.push", {}, undefined);
  expect(await run.confirm(confirmParams())).toBe("no");
  expect(editor.status).toBe(`Canceled: ${title}`);
});

test("declining is passed to the run", async () => {
  const { run } = confirmations("weir.push", {}, "Cancel");
  expect(await run.confirm(confirmParams())).toBe("no");
  expect(run.declined).toBe(true);
});

function deletion(name: string, plan: Partial<ConfirmParams["plan"]> = {}): ConfirmParams {
  const path = `rules/${name}.cfrule`;
  return {
    ...confirmParams({ outcome: "deleted", title: `Delete rule '${name}'`, path, ...plan }),
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
    ...["Delete 2 rules", "Cancel"],
  );
  const asked = [...all.slice(0, 1), deletion("b"), { ...deletion("c"), before: "changed\n" }];
  const answers = [];
  for (const it of asked) answers.push(await run.confirm(it));
  expect(answers).toEqual(["yes", "yes", "no"]);
  expect(questions()).toEqual([
    [where, "The files are kept. rule 'a', rule 'b'.", "Delete 2 rules", "Show plan", "Cancel"],
    [where, "The file is kept.", "Delete rule 'c'", "Show plan", "Skip", "Cancel"],
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
  const { run, done } = confirmations("weir.push", {}, "Show plan", title);
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
const warning = `⚠ ${overwrites.reason} ${overwrites.effect}`;
const conflict = {
  ...confirmParams({ overwrites, notes: [`${overwrites.reason} ${overwrites.effect}`] }),
  base: "ssl and true",
};

test("a change on the service is a warning, and overwriting it is last and typed", async () => {
  const { run } = confirmations("weir.push", {}, "Overwrite their change…", "overwrite");
  expect(await run.confirm(conflict)).toBe("yes");
  expect(questions()[0]).toEqual([
    warning,
    where,
    "Pull their change",
    "Compare all three",
    "Show plan",
    "Cancel",
    `Overwrite their change… | ${title}`,
  ]);
  expect(editor.shown[1]).toMatchObject({ kind: "input" });
});

test("the answer that loses their change says what it changes", async () => {
  const { run } = confirmations();
  await run.confirm(confirmParams({ overwrites, changes: [change] }));
  expect(questions()[0]?.at(-1)).toBe("Overwrite their change… | enabled: false → true.");
});

test("without the word, the question about a conflict stays", async () => {
  const answers = ["Overwrite their change…", undefined, "Compare all three", "Cancel"];
  const { run, done } = confirmations("weir.push", {}, ...answers);
  expect(await run.confirm(conflict)).toBe("no");
  expect(editor.shown.map((it) => it.kind)).toEqual(["pick", "input", "pick", "pick"]);
  expect(done).toContain("compare");
});

test("their change is pulled instead", async () => {
  const { run } = confirmations("weir.push", {}, "Pull their change");
  expect(await run.confirm(conflict)).toBe("no");
  const pulled = { uri: "file:///project/rules/login.cfrule", profile: "production" };
  expect([run.pulls, run.declined]).toEqual([pulled, true]);
});

test("what exists on the service and was not pushed from here has no third text", async () => {
  const { run } = confirmations();
  await run.confirm(confirmParams({ overwrites, adopts: true }));
  expect(questions()[0]?.slice(2, 4)).toEqual(["Pull theirs", "Compare both"]);
});

test("the files of a pull can be confirmed together, except those that would lose changes", async () => {
  const { run } = confirmations("weir.pull", { isOfMany: true }, "Write All Files", "Cancel");
  expect(await run.confirm(confirmParams({ outcome: "created" }))).toBe("yes");
  expect(await run.confirm(confirmParams({ outcome: "created" }))).toBe("yes");
  expect(await run.confirm(confirmParams({ careful: true }))).toBe("no");
  expect(editor.shown.map((it) => it.choices.includes("Write All Files"))).toEqual([true, false]);
});

test("one of many files can be skipped, and Cancel stops the rest", async () => {
  const { run } = confirmations("weir.pull", { isOfMany: true }, "Skip", title, "Cancel");
  const answers: string[] = [];
  for (let i = 0; i < 5; i++) answers.push(await run.confirm(confirmParams()));
  expect(answers).toEqual(["no", "yes", "no", "no", "no"]);
  expect(editor.shown).toHaveLength(3);
  expect(await run.choose({ question: "Which?", answers: ["log"] })).toBeNull();
});

test("pushes are never confirmed together", async () => {
  const { run } = confirmations("weir.push", { isOfMany: true });
  await run.confirm(confirmParams());
  expect(editor.shown[0]?.choices).toEqual([title, "Show plan", "Skip", "Cancel"]);
});

const named = { named: { name: "shop-errors", id: "12" } };

test("destructive changes are confirmed by typing the name", async () => {
  const { run } = confirmations("weir.push", {}, `${title}…`, "shop-errors");
  expect(await run.confirm(confirmParams(named))).toBe("yes");
  expect(editor.shown[1]?.text).toContain("Type 'shop-errors' to confirm.");
  const validate = editor.shown[1]?.options?.validateInput as (text: string) => unknown;
  expect(validate("shop-error")).toBe("Type 'shop-errors', or press Escape.");
  expect(validate("shop-errors")).toBeUndefined();
});

test.each([["shop-error"], [undefined]])("anything but the name asks again: %s", async (typed) => {
  const { run } = confirmations("weir.push", {}, `${title}…`, typed, "Cancel");
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
