import { expect, test, vi } from "vitest";
import type { Analysis } from "../../server/src/core/analysis.ts";
import type { Severity } from "../../server/src/core/diagnostic.ts";
import { expressionProblems } from "../../server/src/emulator/resources/validate.ts";
import type { AnyLanguage } from "../../server/src/languages.ts";

/** A rule language that rejects two words, and whose files may have comments and tabs. */
const stub: Pick<AnyLanguage, "id" | "analyze"> = {
  id: "cfrule",
  analyze: (text) => {
    const found = (word: string, severity: Severity) =>
      text.includes(word)
        ? [{ code: word, severity, start: 0, end: 1, message: `'${word}' is here.`, fixes: [] }]
        : [];
    const analysis: Pick<Analysis, "diagnostics" | "pushed"> = {
      diagnostics: () => [...found("wrong", "error"), ...found("odd", "warning")],
      pushed: () => text.replace(/#.*/g, " ").replace(/\s+/g, " ").trim(),
    };
    return analysis as Analysis;
  },
};

vi.mock(import("../../server/src/languages.ts"), async (original) => {
  const actual = await original();
  return {
    ...actual,
    languageFor: (resource) =>
      resource === "rule" ? (stub as AnyLanguage) : actual.languageFor(resource),
  };
});

const bare =
  "The engine does not allow comments, or tabs between tokens. Remove them before sending.";

test.each([
  ["a eq 1", []],
  ["  a\r\n eq 1\n", []],
  ["odd eq 1", []],
  ["wrong eq 1 and odd", ["'wrong' is here."]],
  ["a eq 1 # why", [bare]],
  ["a\teq 1", [bare]],
  ["\ta eq 1\t", []],
])("only errors of the language refuse, and what a push leaves out: %j", (text, expected) => {
  expect(expressionProblems(text).map((it) => it.message)).toEqual(expected);
});
