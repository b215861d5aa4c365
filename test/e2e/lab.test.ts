// The lab, which shows the results of a text on log lines beside the editor.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import type { Frame } from "playwright-core";
import { expect, onTestFinished, test } from "vitest";
import { call } from "../../scripts/start/emulator.mjs";
import { defaults } from "../../server/src/emulator/state/defaults.ts";
import { FakeClickhouse } from "../support/programs/fake-clickhouse.ts";
import { accessibilityViolations, withoutVisibleFocus } from "./screen/accessibility.ts";
import type { Editor } from "./screen/editor.ts";
import { findLab, openLab } from "./screen/lab-page.ts";
import { setPageWidth } from "./screen/page-width.ts";
import { setTheme, takePictures, themes } from "./screen/themes.ts";
import { soon } from "./screen/waiting.ts";
import { reset } from "./stage/service.ts";
import { sharedWindow, stage, visit } from "./stage/visit.ts";

/** Without whitespace, because long lines are wrapped. The rest of a wrapped line may be elsewhere. */
async function textOf(editor: Editor): Promise<string> {
  return (await editor.lines()).join("").replace(/\s/g, "");
}

const status = '{ "key": "EdgeResponseStatus", "operator": "geq", "value": "500" }';

test("the results of a filter on log lines are updated while typing", async () => {
  const editor = await sharedWindow();
  await editor.open("filters/shop-errors.lpfilter");
  const lab = await openLab(editor);
  const head = () => lab.locator(".head").innerText();
  await soon(head).toContain("Keeps 4 of 150 lines");
  await soon(() => lab.locator(".conditions").innerText()).toContain(
    "holds on 17 (11.3%), alone drops 36, alone keeps 4",
  );
  // Only visible lines are in the page, even in a narrow one, where the page itself scrolls.
  await lab.locator("#line-0 .outcome", { hasText: "dropped" }).waitFor();
  await editor.frame("2-lab", 2500);
  expect(await lab.locator(".grid .body .line").count()).toBeLessThan(50);

  // Typing updates the results without saving the file.
  const [, before = ""] =
    editor.read("filters/shop-errors.lpfilter").split(status)[0]?.split("\n").slice(-2) ?? [];
  await editor.goTo(7, before.length + status.indexOf("500") + 1);
  await editor.press("Delete", "4");
  await soon(head).toContain("Keeps 14 of 150 lines");
  // The lens counts the same text.
  await soon(() => editor.lenses.first().innerText()).toContain("Keeps 9.3%");
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
  await soon(head).toContain("Keeps 10 of 150 lines");
  // The lab has focus.
  await editor.page.locator(".editor-instance .view-line").first().click();
  await soon(() => editor.lenses.first().innerText()).toContain("Keeps 6.7%");
  await editor.frame("2-lab", 2000);
  await editor.press("Control+Z");
  await soon(head).toContain("Keeps 14 of 150 lines");

  // The last kept line is selected with the keyboard and added as an example. A line stays selected when fewer are shown.
  await lab.getByRole("button", { name: "All", exact: true }).click();
  const grid = lab.getByRole("grid");
  await soon(async () => {
    // VS Code may move the focus after the click, so that the key is lost.
    await grid.press("End");
    return grid.getAttribute("aria-activedescendant");
  }).toBe("line-149");
  await lab.getByRole("button", { name: "Kept", exact: true }).click();
  await soon(() => grid.getAttribute("aria-rowcount")).toBe("15");
  await soon(() => grid.getAttribute("aria-activedescendant")).toBe("line-13");
  await grid.focus();
  // Keys are pressed faster than the page scrolls.
  await editor.press("End", "Home", "End");
  await soon(() => grid.getAttribute("aria-activedescendant")).toBe("line-13");
  await lab.locator("#line-13 .outcome", { hasText: "kept" }).waitFor();
  await grid.press("Enter");
  await soon(() => lab.locator(".detail").innerText()).toContain("alone keeps it");
  expect(await accessibilityViolations(lab)).toEqual([]);
  await lab.getByRole("button", { name: "Use as @keep test" }).click();
  await soon(() => textOf(editor)).toContain('//@keep{"ClientRequestHost":"shop.');
  await lab.getByRole("button", { name: "Close" }).click();
  await editor.picture("lab-lines");
  await saveText(editor);
});

