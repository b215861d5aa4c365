import { expect, test } from "vitest";
import type { TextDocument } from "vscode";
import { Inputs, mayChangeTrial } from "../../client/src/claims/inputs.ts";
import { openAs } from "../../client/src/commands/open-as.ts";
import { effectOf } from "../../client/src/form/effect.ts";
import { Versions } from "../../client/src/form/form-text.ts";
import { FormSession, type Samples, type Targets } from "../../client/src/form/session.ts";
import type { Connection } from "../../client/src/server/connection.ts";
import {
  formEditRequest,
  formRequest,
  type LabAnswer,
  type ShownForm,
} from "../../server/src/lsp/protocol.ts";
import type { ToForm } from "../../views/src/form/messages.ts";
import { until } from "../support/waiting.ts";
import { editor, fileChanges, fileDeletions, Uri } from "./fakes/fake-vscode.ts";
import { around, happens, type Tab } from "./fakes/fake-window.ts";

const at = (line: number) => ({ start: { line, character: 4 }, end: { line, character: 9 } });

const row = (line: number) => ({
  ...({ kind: "condition", field: "A", operator: "eq", values: ["a"], isList: false } as const),
  problems: [],
  examples: [],
  range: at(line),
});

const form: ShownForm = {
  dataset: "http_requests",
  problems: [],
  examples: [],
  budget: { operators: [2, 30], bytes: [0, 1000] },
  root: {
    kind: "group",
    logical: "and",
    path: [],
    problems: [],
    range: at(0),
    items: [
      { ...row(1), path: [0] },
      { ...row(2), path: [1] },
    ],
  },
};

test("the counts of conditions are shown at their rows", () => {
  const answer = {
    sample: { name: "a.ndjson", lines: 10 },
    result: { kept: 3, undetermined: 2, missing: "missing in the logs: A" },
    tree: {
      kind: "and",
      label: "",
      children: [
        { kind: "condition", label: "", range: at(2), holds: 4, decides: 1, keeps: 1, unknown: 2 },
        { kind: "condition", label: "", range: at(7), holds: 9, decides: 9 },
      ],
    },
  } as unknown as LabAnswer;
  expect(effectOf(answer, form, 5)).toEqual({
    sample: "a.ndjson",
    version: 5,
    lines: 10,
    kept: 3,
    undetermined: 2,
    missing: "missing in the logs: A",
    conditions: [{ path: [1], holds: 4, decides: 1, keeps: 1, unknown: 2 }],
  });
  const note = "No sample logs.";
  expect(effectOf({ refusal: note }, form, 5)).toEqual({ note });
  expect(effectOf({ refusal: note, noSample: true }, form, 5)).toEqual({ note, noSample: true });
});

test("an operation survives edits of the form that keep the rows, and no others", () => {
  const versions = new Versions();
  versions.edited(1, 2, true);
  versions.edited(2, 3, true);
  expect([1, 2, 3].map((it) => versions.current(it))).toEqual([3, 3, 3]);
  versions.edited(3, 4, false);
  expect(versions.current(3)).toBe(3);
  // An operation that changes nothing.
  versions.edited(4, 4, true);
  expect(versions.current(4)).toBe(4);
});

test("a form replaces the text editor of its file, and vice versa", async () => {
  const uri = "file:///a.lpfilter";
  const [text, form] = [{ input: { uri } }, { input: { uri, viewType: "weir.form" } }];
  const other = { input: { uri: "file:///b.lpfilter" } };
  const done = async (view: "form" | "text", ...tabs: Tab[]) => {
    around.tabs = tabs;
    editor.executed = [];
    await openAs(view, [uri]);
    around.tabs = [];
    return editor.executed.map((it) => it.map(String));
  };
  const reopened = (as: string) => ["reopenActiveEditorWith", as];
  const opened = (as: string) => ["vscode.openWith", uri, as];
  expect(await done("form", other, text)).toEqual([reopened("weir.form")]);
  expect(await done("text", other, form)).toEqual([reopened("default")]);
  // From the Explorer: another tab is active, or the file has no tab.
  expect(await done("form", text, other)).toEqual([opened("default"), reopened("weir.form")]);
  expect(await done("text", form, other)).toEqual([opened("weir.form"), reopened("default")]);
  expect(await done("form", other)).toEqual([opened("weir.form")]);
  expect(await done("form", form)).toEqual([opened("weir.form")]);
  // VS Code would ask whether to save.
  expect(await done("form", { ...text, isDirty: true })).toEqual([opened("weir.form")]);
});

const inputs = new Inputs(() => {});
const never = () => ({ dispose() {} });
const targets = { for: () => undefined, zoneName: () => undefined, onDidChange: never };

