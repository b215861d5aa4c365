import { beforeEach, expect, test, vi } from "vitest";
import { isNeeded, onFirstNeed } from "../../../client/src/server/activation.ts";
import { editor, type FakeDocument, resetEditor, Uri } from "../fakes/fake-vscode.ts";
import { happens } from "../fakes/fake-window.ts";

beforeEach(() => {
  resetEditor();
  editor.searches = false;
});

function document(path: string, languageId: string, text: string): FakeDocument {
  return {
    uri: Uri.parse(`file:///folder/${path}`),
    languageId,
    isDirty: false,
    isUntitled: false,
    save: async () => true,
    getText: () => text,
  };
}

const octorules = "waf_custom_rules:\n  - expression: ssl\n";

test.each([
  ["package.json", "json", '{ "name": "a", "rules": [] }', false],
  ["ci.yml", "yaml", "jobs:\n  test:\n    rules: []\n", false],
  ["README.md", "markdown", "# Title\n\n```sh\nls\n```\n", false],
  ["rules.yaml", "yaml", octorules, true],
  ["chart.yaml", "yaml", "# weir: cfrule\na: ssl\n", true],
  ["job.json", "json", '{ "dataset": "http_requests", "destination_conf": "s3://a" }', true],
  ["ruleset.json", "json", '{ "phase": "x", "rules": [] }', true],
  ["runbook.md", "markdown", "```cfrule\nssl\n```\n", true],
  ["weir.json", "jsonc", "{}", true],
  ["main.tf", "plaintext", "", true],
  ["main.tf.json", "json", "{}", true],
  ["a.cfrule", "cfrule", "ssl", true],
])("with %s open, whether the server is needed", async (path, languageId, text, expected) => {
  editor.documents = [document("other.json", "json", "{}"), document(path, languageId, text)];
  expect(await isNeeded()).toBe(expected);
});

test("without such a document, something else needs the server", async () => {
  editor.documents = [document("a.ts", "typescript", "")];
  expect(await isNeeded()).toBe(true);
});

test("plain text does not need the server, except where it is Terraform", async () => {
  editor.documents = [document("notes.txt", "plaintext", "weir: cfrule")];
  expect(await isNeeded()).toBe(false);
  editor.documents = [document("main.tofu", "plaintext", "")];
  expect(await isNeeded()).toBe(true);
});

test("a workspace with settings or with Terraform needs the server", async () => {
  editor.documents = [document("package.json", "json", "{}")];
  expect(await isNeeded()).toBe(false);
  editor.files.set("weir.json", new Uint8Array());
  expect(await isNeeded()).toBe(true);
});

test("the first document that may be ours is reported once", () => {
  const begin = vi.fn();
  onFirstNeed(begin);
  happens.open.fire(document("package.json", "json", "{}"));
  expect(begin).not.toHaveBeenCalled();
  happens.save.fire(document("rules.yaml", "yaml", octorules));
  happens.open.fire(document("a.cfrule", "cfrule", "ssl"));
  expect(begin).toHaveBeenCalledTimes(1);
});
