// The site with the playground, in a browser. After loading, everything works without a network.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Frame, Locator, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { root } from "../../scripts/root.mjs";
import { starts } from "../../site/src/playground/examples/texts.ts";
import { accessibilityViolations } from "./screen/accessibility.ts";
import { takePicture } from "./screen/artifacts.ts";
import { isFocused } from "./screen/form-page.ts";
import { smallTargets, useFinger } from "./screen/touch.ts";
import { attempt, soon, succeeds } from "./screen/waiting.ts";
import { newPage } from "./stage/visit.ts";

const folder = join(root, "site", "dist");
const running = spawn(process.execPath, ["scripts/start.mjs", "--site", "--no-open"], {
  cwd: root,
  stdio: ["ignore", "pipe", "inherit"],
});
let site = "";

/** Starts the site as a user does, which builds it first. */
beforeAll(async () => {
  let output = "";
  for await (const chunk of running.stdout) {
    output += chunk;
    site = /(http:\/\/127\.0\.0\.1:\d+\/)playground\/\n/.exec(output)?.[1] ?? "";
    if (site !== "") break;
  }
  expect(site, output).not.toBe("");
}, 180_000);

afterAll(async () => {
  const ended = once(running, "close");
  running.kill("SIGINT");
  expect(await ended).toEqual([0, null]);
});

/** Errors and warnings in the console, such as violations of the page's policy. */
function consoleProblemsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" || message.type() === "warning") complaints.push(message.text());
  });
  return complaints;
}

/** While `isHeld`, messages to workers are kept, and then sent all at once: a slow server receives them like this. */
const holdMessages = `
  const { postMessage } = Worker.prototype;
  window.held = [];
  Worker.prototype.postMessage = function (message) {
    if (window.isHeld) held.push([this, message]);
    else postMessage.call(this, message);
  };
  window.release = () => {
    window.isHeld = false;
    for (const [worker, message] of held.splice(0)) postMessage.call(worker, message);
  };
`;

class Playground {
  readonly text;
  readonly second;
  readonly lines;
  readonly panel;
  readonly problems;
  /** The views of the extension. */
  readonly lab;
  readonly form;
  readonly trace;

  constructor(readonly page: Page) {
    this.text = page.getByRole("textbox", { name: "Text", exact: true });
    this.second = page.getByRole("textbox", { name: "Second filter or rule" });
    this.lines = page.getByRole("textbox", { name: "Log lines" });
    this.panel = page.getByRole("tabpanel");
    this.problems = page.getByRole("region", { name: "Problems" });
    this.lab = page.frameLocator('iframe[title="Lab"]');
    this.form = page.frameLocator('iframe[title="Form"]');
    this.trace = page.frameLocator('iframe[title="Trace"]');
  }

  static async open(page: Page, fragment = ""): Promise<Playground> {
    await page.goto(`${site}playground/${fragment}`);
    const playground = new Playground(page);
    await playground.problems.getByText(/problems?\./).waitFor();
    // Views are loaded with the page, although they are hidden.
    for (const it of [playground.lab, playground.form, playground.trace])
      await it.locator("main, body > *:not(script)").first().waitFor({ state: "attached" });
    return playground;
  }

  /** Retries if the text was lost, because the editor is replaced when the language changes. */
  async write(text: string, editor = this.text): Promise<void> {
    await soon(async () => {
      await editor.click();
      await this.page.keyboard.press("Control+A");
      // Chromium would give inserted text the style of the replaced text, which the page's policy forbids.
      await this.page.keyboard.press("Delete");
      await this.page.keyboard.insertText(text);
      return this.content(editor);
    }).toBe(text);
  }

  async tab(name: string): Promise<void> {
    await this.page.getByRole("tab", { name, exact: true }).click();
  }

  async language(name: string): Promise<void> {
    await this.page.getByLabel("Language").selectOption(name);
  }

  button(name: string) {
    return this.page.getByRole("button", { name, exact: true });
  }

  /** Hovers over a word, and retries if the server was not ready. */
  async explained(word: Locator, text = ""): Promise<void> {
    const shown = this.page.locator(".cm-tooltip-hover", { hasText: text }).first();
    await soon(async () => {
      await this.page.mouse.move(0, 0);
      await word.hover();
      return succeeds(shown.waitFor({ timeout: attempt }));
    }).toBe(true);
  }