/** VS Code would restore an edit that was discarded on close when the next test opens the file. */
async function saveText(editor: Editor): Promise<void> {
  // The lab may have focus.
  await editor.page.locator(".editor-instance .view-line").first().click();
  await editor.save();
}

/** The number of lines in each part of the lab, which all have the same scope. */
async function scopesOf(lab: Frame): Promise<readonly number[]> {
  return lab.evaluate(`(() => {
    const number = (text) => Number((text ?? "").replaceAll(",", ""));
    const cells = [...document.querySelectorAll(".values td.number")];
    return [
      number(/of ([\\d,]+) lines/.exec(document.querySelector(".result").textContent)?.[1]),
      cells.reduce((sum, it) => sum + number(it.textContent), 0),
      Number(document.querySelector("[role=grid]").getAttribute("aria-rowcount")) - 1,
    ];
  })()`);
}

test("after a zoom everything is about the same lines, until all are shown again", async () => {
  const editor = await sharedWindow();
  await editor.open("filters/shop-errors.lpfilter");
  const lab = await openLab(editor);
  await soon(() => scopesOf(lab)).toEqual([150, 150, 150]);
  const conditions = await lab.locator(".conditions").innerText();

  // The steps of the histogram have a time and counts, with the mouse and with keys.
  const chart = lab.getByRole("slider", { name: "Lines over time" });
  await chart.hover();
  await soon(() => lab.locator(".tooltip").innerText()).toMatch(
    /^\S+Z to \S+Z: [\d,]+ kept, [\d,]+ dropped$/,
  );
  await editor.page.mouse.move(0, 0);
  await chart.focus();
  await editor.press("Home", "ArrowRight");
  await soon(() => chart.getAttribute("aria-valuenow")).toBe("1");
  expect(await chart.getAttribute("aria-valuetext")).toBe(
    await lab.locator(".tooltip").innerText(),
  );
  await editor.picture("lab-tooltip");

  // A drag over the middle of the chart.
  const { x = 0, y = 0, width = 0 } = (await chart.boundingBox()) ?? {};
  await editor.page.mouse.move(x + width * 0.4, y + 40);
  await editor.page.mouse.down();
  await editor.page.mouse.move(x + width * 0.6, y + 40, { steps: 5 });
  await editor.page.mouse.up();
  await lab.getByText("Only lines from").waitFor();
  await soon(async () => new Set(await scopesOf(lab)).size).toBe(1);
  const [zoomed = 0] = await scopesOf(lab);
  expect(zoomed).toBeGreaterThan(0);
  expect(zoomed).toBeLessThan(150);
  expect(await lab.locator(".conditions").innerText()).not.toBe(conditions);
  expect(await accessibilityViolations(lab)).toEqual([]);
  await editor.picture("lab-zoomed");

  // An edit keeps the scope. The lab has focus.
  await editor.page.locator(".editor-instance .view-line").first().click();
  await editor.press("End", "Space");
  await soon(async () => [...new Set(await scopesOf(lab))]).toEqual([zoomed]);
  await lab.getByRole("button", { name: "Show all times" }).click();
  await soon(() => scopesOf(lab)).toEqual([150, 150, 150]);
  await lab.getByText("Only lines from").waitFor({ state: "detached" });
  expect(await lab.locator(".conditions").innerText()).toBe(conditions);
  await saveText(editor);
});

