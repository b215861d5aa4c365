// `npm run measure`: how long the lab blocks the window. Not a test, because times differ between machines.
import { closeSync, openSync, writeSync } from "node:fs";
import { join } from "node:path";
import type { Frame } from "playwright-core";
import { test } from "vitest";
import type { Editor } from "./screen/editor.ts";
import { openLab } from "./screen/lab-page.ts";
import { type Tasks, tasksDuring } from "./screen/tasks.ts";
import { soon } from "./screen/waiting.ts";
import { sharedWindow } from "./stage/visit.ts";

const filter = `{
  "where": {
    "and": [
      { "key": "ClientRequestHost", "operator": "eq", "value": "host3.example.com" },
      { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 }
    ]
  }
}
`;

/** The position after the last digit. */
const [line, column] = [5, 69] as const;

for (const count of [10_000, 1_000_000]) {
  const name = `${count.toLocaleString("en-US")} lines`;
  test(`the lab on ${name}`, async () => {
    const files = {
      "weir.json": '{ "samples": { "http_requests": "large.ndjson" } }',
      "large.lpfilter": filter,
    };
    const editor = await sharedWindow({ samples: false, files });
    writeLogs(join(editor.folder, "large.ndjson"), count);
    await editor.open("large.lpfilter");
    const lab = await openLab(editor);
    await answered(lab, count);
    const say = (what: string, { long, longest }: Tasks) =>
      console.log(
        `${name}, ${what}: ${long.length} tasks over 50 ms ${JSON.stringify(long)}, the longest ${longest} ms`,
      );
    say("typing", await tasksDuring(editor.page, () => type(editor, lab, count)));
    say("scrolling", await tasksDuring(editor.page, () => scroll(editor, lab, count)));
    // The lab has focus.
    await editor.page.locator(".editor-instance .view-line").first().click();
    await editor.goTo(line, column);
    const times: KeyTimes[] = [];
    for (const key of ["Backspace", "2", "Backspace", "1", "Backspace"])
      times.push(await keyToAnswer(editor, lab, key));
    for (const what of ["first", "exact"] as const) {
      const sorted = times.map((it) => it[what]).sort((a, b) => a - b);
      console.log(`${name}, from a key to the ${what} numbers: ${sorted.join(", ")} ms`);
    }
  }, 600_000);
}

/** Types at human speed without waiting for results, except for the last one. */
async function type(editor: Editor, lab: Frame, count: number): Promise<void> {
  await editor.goTo(line, column);
  for (const key of ["Backspace", "1", "Backspace", "2", "Backspace", "Backspace", "0", "1"])
    await editor.page.keyboard.press(key, { delay: 60 });
  await answered(lab, count);
}

/** Scrolls from one end to the other, with the wheel and with the keyboard. */
async function scroll(editor: Editor, lab: Frame, count: number): Promise<void> {
  const grid = lab.getByRole("grid");
  await grid.hover();
  for (let at = 0; at < 30; at++) await editor.page.mouse.wheel(0, 400);
  await grid.focus();
  for (const key of ["PageDown", "PageDown", "End", "PageUp", "Home", "End"])
    await editor.page.keyboard.press(key);
  await lab.locator(`#line-${count - 1} .outcome`, { hasText: /kept|dropped/ }).waitFor();
}

/** Milliseconds from a key press to the first numbers, which may be partial, and to the numbers of all lines. */
interface KeyTimes {
  readonly first: number;
  readonly exact: number;
}

async function keyToAnswer(editor: Editor, lab: Frame, key: string): Promise<KeyTimes> {
  await lab.evaluate(`
    globalThis.changedAt = 0;
    globalThis.exactAt = 0;
    globalThis.headObserver?.disconnect();
    globalThis.headObserver = new MutationObserver(() => {
      changedAt ||= Date.now();
      if (!document.querySelector(".partial")) exactAt ||= Date.now();
    });
    headObserver.observe(document.querySelector(".head"), { subtree: true, childList: true, characterData: true });`);
  await editor.page.evaluate(
    `addEventListener("keydown", () => { globalThis.pressedAt = Date.now(); }, { capture: true, once: true })`,
  );
  await editor.page.keyboard.press(key);
  await soon(() => lab.evaluate("exactAt")).not.toBe(0);
  const [first = 0, exact = 0] = (await lab.evaluate("[changedAt, exactAt]")) as number[];
  const pressed = (await editor.page.evaluate("pressedAt")) as number;
  return { first: first - pressed, exact: exact - pressed };
}

async function answered(lab: Frame, count: number): Promise<void> {
  const timeout = 300_000;
  await lab.locator(".head", { hasText: count.toLocaleString("en-US") }).waitFor({ timeout });
  await lab.locator("progress").waitFor({ state: "detached", timeout });
}

function writeLogs(path: string, count: number): void {
  const file = openSync(path, "w");
  let part = "";
  for (let at = 0; at < count; at++) {
    const time = new Date(1_760_000_000_000 + at * 80).toISOString();
    part += `{"EdgeStartTimestamp":"${time}","RayID":"${at.toString(16).padStart(16, "0")}","ClientRequestHost":"host${at % 9}.example.com","ClientRequestMethod":"GET","ClientRequestPath":"/items/${at % 1000}","EdgeResponseStatus":${[200, 304, 404, 500, 503][at % 5]}}\n`;
    if (part.length < 1_000_000) continue;
    writeSync(file, part);
    part = "";
  }
  writeSync(file, part);
  closeSync(file);
}
