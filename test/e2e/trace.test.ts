// The trace: one request through all rules, beside the editor.
import { expect, test } from "vitest";
import { accessibilityViolations } from "./screen/accessibility.ts";
import { setPageWidth } from "./screen/page-width.ts";
import { setTheme, themes } from "./screen/themes.ts";
import { soon } from "./screen/waiting.ts";
import { overflow, pageNamed } from "./screen/webview.ts";
import { sharedWindow } from "./stage/visit.ts";

const rules = {
  "traced/weir.json": "{}\n",
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
  await box("cf.bot_management.score").fill("90");
  await soon(outcome).toContain("reaches the origin: GET https://example.com/admin");
  await page.getByText("2 rules: does not match").click();
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
  for (const theme of themes) {
    await setTheme(editor, theme, page.locator("body"));
    await editor.picture(`trace-${theme.replace(/\W+/g, "-")}`);
    expect(await accessibilityViolations(page, "colors")).toEqual([]);
  }
  await setPageWidth(editor, page, 390);
  expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
  await editor.picture("trace-narrow");

  await page.getByRole("button", { name: "Add as test" }).click();
  await soon(async () => (await editor.lines()).join("\n").replace(/\s/g, " ")).toContain(
    "expect: { outcome: block, by: admin }",
  );
});
