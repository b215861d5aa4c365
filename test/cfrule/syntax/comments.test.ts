import { describe, expect, test } from "vitest";
import { cfrule } from "../../../server/src/cfrule/language.ts";
import { examplesOf } from "../../../server/src/core/check.ts";
import type { Fix } from "../../../server/src/core/diagnostic.ts";
import { applyEdits } from "../../../server/src/text/edit.ts";
import { analyze } from "../../support/check.ts";
import { readMarks } from "../../support/marks.ts";

/** The text with a unique comment in each gap between words, except within possible operators. */
function commented(text: string): { readonly text: string; readonly comments: readonly string[] } {
  const comments: string[] = [];
  const gaps = text.replace(/"(?:[^"\\]|\\.)*"|#.*\n|(?<=\S)(?<!\bnot) (?=\S)/g, (found) => {
    if (found !== " ") return found;
    comments.push(`# c${comments.length}.`);
    return ` ${comments.at(-1)}\n`;
  });
  return { text: gaps, comments };
}

function lost(text: string, comments: readonly string[], { edits }: Fix): string[] {
  const after = applyEdits(text, edits);
  return comments.filter((it) => !after.includes(it));
}

describe("no fix loses a comment", () => {
  for (const check of cfrule.checks) {
    test.each(examplesOf(check).map((it) => readMarks(it.text).text))(
      `${check.code}: %s`,
      (example) => {
        const { text, comments } = commented(example);
        const found = analyze(cfrule, text)
          .diagnostics()
          .flatMap(({ code, fixes }) =>
            fixes.flatMap((fix) => {
              const gone = lost(text, comments, fix);
              return gone.length > 0 ? [`${code}, ${fix.title}: ${gone.join(" ")}`] : [];
            }),
          );
        expect(found, text).toEqual([]);
      },
    );
  }
});