  /** The visible lines of the editor. */
  content(editor = this.text): Promise<string> {
    return editor
      .locator(".cm-line")
      .allInnerTexts()
      .then((it) => it.join("\n"));
  }
}

const filter = (operator: string, value: number) =>
  `{ "where": { "key": "EdgeResponseStatus", "operator": "${operator}", "value": ${value} } }`;
const lines = [500, 200, 503].map((it) => JSON.stringify({ EdgeResponseStatus: it })).join("\n");

describe("the playground", () => {
  test("on a slow line, the text can be edited at once, and is kept until it is checked", async () => {
    const page = await newPage();
    const complaints = consoleProblemsOf(page);
    const held = new Map<string, () => void>();
    for (const name of ["playground.js", "server.js.gz"])
      await page.context().route(`**/${name}`, async (route) => {
        await new Promise<void>((go) => held.set(name, go));
        await route.continue();
      });
    // The page is loaded when its scripts are.
    await page.goto(`${site}playground/`, { waitUntil: "commit" });
    const playground = new Playground(page);
    await soon(() => playground.text.inputValue()).toContain("Keep server errors");
    await playground.text.fill("");
    await page.keyboard.type(filter("gte", 500));
    await soon(() => held.has("playground.js")).toBe(true);
    held.get("playground.js")?.();
    // The same text, in an editor that has the focus. There are no claims about it yet.
    await soon(() => playground.content()).toBe(filter("gte", 500));
    await page.keyboard.press("End");
    await page.keyboard.type(" ");
    await soon(() => playground.content()).toBe(`${filter("gte", 500)} `);
    expect(await playground.problems.innerText()).toMatch(/Loading the checker|Checking/);
    await takePicture(page, "playground-loading");
    await soon(() => held.has("server.js.gz")).toBe(true);
    held.get("server.js.gz")?.();
    await playground.problems.getByText("Unknown operator 'gte'. Use 'geq'.").waitFor();
    expect(complaints).toEqual([]);
  });

  test("checks, tries, compares, shortens, translates and shares without a network", async () => {
    const page = await newPage();
    const complaints = consoleProblemsOf(page);
    const requested: URL[] = [];
    page.on("request", (it) => {
      if (!/^(?:data|blob):/.test(it.url())) requested.push(new URL(it.url()));
    });
    const it = await Playground.open(page);
    // The first result has no error.
    await it.problems.getByText("No problems.").waitFor();
    await takePicture(page, "playground");
    expect(sizeOf(requested.map((it) => it.pathname))).toBeLessThan(1_500_000);
    const before = requested.length;
    await page.context().setOffline(true);

    await it.write(filter("gte", 500));
    await it.problems.getByText("Unknown operator 'gte'. Use 'geq'.").waitFor();
    await it.button("Use 'geq'").click();
    await it.problems.getByText("No problems.").waitFor();
    expect(await it.content()).toBe(filter("geq", 500));
    await it.lines.fill(`${lines}\n{`);
    await it.panel.getByText("Keeps 2 of 3 lines (66.7%). 1 unreadable.").waitFor();
    await soon(() => it.panel.getByRole("listitem").allInnerTexts()).toEqual([
      expect.stringMatching(/^kept/),
      expect.stringMatching(/^dropped[\s\S]*Because EdgeResponseStatus geq 500 is false$/),
      expect.stringMatching(/^kept/),
      expect.stringMatching(/^unreadable[\s\S]*Invalid JSON\./),
    ]);
    await takePicture(page, "playground-try");

    await it.tab("Compare");
    await it.write(filter("gt", 500), it.second);
    await it.panel
      .getByText("wider: the text matches everything that the other text matches, and more.")
      .waitFor();
    await it.panel.getByText('{"EdgeResponseStatus":500}').waitFor();
    await it.button("Start from the text").click();
    await it.panel.getByText(/^equal: /).waitFor();
    await it.tab("SQL");
    await it.page.getByLabel("Database").selectOption("clickhouse");
    await it.panel.getByText("SELECT *").waitFor();
    await it.button("Copy SQL").press("Enter");
    await it.button("Copied").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toMatch(/^SELECT \*/);

    await it.language("Rule");
    await it.write('http.host eq "a.example" or http.host eq "b.example"');
    await it.tab("Shrink");
    await it.panel.getByText("52 → 38 characters. Fits the limits.").waitFor();
    await takePicture(page, "playground-shrink");
    await it.button("Use this text").click();
    await soon(() => it.content()).toBe('http.host in {"a.example" "b.example"}');
    await it.tab("Try on log lines");
    await it.lines.fill('{"ClientRequestHost":"a.example"}');
    await it.panel.getByText("Matches 1 of 1 lines (100%).").waitFor();
    await it.button("Share").click();
    await page.getByText("Link copied.").waitFor();
    expect(requested.slice(before)).toEqual([]);
    expect(complaints).toEqual([]);
    const link = await page.getByLabel("Link").inputValue();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(link);

    const other = await newPage();
    await other.goto(link);
    const opened = new Playground(other);
    await soon(() => opened.content()).toBe('http.host in {"a.example" "b.example"}');
    await opened.panel.getByText("Matches 1 of 1 lines (100%).").waitFor();
  });

  test("completes, explains and formats, with the keyboard", async () => {
    const page = await newPage();
    const it = await Playground.open(page);
    const options = page.getByRole("listbox").getByRole("option");
    // Retries from the start: right after its list has changed, the editor adds a line on Enter instead of accepting.
    await soon(async () => {
      await it.write('{"where":{"key":"","operator":"eq","value":"x"}}');
      await page.keyboard.press("Home");
      for (let i = 0; i < 17; i++) await page.keyboard.press("ArrowRight");
      await page.keyboard.type("ClientRequestHo");
      await options.filter({ hasText: "ClientRequestHost" }).first().waitFor();
      await takePicture(page, "playground-completion");
      await page.keyboard.press("Enter");
      return it.content();
    }).toContain('"key":"ClientRequestHost"');
    await it.problems.getByText("No problems.").waitFor();
    await page.keyboard.press("Shift+Alt+F");
    await soon(() => it.content()).toContain('\n  "where": {');
    await it.explained(it.text.getByText('"ClientRequestHost"'), "http_requests");
    await page.getByLabel("Dataset").selectOption("dns_logs");
    await it.problems.getByText("'dns_logs' has no field 'ClientRequestHost'").waitFor();
    expect(await it.content()).toMatch(/^\/\/ @dataset dns_logs\n/);
    // Tab leaves the editor.
    await it.text.press("Tab");
    await soon(() => page.evaluate("document.activeElement.closest('.editor') === null")).toBe(
      true,
    );
  });

  test("drops an analysis that the next edit outdates", async () => {
    const page = await newPage();
    const complaints = consoleProblemsOf(page);
    await page.addInitScript(holdMessages);
    const it = await Playground.open(page);
    const requested = () =>
      page.evaluate<number>(
        "held.filter(([, it]) => it.method === 'textDocument/diagnostic').length",
      );
    await page.evaluate("window.isHeld = true");
    await it.write(filter("gte", 500));
    // On a slow machine, one edit may be several, with a request each.
    await soon(requested).toBeGreaterThan(0);
    const before = await requested();
    await it.write(filter("geq", 500));
    await soon(requested).toBeGreaterThan(before);
    await page.evaluate("release()");
    await it.problems.getByText("No problems.").waitFor();
    expect(complaints).toEqual([]);
  });

  test("handles malformed links, and shows markup as text", async () => {
    const page = await newPage();
    const complaints = consoleProblemsOf(page);
    await Playground.open(page, "#1AAAA");
    await page.getByRole("alert").getByText("The link is damaged").waitFor();
    const it = new Playground(page);
    const hostile =
      '# @description <img src=x onerror="window.hit = 1"><script>hit = 1</script>\nhttp.host eq "<b>x</b>"';
    await it.language("Rule");
    await it.write(hostile);
    await it.lines.fill('{"ClientRequestHost":"<img src=x onerror=hit=1>"}');
    await it.panel.getByText("Matches 0 of 1 lines (0%).").waitFor();
    await it.button("Share").click();
    await page.getByText("Link copied.").waitFor();
    await page.reload();
    await soon(() => it.content()).toBe(hostile);
    await it.explained(page.getByText("http.host", { exact: true }).first());
    expect(await page.evaluate("window.hit")).toBeUndefined();
    // Opens another link in the same tab.
    await page.evaluate("location.hash = '1BBBB'");
    await page.getByRole("alert").waitFor();
    await soon(() => it.content()).toBe(hostile);
    expect(complaints).toEqual([]);
  });
});

