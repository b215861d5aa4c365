// The trace: one request through all rules, beside the editor.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { call } from "../../scripts/start/emulator.mjs";
import { accessibilityViolations, withoutVisibleFocus } from "./screen/accessibility.ts";
import { isFocused } from "./screen/form-page.ts";
import { setPageWidth } from "./screen/page-width.ts";
import { setTheme, takePictures, themes } from "./screen/themes.ts";
import { soon } from "./screen/waiting.ts";
import { overflow, pageNamed } from "./screen/webview.ts";
import { reset } from "./stage/service.ts";
import { sharedWindow, stage } from "./stage/visit.ts";

beforeEach(reset);

const { baseUrl, zone } = stage.service;
const local = { baseUrl, zone, rulesTarget: "rulesets" };

const rules = {
  "traced/weir.json": JSON.stringify({ defaultProfile: "local", profiles: { local } }),
  "traced/admin.cfrule":
    '# @action block\n# @ref admin\n# @position 1\nhttp.request.uri.path eq "/admin"\nand ip.src ne 198.51.100.7\n',
  "traced/bots.cfrule":
    "# @action managed_challenge\n# @ref bots\n# @position 2\ncf.bot_management.score lt 30\n",
};

test("a request is followed while one types in it and in a rule, and becomes a test", async () => {
  const editor = await sharedWindow({ files: rules });
  await editor.open("traced/admin.cfrule");
  await editor.run("Weir: Trace a Request…");
  const page = await pageNamed(editor, "Trace");
  const outcome = () => page.locator(".outcome").innerText();
  const box = (name: string) => page.getByRole("textbox", { name, exact: true });
  await page.locator(".outcome").waitFor();

  // The request, with keys only.
  await box("Address").fill("203.0.113.7");
  await box("URL").fill("https://example.com/admin");
  await soon(outcome).toContain("blocked with 403 by 'admin'");
  await editor.picture("trace");
  await box("Address").fill("198.51.100.7");
  await soon(outcome).toContain("challenged if cf.bot_management.score lt 30");
  await page.getByRole("combobox", { name: "Add a field" }).fill("bot_management.score");
  await page.getByRole("combobox", { name: "Add a field" }).press("Enter");
  // Its value is typed next.
  await soon(() => isFocused(box("cf.bot_management.score"))).toBe(true);
  await editor.page.keyboard.type("90");
  await soon(outcome).toContain("reaches the origin: GET https://example.com/admin");
  await page.getByText("2 rules do not match").click();
  await soon(() => page.locator(".rules").innerText()).toContain("cf.bot_management.score is 90");

  // A problem is beside the request, and the last answer stays.
  await box("Address").fill("198.51.100");
  await soon(() => page.locator(".request .error").innerText()).toContain("198.51.100");
  await box("Address").fill("198.51.100.7");
  await soon(() => page.locator(".request .error").count()).toBe(0);

  // A rule leads to its text, and typing there is enough.
  await page.getByRole("button", { name: "admin", exact: true }).click();
  await editor.goTo(5, 1);
  await editor.page.keyboard.type("# ");
  await soon(outcome).toContain("blocked with 403 by 'admin'");

  expect(await accessibilityViolations(page)).toEqual([]);
  await box("URL").press("Tab");
  for (const theme of themes) {
    await setTheme(editor, theme, page.locator("body"));
    await editor.picture(`trace-${theme.replace(/\W+/g, "-")}`);
    expect(await accessibilityViolations(page, "colors")).toEqual([]);
    expect(await withoutVisibleFocus(page)).toEqual([]);
  }

  // Now and after the change: beside each other, and below each other in a narrow column.
  const phase = "/rulesets/phases/http_request_firewall_custom/entrypoint";
  const logged = { ref: "admin", action: "log", expression: 'http.request.uri.path eq "/admin"' };
  await call(stage.service, "PUT", phase, { rules: [logged] });
  await page.getByRole("button", { name: "Compare with the service" }).click();
  const column = (name: string) => page.getByRole("region", { name, exact: true });
  await soon(() => column("Now").locator(".outcome").innerText()).toContain("reaches the origin");
  const after = column("After this change");
  await soon(() => after.locator(".outcome").innerText()).toContain("blocked with 403 by 'admin'");
  const places = async () => {
    const boxes = await Promise.all([column("Now").boundingBox(), after.boundingBox()]);
    const [now, then] = boxes.map((it) => it ?? { x: 0, y: 0 });
    return { isBeside: now?.y === then?.y, isBelow: now?.x === then?.x };
  };
  for (const [width, window, expected] of [
    [900, 2200, { isBeside: true, isBelow: false }],
    [390, 1280, { isBeside: false, isBelow: true }],
  ] as const) {
    await editor.page.setViewportSize({ width: window, height: 800 });
    await setPageWidth(editor, page, width);
    await soon(places).toEqual(expected);
    expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
    await takePictures(editor, `trace-${width}`);
  }

  await page.getByRole("button", { name: "Add as test" }).click();
  await soon(async () => (await editor.lines()).join("\n").replace(/\s/g, " ")).toContain(
    "expect: { outcome: block, by: admin }",
  );
  await editor.tabs.filter({ hasText: "tests.trace.yaml" }).waitFor();
  await soon(() => existsSync(join(editor.folder, "traced/tests.trace.yaml"))).toBe(true);
  // The window is at rest.
  await soon(() => editor.statusBar.innerText()).toContain("Ln 2, Col 1");
});

const tests = `rules: ["*.cfrule"]
tests:
  - name: admin from elsewhere
    request: GET https://example.com/admin
    set: { ip.src: 203.0.113.7, cf.bot_management.score: 90 }
    expect: { outcome: block, by: admin }
  - name: admin from the office
    request: GET https://example.com/admin
    set: { ip.src: 198.51.100.7, cf.bot_management.score: 90 }
    expect: { outcome: block, by: admin }
`;

test("tests of all rules are in the Test Explorer, and run again when a rule is saved", async () => {
  const editor = await sharedWindow({ files: { ...rules, "traced/shop.trace.yaml": tests } });
  await editor.open("traced/shop.trace.yaml");
  const glyph = (kind: string) => editor.page.locator(`.editor-instance .codicon-testing-${kind}`);
  const gutter = editor.page.locator(".editor-instance .testing-run-glyph");
  await soon(() => gutter.count()).toBe(2);
  await editor.view("Testing");
  await editor.unfold("traced/shop.trace.yaml");
  const row = (name: string) => editor.rows.filter({ hasText: name });
  await row("admin from elsewhere").waitFor();
  await row("admin from the office").waitFor();

  await editor.run("Test: Run Tests in Current File");
  const failure = editor.page.locator(".test-error-content-widget", {
    hasText: "reaches the origin: GET https://example.com/admin, expected",
  });
  await failure.waitFor();
  await soon(() => glyph("passed-icon").count()).toBe(1);
  await takePictures(editor, "trace-tests");

  // The office may no longer.
  await editor.open("traced/admin.cfrule");
  await editor.goTo(5, 1);
  await editor.page.keyboard.type("# ");
  await editor.save();
  await editor.open("traced/shop.trace.yaml");
  await soon(() => glyph("passed-icon").count()).toBe(2);
  await soon(() => failure.count()).toBe(0);
});
