// A filter is built in the form, with keys and mouse, without knowing the syntax.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { FrameLocator, Locator } from "playwright-core";
import { beforeEach, expect, test } from "vitest";
import { seed } from "../../scripts/emulator.mjs";
import { type Editor, soon } from "./editor.ts";
import { jobs, reset } from "./service.ts";
import { sharedWindow, stage } from "./visit.ts";

beforeEach(reset);

/** The form that is in front. */
class Form {
  private readonly frame: FrameLocator;

  constructor(private readonly editor: Editor) {
    this.frame = editor.page
      .frameLocator("iframe.webview.ready:visible")
      .frameLocator("iframe#active-frame");
  }

  get body(): Locator {
    return this.frame.locator("body");
  }

  row(index: number): Locator {
    return this.frame.getByRole("row").nth(index);
  }

  button(name: string): Locator {
    return this.frame.getByRole("button", { name, exact: true });
  }

  /** The names of the rows, as a screen reader says them. */
  rows(): Promise<(string | null)[]> {
    return this.frame
      .getByRole("row")
      .evaluateAll((all) => all.map((it) => it.getAttribute("aria-label")));
  }

  kept(): Promise<string> {
    return this.frame.getByRole("status").innerText();
  }

  /** Fills in the new row: the field is searched, the operator is chosen, the value is typed. */
  async condition(
    search: string,
    operator: string | undefined,
    ...values: string[]
  ): Promise<void> {
    const draft = this.frame.getByRole("row", { name: "New condition" });
    await draft.getByLabel("Field").first().waitFor();
    await this.editor.page.keyboard.type(search);
    await draft.getByRole("listbox").getByRole("option").first().waitFor();
    await this.editor.press("Enter");
    if (operator) await draft.getByLabel("Operator").selectOption({ label: operator });
    const [first = "", ...others] = values;
    const box = draft.locator('[data-part="value"] input');
    await box.click();
    await this.editor.page.keyboard.type(first);
    await this.editor.press("Enter");
    await draft.waitFor({ state: "detached" });
    for (const it of others) await this.addValue(it);
  }

  async addValue(value: string): Promise<void> {
    const box = this.frame.getByLabel("Add value").first();
    await box.click();
    await this.editor.page.keyboard.type(value);
    await this.editor.press("Enter");
    await this.frame.getByRole("button", { name: `Remove ${value}` }).waitFor();
  }

  /** Drags a row onto the upper half of another with the mouse. */
  async drag(from: number, onto: number): Promise<void> {
    const { mouse } = this.editor.page;
    const handle = await this.row(from).locator(".grip").boundingBox();
    const target = await this.row(onto).boundingBox();
    if (!handle || !target) throw new Error("The row is not visible.");
    await mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
    await mouse.down();
    await mouse.move(target.x + 100, target.y + target.height - 4, { steps: 5 });
    await mouse.move(target.x + 100, target.y + 4);
    await mouse.up();
  }

  /** What an automated check finds that keeps people out. */
  async barriers(): Promise<string[]> {
    const source = readFileSync(createRequire(import.meta.url).resolve("axe-core"), "utf8");
    const handle = await this.body.elementHandle();
    const frame = await handle?.ownerFrame();
    await frame?.evaluate(source);
    const found = await frame?.evaluate("axe.run()");
    const { violations } = found as { violations: { id: string; nodes: { html: string }[] }[] };
    return violations.map((it) => `${it.id}: ${it.nodes.map(({ html }) => html).join(" ")}`);
  }
}

async function openForm(editor: Editor, file: string): Promise<Form> {
  await editor.open(file);
  await editor.run("Weir: Open as Form");
  const form = new Form(editor);
  await form.button("Open as Text").waitFor();
  return form;
}

/** The lines that are meant: server errors of the API or the website, in German or British traffic. */
function meantLines(): number {
  const lines = readFileSync(
    new URL("../../samples/logs/http_requests.ndjson", import.meta.url),
    "utf8",
  );
  const isMeant = (line: string) => {
    const { ClientRequestHost, ClientCountry } = JSON.parse(line);
    return ClientRequestHost === "api.example.com" && ["gb", "fr"].includes(ClientCountry);
  };
  return lines.trim().split("\n").filter(isMeant).length;
}