test("the form shows where a push goes: the zone, once its name is known", () => {
  const posted: ToForm[] = [];
  let learn = () => {};
  let zone: string | undefined;
  const session = new FormSession(
    { uri: "file:///a.lpfilter" } as unknown as TextDocument,
    { onDidStart: never, startAndRequest: async () => undefined } as unknown as Connection,
    { onDidChangeSample: never, close() {}, inputs } as unknown as Samples,
    {
      for: () => ({ name: "production", origin: "https://api.example.com" }),
      zoneName: () => zone,
      onDidChange: (told: () => void) => {
        learn = told;
        return never();
      },
    } as unknown as Targets,
    async (message) => posted.push(message) > 0,
  );
  session.receive({ kind: "ready" }, { openText() {}, openFile() {}, push() {} });
  zone = "example.com";
  learn();
  expect(posted).toEqual([
    { kind: "target", target: "api.example.com" },
    { kind: "target", target: "example.com" },
  ]);
  session.dispose();
});

test("a version that was read earlier never replaces a newer one", async () => {
  const document = { uri: Uri.parse("file:///a.lpfilter"), version: 1 };
  const connection = {
    onDidStart: never,
    startAndRequest: async (method: string) =>
      method === formRequest ? { version: document.version, filters: [form] } : { fields: [] },
  };
  const tried = async () => undefined;
  const mayChange = () => true;
  const samples = { onDidChangeSample: never, tried, close() {}, inputs, mayChange };
  const posted: ToForm[] = [];
  let deliver = () => {};
  const session = new FormSession(
    document as unknown as TextDocument,
    connection as unknown as Connection,
    samples as unknown as Samples,
    targets as unknown as Targets,
    (message) => {
      if (message.kind === "outdated" || message.kind === "target") return Promise.resolve(true);
      posted.push(message);
      // The page is slow with the long list of fields.
      if (message.kind !== "fields") return Promise.resolve(true);
      return new Promise((resolve) => {
        deliver = () => resolve(true);
      });
    },
  );
  const versions = () => posted.flatMap((it) => (it.kind === "form" ? [it.version] : []));
  session.receive({ kind: "ready" }, { openText() {}, openFile() {}, push() {} });
  await until(() => posted.length === 1);
  document.version = 2;
  happens.textChange.fire({ document, contentChanges: [{}] } as never);
  await until(() => versions().length === 1);
  deliver();
  await new Promise(setImmediate);
  expect(versions()).toEqual([2]);
  session.dispose();
});

test.each([
  [
    "a refusal comes before the form, which would move the focus",
    { refusal: "No." },
    ["done", "form"],
  ],
  ["the form comes before the end of an operation", { edits: [] }, ["form", "done"]],
])("%s", async (_, answer, order) => {
  const document = { uri: Uri.parse("file:///a.lpfilter"), version: 1 };
  const posted: ToForm["kind"][] = [];
  const answers: Readonly<Record<string, unknown>> = {
    [formRequest]: { version: 1, filters: [form] },
    [formEditRequest]: answer,
  };
  const session = new FormSession(
    document as unknown as TextDocument,
    {
      onDidStart: never,
      startAndRequest: async (method: string) => answers[method],
    } as unknown as Connection,
    { onDidChangeSample: never, close() {}, inputs } as unknown as Samples,
    targets as unknown as Targets,
    async ({ kind }) => kind === "outdated" || posted.push(kind) > 0,
  );
  const operation = { kind: "delete", path: [0] } as const;
  session.receive(
    { kind: "operate", id: 1, version: 1, operation },
    { openText() {}, openFile() {}, push() {} },
  );
  await until(() => posted.length === 2);
  expect(posted).toEqual(order);
  session.dispose();
});

const uri = "file:///w/a.lpfilter";
const sample = "file:///w/logs/a.ndjson";
let selectSample = () => {};

test.each<[string, () => void, boolean?]>([
  [
    "a character that is typed",
    () =>
      happens.textChange.fire({ document: { uri: Uri.parse(uri) }, contentChanges: [{}] } as never),
  ],
  ["another version on disk", () => fileChanges.fire(Uri.parse(uri))],
  ["other settings", () => fileChanges.fire(Uri.parse("file:///w/weir.json"))],
  ["other lines of the sample", () => fileChanges.fire(Uri.parse(sample))],
  ["a sample that is gone", () => fileDeletions.fire(Uri.parse("file:///w/logs"))],
  ["another sample", () => selectSample()],
  ["a file that is no part of it", () => fileChanges.fire(Uri.parse("file:///w/b.ts")), false],
])("the numbers of a form are marked in the same turn: %s", (_, change, isMarked = true) => {
  const posted: ToForm[] = [];
  const path = Uri.parse(sample).path;
  const samples = {
    ...{ inputs, close() {}, tried: async () => undefined },
    mayChange: (text: string, it: string) => path.startsWith(it) || mayChangeTrial(text, it),
    onDidChangeSample: (told: () => void) => {
      selectSample = told;
      return never();
    },
  };
  const session = new FormSession(
    { uri: Uri.parse(uri), version: 1 } as unknown as TextDocument,
    { onDidStart: never, startAndRequest: async () => undefined } as unknown as Connection,
    samples as unknown as Samples,
    targets as unknown as Targets,
    async (message) => posted.push(message) > 0,
  );
  change();
  expect(posted).toEqual(isMarked ? [{ kind: "outdated" }] : []);
  session.dispose();
});
