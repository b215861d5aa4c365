import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, test } from "vitest";
import { minify } from "../../server/src/json/format/minify.ts";
import { parseJson } from "../../server/src/json/syntax/parse.ts";
import { languages } from "../../server/src/languages.ts";
import { applyEdits } from "../../server/src/text/edit.ts";
import { readConfig } from "../../server/src/workspace/config/config.ts";
import { configLanguage } from "../../server/src/workspace/config-language.ts";
import { filesWith, samplesOf } from "../fuzz/samples.ts";
import { format } from "../support/json.ts";
import { times } from "../support/long.ts";
import { nearly } from "./changed-texts.ts";
import {
  everyFeatureAnswers,
  formattingKeepsMeaning,
  pushedIsStable,
  suppressingRemovesDiagnostic,
} from "./laws.ts";

const runs = { seed: 20_261_115, numRuns: times(13) };
const place = fc.nat();

describe.each(languages.map((it) => [it.id, it] as const))("any text of %s", (_, language) => {
  const texts = nearly(samplesOf(language).filter((it) => it.length < 2000));
  const within = (text: string, at: number) => at % (text.length + 1);

  test("is parsed, and all results are within its range", () =>
    fc.assert(
      fc.property(texts, place, (text, at) =>
        everyFeatureAnswers(language, text, within(text, at)),
      ),
      runs,
    ));

  test("is pushed the same after formatting, whole or in part, and formatting is idempotent", () =>
    fc.assert(
      fc.property(texts, place, (text, at) =>
        formattingKeepsMeaning(language, text, within(text, at)),
      ),
      runs,
    ));

  test("is pushed the same after a diagnostic is suppressed, which is then not reported", () =>
    fc.assert(
      fc.property(texts, place, (text, at) =>
        suppressingRemovesDiagnostic(language, text, within(text, at)),
      ),
      runs,
    ));

  test("is pushed idempotently", () =>
    fc.assert(
      fc.property(texts, (text) => pushedIsStable(language, text)),
      runs,
    ));
});

describe("any weir.json", () => {
  const settings = [
    ...filesWith("weir.json"),
    '{ "datasets": { "a/**": "dns_log" }, "severity": { "prefer-inn": "off" }, "plan": "Pro" }',
    '{ "defaultProfile": "lokal", "profiles": { "local": { "zone": "a b", "rulesTarget": "x" } } }',
    '{ "fields": { "rules": { "a.b": "Strin" } }, "limits": { "bytes": -1 }, "lists": [1] }',
  ];
  const texts = nearly(settings);

  test("is parsed, and all results are within its range", () =>
    fc.assert(
      fc.property(texts, (text) => everyFeatureAnswers(configLanguage, text, 0)),
      runs,
    ));

  test("keeps its meaning when formatted, and formatting is idempotent", () =>
    fc.assert(
      fc.property(texts, (text) => {
        const once = format(text);
        assert.equal(format(once), once);
        assert.deepEqual(readConfig(once).config, readConfig(text).config);
        const [before, after] = [parseJson(text), parseJson(once)];
        if (before.errors.length > 0) return;
        assert.equal(
          after.root && minify(after.root, once),
          before.root && minify(before.root, text),
        );
      }),
      runs,
    ));

  test("has one problem less after each fix, unless more can be parsed then", () =>
    fc.assert(
      fc.property(texts, (text) => {
        const { problems } = readConfig(text);
        if (parseJson(text).errors.length > 0) return;
        for (const { start, message, fixes } of problems) {
          for (const { edits } of fixes) {
            const after = readConfig(applyEdits(text, edits)).problems;
            assert.equal(
              after.some((it) => it.start === start && it.message === message),
              false,
            );
          }
        }
      }),
      runs,
    ));
});