test("an opened line says what decides, and its values and ranges become conditions", async () => {
  const editor = await sharedWindow();
  await editor.open("filters/shop-errors.lpfilter");
  const lab = await openLab(editor);
  await lab.getByRole("button", { name: "Dropped", exact: true }).click();
  await soon(() => lab.getByRole("grid").getAttribute("aria-rowcount")).toBe("147");
  const grid = lab.getByRole("grid");
  await grid.focus();
  await editor.press("Home", "Enter");
  await soon(() => lab.locator(".verdict").innerText()).toMatch(/^Dropped because '.*' is false/);
  await editor.picture("lab-verdict");

  // With keys only: from the line to the buttons of its first field.
  const plus = lab.getByRole("button", { name: /^Add condition: ClientRequestMethod is (?!not)/ });
  await plus.focus();
  await editor.press("Enter");
  await soon(() => textOf(editor)).toContain('"key":"ClientRequestMethod","operator":"eq"');
  await editor.page.locator(".editor-instance .view-line").first().click();
  await editor.press("Control+Z");
  await soon(() => textOf(editor)).not.toContain('"key":"ClientRequestMethod"');

  await lab.getByRole("combobox", { name: "Field" }).fill("EdgeResponseStatus");
  await lab.getByRole("combobox", { name: "Field" }).press("Enter");
  await lab.getByRole("textbox", { name: "From" }).fill("500");
  await lab.getByRole("textbox", { name: "To" }).fill("599");
  await lab.getByRole("button", { name: "Drop 500 to 599" }).click();
  await soon(() => textOf(editor)).toContain('"operator":"lt","value":500');
  await saveText(editor);
});

test("a filter with an error shows its lines, what can be judged, and the fix", async () => {
  const file = "filters/mistyped.lpfilter";
  const text = `{
  "where": {
    "and": [
      { "key": "ClientRequestHost", "operator": "eq", "value": "shop.example.com" },
      { "key": "EdgeResponseStatus", "operator": "gte", "value": 500 }
    ]
  }
}
`;
  const editor = await sharedWindow({ files: { [file]: text } });
  await editor.open(file);
  const lab = await openLab(editor);
  await soon(() => lab.locator(".head").innerText()).toContain("Keeps 0 to 40 of 150 lines");
  await soon(() => lab.locator(".conditions").innerText()).toContain("cannot be read");
  await soon(() => lab.getByRole("grid").getAttribute("aria-rowcount")).toBe("151");
  expect(await accessibilityViolations(lab)).toEqual([]);
  await editor.picture("lab-error");

  // With keys only.
  await lab.getByRole("alert").getByRole("button", { name: "geq" }).focus();
  await editor.press("Enter");
  await soon(() => lab.locator(".head").innerText()).toContain("Keeps 4 of 150 lines");
  await lab.getByRole("alert").waitFor({ state: "detached" });
  await soon(() => textOf(editor)).toContain('"operator":"geq"');

  // Of many errors, the first are shown.
  const many = ["a", "b", "c", "d", "e"].map((it) => `{ "key": "${it}" }`).join(", ");
  await editor.page.locator(".editor-instance .view-line").first().click();
  await editor.press("Control+A");
  await editor.page.keyboard.insertText(`{ "where": { "or": [${many}] } }`);
  await soon(() => lab.getByRole("alert").innerText()).toMatch(/^\d+ more errors\.$/m);
  await editor.picture("lab-errors");
});

/** The headings of the table of values, and the choices of lines, that are cut off at the right. */
const cut = `[...document.querySelectorAll(".values th, .choices button")]
  .filter((it) => it.getBoundingClientRect().right > it.closest("section").getBoundingClientRect().right)
  .map((it) => it.textContent)`;

const hostile = [
  { ClientRequestHost: "<img src=x onerror=alert(1)>", ClientRequestPath: "/\u202egnp.exe\u0000" },
  { ClientRequestHost: "shop.example.com", ClientRequestUserAgent: "a".repeat(1_000_000) },
  Object.fromEntries(Array.from({ length: 10_000 }, (_, at) => [`Key${at}`, at])),
];