describe("the playground keeps", () => {
  test("every text after a reload, and forgets a link when something changes", async () => {
    const page = await newPage();
    const it = await Playground.open(page);
    await it.write(filter("geq", 501));
    await it.lines.fill(lines);
    await it.language("Rule");
    await it.write("ssl");
    await it.button("Share").click();
    await page.getByText("Link copied.").waitFor();
    expect(page.url()).toContain("#1");
    await it.write("not ssl");
    await page.getByText("Link copied.").waitFor({ state: "detached" });
    expect(page.url()).toBe(`${site}playground/`);
    await page.reload();
    await soon(() => it.content()).toBe("not ssl");
    await it.language("Filter");
    await soon(() => it.content()).toBe(filter("geq", 501));
    await it.panel.getByText("Keeps 1 of 3 lines (33.3%).").waitFor();
    await it.button("Copy").press("Enter");
    await it.button("Copied").waitFor();
    expect(await page.evaluate("navigator.clipboard.readText()")).toBe(filter("geq", 501));
    await it.button("Reset").click();
    await soon(() => it.content()).toContain("Keep server errors of the shop.");
  });
});

describe("the playground has the views of VS Code", () => {
  test("the lab, which follows the text and adds conditions to it", async () => {
    const page = await newPage();
    const complaints = consoleProblemsOf(page);
    const it = await Playground.open(page);
    await page.context().setOffline(true);
    await it.write(filter("geq", 500));
    await it.lines.fill(lines);
    await it.tab("Lab");
    await it.lab.getByText("Keeps 2 of 3 lines").waitFor();
    await takePicture(page, "playground-lab");
    await it.write(filter("gt", 500));
    await it.lab.getByText("Keeps 1 of 3 lines").waitFor();
    const choosing = page.waitForEvent("filechooser");
    await it.lab.getByRole("button", { name: "Select sample…" }).press("Enter");
    const buffer = gzipSync(`${lines}\n${lines}`);
    await (await choosing).setFiles({ name: "a.ndjson.gz", mimeType: "application/gzip", buffer });
    await it.lab.getByText("Keeps 2 of 6 lines").waitFor();
    await it.lab.getByRole("button", { name: /503/ }).last().click();
    await soon(() => it.content()).toContain("503");
    expect(complaints).toEqual([]);
  });

  test("the form, which follows the text and edits it with the keyboard", async () => {
    const page = await newPage();
    const complaints = consoleProblemsOf(page);
    const it = await Playground.open(page);
    await page.context().setOffline(true);
    await it.write(filter("geq", 500));
    await it.tab("Form");
    const value = it.form.locator('input[aria-label="Value"]');
    await soon(() => value.inputValue()).toBe("500");
    await value.fill("404");
    await value.press("Enter");
    await soon(() => it.content()).toContain("404");
    await takePicture(page, "playground-form");
    // Nothing can be pushed from here.
    expect(await it.form.getByRole("button", { name: /push/i }).count()).toBe(0);
    await it.form.getByRole("button", { name: "Add kept line as a test" }).press("Enter");
    await soon(() => it.content()).toMatch(/@keep .*"EdgeResponseStatus": ?502/);
    await it.write(filter("geq", 503));
    await soon(() => value.inputValue()).toBe("503");
    expect(complaints).toEqual([]);
  });

  test("the trace, which follows the request and the text, leads to rules, and is in a link", async () => {
    const page = await newPage();
    const complaints = consoleProblemsOf(page);
    const it = await Playground.open(page);
    await page.context().setOffline(true);
    await it.language("Ruleset (JSON)");
    await it.tab("Trace");
    const outcome = () => it.trace.locator(".outcome").innerText();
    const box = (name: string) => it.trace.getByRole("textbox", { name, exact: true });
    await soon(outcome).toContain("challenged (managed_challenge) by 'logins'");
    await box("URL").fill("https://shop.example.com/admin");
    await soon(outcome).toContain("blocked with 403 by 'admin'");
    await it.trace.getByRole("button", { name: "admin", exact: true }).press("Enter");
    await soon(() => page.evaluate("getSelection().toString()")).toContain('"ref": "admin"');
    await takePicture(page, "playground-trace");
    // The request of a log line, from the lab.
    await it.tab("Try on log lines");
    await it.lines.fill(
      JSON.stringify({
        ClientRequestScheme: "https",
        ClientRequestMethod: "GET",
        ClientRequestHost: "a.example",
        ClientRequestURI: "/login",
      }),
    );
    await it.tab("Lab");
    const traceLine = it.lab.getByRole("button", { name: "Trace this line" });
    // A click on a row that is drawn again closes it, or is lost.
    await soon(async () => {
      if (!(await traceLine.isVisible())) await it.lab.getByRole("row").nth(1).click();
      return traceLine.isVisible();
    }).toBe(true);
    await traceLine.click();
    await soon(() => box("URL").inputValue()).toContain("a.example/login");
    await soon(outcome).toContain("challenged if");
    await box("Address").fill("198.51.100.1");
    await soon(outcome).not.toContain("challenged");
    expect(await outcome()).toContain("reaches the origin");
    await it.button("Share").click();
    const link = await page.getByLabel("Link").inputValue();
    expect(complaints).toEqual([]);
    const other = await newPage();
    await other.goto(link);
    const opened = new Playground(other);
    await soon(() => opened.trace.locator(".outcome").innerText()).toContain("reaches the origin");
    // A filter has no requests to trace.
    await opened.language("Filter");
    await soon(() => other.getByRole("tab", { name: "Trace" }).count()).toBe(0);
  });
});

