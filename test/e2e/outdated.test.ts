// Pages that show claims are marked in the first frame after a text, a file or a sample has changed.
import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { expect, test } from "vitest";
import { accessibilityViolations } from "./screen/accessibility.ts";
import type { Editor } from "./screen/editor.ts";
import { recordFrames } from "./screen/frames.ts";
import { openLab } from "./screen/lab-page.ts";
import { setPageWidth } from "./screen/page-width.ts";
import { setTheme, themes } from "./screen/themes.ts";
import { soon } from "./screen/waiting.ts";
import { overflow, pageNamed } from "./screen/webview.ts";
import { sharedWindow } from "./stage/visit.ts";

const mark = "Out of date: checking…";
const lines = [200, 404, 500].map((it) => `{"EdgeResponseStatus":${it}}\n`).join("");
const rule = 'http.request.uri.path eq "/admin"';
// No folder inside of the new folder: VS Code often misses what changes in one that was created together with its parent.
const files = {
  "claims/weir.json": '{ "samples": { "http_requests": "a.ndjson" } }\n',
  "claims/a.ndjson": lines,
  "claims/a.lpfilter":
    '{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": 400 } }\n',
  "claims/admin.cfrule": `# @action block\n# @ref admin\n# @position 1\n${rule}\n`,
  "claims/other.cfrule":
    '# @action managed_challenge\n# @ref other\n# @position 2\nhttp.host eq "shop.example.com"\n',
};

const withoutMark = (html: string) => html.replace(/<p class="mark.*?<\/p>/, "");

/** Changes something. The mark is there before anything else changes, and an answer without it in the end. */
async function expectMark(page: Frame, change: () => unknown, answer: RegExp) {
  await soon(() => page.locator("[aria-busy=true]").count()).toBe(0);
  const frames = await recordFrames(page);
  await change();
  await soon(async () => (await frames()).some((it) => it.includes(mark))).toBe(true);
  const [start = "", ...shown] = await frames();
  const marked = shown.findIndex((it) => it.includes(mark));
  for (const it of shown.slice(0, marked)) expect(withoutMark(it)).toBe(withoutMark(start));
  const text = () => page.locator("main").innerText();
  const isAnswer = (shown: string) => answer.test(shown) && !shown.includes("Out of date");
  await soon(async () => (isAnswer(await text()) ? "the answer" : await text())).toBe("the answer");
  for (const it of await frames())
    if (it.includes("Out of date")) expect(it).not.toMatch(/proved/i);
}

/** Holds the mark, which the next answer would remove, for pictures. */
async function lookAtMark(editor: Editor, page: Frame, name: string) {
  const hold = async () => {
    await page.evaluate('postMessage({ kind: "outdated" }, "*")');
    await soon(() => page.locator(".outdated-mark").innerText()).toBe(mark);
  };
  await hold();
  expect(await page.locator("main").innerText()).not.toMatch(/proved/i);
  expect(await accessibilityViolations(page)).toEqual([]);
  // The pages share the mark and its colors.
  for (const theme of name === "review" || process.env.WEIR_PICTURES ? themes : []) {
    await setTheme(editor, theme, page.locator("body"));
    await hold();
    await editor.picture(`outdated-${name}-${theme.replace(/\W+/g, "-")}`);
    expect(await accessibilityViolations(page, "colors")).toEqual([]);
  }
  await setPageWidth(editor, page, 390);
  await hold();
  expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
  await editor.picture(`outdated-${name}-390`);
}

test("a review is out of date as soon as a rule, a file or the last commit changes", async () => {
  const editor = await sharedWindow({ files });
  const folder = join(editor.folder, "claims");
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
      cwd: folder,
      stdio: "pipe",
    });
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "a");
  await editor.open("claims/admin.cfrule");
  await editor.run("Weir: Review Changes");
  const page = await pageNamed(editor, "Review of Changes");
  await soon(() => page.locator("main").innerText()).toContain("This is proved.");

  await editor.word("/admin").click();
  await editor.goTo(4, 2 + rule.indexOf("/"));
  const changed = /Some requests get another outcome than in the last commit[\s\S]*\(proved\)/;
  await expectMark(page, () => editor.page.keyboard.type("x"), changed);
  const other = join(folder, "other.cfrule");
  await expectMark(page, () => writeFileSync(other, files["claims/admin.cfrule"]), changed);
  await expectMark(page, () => rmSync(other), changed);
  await editor.save();
  const commit = () => git("commit", "--quiet", "--all", "--message", "b");
  await expectMark(
    page,
    commit,
    /No request gets another outcome than in the last commit. This is proved/,
  );
  await expectMark(page, () => editor.page.keyboard.type("y"), changed);
  await lookAtMark(editor, page, "review");
});

test("a trace is out of date as soon as a rule or its own request changes", async () => {
  const editor = await sharedWindow({ files });
  await editor.open("claims/admin.cfrule");
  await editor.run("Weir: Trace a Request…");
  const page = await pageNamed(editor, "Trace");
  const url = page.getByRole("textbox", { name: "URL", exact: true });
  await url.fill("https://example.com/admin");
  await soon(() => page.locator(".outcome").innerText()).toContain("blocked with 403 by 'admin'");
  await expectMark(page, () => url.press("x"), /reaches the origin/);
  await expectMark(page, () => url.press("Backspace"), /blocked with 403/);
  await editor.word("/admin").click();
  await editor.goTo(4, 2 + rule.indexOf("/"));
  await expectMark(page, () => editor.page.keyboard.type("x"), /reaches the origin/);
  const other = join(editor.folder, "claims/other.cfrule");
  const block = files["claims/other.cfrule"].replace("http.host", "not http.host");
  await expectMark(page, () => writeFileSync(other, block), /challenged/);
  await lookAtMark(editor, page, "trace");
});

test("the lab, the form and the lens are about the same sample, also when it is gone", async () => {
  const editor = await sharedWindow({ files });
  await editor.open("claims/a.lpfilter");
  await soon(() => editor.lenses.first().innerText()).toContain("Keeps 66.7% of a.ndjson");
  const lab = await openLab(editor);
  await soon(() => lab.locator(".head").innerText()).toContain("Keeps 2 of 3 lines");
  // The page has asked for the values of a field, too.
  await soon(() => lab.locator(".values tbody tr").count()).toBe(3);
  await editor.word("EdgeResponseStatus").click();
  await editor.goTo(1, files["claims/a.lpfilter"].indexOf("400") + 1);
  await expectMark(lab, () => editor.press("Delete"), /not a valid JSON number/);
  await expectMark(lab, () => editor.page.keyboard.type("5"), /Keeps 1 of 3 lines/);
  const sample = join(editor.folder, "claims/a.ndjson");
  await expectMark(lab, () => writeFileSync(sample, lines + lines), /Keeps 2 of 6 lines/);
  await soon(() => editor.lenses.first().innerText()).toContain("Keeps 33.3% of a.ndjson");
  await lookAtMark(editor, lab, "lab");
  await expectMark(lab, () => rmSync(sample), /No such file/);
  expect(await lab.locator(".head").innerText()).not.toMatch(/%/);
  await soon(() => editor.lenses.first().innerText()).toContain("Sample not read");
  await editor.run("Weir: Open as Form");
  const form = await pageNamed(editor, /^Form/);
  await soon(() => form.locator(".kept").innerText()).toContain("No such file");
  const kept = /Keeps 33.3% of a.ndjson \(2 of 6 lines\)/;
  await expectMark(form, () => writeFileSync(sample, lines + lines), kept);
  await editor.picture("outdated-form");
});
