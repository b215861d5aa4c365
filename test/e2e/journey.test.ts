// The first hour of a new user: a filter, a job and a rule are typed with completions, pushed and undone, with the keyboard only.
import { beforeEach, expect, test } from "vitest";
import { seed } from "../../scripts/start/emulator.mjs";
import type { Editor } from "./screen/editor.ts";
import { pressShortcut } from "./screen/shortcut.ts";
import { acceptSuggestion, waitForSuggestion } from "./screen/suggestions.ts";
import { soon } from "./screen/waiting.ts";
import { jobs, reset, rules } from "./stage/service.ts";
import { sharedWindow, stage } from "./stage/visit.ts";

beforeEach(reset);

/** Pushes an untitled file with the keyboard, and names it when prompted. */
async function pushAs(editor: Editor, file: string): Promise<void> {
  await pressShortcut(editor, "Control+K", "Shift+P");
  await editor.nameFile(file);
}

test("a first filter is typed, pushed to a job, and undone", async () => {
  await seed(stage.service);
  const all = await jobs();
  const [before] = all;
  const editor = await sharedWindow();
  await editor.run("Weir: New Filter");
  await waitForSuggestion(editor, "ClientRequestHost");
  await editor.picture("journey-new-filter");
  await waitForSuggestion(editor, "ClientASN");
  await acceptSuggestion(editor, "ClientRequestPa", "ClientRequestPath");
  await editor.press("Tab");
  await waitForSuggestion(editor, "startsWith");
  await acceptSuggestion(editor, "starts", "startsWith", "Tab");
  await editor.press("Tab");
  await editor.page.keyboard.type("/api/");
  await soon(() => editor.lines()).toContain(
    '  "where": { "key": "ClientRequestPath", "operator": "startsWith", "value": "/api/" }',
  );
  await soon(() => editor.squiggles.error.count()).toBe(0);
  // Form and lab are offered before the file has a name, and the lab has the samples of the workspace.
  const title = editor.page.locator(".editor-actions");
  await title.getByRole("button", { name: "Open as Form" }).waitFor();
  await soon(() => editor.lenses.allInnerTexts()).toContainEqual(
    expect.stringMatching(/^Keeps [\d.]+%/),
  );
  await editor.picture("journey-filter");

  await pushAs(editor, "api.lpfilter");
  await soon(() => editor.choices()).toContainEqual(expect.stringContaining("slow-api-calls"));
  await editor.picture("journey-which-job");
  const [create, ...others] = await editor.choices();
  expect(create).toMatch(/^Create a job for this filter/);
  expect(others[0]).toMatch(/^'slow-api-calls' \(\d+\), (enabled|disabled), s3:/);
  const rows = await editor.quickInput.locator(".monaco-list-row .label-description").all();
  const shown = await Promise.all(rows.map((it) => it.innerText()));
  expect(shown.join(" ").trim()).toMatch(/^Keeps lines where .* is greater than 2000$/);
  // Enter by habit changes nothing that exists.
  await editor.press("Enter");
  await soon(() => editor.lines()).toContain('  "filter": "./api.lpfilter"');
  expect(await jobs()).toEqual(all);
  await editor.open("api.lpfilter");
  await editor.run("Weir: Push");
  await editor.agree("'slow-api-calls'");
  const asked = await editor.question("The job has a filter");
  expect(asked.slice(0, 5)).toEqual([
    "Push to example.com (zone) · emulator",
    expect.stringMatching(/^Update the filter of job 'slow-api-calls'/),
    expect.stringMatching(/^(enabled|disabled), s3:/),
    ...["⚠ The job has a filter that was not pushed from", "here."],
  ]);
  expect(asked.slice(-3)).toEqual([
    expect.stringMatching(/^Show plan/),
    "Cancel",
    "Update… | This push replaces the filter of the job.",
  ]);
  await editor.picture("journey-filter-question");
  await editor.agree("Update…");
  await editor.quickInput.filter({ hasText: "Type 'overwrite' to confirm." }).waitFor();
  await editor.page.keyboard.type("overwrite");
  await editor.press("Enter");
  await editor.notifications.text("Updated");
  await editor.picture("journey-filter-pushed");
  const where = { key: "ClientRequestPath", operator: "startsWith", value: "/api/" };
  expect((await jobs())[0]?.filter).toBe(JSON.stringify({ where }));

  await editor.run("Weir: Undo Last Push");
  await editor.question("Restore the previous filter");
  await editor.picture("journey-filter-undo");
  await editor.press("Enter");
  await editor.notifications.text("Restored the previous filter");
  expect((await jobs())[0]?.filter).toBe(before?.filter);
});

