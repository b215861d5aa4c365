// Typed values in the form, and the form's messages about them.
import { expect, test } from "vitest";
import { isFocused, openForm } from "./screen/form-page.ts";
import { setTheme, themes } from "./screen/themes.ts";
import { soon } from "./screen/waiting.ts";
import { sharedWindow } from "./stage/visit.ts";

const filterOf = (...conditions: string[]) => `{
  "where": {
    "and": [
      ${conditions.join(",\n      ")}
    ]
  }
}
`;

test("what is typed is written as it is, unless a suggestion is chosen", async () => {
  const file = "filters/typed.lpfilter";
  const editor = await sharedWindow({ files: { [file]: "" } });
  const form = await openForm(editor, file);
  const type = (text: string) => editor.page.keyboard.type(text);
  // Not with Control+A, which VS Code answers later than the keys after it.
  const selectAll = () => editor.press("Home", "Shift+End");
  await form.button("Add condition").click();
  await form.condition("ClientRequestProtocol", "starts with", "HTTP/1");
  await soon(() => form.rows()).toEqual(["ClientRequestProtocol startsWith HTTP/1"]);

  await form.button("Add condition").click();
  await form.condition("ClientSSLProtocol", undefined, "TLS");
  await soon(() => form.rows()).toContain("ClientSSLProtocol eq TLS");
  const value = form.row(2).getByLabel("Value").first();
  await value.click();
  await form.row(2).locator('[role="option"]:visible').first().waitFor();
  await selectAll();
  await type("TLSv1");
  await editor.press("ArrowDown", "ArrowDown", "Enter");
  await soon(() => form.rows()).toContain("ClientSSLProtocol eq TLSv1.1");
  // Leaving the box writes as well; Escape does not.
  await selectAll();
  await type(' a "b", 007 ');
  await editor.press("Tab");
  await soon(() => form.rows()).toContain('ClientSSLProtocol eq  a "b", 007 ');
  await value.click();
  await selectAll();
  await type("none");
  await editor.press("Escape");
  await soon(() => value.inputValue()).toBe(' a "b", 007 ');

  await form.button("Add condition").click();
  await form.condition("ClientRequestUserAgent", "is one of", "Mozilla/5.0 (X11, Linux)");
  // The next value can be typed at once.
  const added = form.row(3).getByLabel("Add value");
  await soon(() => isFocused(added)).toBe(true);
  await type('["a"]');
  await editor.press("Enter");
  await soon(() => added.inputValue()).toBe("");
  await soon(() => isFocused(added)).toBe(true);
  await editor.copy("one\ntwo, three\n");
  await added.click();
  await editor.press("Control+V");
  await form.row(3).getByRole("button", { name: "Remove two, three" }).waitFor();
  await editor.save();
  await soon(() => editor.read(file)).toBe(`{
  "where": {
    "and": [
      { "key": "ClientRequestProtocol", "operator": "startsWith", "value": "HTTP/1" },
      { "key": "ClientSSLProtocol", "operator": "eq", "value": " a \\"b\\", 007 " },
      {
        "key": "ClientRequestUserAgent",
        "operator": "in",
        "value": ["Mozilla/5.0 (X11, Linux)", "[\\"a\\"]", "one", "two, three"]
      }
    ]
  }
}
`);
});

test("a canceled condition is not written, although its value was typed", async () => {
  const file = "filters/canceled.lpfilter";
  const editor = await sharedWindow({ files: { [file]: "" } });
  const form = await openForm(editor, file);
  await form.button("Add condition").click();
  await form.begin("ClientRequestPath");
  await editor.page.keyboard.type("/a");
  await form.button("Cancel").click();
  await soon(() => isFocused(form.button("Add condition"))).toBe(true);
  expect(await form.rows()).toEqual([]);
});

test("a fix is a button beside its error, and a push waits for it", async () => {
  const text = filterOf('{ "key": "BotScroe", "operator": "lt", "value": 30 }');
  const files = {
    "filters/wrong.lpfilter": text,
    "filters/open.lpfilter": text.trimEnd().slice(0, -2),
  };
  const editor = await sharedWindow({ files });
  const form = await openForm(editor, "filters/wrong.lpfilter");
  await soon(() => form.kept()).toContain("Fix the error to push this filter.");
  expect(await form.push.isDisabled()).toBe(true);
  const shown = await form.body.innerText();
  expect(shown.split("Did you mean 'BotScore'?")).toHaveLength(2);
  await editor.picture("form-fix");
  await form.button("Use 'BotScore'").focus();
  await editor.press("Enter");
  await soon(() => form.rows()).toEqual(["All of these", "BotScore lt 30"]);
  await soon(() => isFocused(form.row(1))).toBe(true);
  await soon(() => form.push.isEnabled()).toBe(true);
  expect(await form.push.innerText()).toMatch(/^Push to \S/);
  expect(await editor.statusBar.innerText()).toMatch(/example\.com|emulator/);
  await editor.save();
  expect(editor.read("filters/wrong.lpfilter")).toBe(text.replace("Scroe", "Score"));

  const broken = await openForm(editor, "filters/open.lpfilter");
  await broken.button("Add '}' at the end").click();
  await soon(() => broken.rows()).toEqual(["All of these", "BotScroe lt 30"]);
});

