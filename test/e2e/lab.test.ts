// The lab: texts on log lines, beside them.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Frame } from "playwright-core";
import { expect, test } from "vitest";
import { type Editor, soon } from "./editor.ts";
import { openLab } from "./lab-page.ts";
import { sharedWindow } from "./visit.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Violation {
  readonly id: string;
  readonly nodes: readonly { readonly html: string }[];
}

/** What an automated accessibility check finds. */
async function violations(lab: Frame): Promise<readonly string[]> {
  await lab.evaluate(axe);
  const found = (await lab.evaluate("axe.run().then((it) => it.violations)")) as Violation[];
  return found.map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}

/** Without whitespace, since long lines are wrapped. The rest of a wrapped line may be elsewhere. */
async function textOf(editor: Editor): Promise<string> {
  return (await editor.lines()).join("").replace(/\s/g, "");
}

const status = '{ "key": "EdgeResponseStatus", "operator": "geq", "value": "500" }';

test("what a filter does to log lines, live while typing", async () => {
  const editor = await sharedWindow();
  await editor.open("filters/shop-errors.lpfilter");
  const lab = await openLab(editor);
  const head = () => lab.locator(".head").innerText();
  await soon(head).toContain("Keeps 4 of 150 lines");
  await soon(() => lab.locator(".conditions").innerText()).toContain(
    "holds on 17 (11.3%), decides 40",
  );
  await editor.frame("2-lab", 2500);

  // Typing changes the answer, without the file being saved.
  const [, before = ""] =
    editor.read("filters/shop-errors.lpfilter").split(status)[0]?.split("\n").slice(-2) ?? [];
  await editor.goTo(7, before.length + status.indexOf("500") + 1);
  await editor.press("Delete", "4");
  await soon(head).toContain("Keeps 14 of 150 lines");
  await editor.frame("2-lab", 2000);
  await editor.picture("lab");

  // A click on a condition selects it in the text.
  await lab.getByRole("button", { name: "EdgeResponseStatus geq 400" }).click();
  await soon(() => editor.statusBar.innerText()).toContain(`(${status.length} selected)`);

  // A value becomes a condition, and undo removes it again.
  await lab.getByRole("combobox", { name: "Field" }).fill("ClientRequestMethod");
  await lab.getByRole("combobox", { name: "Field" }).press("Enter");
  await lab.getByRole("button", { name: "Drop POST" }).click();
  await soon(() => textOf(editor)).toContain('"key":"ClientRequestMethod"');
  await soon(head).not.toContain("Keeps 14 of");
  await editor.frame("2-lab", 2000);
  // The page of the lab has the focus.
  await editor.page.locator(".editor-instance .view-line").first().click();
  await editor.press("Control+Z");
  await soon(head).toContain("Keeps 14 of 150 lines");

  // A line by keys: the last one that is kept, in full, as an example.
  await lab.getByRole("button", { name: "Kept", exact: true }).click();
  const grid = lab.getByRole("grid");
  await soon(() => grid.getAttribute("aria-rowcount")).toBe("15");
  await grid.focus();
  await grid.press("End");
  await soon(() => grid.getAttribute("aria-activedescendant")).toBe("line-13");
  await lab.locator("#line-13 .outcome", { hasText: "kept" }).waitFor();
  await grid.press("Enter");
  await soon(() => lab.locator(".detail").innerText()).toContain("decides");
  expect(await violations(lab)).toEqual([]);
  await lab.getByRole("button", { name: "Use as @keep example" }).click();
  await soon(() => textOf(editor)).toContain('//@keep{"ClientRequestHost":"shop.');
  await lab.getByRole("button", { name: "Close" }).click();
  await editor.picture("lab-lines");
});

const hostile = [
  { ClientRequestHost: "<img src=x onerror=alert(1)>", ClientRequestPath: "/\u202egnp.exe\u0000" },
  { ClientRequestHost: "shop.example.com", ClientRequestUserAgent: "a".repeat(1_000_000) },
  Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`Key${at}`, at])),
];

test("hostile lines are shown as text; light, dark and high contrast", async () => {
  const files = {
    "weir.json": '{ "samples": { "http_requests": "hostile.ndjson" } }',
    "hostile.ndjson": hostile.map((it) => `${JSON.stringify(it)}\n`).join(""),
    "rule.cfrule": 'http.host eq "shop.example.com"\n',
  };
  const editor = await sharedWindow({ samples: false, files });
  await editor.open("rule.cfrule");
  const lab = await openLab(editor);
  await soon(() => lab.locator(".head").innerText()).toContain("Matches 1 of 3 requests");
  await soon(() => lab.locator(".values").innerText()).toContain("<img src=x onerror=alert(1)>");
  await lab.locator("#line-0").click();
  await soon(() => lab.locator(".detail").innerText()).toContain("/\\u202egnp.exe␀");
  await lab.locator("#line-1").click();
  await soon(() => lab.locator(".detail").innerText()).toContain("aaa…");
  await lab.locator("#line-2").click();
  await soon(() => lab.locator(".detail").innerText()).toContain("9,500 more fields");
  expect(await lab.locator("img").count()).toBe(0);
  for (const theme of [
    "Dark Modern",
    "Dark High Contrast",
    "Light High Contrast",
    "Light Modern",
  ]) {
    await editor.theme(theme);
    const isDark = theme.startsWith("Dark");
    const kind = theme.includes("High") ? "high-contrast" : isDark ? "dark" : "light";
    await soon(() => lab.locator("body").getAttribute("class")).toContain(`vscode-${kind}`);
    expect(await violations(lab)).toEqual([]);
    await editor.picture(`lab-${theme}`);
  }
});