test("a filter that no job uses gets a new job", async () => {
  const editor = await sharedWindow();
  await editor.open("filters/likely-bots.lpfilter");
  await editor.lenses.first().waitFor();
  await pressShortcut(editor, "Control+K", "Shift+P");
  expect(await editor.notifications.text("No job uses this filter.")).toContain(
    'Set it as the "filter" of a job, and push the job.',
  );
  await editor.picture("journey-no-job");
  await editor.notifications.press("New Job with This Filter");
  await soon(() => editor.lines()).toContain('  "filter": "./likely-bots.lpfilter"');
  expect(await editor.lines()).toContain('  "name": "likely-bots",');
  expect(await editor.shownText()).toContain('"dataset": "http_requests"');
  // Nothing is wrong before anything is typed.
  expect(await editor.squiggles.error.count()).toBe(0);
});

test("a first job is typed and pushed", async () => {
  const editor = await sharedWindow();
  await editor.run("Weir: New Job");
  await soon(() => editor.lines()).toContain('  "name": "errors",');
  await editor.picture("journey-new-job");
  await editor.page.keyboard.type("api-calls");
  await editor.press("Tab");
  await waitForSuggestion(editor, "access_requests");
  await acceptSuggestion(editor, "http_r", "http_requests");
  await editor.press("Tab");
  await waitForSuggestion(editor, "s3://");
  await acceptSuggestion(editor, "s3", "s3://");
  await editor.page.keyboard.type("logs");
  await editor.press("Tab");
  await editor.page.keyboard.type("api");
  await editor.press("Tab");
  await editor.page.keyboard.type("eu-central-1");
  await editor.picture("journey-job-destination");
  await editor.press("Tab", "Tab");
  await acceptSuggestion(editor, "RayI", "RayID");
  await editor.press("Tab");
  await waitForSuggestion(editor, "ClientASN");
  await acceptSuggestion(editor, "OriginResponseSta", "OriginResponseStatus");
  await editor.press("Tab");
  await waitForSuggestion(editor, "leq");
  await acceptSuggestion(editor, "eq", "eq");
  await editor.press("Tab");
  await waitForSuggestion(editor, "200");
  await acceptSuggestion(editor, "404", "404");
  await soon(() => editor.lines()).toContainEqual(
    expect.stringContaining('{ "key": "OriginResponseStatus", "operator": "eq", "value": "404" }'),
  );
  await soon(() => editor.squiggles.error.count()).toBe(0);
  await editor.picture("journey-job");
  await pushAs(editor, "api-calls.lpjob");
  await editor.question("Create job 'api-calls'");
  await editor.press("Enter");
  await editor.notifications.text(/Created job 'api-calls' \(\d+\)/);
  const [job] = await jobs();
  expect(job).toMatchObject({
    name: "api-calls",
    destination_conf: "s3://logs/api/{DATE}?region=eu-central-1",
    output_options: { field_names: ["RayID"] },
  });
});

test("a first rule is typed and pushed, and undone", async () => {
  const editor = await sharedWindow();
  await editor.run("Weir: New Rule");
  await waitForSuggestion(editor, "managed_challenge");
  await editor.picture("journey-new-rule");
  // Nothing is wrong before anything is typed.
  expect(await editor.squiggles.error.count()).toBe(0);
  await acceptSuggestion(editor, "blo", "block");
  await editor.press("Tab");
  await editor.page.keyboard.type("Admin from outside");
  await editor.press("Tab");
  await waitForSuggestion(editor, "http.host");
  await acceptSuggestion(editor, "http.request.uri.pa", "http.request.uri.path");
  await acceptSuggestion(editor, " ", "eq");
  await editor.page.keyboard.type(" ");
  await waitForSuggestion(editor, '"…"');
  await editor.press("Enter");
  await editor.page.keyboard.type("/admin");
  await editor.press("Tab");
  await acceptSuggestion(editor, " an", "and");
  await acceptSuggestion(editor, " ip.src.coun", "ip.src.country");
  await acceptSuggestion(editor, " ", "eq");
  await editor.page.keyboard.type(" ");
  await acceptSuggestion(editor, "Portug", "PT");
  await soon(() => editor.squiggles.error.count()).toBe(0);
  await editor.picture("journey-rule");
  await pushAs(editor, "admin.cfrule");
  await editor.question("Create rule");
  await editor.picture("journey-rule-question");
  await editor.press("Enter");
  await editor.notifications.text("Created rule");
  await editor.picture("journey-rule-pushed");
  expect(await rules()).toMatchObject([
    {
      action: "block",
      description: "Admin from outside",
      filter: { expression: 'http.request.uri.path eq "/admin" and ip.src.country eq "PT"' },
    },
  ]);
  await editor.run("Weir: Undo Last Push");
  await editor.question("Delete rule");
  await editor.picture("journey-rule-undo");
  await editor.agree("Delete");
  await editor.notifications.text("Deleted");
  expect(await rules()).toEqual([]);
});
