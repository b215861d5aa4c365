import { expect, test } from "vitest";
import { reasonOf, writeReasonOf } from "../../server/src/workspace/files/file-errors.ts";

test.each([
  ["ENOENT", "No such file or folder"],
  ["EACCES", "Permission denied"],
  ["EPERM", "Permission denied"],
  ["EBUSY", "In use by another program"],
  ["EMFILE", "Too many open files"],
  ["ENOSPC", "No space left on the disk"],
  ["EROFS", "Read-only disk"],
  ["EISDIR", "Is a folder"],
  ["ELOOP", "Circular link"],
])("%s as a readable message", (code, words) => {
  expect(reasonOf({ code })).toBe(`${words}.`);
  expect(writeReasonOf({ code }, "a.cfrule")).toBe(`${words}; 'a.cfrule' was not changed.`);
});

test("an unknown code is shown unchanged", () => {
  expect(reasonOf({ code: "EXDEV" })).toBe("Could not be read (EXDEV).");
  expect(reasonOf("a word")).toBe("Could not be read (a word).");
  expect(writeReasonOf({ code: "EXDEV" }, "x")).toBe("Write failed (EXDEV); 'x' was not changed.");
});
