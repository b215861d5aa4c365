// Building a filter in the form, with keyboard and mouse, without knowing the syntax.
import { readFileSync } from "node:fs";
import { beforeEach, expect, test } from "vitest";
import { seed } from "../../scripts/start/emulator.mjs";
import { Form, isFocused, openForm } from "./screen/form-page.ts";
import { findLab } from "./screen/lab-page.ts";
import { acceptSuggestion, waitForSuggestion } from "./screen/suggestions.ts";
import { attempt, soon, succeeds } from "./screen/waiting.ts";
import { jobs, reset } from "./stage/service.ts";
import { sharedWindow, stage } from "./stage/visit.ts";

beforeEach(reset);

const sample = readFileSync(
  new URL("../../samples/logs/http_requests.ndjson", import.meta.url),
  "utf8",
)
  .trim()
  .split("\n");

/** The lines that the filter should keep: requests for the API from Britain or France. */
function shouldKeep(line: string): boolean {
  const { ClientRequestHost, ClientCountry } = JSON.parse(line);
  return ClientRequestHost === "api.example.com" && ["gb", "fr"].includes(ClientCountry);
}

/** The first line that the filter should keep, or drop, as an example with the fields of the filter. */
function exampleOf(isKept: boolean): string {
  const line = sample.find((it) => shouldKeep(it) === isKept) ?? "";
  const { ClientRequestHost, ClientCountry } = JSON.parse(line);
  const values = `"ClientRequestHost": "${ClientRequestHost}", "ClientCountry": "${ClientCountry}"`;
  return `// ${isKept ? "@keep" : "@drop"} { ${values} }`;
}

test("a filter is built from an empty file, tried on logs, and pushed", async () => {
  await seed(stage.service);
  const editor = await sharedWindow({
    files: { "filters/new.lpfilter": "// keep this comment\n" },
  });
  const form = await openForm(editor, "filters/new.lpfilter");
  await editor.frame("1-form");
  // Escape returns focus to the button.
  await form.button("Add condition").click();
  await soon(() => isFocused(form.row(0).getByLabel("Field").first())).toBe(true);
  await editor.press("Escape");
  await soon(() => isFocused(form.button("Add condition"))).toBe(true);
  await editor.press("Enter");
  await form.condition("host the visitor asked", undefined, "api.example.com");
  const ofHost = sample.filter((it) => JSON.parse(it).ClientRequestHost === "api.example.com");
  await soon(() => form.kept()).toContain(`(${ofHost.length} of 150 lines)`);
  await editor.frame("1-form");
  await form.button("Add condition").click();
  await form.condition("ClientCountry", "is one of", "gb", "fr");
  const meant = sample.filter(shouldKeep);
  expect(meant.length).toBeGreaterThan(0);
  await soon(() => form.kept()).toContain(`(${meant.length} of 150 lines)`);
  await soon(() => form.rows()).toEqual([
    "All of these",
    "ClientRequestHost eq api.example.com",
    "ClientCountry in gb, fr",
  ]);
  await editor.frame("1-form", 2500);
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
  // Exactly these lines are kept.
  await editor.run("Weir: Try on Logs");
  const lab = await findLab(editor);
  await lab.getByRole("button", { name: "Kept", exact: true }).click();
  await lab.locator(`[aria-rowcount="${meant.length + 1}"]`).waitFor();
  await lab.getByRole("button", { name: "Copy" }).click();
  await soon(() => editor.clipboard()).toBe(meant.map((it) => `${it}\n`).join(""));
  await editor.closeTab("new.lpfilter on Logs");

  // A kept and a dropped line each become an example.
  await form.button("Add kept line as a test").click();
  await form.button("Add dropped line as a test").click();
  await editor.save();
  await soon(() => editor.read("filters/new.lpfilter").split("\n").slice(0, 4)).toEqual([
    "// keep this comment",
    exampleOf(true),
    exampleOf(false),
    "{",
  ]);
  await editor.view("Testing");
  await editor.unfold("filters/new.lpfilter");
  await soon(() => editor.rows.locator(".codicon-testing-passed-icon").count()).toBe(3);
  expect(await form.push.innerText()).toMatch(/^Push to (emulator|example\.com)$/);
  await form.push.click();
  await soon(() => editor.choices()).toContainEqual(expect.stringContaining("slow-api-calls"));
  await editor.agree("'slow-api-calls'");
  await editor.question("The job has a filter");
  await editor.frame("3-push", 2500);
  await editor.agree("Update…");
  await editor.quickInput.filter({ hasText: "Type 'overwrite' to confirm." }).waitFor();
  await editor.page.keyboard.type("overwrite");
  await editor.press("Enter");
  await editor.notifications.text("Updated");
  // The progress is shown for a moment longer.
  await soon(() => editor.notifications.items.count()).toBe(1);
  await editor.frame("3-push", 2500);
  expect((await jobs())[0]?.filter).toContain("api.example.com");
});