test("hostile lines are shown as text in light, dark and high-contrast themes", async () => {
  const files = {
    "weir.json": '{ "samples": { "http_requests": "hostile.ndjson" } }',
    "hostile.ndjson": hostile.map((it) => `${JSON.stringify(it)}\n`).join(""),
    "rule.cfrule": 'http.host eq "shop.example.com"\n',
  };
  const editor = await sharedWindow({ samples: false, files });
  await editor.open("rule.cfrule");
  const lab = await openLab(editor);
  await soon(() => lab.locator(".head").innerText()).toContain("Matches 1 to 2 of 3 requests");
  await soon(() => lab.locator(".values").innerText()).toContain("<img src=x onerror=alert(1)>");
  expect(await lab.locator(".head").innerText()).toContain("1 undetermined: missing in the logs: ");
  for (const width of [1100, 780, 700, 390]) {
    await setPageWidth(editor, lab, width);
    await editor.picture(`lab-${width}`);
    expect(await lab.evaluate(cut), `${width} pixels`).toEqual([]);
  }
  await lab.locator("#line-0").click();
  await soon(() => lab.locator(".detail").innerText()).toContain("/\\u202egnp.exe␀");
  await lab.locator("#line-1").click();
  await soon(() => lab.locator(".detail").innerText()).toContain("aaa…");
  await lab.locator("#line-2").click();
  await soon(() => lab.locator(".detail").innerText()).toContain("9,500 more fields");
  expect(await lab.locator("img").count()).toBe(0);
  expect(await accessibilityViolations(lab)).toEqual([]);
  // A line with few fields is enough to check the contrast.
  await lab.locator("#line-0").click();
  await soon(() => lab.locator(".detail").innerText()).not.toContain("more fields");
  await editor.press("Tab");
  for (const theme of themes) {
    await setTheme(editor, theme, lab.locator("body"));
    expect(await accessibilityViolations(lab, "colors")).toEqual([]);
    expect(await withoutVisibleFocus(lab)).toEqual([]);
    await editor.picture(`lab-${theme}`);
  }
});

/** Drops a file from outside VS Code onto the lab. */
async function drop(lab: Frame, name: string, bytes: Uint8Array): Promise<void> {
  await lab.evaluate(`{
    const data = new DataTransfer();
    data.items.add(new File([new Uint8Array(${JSON.stringify([...bytes])})], ${JSON.stringify(name)}));
    document.body.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
  }`);
}

/** Drags a file from the Explorer onto the lab. Without Shift, VS Code would open the file there. */
async function dragFromExplorer(editor: Editor, lab: Frame, file: string): Promise<void> {
  const { keyboard, mouse } = editor.page;
  const row = await editor.rows.filter({ hasText: file }).boundingBox();
  const page = await editor.page.locator("iframe.webview.ready:visible").boundingBox();
  if (!row || !page) throw new Error("The file or the lab is not visible.");
  await mouse.move(row.x + 60, row.y + 10);
  await mouse.down();
  await mouse.move(row.x + 80, row.y + 14, { steps: 4 });
  await keyboard.down("Shift");
  await mouse.move(page.x + 200, page.y + 200, { steps: 10 });
  await lab.locator("main.dropping").waitFor();
  await mouse.up();
  await keyboard.up("Shift");
}

test("a sample is chosen in a dialog, in the Explorer, or dropped", async () => {
  const files = {
    "status.lpfilter":
      '{ "where": { "key": "EdgeResponseStatus", "operator": "eq", "value": 200 } }',
    "logs/a.log": '{"EdgeResponseStatus":200}\n{"EdgeResponseStatus":404}\n',
    "b.ndjson": '{"EdgeResponseStatus":200}\n',
    "c.log": '{"EdgeResponseStatus":404}\n',
  };
  const editor = await sharedWindow({ samples: false, files });
  await editor.open("status.lpfilter");
  const lab = await openLab(editor);
  await lab.getByRole("button", { name: "Select sample…" }).click();
  await editor.pick("Log File…");
  await editor.nameIn("Use as Sample", "logs/a.log");
  await soon(() => lab.locator(".head").innerText()).toContain("Keeps 1 of 2 lines");

  await drop(lab, "b.csv.gz", gzipSync("EdgeResponseStatus\n200\n200\n404\n"));
  await soon(() => lab.locator(".head").innerText()).toContain("Keeps 2 of 3 lines");
  await drop(lab, "c.parquet", Buffer.from("PAR1"));
  expect(await editor.notifications.text("c.parquet")).toContain(
    "Use 'Select sample…' and 'Log File…'.",
  );

  await dragFromExplorer(editor, lab, "b.ndjson");
  await soon(() => lab.locator(".head").innerText()).toContain("Keeps 1 of 1 lines");
  expect(await editor.tabs.allInnerTexts()).toEqual(["status.lpfilter", "status.lpfilter on Logs"]);
  await editor.choose("c.log", "Use as Sample Logs");
  await soon(() => lab.locator(".head").innerText()).toContain("Keeps 0 of 1 lines");

  // The shared window remembers the sample, so reset it for later tests.
  await lab.getByRole("button", { name: "Select sample…" }).click();
  await editor.pick("Samples of weir.json");
  await lab.getByText("No sample logs for 'http_requests'.").waitFor();
});

