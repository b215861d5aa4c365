import { describe, expect, test } from "vitest";
import { type CheckManual, type Example, examplesOf } from "../../server/src/core/check.ts";
import { notices } from "../../server/src/core/notices.ts";
import {
  type AnyLanguage,
  allCodes,
  defaultContext,
  languages,
} from "../../server/src/languages.ts";
import { manualPage } from "../support/generate/manual.ts";
import { readMarks } from "../support/marks.ts";

const page = manualPage();

function sectionOf(code: string): string {
  return page.split(`\n## ${code}\n`)[1]?.split("\n## ")[0] ?? "";
}

/** The comments and settings of a section that suppress its code. */
function suppressionsOf(code: string): string[] {
  const [, written = ""] = /^Suppress: (.*)$/m.exec(sectionOf(code)) ?? [];
  return [...written.matchAll(/`([^`]+)`/g)].map((it) => it[1] ?? "");
}

function codesIn(language: AnyLanguage, text: string, context: Example["context"]): string[] {
  const analysis = language.analyze(text, { ...defaultContext, ...context });
  return analysis.diagnostics().map((it) => it.code);
}

/** The first example in which the check reports something. */
function reportingExample(language: AnyLanguage, check: CheckManual): Example {
  const found = examplesOf(check).find((it) =>
    codesIn(language, readMarks(it.text).text, it.context).includes(check.code),
  );
  if (!found) throw new Error(`No example shows '${check.code}'.`);
  return found;
}

describe("each section of the docs explains how to suppress its code", () => {
  test.each(allCodes)("%s", (code) => {
    expect(suppressionsOf(code)).toContain(`"severity": { "${code}": "off" }`);
  });
});

for (const language of languages)
  describe(`the comments of the manual suppress a diagnostic in ${language.extensions[0]}`, () => {
    test.each(language.checks.map((it) => [it.code, it] as const))("%s", (code, check) => {
      const { text, context } = reportingExample(language, check);
      const marked = readMarks(text).text;
      const comment = language.id === "cfrule" ? "#" : "//";
      const whole = `${comment} weir-ignore-file ${code}`;
      expect(suppressionsOf(code)).toContain(whole);
      expect(suppressionsOf(code)).toContain(`${comment} weir-ignore ${code}`);
      expect(codesIn(language, `${whole}\n${marked}`, context)).not.toContain(code);
      const off = { ...context, severity: { [code]: "off" as const } };
      expect(codesIn(language, marked, off)).not.toContain(code);
    });
  });

test("a code without an example explains why", () => {
  for (const { code } of notices) expect(sectionOf(code)).toMatch(/There is no example here: \w/);
});
