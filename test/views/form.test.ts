import { expect, test } from "vitest";
import type { ShownForm, ShownRow } from "../../server/src/lsp/protocol.ts";
import { Actions } from "../../views/src/form/actions.ts";
import { Cell } from "../../views/src/form/cells.tsx";
import type { FromForm } from "../../views/src/form/messages.ts";
import { type Direction, dropPlace, placeAfter, stepOf } from "../../views/src/form/moves.ts";
import { errorsIn, flattenRows, keyOf, rowAt } from "../../views/src/form/rows.ts";
import { firstState, reduce, type State } from "../../views/src/form/store.ts";
import { effectText, keptText, lacksSample, statusText } from "../../views/src/form/texts.ts";
import { linesIn, suggestionsFor, typedValues } from "../../views/src/form/value.tsx";

const range = { start: { line: 0, character: 0 }, end: { line: 0, character: 0 } };

function condition(...path: number[]): ShownRow {
  return {
    kind: "condition",
    path,
    range,
    problems: [],
    field: "A",
    operator: "eq",
    values: [],
    isList: false,
  };
}

function group(path: number[], items: readonly ShownRow[]): ShownRow {
  return { kind: "group", path, range, problems: [], logical: "and", items };
}

/** A condition, a group of two, a condition. */
const root = group(
  [],
  [condition(0), group([1], [condition(1, 0), condition(1, 1)]), condition(2)],
);
const form: ShownForm = {
  dataset: "http_requests",
  root,
  problems: [],
  examples: [],
  budget: { operators: [4, 30], bytes: [0, 1000] },
};

test("the form reports an added example until the next operation", async () => {
  const posted: FromForm[] = [];
  const actions = new Actions(
    (it) => posted.push(it),
    () => {},
  );
  const done = (refusal?: string) =>
    actions.receive({ kind: "done", id: posted.length, ...(refusal && { refusal }) });
  const adding = actions.addExample("dropped");
  done();
  await adding;
  expect(posted).toMatchObject([{ operation: { kind: "example", isKept: false } }]);
  expect(actions.state.added).toBe("dropped");
  const again = actions.addExample("kept");
  done("No line is kept.");
  await again;
  expect(actions.state).toMatchObject({
    added: undefined,
    refusal: { message: "No line is kept." },
  });
});

test("nothing is pushed while a value is refused, until it is edited", async () => {
  const posted: FromForm[] = [];
  const actions = new Actions(
    (it) => posted.push(it),
    () => {},
  );
  const changed = actions.operate({ kind: "change", path: [0], values: ["abc"] });
  const pushed = actions.push();
  actions.receive({ kind: "done", id: 1, refusal: "It needs an integer." });
  await Promise.all([changed, pushed]);
  expect(posted.map((it) => it.kind)).toEqual(["operate"]);
  actions.forgive();
  expect(actions.state.refusal).toBeUndefined();
  await actions.push();
  expect(posted.map((it) => it.kind)).toEqual(["operate", "push"]);
});

test("rows are listed from top to bottom, with their levels", () => {
  expect(
    flattenRows(form).map((it) => [keyOf(it.row.path), it.level, it.index, it.siblings]),
  ).toEqual([
    ["", 1, 0, 1],
    ["0", 2, 0, 3],
    ["1", 2, 1, 3],
    ["1.0", 3, 0, 2],
    ["1.1", 3, 1, 2],
    ["2", 2, 2, 3],
  ]);
  expect(flattenRows(undefined)).toEqual([]);
});

test.each<[readonly number[], Direction, string | undefined]>([
  [[0], "down", "1:0 → 0.0"],
  [[2], "up", "1:2 → 1.2"],
  [[1, 0], "up", ":1 → 1"],
  [[1, 0], "down", "1:2 → 1.1"],
  [[1, 1], "up", "1:0 → 1.0"],
  [[1, 1], "down", ":2 → 2"],
  [[1, 1], "out", ":2 → 2"],
  [[0], "in", "1:0 → 0.0"],
  [[2], "in", "1:2 → 1.2"],
  [[1], "up", ":0 → 0"],
  [[1], "down", ":3 → 2"],
  [[0], "up", undefined],
  [[2], "down", undefined],
  [[0], "out", undefined],
  [[1], "in", undefined],
  [[], "up", undefined],
])("row %j moves %s", (path, direction, expected) => {
  const step = stepOf(root, path, direction);
  const text = step && `${keyOf(step.to.group)}:${step.to.index} → ${keyOf(step.path)}`;
  expect(text).toBe(expected);
});

test("a row is dropped before or after another, or into a group, but not into itself", () => {
  const at = (...path: number[]) => rowAt(root, path) as ShownRow;
  expect(dropPlace([2], at(0), "upper")).toEqual({ group: [], index: 0 });
  expect(dropPlace([2], at(1, 1), "lower")).toEqual({ group: [1], index: 2 });
  expect(dropPlace([2], at(1), "upper")).toEqual({ group: [], index: 1 });
  expect(dropPlace([2], at(1), "lower")).toEqual({ group: [1], index: 0 });
  expect(dropPlace([2], root, "upper")).toEqual({ group: [], index: 0 });
  expect(dropPlace([1], at(1, 0), "lower")).toBeUndefined();
  expect(dropPlace([1], at(1), "upper")).toBeUndefined();
});