test("a filter is built from nothing, its effect is seen, and it is pushed", async () => {
  await seed(stage.service);
  const editor = await sharedWindow({
    files: { "filters/new.lpfilter": "// keep this comment\n" },
  });
  const form = await openForm(editor, "filters/new.lpfilter");
  await editor.frame("1-form");
  await form.button("Add condition").click();
  await form.condition("host the visitor asked", undefined, "api.example.com");
  await editor.frame("1-form");
  await form.button("Add condition").click();
  await form.condition("ClientCountry", "is one of", "gb", "fr");
  await soon(() => form.kept()).toContain(`(${meantLines()} of 150 lines)`);
  expect(meantLines()).toBeGreaterThan(0);
  await soon(() => form.rows()).toEqual([
    "All of these",
    "ClientRequestHost eq api.example.com",
    "ClientCountry in gb, fr",
  ]);
  await editor.frame("1-form", 2500);
  await editor.picture("form-built");
  await editor.save();
  await soon(() => editor.read("filters/new.lpfilter")).toBe(`// keep this comment
{
  "where": {
    "and": [
      { "key": "ClientRequestHost", "operator": "eq", "value": "api.example.com" },
      { "key": "ClientCountry", "operator": "in", "value": ["gb", "fr"] }
    ]
  }
}
`);
  await form.button("Add kept example").click();
  await form.button("Add dropped example").click();
  await editor.save();
  await soon(() => editor.read("filters/new.lpfilter")).toMatch(
    /^\/\/ keep this comment\n\/\/ @keep \{ "ClientRequestHost": "api.example.com", "ClientCountry": "gb" \}\n\/\/ @drop .*\n\{/,
  );
  await form.button("Push").click();
  await soon(() => editor.choices()).toContainEqual(expect.stringContaining("slow-api-calls"));
  await editor.press("Enter");
  await editor.question("slow-api-calls");
  await editor.frame("3-push", 2500);
  await editor.press("Control+Enter");
  await editor.notice("Updated");
  await editor.frame("3-push", 2500);
  expect((await jobs())[0]?.filter).toContain("api.example.com");
});

const nested = `{
  "where": {
    "or": [
      // the office
      { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" },
      {
        "and": [
          { "key": "BotScroe", "operator": "lt", "value": 30 },
          { "key": "WorkerSubrequest", "operator": "eq", "value": false }
        ]
      }
    ]
  }
}
`;

const rowsOfNested = [
  "Any of these",
  "ClientIP eq 192.0.2.1",
  "All of these",
  "BotScroe lt 30",
  "WorkerSubrequest eq false",
];

test("rows move with keys and with the mouse, undo is that of the text, and nothing keeps people out", async () => {
  const editor = await sharedWindow({ files: { "filters/nested.lpfilter": nested } });
  const form = await openForm(editor, "filters/nested.lpfilter");
  await soon(() => form.rows()).toEqual(rowsOfNested);
  await soon(() => form.row(3).innerText()).toContain("Did you mean 'BotScore'?");

  await form.row(1).focus();
  await editor.press("Alt+ArrowDown");
  const inGroup = ["Any of these", "All of these", "ClientIP eq 192.0.2.1", "BotScroe lt 30"];
  await soon(() => form.rows()).toEqual([...inGroup, "WorkerSubrequest eq false"]);
  // The focus is on the moved row.
  await editor.press("Delete");
  await soon(() => form.rows()).toEqual([
    "Any of these",
    "All of these",
    "BotScroe lt 30",
    "WorkerSubrequest eq false",
  ]);
  await editor.press("Control+Z");
  await soon(() => form.rows()).toEqual([...inGroup, "WorkerSubrequest eq false"]);
  await editor.press("Control+Z");
  await soon(() => form.rows()).toEqual(rowsOfNested);

  await form.drag(4, 1);
  await soon(() => form.rows()).toEqual([
    "Any of these",
    "WorkerSubrequest eq false",
    "ClientIP eq 192.0.2.1",
    "All of these",
    "BotScroe lt 30",
  ]);
  await editor.save();
  await soon(() => editor.read("filters/nested.lpfilter")).toContain(
    '"value": false },\n      // the office\n      { "key": "ClientIP"',
  );
  expect(await form.barriers()).toEqual([]);
  for (const theme of ["Dark Modern", "Dark High Contrast", "Light Modern"]) {
    await editor.theme(theme);
    await editor.picture(`form-${theme}`);
    expect(await form.barriers()).toEqual([]);
  }
});

test("the form follows the text beside it, and says what is wrong with it", async () => {
  const text = '{ "where": { "key": "BotScore", "operator": "lt", "value": 30 } }';
  const editor = await sharedWindow({ files: { "filters/beside.lpfilter": text } });
  const form = await openForm(editor, "filters/beside.lpfilter");
  await soon(() => form.rows()).toEqual(["BotScore lt 30"]);
  await editor.run("View: Split Editor Right");
  await editor.run("Weir: Open as Text");
  await editor.word("30").dblclick();
  await editor.page.keyboard.type("40");
  await soon(() => form.rows()).toEqual(["BotScore lt 40"]);
  await editor.press("Control+End", "Backspace");
  await soon(() => form.body.innerText()).toContain("Unclosed '{'. Add '}' at the end.");
  await editor.picture("form-obstacle");
  await form.button("Fix in text").click();
  await editor.statusBar.getByText("(1 selected)").waitFor();
  await editor.press("Control+End");
  await editor.page.keyboard.type("}");
  await soon(() => form.rows()).toEqual(["BotScore lt 40"]);
});

test("the filter of a job is edited in place, also as an escaped string", async () => {
  const filter = '{"where":{"key":"BotScore","operator":"lt","value":30}}';
  const job = `{
  "name": "a", // the name
  "dataset": "http_requests",
  "filter": ${JSON.stringify(filter)}
}
`;
  const editor = await sharedWindow({ files: { "jobs/a.lpjob": job } });
  const form = await openForm(editor, "jobs/a.lpjob");
  const value = form.row(0).getByLabel("Value");
  await value.fill("many");
  await value.press("Enter");
  await soon(() => form.row(0).innerText()).toContain("'BotScore' needs an integer, found 'many'.");
  await value.fill("20");
  await value.press("Enter");
  await soon(() => form.rows()).toEqual(["BotScore lt 20"]);
  await editor.save();
  await soon(() => editor.read("jobs/a.lpjob")).toBe(job.replace("30", "20"));
});
