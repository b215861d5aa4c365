import { expect, test } from "vitest";
import { reasonOf } from "../../server/src/workspace/files.ts";

test.each([
  [{ code: "ENOENT" }, "There is no such file or folder."],
  [{ code: "EACCES" }, "Permission is missing."],
  [{ code: "EPERM" }, "Permission is missing."],
  [{ code: "EISDIR" }, "It is a folder."],
  [{ code: "EROFS" }, "It cannot be changed, as nothing here can."],
  [{ code: "ELOOP" }, "It is a link that leads to itself."],
  [{ code: "EIO" }, "It could not be read (EIO)."],
  ["a word", "It could not be read (a word)."],
])("what the system says, %o, in words", (error, words) => {
  expect(reasonOf(error)).toBe(words);
});
