import { expect, test } from "vitest";
import { Uri } from "vscode";
import { meantBy, urisOf } from "../../client/src/commands/meant.ts";

const a = Uri.parse("file:///w/a.cfrule");
const b = Uri.parse("file:///w/b.cfrule");
const active = "file:///w/active.lpfilter";

test("nothing means the active file", () => {
  expect(meantBy([], active)).toEqual({ uri: active });
  expect(meantBy([undefined], undefined)).toEqual({});
});

test("a lens gives a URI as a text", () => {
  expect(meantBy([String(a)], active)).toEqual({ uri: String(a) });
});

test("the Explorer gives the item under the mouse, and all that are selected", () => {
  expect(meantBy([a, [a]], active)).toEqual({ uri: String(a) });
  expect(meantBy([a, [a, b]], active)).toEqual({ uri: String(a), uris: [String(a), String(b)] });
});

test("the title of an editor gives its URI and its group", () => {
  expect(meantBy([a, { groupId: 1, editorIndex: 0 }], active)).toEqual({ uri: String(a) });
  expect(meantBy([{ groupId: 1 }], active)).toEqual({ uri: active });
});

test("an item of the side view says what it is about, its profile included", () => {
  const target = { uri: String(a), profile: "production" };
  expect(meantBy([{ label: "x", target }], active)).toEqual(target);
});

test("our own arguments stand for themselves, and for the active file where they name none", () => {
  expect(meantBy([{ uri: String(a), dryRun: true }], active)).toEqual({
    uri: String(a),
    dryRun: true,
  });
  expect(meantBy([{ inline: true }], active)).toEqual({ inline: true, uri: active });
});

test("all files that are meant", () => {
  expect(urisOf({})).toEqual([]);
  expect(urisOf({ uri: "x" })).toEqual(["x"]);
  expect(urisOf({ uri: "x", uris: ["x", "y"] })).toEqual(["x", "y"]);
});
