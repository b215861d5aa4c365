// The review: what changed rules do to requests, beside the files.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { root } from "../../scripts/root.mjs";
import { accessibilityViolations } from "./screen/accessibility.ts";
import { pictureOfComment } from "./screen/comment.ts";
import { setPageWidth } from "./screen/page-width.ts";
import { setTheme, themes } from "./screen/themes.ts";
import { soon } from "./screen/waiting.ts";
import { overflow, pageNamed } from "./screen/webview.ts";
import { sharedWindow, stage } from "./stage/visit.ts";

function filter(status: number): string {
  return `{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": ${status} } }\n`;
}

const rules = {
  "reviewed/weir.json": "{}\n",
  "reviewed/admin.cfrule":
    '# @action block\n# @ref admin\n# @position 1\nhttp.request.uri.path eq "/admin"\n',
  "reviewed/other.cfrule":
    '# @action managed_challenge\n# @ref other\n# @position 2\nhttp.host eq "shop.example.com"\n',
  "reviewed/errors.lpfilter": filter(400),
};

test("changes against the last commit, with an example that is traced", async () => {
  const editor = await sharedWindow({ files: rules });
  const folder = join(editor.folder, "reviewed");
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
      cwd: folder,
      stdio: "pipe",
    });
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "a");
  await editor.open("reviewed/admin.cfrule");
  await editor.run("Weir: Review Changes");
  const page = await pageNamed(editor, "Review of Changes");
  const text = () => page.locator("main").innerText();
  await soon(text).toContain(
    "No request gets another outcome than in the last commit. This is proved.",
  );

  // An edit that is not saved counts when the review is asked for again.
  await editor.word("/admin").click();
  await editor.goTo(5, 1);
  await editor.page.keyboard.type("or ssl");
  await editor.press("Escape");
  writeFileSync(join(folder, "errors.lpfilter"), filter(500));
  await editor.view("Weir");
  // Only the view under the mouse, or with focus, shows its buttons.
  const changes = editor.page.locator('.sidebar .pane-header[aria-label^="Changes"]');
  await changes.hover();
  await changes.getByRole("button", { name: "Review Changes" }).click();
  await soon(text).toContain("Some requests get another outcome than in the last commit.");
  expect(await text()).toContain("allow → block");
  expect(await text()).toContain("No other kind of change (proved).");
  expect(await text()).toContain("1 rule is unchanged.");
  await soon(text).toMatch(/changed\s+errors.lpfilter\s+keeps fewer lines; no longer: /);
  expect(await accessibilityViolations(page)).toEqual([]);
  for (const theme of themes) {
    await setTheme(editor, theme, page.locator("body"));
    await editor.picture(`review-${theme}`);
    expect(await accessibilityViolations(page, "colors")).toEqual([]);
  }
  for (const width of [900, 390]) {
    await setPageWidth(editor, page, width);
    expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
    await editor.picture(`review-${width}`);
  }

  await page.getByRole("button", { name: "admin", exact: true }).click();
  await soon(() => editor.statusBar.innerText()).toContain("selected)");
  await page.getByRole("button", { name: "Trace" }).first().click();
  const trace = await pageNamed(editor, "Trace");
  await soon(() => trace.locator(".outcome").innerText()).toContain("blocked with 403 by 'admin'");

  await editor.closeEditors();
  await editor.open("reviewed/admin.cfrule");
  await editor.run("Weir: Review Changes");
  const again = await pageNamed(editor, "Review of Changes");
  writeFileSync(join(folder, "weir.json"), editor.read("weir.json"));
  await again.getByRole("button", { name: "The service" }).click();
  await soon(() => again.locator("main").innerText()).toContain(
    "Some requests get another outcome than in example.com.",
  );
  // A zone has one name everywhere.
  await soon(() => again.locator("main").innerText()).not.toContain(stage.service.zone);
  await editor.picture("review-service");
});

/** Two hundred rules, as people have them. */
function terraform(): string {
  const rules = Array.from({ length: 200 }, (_, it) => {
    const host = ["shop", "api", "www", "blog"][it % 4];
    const conditions = [
      `http.host eq "${host}.example.com" and starts_with(http.request.uri.path, "/p${it}/")`,
      `ip.src in {198.51.${it}.0/24} and http.host eq "${host}.example.com"`,
      `http.request.method eq "POST" and http.request.uri.path eq "/form${it}"`,
    ];
    const action = ["block", "managed_challenge", "log"][it % 3];
    const text = JSON.stringify(conditions[(it + 1) % 3]);
    return `    { ref = "rule-${it}", action = "${action}", expression = ${text} },\n`;
  });
  return `resource "cloudflare_ruleset" "waf" {
  zone_id = "example.com"
  kind    = "zone"
  name    = "waf"
  phase   = "http_request_firewall_custom"
  rules   = [\n${rules.join("")}  ]\n}\n`;
}

/** One rule is wider, among edits that change nothing. */
function edited(text: string): string {
  return text
    .replace(/(rule-4[05]".*?) and /g, "$1  and  ")
    .replace(/(rule-5[0-7]".*?expression = ")(.*)( and )(.*)(" })/g, "$1($4)$3$2$5")
    .replace(/(rule-111".*?) and /, "$1 or ");
}

test.runIf(process.env.WEIR_PICTURES)("the comment on a pull request", async () => {
  const before = terraform();
  const files = { "before/waf.tf": before, "after/waf.tf": edited(before) };
  const editor = await sharedWindow({ files });
  const weir = join(root, "dist", "cli.cjs");
  const args = [weir, "review", "before", "after", "--format", "markdown"];
  const text = execFileSync(process.execPath, args, { cwd: editor.folder, encoding: "utf8" });
  expect(text).toContain("because of **rule-111**");
  const page = await editor.page.context().newPage();
  await page.setViewportSize({ width: 892, height: 700 });
  await pictureOfComment(page, text, join(root, "images", "review.png"));
  await page.close();
});
