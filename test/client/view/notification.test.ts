import { expect, test } from "vitest";
import { logLineOf, noticeOf } from "../../../client/src/view/notification.ts";
import { fileResult } from "../fakes/rows.ts";

test("one file: its name, its result, and undo", () => {
  expect(noticeOf([fileResult({ undo: "u1" })])).toEqual({
    kind: "info",
    text: "login.cfrule: The rule r1 is updated.",
    undo: ["u1"],
  });
});

test("IDs appear in the log, not in the notification", () => {
  const [result] = [fileResult({ message: "Done.", ids: { rule: "r1", filter: "f1" } })];
  expect(noticeOf([result])?.text).toBe("login.cfrule: Done.");
  expect(logLineOf(result)).toBe("login.cfrule: Done. (rule r1, filter f1)");
});

test("several files are counted, and the first failure is shown", () => {
  const results = [
    fileResult({ undo: "u1" }),
    fileResult({ outcome: "created", undo: "u2" }),
    fileResult({ outcome: "failed", path: "b.lpjob", message: "It has errors.", ids: {} }),
  ];
  expect(noticeOf(results)).toEqual({
    kind: "error",
    text: "1 created, 1 updated, 1 failed. b.lpjob: It has errors.",
    undo: ["u2", "u1"],
  });
});

test("declining shows no message; an error does", () => {
  const skipped = fileResult({ outcome: "skipped", message: "It was not confirmed.", ids: {} });
  expect(noticeOf([skipped], { declined: true })).toBeUndefined();
  expect(noticeOf([skipped])).toMatchObject({ kind: "warning" });
});

test("a dry run with changes is not a warning", () => {
  const would = fileResult({ outcome: "skipped", message: "Would do: Update.", ids: {} });
  expect(noticeOf([would], { dryRun: true })?.kind).toBe("info");
});

test("nothing to do is reported", () => {
  expect(noticeOf([])?.text).toBe("Nothing to do.");
});
