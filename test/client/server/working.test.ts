import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { Working } from "../../../client/src/server/working.ts";
import { window } from "../fakes/fake-vscode.ts";

/** The effects on the notification. */
let seen: string[];
let cancel: () => void;

beforeEach(() => {
  seen = [];
  vi.useFakeTimers();
  vi.spyOn(window, "withProgress").mockImplementation(async (options, work) => {
    seen.push(`show ${(options as { title: string }).title}`);
    await work(
      { report: (it: { message: string }) => seen.push(it.message) },
      { onCancellationRequested: (then: () => void) => (cancel = then) },
    );
    seen.push("hide");
  });
});

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const work: Record<string, [steps: string, seen: string]> = {
  "short work shows nothing": ["resume, 499, pause, 9999", ""],
  "longer work is shown": ["resume, 500", "show Pushing"],
  "it has the last text from before": ["resume, #1, #2, 500", "show Pushing, #2"],
  "and later texts": ["resume, #1, 500, #2", "show Pushing, #1, #2"],
  "work that goes on is shown once": ["resume, resume, 500, resume, 500", "show Pushing"],
  "it is hidden in a pause": ["resume, 500, pause, #1", "show Pushing, hide"],
  "a pause is not work": ["resume, 400, pause, 9999, resume, 400", ""],
  "after a pause it has its text again": [
    "resume, #1, 500, pause, resume, 500",
    "show Pushing, #1, hide, show Pushing, #1",
  ],
};

test.each(Object.entries(work))("%s", async (_, [steps, expected]) => {
  const working = new Working("Pushing");
  for (const it of steps.split(", ")) {
    if (it === "resume") working.resume();
    else if (it === "pause") working.pause();
    else if (it.startsWith("#")) working.report(it);
    else await vi.advanceTimersByTimeAsync(Number(it));
  }
  await vi.advanceTimersByTimeAsync(0);
  expect(seen.join(", ")).toBe(expected);
});

test("work is canceled in the notification", async () => {
  const working = new Working("Pushing");
  working.resume();
  await vi.advanceTimersByTimeAsync(500);
  cancel();
  expect(working.token.isCancellationRequested).toBe(true);
});