test("a Terraform rule is fixed on a phone, survives a reload, and says why a request does not match", async () => {
  const page = await newPage();
  const complaints = consoleProblemsOf(page);
  await useFinger(page);
  const wrong = starts.terraform.replace("uri.path eq", "uri.pth eq");
  await keepText(page, "terraform", wrong);
  const it = await Playground.open(page);
  await it.language("Terraform");
  await it.problems.getByText("Unknown field 'http.request.uri.pth'.").waitFor();
  await takePicture(page, "phone-terraform");
  await it.button("Use 'http.request.uri.path'").press("Enter");
  await it.problems.getByText("No problems.").waitFor();
  await it.lines.fill('{"ClientRequestPath":"/login","ClientIP":"198.51.100.9"}');
  const because = it.panel.getByText("Because ip.src in {198.51.100.0/24} is true");
  await because.waitFor();
  await page.reload();
  await soon(() => it.content()).toContain('expression  = "http.request.uri.path eq');
  await because.waitFor();
  // The cursor selects the other rule.
  await it.text.press("Control+End");
  await it.panel
    .getByText('Because starts_with(http.request.uri.path, "/admin") is false')
    .waitFor();
  for (const name of ["Compare", "Shrink", "SQL", "Lab", "Trace"]) {
    await it.tab(name);
    expect(await page.evaluate("document.documentElement.scrollWidth"), name).toBe(390);
    await soon(() => smallTargets(page)).toEqual([]);
    await takePicture(page, `phone-terraform-${name}`);
  }
  expect(complaints).toEqual([]);
});

