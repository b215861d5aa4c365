// Filters and rules typed into an empty file. Enter accepts a completion, Tab moves to the next placeholder.
import { expect, test } from "vitest";
import type { Editor } from "./screen/editor.ts";
import { acceptSuggestion, waitForSuggestion } from "./screen/suggestions.ts";
import { soon } from "./screen/waiting.ts";
import { sharedWindow } from "./stage/visit.ts";

/** Opens an empty file once the server is ready. */
async function openEmpty(file: string): Promise<Editor> {
  const editor = await sharedWindow({ files: { [file]: "" } });
  await editor.open("filters/shop-errors.lpfilter");
  await editor.lenses.first().waitFor();
  await editor.open(file);
  return editor;
}

async function untilSaved(editor: Editor, file: string, text: string): Promise<void> {
  await editor.save();
  await soon(() => editor.read(file)).toBe(text);
  await soon(() => editor.squiggles.error.count()).toBe(0);
}

test("a filter is typed with completions only", async () => {
  const file = "filters/typed.lpfilter";
  const editor = await openEmpty(file);
  await editor.page.keyboard.type("where", { delay: 30 });
  await waitForSuggestion(editor, "where condition");
  await editor.press("Enter");
  await waitForSuggestion(editor, "ClientRequestHost");
  await acceptSuggestion(editor, "ClientRequestHo", "ClientRequestHost");
  await editor.press("Tab");
  await waitForSuggestion(editor, "contains");
  await acceptSuggestion(editor, "eq", "eq", "Tab");
  await editor.press("Tab");
  await editor.page.keyboard.type("shop.example.com");
  await editor.press("Tab");
  await untilSaved(
    editor,
    file,
    '{ "where": { "key": "ClientRequestHost", "operator": "eq", "value": "shop.example.com" } }',
  );
});

test("a rule is typed with completions only", async () => {
  const file = "rules/typed.cfrule";
  const editor = await openEmpty(file);
  await acceptSuggestion(editor, "http.ho", "http.host");
  await acceptSuggestion(editor, " ", "eq");
  await editor.page.keyboard.type(" ");
  await waitForSuggestion(editor, '"…"');
  await editor.press("Enter");
  await editor.page.keyboard.type("shop.example.com");
  await editor.press("Tab");
  await acceptSuggestion(editor, " ", "and");
  await acceptSuggestion(editor, " ip.src.coun", "ip.src.country");
  await acceptSuggestion(editor, " in", "in");
  await editor.page.keyboard.type(" ");
  await waitForSuggestion(editor, "{ }");
  await editor.press("Enter");
  await acceptSuggestion(editor, "Portug", "PT");
  await editor.press("Tab");
  await untilSaved(editor, file, 'http.host eq "shop.example.com" and ip.src.country in {"PT"}');
});

test("Enter after an opening bracket or a comma is a new line, and the lenses stay", async () => {
  const file = "filters/bracket.lpfilter";
  const editor = await openEmpty(file);
  const top = async () => (await editor.lenses.first().boundingBox())?.y;
  await soon(() => editor.lenses.innerText()).toMatch(
    /^Push · never pushed\s+\|\s+Compare\s+\|\s+Keeps lines where …/,
  );
  const before = await top();
  const type = (text: string) => editor.page.keyboard.type(text, { delay: 30 });
  await type("{");
  await editor.press("Enter");
  await type('"where": {');
  await editor.press("Enter");
  await type('"and": [');
  await editor.press("Enter");
  await type('{ "key": "RayID", "operator": "eq", "value": "a" },');
  await editor.press("Enter");
  // Only what was typed, apart from brackets that VS Code closes.
  await editor.save();
  await soon(() => editor.read(file).replaceAll(/[\s\]}]/g, "")).toBe(
    '{"where":{"and":[{"key":"RayID","operator":"eq","value":"a",',
  );
  await soon(() => editor.lenses.innerText()).toMatch(
    /Push · never pushed\s+\|\s+Compare\s+\|\s+Keeps lines where RayID is "a"/,
  );
  expect(await top()).toBe(before);
});
