import { expect, test } from "vitest";
import { clientSources, l10nBundle } from "../support/generate/l10n.ts";

test("every message is a literal, so that it can be translated", () => {
  const calls = clientSources().flatMap(({ text }) => [...text.matchAll(/\bl10n\.t\(/g)]).length;
  const literal = clientSources().flatMap(({ text }) => [
    ...text.matchAll(/\bl10n\.t\(\s*"(?:[^"\\]|\\.)*"/g),
  ]).length;
  expect(literal).toBe(calls);
});

test("no message bypasses translation", () => {
  const past =
    /show(?:Information|Warning|Error)Message\(\s*["'`]|(?:title|prompt|placeHolder): ["'`]/;
  const wrong = clientSources().filter(({ text }) => past.test(text));
  expect(wrong.map(({ file }) => file)).toEqual([]);
});

test("messages are sentences or names, without 'invalid' or 'please'", () => {
  const words = Object.keys(l10nBundle());
  expect(words.length).toBeGreaterThan(60);
  expect(words.filter((it) => /\b(invalid|please)\b/i.test(it))).toEqual([]);
});
