import { expect, test } from "vitest";
import {
  needsChoice,
  profileAnywhere,
  profileFor,
} from "../../../client/src/account/profile-for.ts";
import { statusText } from "../../../client/src/view/profile-status.ts";
import { production, profileRow } from "../fakes/rows.ts";

const local = profileRow({ isDefault: true });
const inner = profileRow({ uri: "file:///project/inner/weir.json", name: "inner" });
const rows = [local, production, inner];
const file = "file:///project/rules/a.cfrule";

test("the default applies until another is selected", () => {
  expect(profileFor(rows, file, undefined)).toBe(local);
  expect(profileFor(rows, file, "production")).toBe(production);
  expect(profileFor(rows, file, "gone")).toBe(local);
});

test("the nearest weir.json applies, with its only profile", () => {
  expect(profileFor(rows, "file:///project/inner/a.cfrule", "production")).toBe(inner);
  expect(profileFor(rows, "file:///project/inner-not/a.cfrule", undefined)).toBe(local);
});

test("a file may have several spellings on Windows", () => {
  const row = profileRow({ uri: "file:///C:/a%20b/weir.json" });
  expect(profileFor([row], "file:///c%3A/a%20b/x.cfrule", undefined)).toBe(row);
});

test("several without a default, or none, give no result", () => {
  const two = [profileRow({ name: "a" }), profileRow({ name: "b" })];
  expect(profileFor(two, file, undefined)).toBeUndefined();
  expect(profileFor([], file, "a")).toBeUndefined();
  expect(profileFor(rows, "file:///elsewhere/a.cfrule", undefined)).toBeUndefined();
});

test("the user selects a profile when the server cannot know it", () => {
  const two = [profileRow({ name: "a" }), profileRow({ name: "b" })];
  expect(needsChoice(two, file, undefined)).toBe(true);
  expect(needsChoice(two, file, "b")).toBe(false);
  expect(needsChoice(rows, file, undefined)).toBe(false);
  expect(needsChoice(rows, file, "inner")).toBe(true);
  expect(needsChoice([inner], "file:///project/inner/a.cfrule", undefined)).toBe(false);
  expect(needsChoice(rows, "file:///elsewhere/a.cfrule", undefined)).toBe(false);
});

test("without a file the selected profile applies", () => {
  expect(profileAnywhere(rows, "inner")).toBe(inner);
  expect(profileAnywhere(rows, undefined)).toBe(local);
  expect(profileAnywhere([], "inner")).toBeUndefined();
});

test("the status bar shows the name of the zone, and no ID", () => {
  const row = profileRow({ zone: "7a6f6e65000000000000000000000001" });
  expect(statusText(row, "shop.example.com", false)).toBe("$(cloud) local · shop.example.com");
  expect(statusText(row, "shop.example.com", true)).toBe("$(cloud) shop.example.com");
  expect(statusText(row, undefined, true)).toBe("$(cloud) emulator");
  expect(statusText({ ...row, isLoopback: false }, undefined, true)).toBe("$(cloud) local");
});
