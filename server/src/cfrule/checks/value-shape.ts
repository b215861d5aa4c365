import type { Report } from "../../core/check.ts";
import { type Fix, mostFindings } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import { patternText } from "../pattern-texts.ts";
import { respelt } from "../spelling.ts";
import type { StringLiteral } from "../syntax/tree.ts";
import { misshapen } from "../value-shapes.ts";
import { type ValueUse, valueFacts } from "../value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const valueShape: RuleCheck<"rule"> = {
  code: "value-shape",
  severity: "warning",
  summary: "The field never has a value of this shape.",
  why: "A path begins with `/` and ends before the query, a host has no scheme, an extension no dot, and a full URI begins with its scheme.",
  on: "rule",
  run(rule, report) {
    let found = 0;
    for (const use of valueFacts(rule).uses) {
      if (use.how === "order" || use.how === "regex" || !use.subject) continue;
      for (const literal of use.texts) {
        const pattern = patternText(literal.value, use.how, use.subject.field);
        // What a pattern is made of says nothing about the values that it is meant for.
        if (pattern && pattern.kind !== "glob") continue;
        if (shaped(literal, use, rule.text, report) && ++found === mostFindings) return;
      }
    }
  },
  examples: [
    {
      text: `
starts_with(http.request.uri.path, "admin/") or http.host eq "https://example.com/"
                                   ^^^^^^^^ warning: 'http.request.uri.path' always begins with '/'. Write '/admin/'.
                                                             ^^^^^^^^^^^^^^^^^^^^^^ warning: 'http.host' is a host name, which never has a scheme in it. Write 'example.com'.
`,
      fixed: `
starts_with(http.request.uri.path, "/admin/") or http.host eq "https://example.com/"
`,
    },
    {
      text: `
http.request.uri.path.extension in {".php" "asp"}
                                    ^^^^^^ warning: 'http.request.uri.path.extension' has no '.' in it. Write 'php'.
`,
      fixed: `
http.request.uri.path.extension in {"php" "asp"}
`,
    },
    {
      text: `
http.request.full_uri wildcard "shop.example.com/*"
                               ^^^^^^^^^^^^^^^^^^^^ warning: 'http.request.full_uri' always begins with 'https://' or 'http://'. Write 'http*://shop.example.com/*'.
`,
      fixed: `
http.request.full_uri wildcard "http*://shop.example.com/*"
`,
    },
    {
      text: `
http.request.uri.path contains "?id="
                               ^^^^^^ warning: 'http.request.uri.path' is without the query, so it has no '?' in it. Use 'http.request.uri'.
`,
      fixed: `
http.request.uri contains "?id="
`,
    },
    {
      text: `
ends_with(http.request.uri.path, "admin/") or http.request.full_uri contains "example.com/"
`,
    },
  ],
};

function shaped(literal: StringLiteral, use: ValueUse, text: string, report: Report): boolean {
  const found = use.subject && misshapen(literal.value, use.how, use.subject.field);
  if (!found) return false;
  const { message, meant, field } = found;
  const fixes: Fix[] = [];
  if (meant !== undefined) {
    const edits = [replace(literal, respelt(literal, meant, text))];
    fixes.push({ title: `Use ${shorten(meant)}`, edits, guess: true });
  }
  // In a set the other values may be right for the field.
  if (field && use.subject && !use.set) {
    const edits = [replace(use.subject.node, field)];
    fixes.push({ title: `Use '${field}'`, edits, guess: true });
  }
  report(literal, message, { fixes });
  return true;
}