/** The user's text from an earlier visit. */
async function keepText(page: Page, kind: keyof typeof starts, text: string): Promise<void> {
  const key = JSON.stringify(`weir.playground.text.${kind}`);
  await page.addInitScript(
    `localStorage.getItem(${key}) ?? localStorage.setItem(${key}, ${JSON.stringify(text)})`,
  );
}

test("other files with rules are checked and fixed in place", async () => {
  const page = await newPage();
  await keepText(page, "yaml", starts.yaml.replace('"CA"}', '"CA" "US"}'));
  await keepText(
    page,
    "json",
    starts.json.replace("with(http.request.uri.path", "with(http.request.uri.pth"),
  );
  const it = await Playground.open(page);
  for (const [language, fix, content] of [
    ["YAML (octorules)", "Remove it", "_rules:"],
    ["Ruleset (JSON)", "Use 'http.request.uri.path'", '"rules"'],
  ] as const) {
    await it.language(language);
    await soon(() => it.content()).toContain(content);
    await it.button(fix).click();
    await it.problems.getByText("No problems.").waitFor();
    await it.tab("SQL");
    await it.panel.getByText("-- Line").first().waitFor();
  }
});

/** The compressed transfer size of a page. */
function sizeOf(paths: readonly string[]): number {
  const names = [...new Set(paths)].map((it) => (it.endsWith("/") ? `${it}index.html` : it));
  const sizes = names.map((it) => gzipSync(readFileSync(join(folder, it))).length);
  return sizes.reduce((sum, it) => sum + it, 0);
}

