import { replace } from "../../text/edit.ts";
import { valueFacts } from "../value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const wildcardHexStar: RuleCheck<"rule"> = {
  code: "wildcard-hex-star",
  severity: "warning",
  summary: "A star written by its number is still a star.",
  why: "The escapes of a string are resolved before the pattern is read, so that `\\x2a` matches any text. Write `\\\\*` in quotes, or `\\*` in a raw string, for the character itself.",
  on: "rule",
  run(rule, report) {
    for (const { how, values } of valueFacts(rule).uses) {
      const value = values[0];
      if ((how !== "wildcard" && how !== "strict wildcard") || value?.kind !== "string") continue;
      if (value.form !== "quoted") continue;
      const written = rule.text.slice(value.start, value.end);
      if (!written.includes("\\")) continue;
      for (const { 0: sign, index } of written.matchAll(escapes)) {
        if (!isStar.test(sign)) continue;
        const start = value.start + index;
        const span = { start, end: start + sign.length };
        report(
          span,
          `'${sign}' is a star like any other here, and matches any text. Write '\\\\*' for the character.`,
          {
            fixes: [{ title: "Write '\\\\*'", edits: [replace(span, "\\\\*")], guess: true }],
          },
        );
      }
    }
  },
  examples: [
    {
      text: `
http.request.uri.path wildcard "/a\\x2ab/c*"
                                  ^^^^ warning: '\\x2a' is a star like any other here, and matches any text. Write '\\\\*' for the character.
`,
      fixed: `
http.request.uri.path wildcard "/a\\\\*b/c*"
`,
    },
  ],
};

const escapes = /\\(?:x[0-9a-f]{2}|[0-7]{3}|.)/gis;
const isStar = /^\\(?:x2a|052)$/i;