test("an empty value and a new group look finished, and all fits into a narrow column", async () => {
  const file = "filters/narrow.lpfilter";
  const text = filterOf(
    '{ "key": "ClientRequestReferer", "operator": "eq", "value": "" }',
    '{ "key": "ClientCountry", "operator": "in", "value": ["gb", "fr"] }',
    '{ "key": "BotScroe", "operator": "lt", "value": 30 }',
  );
  const editor = await sharedWindow({ files: { [file]: text } });
  const form = await openForm(editor, file);
  await soon(() => form.rows()).toContain('ClientRequestReferer eq ""');
  expect(await form.row(1).getByLabel("Value").getAttribute("placeholder")).toBe('"" (empty)');
  await form.row(1).getByRole("button", { name: "Wrap in group" }).click();
  await soon(() => form.rows()).toHaveLength(5);
  await soon(() => isFocused(form.row(1))).toBe(true);
  expect(await form.row(1).innerText()).not.toContain("Unnecessary");
  // The browser shows the focus after a key.
  await editor.press("ArrowDown");
  for (const theme of themes) {
    // Takes longer than another width.
    await setTheme(editor, theme, form.body);
    expect(await form.withoutVisibleFocus()).toEqual([]);
    for (const width of [900, 600, 390, 270]) {
      await form.setWidth(width);
      expect(await form.outside()).toEqual([]);
      await editor.picture(`form-${width}-${theme}`);
      expect(await form.violations(theme === themes[0] ? "all" : "colors")).toEqual([]);
    }
  }
});

test("a new file has no errors yet, and a chosen field is followed by its value", async () => {
  const file = "filters/unfilled.lpfilter";
  const empty = '{ "where": { "key": "", "operator": "", "value": "" } }\n';
  const editor = await sharedWindow({ files: { [file]: empty } });
  const form = await openForm(editor, file);
  await form.row(0).getByLabel("Field").first().waitFor();
  expect(await form.body.locator(".problem").count()).toBe(0);
  expect(await form.push.isDisabled()).toBe(true);
  await editor.picture("form-unfilled");

  // With keys only: the field, and its value, which replaces the suggested one.
  await form.row(0).getByLabel("Field").first().focus();
  await editor.page.keyboard.type("EdgeResponseStatus");
  await form.row(0).locator('[role="option"]:visible').first().waitFor();
  await editor.press("Enter");
  const value = form.row(0).locator('[data-part="value"] input').first();
  await soon(() => isFocused(value)).toBe(true);
  await editor.page.keyboard.type("500");
  await editor.press("Enter");
  await soon(() => form.rows()).toEqual([expect.stringMatching(/^EdgeResponseStatus \S+ 500$/)]);
  await soon(() => form.push.isEnabled()).toBe(true);

  // A value that does not fit is neither written nor pushed past, and is typed again at once.
  await form.button("Add condition").click();
  const draft = await form.begin("OriginResponseStatus");
  const box = draft.locator('[data-part="value"] input');
  await editor.page.keyboard.type("abc");
  await editor.press("Enter");
  await draft.getByText("needs an integer, found 'abc'").waitFor();
  await soon(() => isFocused(box)).toBe(true);
  expect(await form.push.isDisabled()).toBe(true);
  await editor.press("Home", "Shift+End");
  await editor.page.keyboard.type(" 503 ");
  await editor.press("Enter");
  await soon(() => form.rows()).toContain("OriginResponseStatus eq 503");
  await soon(() => form.push.isEnabled()).toBe(true);
});

test("rows move from inside their boxes, and messages have the words of the lists", async () => {
  const file = "filters/moved.lpfilter";
  const text = filterOf(
    '{ "key": "ClientRequestPath", "operator": "eq", "value": "/a" }',
    '{ "key": "ClientRequestHost", "operator": "gt", "value": "a.example" }',
  );
  const editor = await sharedWindow({ files: { [file]: text } });
  const form = await openForm(editor, file);
  await soon(() => form.rows()).toHaveLength(3);
  const problem = form.row(2).locator(".problem").first();
  await soon(() => problem.innerText()).toContain("'is'");
  expect(await problem.innerText()).not.toContain("'eq'");
  await editor.picture("form-words");
  await form.row(2).getByLabel("Field").first().focus();
  await editor.press("Alt+ArrowUp");
  await soon(async () => (await form.rows())[1]).toContain("ClientRequestHost");
  await form.row(1).getByLabel("Value").first().focus();
  await editor.press("Alt+ArrowDown");
  await soon(async () => (await form.rows())[2]).toContain("ClientRequestHost");
});

test("examples are shown with their results, and can be deleted", async () => {
  const file = "filters/examples.lpfilter";
  const kept = '// @keep { "EdgeResponseStatus": 503 }\n';
  const failing = '  // @drop { "EdgeResponseStatus": 502 }\n';
  const filter = '{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 } }\n';
  const editor = await sharedWindow({ files: { [file]: `${kept}${failing}${filter}` } });
  const form = await openForm(editor, file);
  const examples = form.body.getByRole("region", { name: "Tests" });
  await soon(() => examples.getByRole("listitem").allInnerTexts()).toEqual([
    expect.stringMatching(/^Must be kept .*503/),
    expect.stringContaining("This line is kept: EdgeResponseStatus is 502."),
  ]);
  expect(await form.kept()).toContain("Fix the error to push this filter.");
  for (const theme of themes) {
    await setTheme(editor, theme, form.body);
    await editor.picture(`form-examples-${theme}`);
    expect(await form.violations(theme === themes[0] ? "all" : "colors")).toEqual([]);
  }
  await form.button("Delete test 2").focus();
  await editor.press("Enter");
  await soon(() => examples.getByRole("listitem").count()).toBe(1);
  await soon(() => form.push.isEnabled()).toBe(true);
  await editor.save();
  expect(editor.read(file)).toBe(`${kept}${filter}`);
});