test("a new row goes into a group, or after a condition", () => {
  expect(placeAfter(root, [1])).toEqual({ group: [1], index: 2 });
  expect(placeAfter(root, [0])).toEqual({ group: [], index: 1 });
  expect(placeAfter(condition(), [])).toEqual({ group: [], index: 1 });
});

test("errors are counted at rows, beside them, and in a text without rows", () => {
  const problem = (severity: "error" | "hint") => ({ code: "a", severity, message: "b" });
  const wrong = { ...condition(0), problems: [problem("error"), problem("hint")] };
  expect(errorsIn(form)).toBe(0);
  expect(errorsIn({ ...form, problems: [problem("error")], root: group([], [wrong]) })).toBe(2);
  const { root: _, ...rest } = form;
  expect(errorsIn({ ...rest, obstacle: { message: "a", range } })).toBe(1);
  // A push of the job reports errors of the other file.
  expect(errorsIn({ ...rest, obstacle: { message: "a", range, file: "a.lpfilter" } })).toBe(0);
});

test("problems of the whole filter are not a cell, because they are in no row", () => {
  expect(Cell({ isOutside: true }).props.role).toBeUndefined();
  expect(Cell({}).props.role).toBe("gridcell");
});

test("the page shows the newest form", () => {
  const state = reduce(firstState, { kind: "form", version: 3, form });
  expect(state).toMatchObject({ version: 3, form, isRead: true });
  expect(reduce(state, { kind: "effect", effect: { note: "a" } }).form).toBe(form);
});

const countries = [
  ["gb", "Britain"],
  ["fr", "France"],
] as const;

test.each<[string, "string" | "integer" | undefined, string[]]>([
  ["a, b", "string", ["a, b"]],
  [" a ", "string", [" a "]],
  ['["a","b"]', "string", ['["a","b"]']],
  ["Mozilla/5.0 (X11, Linux)", "string", ["Mozilla/5.0 (X11, Linux)"]],
  ["gb, fr", "string", ["gb", "fr"]],
  ["gb, xx", "string", ["gb, xx"]],
  ["200, 404", "integer", ["200", "404"]],
  ["200 ", "integer", ["200 "]],
  ["a,b", undefined, ["a,b"]],
])("the list value '%s' of type %s is written as %j", (text, input, expected) => {
  expect(typedValues(text, input && { input }, countries)).toEqual(expected);
});

test("pasted lines are a value each", () => {
  expect(linesIn("a, b\r\nc\n\n d")).toEqual(["a, b", "c", " d"]);
});

test.each([
  ["eq", "string", ["gb", "fr"]],
  ["in", "string", ["gb", "fr"]],
  ["contains", "string", []],
  ["startsWith", "string", []],
  ["contains", "array[string]", ["gb", "fr"]],
])("'%s' on %s suggests %j", (operator, type, expected) => {
  const field = { name: "A", type, doc: "", operators: [], input: "string", values: "c" } as const;
  const row = (name: string, isPart: boolean) => ({ name, reads: "", isList: false, isPart });
  const operators = [row("eq", false), row("in", false), row("contains", true)];
  const fields = {
    ...{ dataset: "", fields: [field], values: { c: countries } },
    operators: [...operators, row("startsWith", true)],
  };
  expect(suggestionsFor({ operator, field, fields }).map((it) => it.value)).toEqual(expected);
});

test("without a sample, the status has a button to choose one, unless errors come first", () => {
  const effect = { note: "No sample logs.", noSample: true } as const;
  const state = { ...firstState, form, target: "example.com" };
  const shown = (errors: number, it: State = { ...state, effect }) => [
    statusText(it, errors),
    lacksSample(it, errors),
  ];
  expect(shown(0)).toEqual(["No sample logs.", true]);
  expect(shown(1)).toEqual(["Fix the error to push this filter.", false]);
  expect(shown(0, { ...state, effect: { note: "Bad file." } })).toEqual(["Bad file.", false]);
  expect(shown(0, state)).toEqual(["", false]);
});

test("the effect on a sample is a share and a count, or bounds and what is not known", () => {
  const effect = { sample: "a.ndjson", version: 1, lines: 15_000, kept: 312, conditions: [] };
  expect(keptText({ ...effect, undetermined: 0, missing: "" })).toBe(
    "Keeps 2.1% of a.ndjson (312 of 15,000 lines)",
  );
  const missing = "missing in the logs: BotScore; add it to 'field_names' of the job";
  expect(keptText({ ...effect, kept: 0, undetermined: 15_000, missing })).toBe(
    `Keeps 0%–100% of a.ndjson (0 to 15,000 of 15,000 lines). 15,000 undetermined: ${missing}.`,
  );
  const known = { ...effect, undetermined: 0, missing: "" };
  expect(keptText({ ...known, unread: "b.ndjson: No such file" })).toContain(
    "lines). Not read: b.ndjson: No such file.",
  );
  const state: State = { version: 1, isRead: true, effect: known };
  expect(statusText(state, 0)).toContain("Keeps");
  // Of another text, or of another sample.
  expect(statusText({ ...state, version: 2 }, 0)).toBe("Counting…");
  expect(statusText(reduce(state, { kind: "outdated" }), 0)).toBe("Counting…");
  const path = [0];
  expect(effectText({ path, holds: 312, decides: 0, keeps: 0 }, 15_000)).toBe("312 lines (2.1%)");
  expect(effectText({ path, holds: 0, decides: 0, keeps: 0, unknown: 1 }, 15_000)).toBe(
    "unknown on 1 line",
  );
});
