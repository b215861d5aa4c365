import { afterEach, beforeEach, expect, test } from "vitest";
import { Inputs } from "../../client/src/claims/inputs.ts";
import { ChangesReview } from "../../client/src/review/changes-review.ts";
import { editor, resetEditor, Uri } from "./fakes/fake-vscode.ts";
import { around } from "./fakes/fake-window.ts";

beforeEach(resetEditor);

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
