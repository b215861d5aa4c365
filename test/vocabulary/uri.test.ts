import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  extensionOf,
  isChangedByNormalization,
  normalizedUri,
  percentDecoded,
  rawExtensionOf,
} from "../../server/src/vocabulary/uri.ts";
import { times } from "../support/long.ts";

test.each([
  // From Cloudflare's documentation.
  ["/%68ello", "/hello"],
  ["/%68ello//pa\\th", "/hello//pa%5Cth"],
  ["/hello//../path", "/hello/path"],
  // RFC 3986, 5.2.4 and 5.4.
  ["/a/b/c/./../../g", "/a/g"],
  ["/a/..", "/"],
  ["/a/.", "/a/"],
  ["/../../g", "/g"],
  ["/..g/.g/g./g..", "/..g/.g/g./g.."],
  ["/a/%2E%2e/b", "/b"],
  ["/%7e%2f%3a", "/~%2F%3A"],
  ["/a:@!$&'()*+,;=[]-._~", "/a:@!$&'()*+,;=[]-._~"],
  ['/é "<>^`{|}', "/%C3%A9%20%22%3C%3E%5E%60%7B%7C%7D"],
  ["/\ud800", "/%EF%BF%BD"],
  ["/%", "/%"],
  ["/%4", "/%4"],
  ["/%zz", "/%zz"],
  ["/%252e", "/%252e"],
  ["/a?b=/../%61", "/a?b=/../%61"],
  ["/x/../a?b=/../%61", "/a?b=/../%61"],
  ["*", "*"],
  ["", ""],
])("%s is normalized to %s", (uri, normalized) => {
  expect(normalizedUri(uri)).toBe(normalized);
  expect(normalizedUri(normalized)).toBe(normalized);
});

test("normalization of any path is final, and a path that it keeps is recognized", () => {
  const piece = fc.constantFrom("/", ".", "..", "%2e", "%2F", "%", "a", "é", "\\", " ", "~", "4");
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const path = `/${pieces.join("")}`;
      const normalized = normalizedUri(path);
      assert.equal(normalizedUri(normalized), normalized, path);
      assert.equal(isChangedByNormalization(path), path.includes("//") || normalized !== path);
      assert.doesNotMatch(normalized, /\/\.{1,2}(?:\/|$)/);
    }),
    { seed: 20_261_001, numRuns: times(75) },
  );
});

test.each([
  ["/a/b.JPG", "JPG"],
  ["/.env", ""],
  ["/x/.mp3", ""],
  ["/.env.Bak", "Bak"],
  ["/..a", "a"],
  ["/a.", ""],
  ["/a.b/c", ""],
  [".a", ""],
  ["", ""],
])("the extension of %s is '%s'", (path, extension) => {
  expect(rawExtensionOf(path)).toBe(extension);
  expect(extensionOf(path)).toBe(extension.toLowerCase());
});

test.each([
  ["a%20b", "a b"],
  ["%C3%A9%c3", "%C3%A9%c3"],
  ["%C3%A9-%c3", "é-%c3"],
  ["a+b%", "a+b%"],
])("%s is decoded to %s", (text, decoded) => expect(percentDecoded(text)).toBe(decoded));
