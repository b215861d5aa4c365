import { expect, test } from "vitest";
import { uriBelow } from "../../../server/src/lsp/files/disk.ts";

test.each([
  ["//server/share/ws", "rules/a b.cfrule", "file://server/share/ws/rules/a%20b.cfrule"],
  ["//wsl.localhost/Ubuntu/home/u", "ä.lpjob", "file://wsl.localhost/Ubuntu/home/u/%C3%A4.lpjob"],
  ["C:/ws", "a#.cfrule", "file:///C:/ws/a%23.cfrule"],
  ["C:/ws", "", "file:///C:/ws"],
])("on Windows, in %s: %s", (folder, path, uri) => {
  expect(uriBelow(folder, path, true)).toBe(uri);
});

test.each([
  ["/home/u", "a b.cfrule", "file:///home/u/a%20b.cfrule"],
  ["/", "a.cfrule", "file:///a.cfrule"],
])("elsewhere, in %s: %s", (folder, path, uri) => {
  expect(uriBelow(folder, path, false)).toBe(uri);
});