const pages = [
  "",
  "docs/settings.html",
  "docs/log-fields.html",
  "docs/diagnostics.html",
  "diagnostics/value-case.html",
  "playground/",
];

async function visitPage(page: Page, path: string): Promise<void> {
  await page.goto(site + path);
  if (path === "playground/") await page.getByText("No problems.").first().waitFor();
}

describe("a page", () => {
  /** Checks a page or a frame, in light and dark. */
  async function checkAccess(page: Page, frame: Frame, name: string): Promise<void> {
    expect(await accessibilityViolations(frame), name).toEqual([]);
    await takePicture(page, `site-light-${name}`);
    await page.emulateMedia({ colorScheme: "dark" });
    expect(await accessibilityViolations(frame, "colors"), name).toEqual([]);
    await takePicture(page, `site-dark-${name}`);
    await page.emulateMedia({ colorScheme: "light" });
  }

  /** The names of what Tab reaches in a view. The element with focus has an outline. */
  async function reachedByTab(page: Page, frame: Frame, count: number): Promise<string[]> {
    const names: string[] = [];
    while (names.length < count) {
      await page.keyboard.press("Tab");
      const focused = frame.locator("*:focus");
      // Waits for the focus.
      const snapshot = await focused.ariaSnapshot();
      const [, name = ""] = /^- \w+ "?((?:[^"\\]|\\.)*)/.exec(snapshot) ?? [];
      const outline = await frame.evaluate("getComputedStyle(document.activeElement).outlineStyle");
      names.push(outline === "none" ? `${name} without an outline` : name.replaceAll("\\", ""));
    }
    return names;
  }

  /** The long pages have no elements that the others lack. */
  test("is accessible, in light and dark", async () => {
    const page = await newPage();
    for (const path of pages.filter((it) => !/log-fields|docs\/diagnostics/.test(it))) {
      await visitPage(page, path);
      await checkAccess(page, page.mainFrame(), path);
    }
  });

  test("is accessible with the lab, the form, and lines with reasons", async () => {
    const page = await newPage();
    const it = await Playground.open(page);
    const frame = (name: string) =>
      page.frames().find((it) => it.url().endsWith(`/${name}.html`)) as Frame;
    await it.panel.getByText("Because").first().waitFor();
    await checkAccess(page, page.mainFrame(), "playground-lines");
    await it.tab("Lab");
    await it.lab.getByText("3 different values").waitFor();
    expect(await reachedByTab(page, frame("lab"), 11)).toEqual([
      ...["Select sample…", "Zoom in", "Lines over time. Arrow keys move, Enter zooms in."],
      ...[
        "All of",
        'ClientRequestHost eq "shop.example.com" holds on 12 (50%), alone drops 3, alone keeps 4',
      ],
      ...["EdgeResponseStatus geq 500 holds on 7 (29.2%), alone drops 8, alone keeps 4", "Field"],
      ...["Keep shop.example.com", "Drop shop.example.com"],
      ...["Keep www.example.com", "Drop www.example.com"],
    ]);
    await checkAccess(page, frame("lab"), "playground-lab");
    const inLab = (name: string) => it.lab.getByRole("button", { name });
    await inLab("Zoom in").press("Enter");
    await inLab("Show all times").press("Enter");
    // The button is gone, and the next one has the focus.
    await soon(() => isFocused(inLab("Zoom in"))).toBe(true);
    await it.tab("Form");
    await it.form.locator('input[aria-label="Value"]').first().waitFor();
    const rowEnd = ["Move up", "Move down", "Wrap in group", "Delete"];
    expect(await reachedByTab(page, frame("form"), 14)).toEqual([
      ...["Open as Text", "All of these", "Lines must match", "Add condition", "Add group"],
      ...["Wrap in group", "Delete", "Field", "Operator", "Value", ...rowEnd],
    ]);
    await checkAccess(page, frame("form"), "playground-form");
    await it.language("Rule");
    await it.tab("Trace");
    await it.trace.locator(".outcome").waitFor();
    expect(await reachedByTab(page, frame("trace"), 8)).toEqual([
      ...["Method", "URL", "Address", "Country", "Status of the origin", "Add a field"],
      ...["Headers", "Other headers and cookies are unknown"],
    ]);
    await checkAccess(page, frame("trace"), "playground-trace");
  });

  test("fits on a phone", async () => {
    const page = await newPage();
    await page.setViewportSize({ width: 360, height: 740 });
    for (const path of pages) {
      await visitPage(page, path);
      expect(await page.evaluate("document.documentElement.scrollWidth"), path).toBe(360);
      await takePicture(page, `phone-${path}`);
    }
    const it = new Playground(page);
    await it.problems.getByText("No problems.").waitFor();
    await it.tab("Compare");
    await it.panel.getByText(/^equal: /).waitFor();
    expect(await page.evaluate("document.documentElement.scrollWidth")).toBe(360);
  });
});

