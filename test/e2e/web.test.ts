// The extension as a browser runs it, as on vscode.dev: client and server are workers, and neither has Node.
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startVscode, type Vscode } from "../../scripts/vscode.mjs";
import { makeRunFolder } from "../../scripts/workspace.mjs";
import { soon } from "./editor.ts";
import { sharedWindow, stage } from "./visit.ts";

const run = makeRunFolder();
let vscode: Vscode;

beforeAll(async () => {
  const folder = join(run.path, "vscode");
  vscode = await startVscode({ folder, vsix: stage.vsix, inBrowser: true });
});

afterAll(async () => {
  await vscode?.stop();
  run.remove();
});

const broken = "filters/bad-words-and-types.lpfilter";

test("the web build shows diagnostics with no Node host", async () => {
  const editor = await sharedWindow({ vscode });
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
});

test("the web build fixes, completes and explains", async () => {
  const editor = await sharedWindow({ vscode });
  await editor.open(broken);
  await soon(() => editor.squiggles.error.count()).toBe(5);
  await editor.goTo(4, 20);
  await editor.fix("Use 'ClientRequestHost'");
  await soon(() => editor.squiggles.error.count()).toBe(4);
  await editor.word("where").hover();
  await soon(() => editor.hover.innerText()).toContain("4 of 30 operators");
  await editor.word("ClientRequestHost").dblclick();
  await editor.page.keyboard.type("ClientC", { delay: 50 });
  await editor.suggestions.filter({ hasText: "ClientCountry" }).first().click();
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
  await editor.word("gateway_dns").dblclick();
  await editor.page.keyboard.insertText("dns_logs");
  await soon(() => editor.problems("misspelt")).toEqual([
    expect.stringContaining("'dns_logs' has no field 'QueryNam'"),
  ]);
});

test("the web build explains why a browser cannot push, and where to push instead", async () => {
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
