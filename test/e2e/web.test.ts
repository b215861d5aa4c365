// The web extension, as on vscode.dev: client and server are workers without Node.
import { afterAll, beforeAll, expect, test } from "vitest";
import { openForm } from "./screen/form-page.ts";
import { openLab } from "./screen/lab-page.ts";
import { soon } from "./screen/waiting.ts";
import { sharedWindow, startOwnVscode } from "./stage/visit.ts";

let vscode: Awaited<ReturnType<typeof startOwnVscode>>;

beforeAll(async () => {
  vscode = await startOwnVscode({ inBrowser: true });
});

afterAll(() => vscode?.stop());

test("the web build shows diagnostics, fixes, completions and hovers without a Node host", async () => {
  const editor = await sharedWindow({ vscode });
  const broken = "filters/bad-words-and-types.lpfilter";
  await editor.open(broken);
  await soon(() => editor.squiggles.error.count()).toBe(5);
  await soon(() => editor.problems("bad-words-and-types")).toContain(
    "'http_requests' has no field 'ClientRequesrHost'. Did you mean 'ClientRequestHost'?",
  );
  // This file is not open.
  await soon(() => editor.problems("bad-typing-slips")).toContain(
    "Unknown field 'http.hots'. Did you mean 'http.host'?",
  );
  await editor.picture("web");

  await editor.goTo(4, 20);
  await editor.fix("Use 'ClientRequestHost'");
  await soon(() => editor.squiggles.error.count()).toBe(4);
  await soon(() => editor.hovered("where")).toContainEqual(
    expect.stringContaining("4 of 30 operators"),
  );
  // The hover may cover the word.
  await editor.press("Escape");
  await editor.select("ClientRequestHost");
  await editor.page.keyboard.type("ClientC", { delay: 50 });
  await soon(() => editor.lines()).toContainEqual(expect.stringContaining('"ClientC"'));
  // The list may close together with the hover.
  const country = editor.suggestions.filter({ hasText: "ClientCountry" }).first();
  await editor.until(country, () => editor.press("Control+Space"));
  await country.click();
  await editor.save();
  await soon(() => editor.read(broken)).toContain('"key": "ClientCountry", "operator": "equals"');
});

test("the web build uses weir.json, from disk and while it is edited", async () => {
  const file = "gateway/misspelt.lpfilter";
  const text = '{ "where": { "key": "QueryNam", "operator": "eq", "value": "a" } }\n';
  const editor = await sharedWindow({ vscode, files: { [file]: text } });
  await editor.open(file);
  await soon(() => editor.problems("misspelt")).toEqual([
    expect.stringContaining("'gateway_dns' has no field 'QueryNam'"),
  ]);
  await editor.open("weir.json");
  await editor.select("gateway_dns");
  await editor.page.keyboard.insertText("dns_logs");
  await soon(() => editor.problems("misspelt")).toEqual([
    expect.stringContaining("'dns_logs' has no field 'QueryNam'"),
  ]);
});

test("the web build has the form, and the lab with samples of weir.json and pasted lines", async () => {
  const text = '{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 } }';
  const editor = await sharedWindow({ vscode, files: { "filters/status.lpfilter": text } });
  const form = await openForm(editor, "filters/status.lpfilter");
  await soon(() => form.kept()).toContain("(17 of 150 lines)");
  const status = form.row(0).getByRole("combobox", { name: "Value" });
  await status.fill("400");
  await status.press("Enter");
  await soon(() => form.kept()).toContain("(55 of 150 lines)");
  await editor.save();
  await soon(() => editor.read("filters/status.lpfilter")).toBe(text.replace("500", "400"));
  await form.button("Open as Text").click();
  await editor.word("EdgeResponseStatus").waitFor();

  const lab = await openLab(editor);
  await soon(() => lab.locator(".head").innerText()).toContain("Keeps 55 of 150 lines");
  await editor.copy('{"EdgeResponseStatus":404}');
  await lab.getByRole("button", { name: "Select sample…" }).click();
  await editor.pick("Paste from Clipboard");
  await soon(() => lab.locator(".head").innerText()).toContain("Keeps 1 of 1 line");
  await editor.picture("web-lab");
});

test("the web build explains why it cannot push, and how to push instead", async () => {
  const editor = await sharedWindow({ vscode });
  await editor.open("filters/shop-errors.lpfilter");
  await soon(() => editor.lenses.allInnerTexts()).toEqual([
    expect.stringMatching(/^Keeps lines where /),
  ]);
  await editor.run("Weir: Push");
  expect(await editor.dialog.innerText()).toContain(
    "Cannot push from a browser: the service does not accept requests from web pages. Open the folder in desktop VS Code, or run 'weir push' in a terminal.",
  );
  await editor.picture("web-push");
  await editor.answer("OK");
  await editor.view("Weir");
  await editor.page.locator(".sidebar", { hasText: "cannot push from a browser" }).waitFor();
});