test("the lab shows what a job costs, what an edit changes, and texts together", async () => {
  const line = (at: number) =>
    JSON.stringify({
      EdgeStartTimestamp: new Date(Date.UTC(2026, 0, 1) + at * 60_000).toISOString(),
      EdgeResponseStatus: [200, 301, 404, 504][at % 4],
    });
  const filter = (least: number) =>
    `{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": ${least} } }`;
  const job = `{
  "dataset": "http_requests",
  "destination_conf": "s3://logs/http?region=eu-west-1",
  "output_options": { "field_names": ["EdgeStartTimestamp", "EdgeResponseStatus"] },
  "filter": ${filter(404)}
}
`;
  const files = {
    "weir.json": JSON.stringify({
      samples: { http_requests: "a.ndjson", firewall_events: "s3://lab-logs/http" },
      prices: { included: 0, external: 500 },
      defaultProfile: "local",
      profiles: { local: { baseUrl: stage.service.baseUrl, zone: defaults.zone } },
    }),
    "a.ndjson": Array.from({ length: 120 }, (_, at) => `${line(at)}\n`).join(""),
    "a.lpjob": job,
    "b.lpfilter": filter(301),
    "c.lpfilter": filter(500),
  };
  const editor = await visit({ samples: false, files });
  const git = (...words: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...words], {
      cwd: editor.folder,
    });
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "files");
  onTestFinished(() => rmSync(join(editor.folder, ".git"), { recursive: true, force: true }));
  await editor.open("a.lpjob");
  const lab = await openLab(editor);
  const head = () => lab.locator(".head").innerText();
  await soon(head).toContain("Keeps 60 of 120 lines");
  const price = /about [\d.]+ GB a month, \$([\d.]+); without the filter [\d.]+ GB, \$([\d.]+) /;
  await soon(head).toMatch(price);
  expect(await head()).toContain(
    "(external destination; prices of weir.json; estimated from 2 hours of lines)",
  );
  const [, cost, without] = price.exec(await head()) ?? [];
  expect(Number(without)).toBeCloseTo(2 * Number(cost), 1);
  // As committed.
  expect(await lab.locator(".change").count()).toBe(0);

  const [before = ""] = (job.split("\n")[4] ?? "").split("404");
  await editor.goTo(5, before.length + 1);
  await editor.press("Delete", "5");
  await soon(head).toContain("Since the last commit: gains 0 lines, loses 30 lines.");
  expect(await head()).toMatch(/Before: 50%, 60 lines, [\d.]+ kB, about [\d.]+ GB a month, \$/);
  await lab.getByRole("button", { name: "Lost", exact: true }).click();
  await soon(() => lab.getByRole("grid").getAttribute("aria-rowcount")).toBe("31");
  await soon(() => lab.locator("#line-0").innerText()).toContain("404");
  await editor.picture("lab-change");

  // Within less than an hour of lines, there is no price.
  for (const _ of [1, 2]) await lab.getByRole("button", { name: "Zoom in" }).click();
  await soon(head).toContain("No price: There is less than an hour of lines");
  await lab.getByRole("button", { name: "Show all times" }).click();
  await soon(head).toMatch(price);

  // Several files of the Explorer.
  await editor.page.locator(".editor-instance .view-line").first().click();
  await editor.save();
  await editor.rows.filter({ hasText: "a.lpjob" }).click();
  await editor.rows.filter({ hasText: "c.lpfilter" }).click({ modifiers: ["Shift"] });
  await editor.choose("b.lpfilter", "Try on Logs");
  // It replaces the lab of one of them, which has the same title.
  const both = await findLab(editor, ".together");
  const together = both.locator(".together");
  await soon(() => together.innerText()).toContain(
    "Kept by none: 30 lines (25%). By one: 60 lines (50%). By several: 30 lines (25%).",
  );
  await soon(() => together.locator("tbody").innerText()).toContain("a.lpjob");
  for (const width of [1100, 390]) {
    await setPageWidth(editor, both, width);
    await editor.picture(`lab-together-${width}`);
    expect(await both.evaluate(cut), `${width} pixels`).toEqual([]);
  }
  await setPageWidth(editor, both, 780);
  expect(await accessibilityViolations(both)).toEqual([]);
  for (const theme of themes) {
    await setTheme(editor, theme, both.locator("body"));
    expect(await accessibilityViolations(both, "colors")).toEqual([]);
    await editor.picture(`lab-together-${theme}`);
  }
  // With the keyboard: closed, it is not counted any more, and opened again.
  await together.locator("summary").press("Enter");
  await soon(() => together.locator("table").isVisible()).toBe(false);
  await together.locator("summary").press("Enter");
  await soon(() => together.locator("table").isVisible()).toBe(true);

  // Lines of the service are read once, and the sample has their time.
  await both.getByRole("button", { name: "Select sample…" }).click();
  await editor.pick("From the Service");
  const bar = () => both.locator("header").innerText();
  await soon(bar).toMatch(/service: \(read \d{4}-\d\d-\d\d \d\d:\d\d UTC\)/);
  expect(await bar()).toContain("60 lines");
  await editor.picture("lab-service");

  // Lines of a bucket, too: here of a job on the emulator. One that weir.json names is offered.
  await call(stage.service, "POST", "/logpush/jobs", {
    ...{ name: "lab", dataset: "http_requests", enabled: true },
    destination_conf: "s3://lab-logs/http/{DATE}?region=us-east-1",
    output_options: { field_names: ["EdgeStartTimestamp", "EdgeResponseStatus"] },
  });
  onTestFinished(reset);
  await both.getByRole("button", { name: "Select sample…" }).click();
  await editor.pick("From a Bucket…");
  // The list closes before the box for the bucket opens.
  await editor.quickInput.locator(".monaco-list-row").first().waitFor({ state: "hidden" });
  await editor.type("s3://lab-logs/http/");
  await editor.press("Enter");
  await editor.pick("Last Hour");
  await soon(bar).toMatch(/s3:\/\/lab-logs\/http\/ \(read \d{4}-\d\d-\d\d \d\d:\d\d UTC\)/);
  await soon(() => together.innerText()).toMatch(/Kept by none: [1-9]/);
  await editor.picture("lab-bucket");
  await both.getByRole("button", { name: "Select sample…" }).click();
  await editor.quickInput.getByText("s3://lab-logs/http").first().waitFor();
  await editor.picture("lab-samples");
  await editor.pick("s3://lab-logs/http");
  await editor.pick("Last Hour");
  await soon(bar).toMatch(/s3:\/\/lab-logs\/http \(read /);
  // The shared window remembers the sample, so reset it for later tests.
  await both.getByRole("button", { name: "Select sample…" }).click();
  await editor.pick("Samples of weir.json");
  await soon(bar).toContain("a.ndjson");
});

