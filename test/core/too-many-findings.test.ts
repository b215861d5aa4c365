import { expect, test } from "vitest";
import type { Diagnostic, Severity } from "../../server/src/core/diagnostic.ts";
import { limitFindings } from "../../server/src/core/too-many-findings.ts";

const problems = (count: number, severity: Severity, from = 0): Diagnostic[] =>
  Array.from({ length: count }, (_, i) => ({
    code: "a",
    severity,
    start: from + i,
    end: from + i + 1,
    message: "",
    fixes: [],
  }));

test("a thousand problems are all shown", () => {
  const found = problems(1000, "warning");
  expect(limitFindings(found, {})).toBe(found);
});

test("an error is shown after a thousand warnings, in the order of the text", () => {
  const shown = limitFindings([...problems(1100, "warning"), ...problems(1, "error", 1100)], {});
  expect(shown).toHaveLength(1001);
  expect(shown.slice(-3).map((it) => `${it.severity} ${it.code} ${it.start}`)).toEqual([
    "warning a 998",
    "error a 1100",
    "info too-many-findings 1100",
  ]);
});

test("the notice can be turned off", () => {
  expect(limitFindings(problems(1100, "error"), { "too-many-findings": "off" })).toHaveLength(1000);
});
