import { expect, test } from "vitest";
import { memberEdit, valueAt } from "../../../client/src/account/edit-json.ts";

/** The text after setting the zone of the profile 'a'. */
function withZone(text: string): string | undefined {
  const edit = memberEdit(text, ["profiles", "a", "zone"], "z1");
  return edit && text.slice(0, edit.start) + edit.newText + text.slice(edit.end);
}

test.each([
  [
    "has one",
    '{ "profiles": { "a": { "zone": "old" } } }',
    '{ "profiles": { "a": { "zone": "z1" } } }',
  ],
  [
    "has none",
    '{"profiles":{"a":{"account":"x"}}}',
    '{"profiles":{"a":{"zone": "z1","account":"x"}}}',
  ],
  ["is empty", '{ "profiles": { "a": {} } }', '{ "profiles": { "a": { "zone": "z1" } } }'],
  [
    "follows another with a zone",
    '{ "profiles": { "b": { "zone": "old" }, "a": { "x": [1, {}] } } }',
    '{ "profiles": { "b": { "zone": "old" }, "a": { "zone": "z1", "x": [1, {}] } } }',
  ],
  [
    "has comments and lines of its own",
    '{ // "profiles": {\n  "profiles": {\n    "a": {\n      // Ours.\n      "baseUrl": "https://x//y",\n    },\n  },\n}\n',
    '{ // "profiles": {\n  "profiles": {\n    "a": {\n      "zone": "z1",\n      // Ours.\n      "baseUrl": "https://x//y",\n    },\n  },\n}\n',
  ],
])("the zone of a profile that %s is set", (_, before, after) => {
  expect(withZone(before)).toBe(after);
});

test.each([
  "",
  "{}",
  "[]",
  '{ "profiles": 1 }',
  '{ "profiles": { "b": {} } }',
  '{ "profiles": { "a": 1 } }',
  '{ "profiles": { "a',
])("nothing is written into %s", (text) => expect(withZone(text)).toBeUndefined());

test("a name is matched as a key, not as a value", () => {
  const text = '{ "x": "profiles", "profiles": "x" }';
  expect(valueAt(text, ["profiles"])).toEqual({ start: 31, end: 34 });
});
