import { afterEach, beforeEach, expect, test } from "vitest";
import { Inputs } from "../../client/src/claims/inputs.ts";
import { ChangesReview } from "../../client/src/review/changes-review.ts";
import { type TraceHost, TraceSession } from "../../client/src/trace/session.ts";
import { editor, resetEditor, Uri } from "./fakes/fake-vscode.ts";
import { around } from "./fakes/fake-window.ts";

beforeEach(resetEditor);

const request = { method: "GET", url: "https://example.com/", headers: [], fields: [] };

afterEach(() => {
  for (const it of around.panels.splice(0)) it.dispose();
});

test.each([
  ["the command palette", undefined, "file:///one/rules/a.cfrule"],
  ["its repository", "file:///one", "file:///one/rules/a.cfrule"],
  ["another repository", "file:///two", "file:///two/weir.json"],
  ["a repository around the folder of the workspace", "file:///", "file:///one/rules/a.cfrule"],
])("the rules that are reviewed, with a rule open, from %s", async (_, root, expected) => {
  editor.folders = ["file:///one", "file:///two"];
  const uri = Uri.parse("file:///one/rules/a.cfrule");
  const document = { uri, languageId: "cfrule", isDirty: false, isUntitled: false };
  editor.active = { document: { ...document, save: async () => true, getText: () => "" } };
  const asked: unknown[] = [];
  const ask = async (_name: string, args: { readonly uri?: string }) => {
    asked.push(args.uri);
    return { refusal: "" };
  };
  const context = { extensionUri: Uri.parse("file:///ext") } as never;
  const review = new ChangesReview(context, ask as never, () => {}, true, new Inputs(() => {}), {
    zones: { z1: "example.com" },
  });
  review.open(root && { rootUri: Uri.parse(root) });
  around.panels[0]?.says.fire({ kind: "ready" });
  expect(asked).toEqual([expected]);
});

test("an example is traced in the rules that were reviewed", () => {
  editor.folders = ["file:///one", "file:///two"];
  const traced: unknown[] = [];
  const context = { extensionUri: Uri.parse("file:///ext") } as never;
  const ask = async () => ({ refusal: "" });
  const trace = (_: unknown, uri: string | undefined) => traced.push(uri);
  const inputs = new Inputs(() => {});
  const review = new ChangesReview(context, ask as never, trace, true, inputs, { zones: {} });
  // No file is open.
  review.open();
  const { says } = around.panels[0] ?? {};
  says?.fire({ kind: "ready" });
  says?.fire({ kind: "trace", request });
  expect(traced).toEqual(["file:///one"]);
});

test("a request that the page shows already is traced in other rules", () => {
  let uri = "file:///one/a.cfrule";
  const asked: unknown[] = [];
  const session: TraceSession = new TraceSession({ request }, {
    post: () => {},
    used: () => {},
    scope: () => ({ textDocument: { uri } }),
    trace: () => asked.push(session.asked),
  } as Partial<TraceHost<never>> as TraceHost<never>);
  session.isReady = true;
  uri = "file:///two/b.cfrule";
  session.show(request);
  expect(asked).toEqual([{ request, textDocument: { uri } }]);
});