test("a new filter is pushed from its form: it gets its name once, and stays a form", async () => {
  await seed(stage.service);
  const editor = await sharedWindow();
  await editor.run("Weir: New Filter");
  // Keys that are pressed earlier are lost.
  await waitForSuggestion(editor, "ClientRequestHost");
  await acceptSuggestion(editor, "ClientRequestHo", "ClientRequestHost");
  await editor.press("Escape");
  await editor.run("Weir: Open as Form");
  const form = new Form(editor);
  await form.row(0).getByLabel("Operator").selectOption({ label: "is" });
  await form.row(0).getByLabel("Value").first().fill("shop.example.com");
  await form.push.click();
  await editor.nameFile("new-shop.lpfilter");
  await soon(() => editor.choices()).toContainEqual(expect.stringContaining("slow-api-calls"));
  await editor.press("Escape");
  await soon(() => editor.tabs.allInnerTexts()).toEqual(["new-shop.lpfilter"]);
  await soon(() => form.rows()).toEqual(["ClientRequestHost eq shop.example.com"]);
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

test("rows move with keyboard and mouse, undo is that of the text, and the page is accessible", async () => {
  const editor = await sharedWindow({ files: { "filters/nested.lpfilter": nested } });
  const form = await openForm(editor, "filters/nested.lpfilter");
  await soon(() => form.rows()).toEqual(rowsOfNested);
  await soon(() => form.row(3).innerText()).toContain("Did you mean 'BotScore'?");

  await form.row(1).focus();
  await editor.press("Alt+ArrowDown");
  const inGroup = ["Any of these", "All of these", "ClientIP eq 192.0.2.1", "BotScroe lt 30"];
  await soon(() => form.rows()).toEqual([...inGroup, "WorkerSubrequest eq false"]);
  // The moved row has focus.
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

  const dragged = [
    "Any of these",
    "WorkerSubrequest eq false",
    "ClientIP eq 192.0.2.1",
    "All of these",
    "BotScroe lt 30",
  ];
  // On a busy machine the mouse may be too fast for the page.
  await soon(async () => {
    await form.drag(4, 1);
    const moves = expect.poll(() => form.rows(), { timeout: attempt }).toEqual(dragged);
    return succeeds(moves);
  }).toBe(true);
  await editor.save();
  await soon(() => editor.read("filters/nested.lpfilter")).toContain(
    '"value": false },\n      // the office\n      { "key": "ClientIP"',
  );
  // Text and form replace each other in the same tab.
  await form.button("Open as Text").click();
  await soon(() => editor.lines()).toContain("      // the office");
  await soon(() => editor.tabs.count()).toBe(1);
  await editor.run("Weir: Open as Form");
  await soon(() => form.rows()).toHaveLength(5);
  await soon(() => editor.tabs.count()).toBe(1);
  expect(await form.violations()).toEqual([]);
});

test("the form follows the text beside it, and shows its errors", async () => {
  const text = '{ "where": { "key": "BotScore", "operator": "lt", "value": 30 } }';
  const editor = await sharedWindow({ files: { "filters/beside.lpfilter": text } });
  const form = await openForm(editor, "filters/beside.lpfilter");
  await soon(() => form.rows()).toEqual(["BotScore lt 30"]);
  await editor.run("View: Split Editor Right");
  await editor.run("Weir: Open as Text");
  await editor.select("30");
  await editor.page.keyboard.type("40");
  await soon(() => form.rows()).toEqual(["BotScore lt 40"]);
  await editor.press("Control+End", "Backspace");
  await soon(() => form.body.innerText()).toContain("Unclosed '{'. Add '}' at the end.");
  await editor.picture("form-obstacle");
  const selected = editor.statusBar.getByText("(1 selected)");
  await editor.until(selected, () => form.button("Fix in text").click());
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
