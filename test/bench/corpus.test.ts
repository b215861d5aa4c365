import { expect, test } from "vitest";
import { type AnyLanguage, defaultContext } from "../../server/src/languages.ts";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import { lpjob } from "../../server/src/lpjob/language.ts";
import { filterOfSize } from "./corpus.ts";
import { jobOfSize } from "./job-corpus.ts";

/** The limits of the service, which the longer texts exceed. */
const limits = [
  "too-many-operators",
  "near-operator-limit",
  "filter-too-large",
  "near-size-limit",
  "text-too-long",
];

test.each([600, 667, 733, 799, 1_000, 30_000])(
  "a filter of %d bytes is too long at most",
  (size) => {
    expect(foundIn(lpfilter, filterOfSize(size))).toEqual([]);
  },
);

test.each([3_000, 30_000])("a job of %d bytes is too long at most", (size) => {
  expect(foundIn(lpjob, jobOfSize(size))).toEqual([]);
});

function foundIn(language: AnyLanguage, text: string): string[] {
  const found = language.analyze(text, defaultContext).diagnostics();
  return found.filter((it) => !limits.includes(it.code)).map((it) => `${it.code}: ${it.message}`);
}
