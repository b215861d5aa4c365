// Filters and rules typed from an empty file, with nothing but keys. Enter accepts, Tab goes to the next place to fill in.
import { test } from "vitest";
import type { Editor } from "./screen/editor.ts";
import { offered, take } from "./screen/suggestions.ts";
import { soon } from "./screen/waiting.ts";
import { sharedWindow } from "./stage/visit.ts";

/** An empty file in front, once the server is there. */
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
  await offered(editor, "where condition");
  await editor.press("Enter");
  await offered(editor, "ClientRequestHost");
  await take(editor, "ClientRequestHo", "ClientRequestHost");
  await editor.press("Tab");
  await offered(editor, "contains");
  await take(editor, "eq", "eq", "Tab");
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
  await take(editor, "http.ho", "http.host");
  await take(editor, " ", "eq");
  await editor.page.keyboard.type(" ");
  await offered(editor, '"…"');
  await editor.press("Enter");
  await editor.page.keyboard.type("shop.example.com");
  await editor.press("Tab");
  await take(editor, " ", "and");
  await take(editor, " ip.src.coun", "ip.src.country");
  await take(editor, " in", "in");
  await editor.page.keyboard.type(" ");
  await offered(editor, "{ }");
  await editor.press("Enter");
  await take(editor, "Portug", "PT");
  await editor.press("Tab");
  await untilSaved(editor, file, 'http.host eq "shop.example.com" and ip.src.country in {"PT"}');
});
