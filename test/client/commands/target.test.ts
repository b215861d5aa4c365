import { expect, test } from "vitest";
import { Uri } from "vscode";
import { targetOf, urisOf } from "../../../client/src/commands/target.ts";

const a = Uri.parse("file:///w/a.cfrule");
const b = Uri.parse("file:///w/b.cfrule");
const active = "file:///w/active.lpfilter";

test("no argument means the active file", () => {
  expect(targetOf([], active)).toEqual({ uri: active });
  expect(targetOf([undefined], undefined)).toEqual({});
});

test("a lens passes a URI string", () => {
  expect(targetOf([String(a)], active)).toEqual({ uri: String(a) });
});

test("the Explorer passes the clicked item and the selection", () => {
  expect(targetOf([a, [a]], active)).toEqual({ uri: String(a) });
  expect(targetOf([a, [a, b]], active)).toEqual({ uri: String(a), uris: [String(a), String(b)] });
});

test("the editor title passes its URI and its group", () => {
  expect(targetOf([a, { groupId: 1, editorIndex: 0 }], active)).toEqual({ uri: String(a) });
  expect(targetOf([{ groupId: 1 }], active)).toEqual({ uri: active });
});

test("a tree item names its file and profile", () => {
  const target = { uri: String(a), profile: "production" };
  expect(targetOf([{ label: "x", target }], active)).toEqual(target);
});

test("a preview of the service names its file and profile", () => {
  const target = { uri: String(a), profile: "production" };
  const preview = a.with({ scheme: "weir-remote", query: JSON.stringify(target) });
  expect(targetOf([preview, { groupId: 1 }], active)).toEqual(target);
});

test("our own arguments are used as they are, with the active file as the default", () => {
  expect(targetOf([{ uri: String(a), dryRun: true }], active)).toEqual({
    uri: String(a),
    dryRun: true,
  });
  expect(targetOf([{ inline: true }], active)).toEqual({ inline: true, uri: active });
});

test("all files of the target", () => {
  expect(urisOf({})).toEqual([]);
  expect(urisOf({ uri: "x" })).toEqual(["x"]);
  expect(urisOf({ uri: "x", uris: ["x", "y"] })).toEqual(["x", "y"]);
});
