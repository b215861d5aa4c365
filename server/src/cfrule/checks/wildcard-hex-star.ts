import { likelyFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { asRaw } from "../values/spelling.ts";
import { valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const wildcardHexStar: RuleCheck<"rule"> = {
  code: "wildcard-hex-star",
  severity: "warning",
  summary: "An escaped star in a wildcard pattern is still a wildcard.",
  why: "String escapes are resolved before the pattern is parsed, so `\\x2a` matches any text. Use `\\\\*` in quotes, or `\\*` in a raw string, for a literal star.",
  on: "rule",
  run(rule, report) {
    for (const { literal: value } of valueFacts(rule).wildcards) {
      if (value.form !== "quoted") continue;
      const written = rule.text.slice(value.start, value.end);
      if (!written.includes("\\")) continue;
      for (const { 0: sign, index } of written.matchAll(escapes)) {
        if (!isStar.test(sign)) continue;
        const start = value.start + index;
        const { suggested, raw } = withCharacters(written);
        const advice = raw ? "'\\*' in a raw string" : "'\\\\*'";
        const edits = [raw ? asRaw(value, suggested, rule.text) : replace(value, suggested)];
        report(
          { start, end: start + sign.length },
          `'${sign}' still acts as a wildcard. Use ${advice} for a literal star.`,
          { fixes: [likelyFix(`Use ${advice}`, edits)] },
        );
      }
    }
  },
  examples: `
http.request.uri.path wildcard "/a\\x2ab/c*"
                                  ^^^^ warning: '\\x2a' still acts as a wildcard. Use '\\*' in a raw string for a literal star.
=>
http.request.uri.path wildcard r"/a\\*b/c*"
`,
};

const escapes = /\\(?:x[0-9a-f]{2}|[0-7]{3}|.)/gis;
const isStar = /^\\(?:x2a|052)$/i;

/** The pattern with literal stars for escaped ones: raw, unless it has other byte escapes. */
function withCharacters(written: string): { readonly suggested: string; readonly raw: boolean } {
  const raw = [...written.matchAll(escapes)].every(
    ({ 0: it }) => isStar.test(it) || /\W$/.test(it),
  );
  const suggested = written.replace(escapes, (it) => {
    if (isStar.test(it)) return raw ? "\\*" : "\\\\*";
    return raw ? it.slice(1) : it;
  });
  return { suggested: raw ? suggested.slice(1, -1) : suggested, raw };
}
