import { describe, expect, test } from "vitest";
import { examplesOf } from "../server/src/core/check.ts";
import { defaultContext, languages } from "../server/src/languages.ts";
import { checkDiagnostics, checkFix } from "./support/check.ts";
import { readMarks } from "./support/marks.ts";

for (const language of languages) {
  describe(`the checks of ${language.id}`, () => {
    for (const check of language.checks) {
      examplesOf(check).forEach((example, index) => {
        test(`${check.code}, example ${index + 1}`, () => {
          checkDiagnostics(language, example.text, example.context);
          if (example.fixed === undefined) return;
          const options = {
            code: check.code,
            ...(example.context ? { context: example.context } : {}),
          };
          checkFix(language, example.text, example.fixed, options);
        });
      });

      test(`${check.code} has its own example`, () => {
        const codes = examplesOf(check).flatMap((example) =>
          language
            .analyze(readMarks(example.text).text, { ...defaultContext, ...example.context })
            .diagnostics()
            .map((it) => it.code),
        );
        expect(codes).toContain(check.code);
      });
    }

    test("each code is used once", () => {
      const codes = language.checks.map((it) => it.code);
      expect(codes).toEqual([...new Set(codes)]);
    });
  });
}
