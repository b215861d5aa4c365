import type { Report } from "../../core/check.ts";
import { type Fix, likelyFix, maxDiagnostics } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import { alternatives } from "../../text/wording.ts";
import { placeholderText } from "../../vocabulary/placeholders.ts";
import type { StringLiteral } from "../syntax/tree.ts";
import {
  isExample,
  type KnownValues,
  knownValues,
  suggestedValue,
} from "../values/known-values.ts";
import { inCase, type TestedField } from "../values/operand-facts.ts";
import { rewriteString } from "../values/spelling.ts";
import { severalValues } from "../values/value-shapes.ts";
import { type ValueUse, valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const unknownValue: RuleCheck<"rule"> = {
  code: "unknown-value",
  severity: "hint",
  summary: "The value is not documented for the field.",
  why: "The engine accepts any string, so a rule with a misspelled value never acts, or always does. It is a warning if the list of values is complete, as for countries (with `T1` for Tor and `XX` for unknown), otherwise a hint.",
  on: "rule",
  run(rule, report) {
    let found = 0;
    for (const use of valueFacts(rule).uses) {
      const known = use.how === "equal" && use.tested && knownValues(use.tested.field);
      if (!known || isExample(known)) continue;
      for (const literal of use.texts) {
        if (!isUnknown(literal.value, use, known)) continue;
        reportValue(literal, use.tested, { known, text: rule.text, report });
        if (++found === maxDiagnostics) return;
      }
    }
  },
  examples: `
ip.src.country in {"DE" "UK" "T1" "XX"}
                        ^^^^ warning: 'ip.src.country' is never 'UK'. Did you mean 'GB'?
=>
ip.src.country in {"DE" "GB" "T1" "XX"}
---
http.request.method eq "PSOT"
                       ^^^^^^ hint: 'PSOT' is not a documented value of 'http.request.method'. Did you mean 'POST'?
=>
http.request.method eq "POST"
---
ip.src.continent eq "Europe"
                    ^^^^^^^^ warning: 'ip.src.continent' is never 'Europe'. Use 'AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA' or 'T1'.
---
any(cf.waf.content_scan.obj_results[*] eq "infectd") or cf.tls_version eq "TLSv1.4"
                                          ^^^^^^^^^ warning: 'cf.waf.content_scan.obj_results' is never 'infectd'. Did you mean 'infected'?
                                                                          ^^^^^^^^^ hint: 'TLSv1.4' is not a documented value of 'cf.tls_version'. Did you mean 'TLSv1.1'?
---
cf.tls_version eq "1.2"
                  ^^^^^ hint: '1.2' is not a documented value of 'cf.tls_version'. Did you mean 'TLSv1.2'?
=>
cf.tls_version eq "TLSv1.2"
---
http.request.version eq "HTTP/3.0"
                        ^^^^^^^^^^ hint: 'HTTP/3.0' is not a documented value of 'http.request.version'. Did you mean 'HTTP/3'?
`,
};

function isUnknown(value: string, { tested }: ValueUse, known: KnownValues): boolean {
  // The empty string tests whether there is a value.
  if (value === "" || known.exact.has(value) || !tested) return false;
  // Other checks report several values in one string, and placeholders.
  if (severalValues(value, tested) || placeholderText(value, "text")) return false;
  // Another check reports letter case.
  if (known.byLowercase.has(value.toLowerCase())) return false;
  const { letters, closed } = tested.field;
  return closed === true || !letters || !!tested.cased || inCase(value, letters) === value;
}

interface ReportContext {
  readonly known: KnownValues;
  readonly text: string;
  readonly report: Report;
}

function reportValue(
  literal: StringLiteral,
  tested: TestedField | undefined,
  reporting: ReportContext,
): void {
  if (!tested) return;
  const { field, cased } = tested;
  const { known, text, report } = reporting;
  const spelling = suggestedValue(literal.value, field, known);
  const guess = spelling && cased ? inCase(spelling, cased) : spelling;
  const written = shorten(literal.value);
  const problem = field.closed
    ? `'${field.name}' is never ${written}.`
    : `${written} is not a documented value of '${field.name}'.`;
  report(literal, `${problem}${advice(guess, known)}`, {
    fixes: guess ? [change(literal, guess, text)] : [],
    severity: field.closed ? "warning" : "hint",
  });
}

function change(literal: StringLiteral, guess: string, text: string): Fix {
  const edits = [replace(literal, rewriteString(literal, guess, text))];
  return likelyFix(`Use '${guess}'`, edits);
}

/** Shorter lists are shown in full. */
const fewValues = 8;

function advice(guess: string | undefined, { exact }: KnownValues): string {
  if (guess) return ` Did you mean '${guess}'?`;
  return exact.size <= fewValues ? ` Use ${alternatives([...exact])}.` : "";
}