test("search leads to a page with the keyboard alone", async () => {
  const page = await newPage();
  const complaints = consoleProblemsOf(page);
  await page.goto(`${site}docs/filters.html`);
  await page.keyboard.press("/");
  await page.keyboard.type("unknown-fiel");
  await page.getByRole("option", { name: "unknown-field" }).first().waitFor();
  await page.keyboard.press("ArrowDown");
  await takePicture(page, "site-search");
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name: "unknown-field", level: 1 }).waitFor();
  expect(page.url()).toBe(`${site}diagnostics/unknown-field.html`);
  expect(complaints).toEqual([]);
});

test("search finds a field by its name first", async () => {
  const page = await newPage();
  await page.goto(site);
  await page.keyboard.press("/");
  await page.keyboard.type("edgeresponsestatus");
  const first = page.getByRole("option").first();
  await soon(() => first.innerText()).toBe("EdgeResponseStatus Log fields · http_requests");
  await page.keyboard.press("Enter");
  await page.locator("tr:target", { hasText: "EdgeResponseStatus" }).waitFor();
  expect(page.url()).toBe(`${site}docs/log-fields.html#http_requests.EdgeResponseStatus`);
  await takePicture(page, "site-field");
});

test("code is copied without the marks of its problems, with the keyboard", async () => {
  const page = await newPage();
  await page.goto(`${site}diagnostics/unknown-operator.html`);
  const button = page.getByRole("button", { name: "Copy" }).first();
  await page.locator("pre").first().press("Tab");
  await soon(() => button.evaluate((it) => it.matches(":focus"))).toBe(true);
  await page.keyboard.press("Enter");
  await page.getByRole("button", { name: "Copied" }).waitFor();
  const copied = await page.evaluate<string>("navigator.clipboard.readText()");
  expect(copied).toContain('"operator": ');
  expect(copied).not.toContain("^");
});

test("on a phone, the pages are in a menu on top, and so is the outline", async () => {
  const page = await newPage();
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${site}docs/rules.html#limits`);
  const link = page.getByRole("navigation", { name: "Documentation" }).getByText("Log push jobs");
  expect(await link.isVisible()).toBe(false);
  await page.locator("summary", { hasText: "Menu" }).press("Enter");
  await link.waitFor();
  await takePicture(page, "phone-menu");
  await page.keyboard.press("Escape");
  await link.waitFor({ state: "hidden" });
  await page.keyboard.press("Enter");
  await link.press("Enter");
  await page.getByRole("heading", { name: "Log push jobs", level: 1 }).waitFor();
  await page.locator("summary", { hasText: "On this page" }).press("Enter");
  const outline = page.getByRole("navigation", { name: "On this page" });
  await outline.getByText("Configure a destination").press("Enter");
  expect(page.url()).toBe(`${site}docs/jobs.html#configure-a-destination`);
});

test("only files of the site are served", async () => {
  const status = async (path: string, method = "GET") =>
    (await fetch(site + path, { method })).status;
  expect(await status("docs/filters.html", "HEAD")).toBe(200);
  for (const it of [
    "..%2f..%2fpackage.json",
    "%2e%2e/%2e%2e/package.json",
    "docs",
    "%ff",
    "no.html",
  ])
    expect(await status(it), it).toBe(404);
  expect(await status("docs/filters.html", "POST")).toBe(404);
});
