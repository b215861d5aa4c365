import { beforeEach, expect, test } from "vitest";
import { createSettings } from "../../../client/src/commands/settings.ts";
import { editor, resetEditor, Uri } from "../fakes/fake-vscode.ts";

beforeEach(resetEditor);

function look(uri: string): void {
  const document = { uri: Uri.parse(uri), languageId: "cfrule", isDirty: false, isUntitled: false };
  editor.active = { document: { ...document, save: async () => true } };
}

const shown = () => editor.executed.map(([, uri]) => uri);

test("the only folder is used", async () => {
  await createSettings();
  expect(shown()).toEqual(["vscode-vfs://github/acme/weir.json"]);
  expect([...editor.files.keys()]).toEqual(["weir.json"]);
});

test("of several folders that of the open file is used", async () => {
  editor.folders = ["file:///shop", "file:///gateway"];
  look("file:///gateway/rules/login.cfrule");
  await createSettings();
  expect(editor.shown).toEqual([]);
  expect(shown()).toEqual(["file:///gateway/weir.json"]);
});

test("or that of the file that needs it", async () => {
  editor.folders = ["file:///shop", "file:///gateway"];
  look("file:///gateway/rules/login.cfrule");
  await createSettings("file:///shop/rules/login.cfrule");
  expect(shown()).toEqual(["file:///shop/weir.json"]);
});

test.each([undefined, "file:///elsewhere/a.cfrule", "untitled:Untitled-1"])(
  "with %s open, the user selects the folder",
  async (uri) => {
    editor.folders = ["file:///shop", "file:///gateway"];
    if (uri !== undefined) look(uri);
    editor.answers = ["gateway"];
    await createSettings();
    expect(editor.shown).toMatchObject([{ kind: "pick", choices: ["shop", "gateway"] }]);
    expect(shown()).toEqual(["file:///gateway/weir.json"]);
  },
);

test("without a folder it cannot be created", async () => {
  editor.folders = [];
  await createSettings();
  expect(shown()).toEqual([]);
  expect(editor.shown[0]?.text).toBe("Open a folder first to create 'weir.json' in it.");
});