test("an engine counts when its button is pressed, with a password of its own", async () => {
  await using server = await FakeClickhouse.start();
  server.password = "of-reader";
  const lake = { kind: "clickhouse", url: server.url, table: "logs.http_requests", user: "reader" };
  const text = '{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 } }\n';
  const command = ["no-such-program", "--format=json"];
  const bq = { kind: "command", dialect: "bigquery", table: "logs.http_requests", command };
  const samples = { http_requests: "a.ndjson" };
  const editor = await visit({
    samples: false,
    files: {
      "weir.json": JSON.stringify({ samples, engines: { lake, bq } }),
      "a.ndjson": '{"EdgeResponseStatus":500}\n',
      "a.lpfilter": text,
    },
  });
  await editor.open("a.lpfilter");
  const lab = await openLab(editor);
  await soon(() => lab.locator(".head").innerText()).toContain("Keeps 1 of 1 lines");
  await lab.getByRole("button", { name: "Select sample…" }).click();
  await editor.pick("Engine 'lake'");
  await editor.pick("Last Hour");
  const bar = () => lab.locator("header").innerText();
  await soon(bar).toContain("Nothing was counted yet.");
  expect(await bar()).toContain(`ClickHouse, logs.http_requests on ${new URL(server.url).host}`);
  await editor.picture("lab-engine-chosen");

  // Typing asks nothing.
  const typeSpace = async () => {
    await editor.page.locator(".editor-instance .view-line").first().click();
    await editor.press("Control+End", "Space");
  };
  await typeSpace();
  expect(server.asked).toEqual([]);

  // The password is asked for, and only an accepted one is stored.
  const press = () => lab.getByRole("button", { name: "Count on 'lake'" }).click();
  const box = editor.page.locator("input[type=password]");
  await press();
  await box.waitFor();
  await soon(() => editor.page.locator(".quick-input-title").innerText()).toBe(
    `Password of 'reader' for ${server.url}`,
  );
  await editor.picture("lab-engine-password");
  await box.fill("of-reader");
  await box.press("Enter");
  const head = () => lab.locator(".head").innerText();
  await soon(head).toContain("Keeps 40 of 1,000 lines");
  expect(await head()).toMatch(/Only lines from \S+ to \S+/);
  await soon(bar).toMatch(/Counted at \S+Z in [\d.]+ s, [\d.]+ MB read\.$/m);
  await soon(() => lab.locator(".conditions").innerText()).toContain("holds on 40 (4%)");
  await lab.getByText("An engine only counts").waitFor();
  expect(await accessibilityViolations(lab)).toEqual([]);
  for (const width of [900, 390]) {
    await setPageWidth(editor, lab, width);
    await editor.picture(`lab-engine-${width}`);
    expect(await lab.evaluate("document.documentElement.scrollWidth")).toBeLessThanOrEqual(width);
  }
  await takePictures(editor, "lab-engine");

  // An edit outdates the result, and cancels a query.
  const asked = server.asked.length;
  await typeSpace();
  const mark = () => lab.locator(".mark").innerText();
  await soon(mark).toContain("Out of date: The text was changed since");
  await editor.picture("lab-engine-outdated");
  expect(server.asked).toHaveLength(asked);
  server.isSlow = true;
  const counted = server.counted.length;
  await press();
  await soon(() => server.counted.length).toBe(counted + 1);
  await typeSpace();
  await soon(() => server.killed).toBe(1);
  await soon(bar).toContain("Canceled, because the text was changed. Count again.");
  server.isSlow = false;

  // A refusal is shown in the engine's own words.
  server.refusal = "Code: 241. DB::Exception: Memory limit exceeded. (MEMORY_LIMIT_EXCEEDED)";
  await press();
  await soon(bar).toContain(`ClickHouse: ${server.refusal}`);
  await editor.picture("lab-engine-refused");
  server.refusal = undefined;
  await press();
  await soon(mark).toBe("");
  expect(new Set(server.asked.slice(asked).map((it) => it.password))).toEqual(
    new Set(["of-reader"]),
  );

  // A command is shown word by word before it runs.
  await lab.getByRole("button", { name: "Select sample…" }).click();
  await editor.pick("Engine 'bq'");
  await editor.pick("All Times");
  await lab.getByRole("button", { name: "Count on 'bq'" }).click();
  const dialog = editor.page.locator(".monaco-dialog-box");
  await soon(() => dialog.innerText()).toContain('"no-such-program"\n"--format=json"');
  await editor.picture("lab-engine-command");
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await soon(bar).toContain("You did not agree to the command, so nothing was run.");

  // Signed out, the password is asked for again.
  await editor.runAndPick("Weir: Sign Out", server.url);
  await editor.notifications.text(`Signed out of ${server.url}.`);
  await lab.getByRole("button", { name: "Select sample…" }).click();
  await editor.pick("Engine 'lake'");
  await editor.pick("All Times");
  await press();
  await box.waitFor();
  await box.press("Escape");
  await soon(bar).toContain("Authentication failed");
  // The shared window remembers the sample, so reset it for later tests.
  await lab.getByRole("button", { name: "Select sample…" }).click();
  await editor.pick("Samples of weir.json");
  await soon(head).toContain("Keeps 1 of 1 lines");
  await saveText(editor);
});
