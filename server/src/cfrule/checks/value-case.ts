import type { Report } from "../../core/check.ts";
import { likelyFix, maxDiagnostics } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import { placeholderText } from "../../vocabulary/placeholders.ts";
import type { Field } from "../catalog/fields.ts";
import { walk } from "../regex/syntax/walk.ts";
import { regexOffset } from "../syntax/literals/regex-literal.ts";
import type { StringLiteral } from "../syntax/tree.ts";
import { knownValues } from "../values/known-values.ts";
import { inCase, type TestedField } from "../values/operand-facts.ts";
import { rewriteString } from "../values/spelling.ts";
import { type RegexUse, type ValueUse, valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const valueCase: RuleCheck<"rule"> = {
  code: "value-case",
  severity: "warning",
  summary: "The field never has a value in this letter case.",
  why: "Comparisons are case-sensitive, except `wildcard`. Methods and country codes are uppercase, extensions lowercase; the result of `lower` has no uppercase letters, and the result of `upper` no lowercase letters.",
  on: "rule",
  run(rule, report) {
    const { uses, regexes } = valueFacts(rule);
    const reporting = { text: rule.text, report };
    let found = 0;
    for (const use of uses) {
      // Order comparisons are not about equality.
      if (!use.tested || use.how === "wildcard" || use.how === "order") continue;
      for (const literal of use.texts) {
        if (!checkValue(literal, use, use.tested, reporting)) continue;
        if (++found === maxDiagnostics) return;
      }
    }
    for (const use of regexes) checkRegex(use, reporting);
  },
  examples: `
http.request.method in {"get" "HEAD"}
                        ^^^^^ warning: 'http.request.method' is always uppercase and case-sensitive. Use 'GET'.
=>
http.request.method in {"GET" "HEAD"}
---
lower(http.user_agent) contains "Mozilla"
                                ^^^^^^^^^ warning: 'lower' leaves no uppercase letters to match 'Mozilla'. Use 'mozilla'.
=>
lower(http.user_agent) contains "mozilla"
---
cf.waf.score.class eq "Attack" or ip.src.country eq "de"
                      ^^^^^^^^ warning: 'cf.waf.score.class' is case-sensitive. Use 'attack'.
                                                    ^^^^ warning: 'ip.src.country' is always uppercase and case-sensitive. Use 'DE'.
---
cf.zone.plan eq "ent"
                ^^^^^ warning: 'cf.zone.plan' is case-sensitive. Use 'ENT'.
=>
cf.zone.plan eq "ENT"
---
lower(http.user_agent) matches r"(Bot|crawl)er?"
                                  ^ warning: 'lower' leaves no uppercase letters to match this 'B'. Use 'b'.
=>
lower(http.user_agent) matches r"(bot|crawl)er?"
---
http.request.uri.path.extension wildcard "JP*G" or lower(http.user_agent) matches r"(?i)Bot|[A-Z]x"
---
http.request.body.mime eq "Text/HTML"
                          ^^^^^^^^^^^ hint: 'http.request.body.mime' is usually lowercase and case-sensitive. Use 'text/html'.
=>
http.request.body.mime eq "text/html"
---
http.host eq "Example.com"
             ^^^^^^^^^^^^^ hint: 'http.host' is usually lowercase and case-sensitive. Use 'example.com'.
=>
http.host eq "example.com"
---
http.host contains "Example"
                   ^^^^^^^^^ hint: 'http.host' is usually lowercase and case-sensitive. Use 'example'.
=>
http.host contains "example"
---
cf.bot_management.ja4 eq "T13D1516H2_8DAAF6152771_B186095E22B6"
                         ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'cf.bot_management.ja4' is always lowercase and case-sensitive. Use 't13d1516h2_8daaf6152771_b186095e22b6'.
---
http.request.body.mime wildcard "Text/*" or http.request.body.mime eq "application/vnd.ms-excel.sheet.macroEnabled.12"
---
lower(http.host) ge "A" and lower(http.host) lt "z"
`,
};

interface ReportContext {
  readonly text: string;
  readonly report: Report;
}

function checkValue(
  literal: StringLiteral,
  use: ValueUse,
  tested: TestedField,
  { text, report }: ReportContext,
): boolean {
  const value = rightCase(literal.value, use, tested);
  if (value === undefined || value === literal.value) return false;
  const [written, right] = [shorten(literal.value), shorten(value)];
  report(literal, `${reasonFor(tested).replace("%", written)}`, {
    severity: isUsual(tested) ? "hint" : "warning",
    fix: likelyFix(`Use ${right}`, [replace(literal, rewriteString(literal, value, text))]),
  });
  return true;
}

function rightCase(
  value: string,
  { how }: ValueUse,
  { field, cased }: TestedField,
): string | undefined {
  if (cased) return inCase(value, cased);
  const known = how === "equal" ? knownValues(field) : undefined;
  const spelling = known?.exact.has(value) ? value : known?.byLowercase.get(value.toLowerCase());
  if (field.letters) {
    // Unknown values are reported by another check.
    if (known && field.closed && spelling === undefined) return undefined;
    return inCase(value, field.letters);
  }
  if (isUsuallyLower(field) && capitalWord.test(value) && isName(value, field))
    return inCase(value, "lower");
  return spelling;
}

/** `Example.com`, a part of a host such as `Example`, or `Text/HTML`, but not a placeholder. */
function isName(value: string, { shape }: Field): boolean {
  const isLikely = shape === "host" ? /^[A-Z][a-z\d.-]|\./ : /[./]/;
  return isLikely.test(value) && placeholderText(value, "name") === undefined;
}

/** `Text/HTML`, but not `macroEnabled`, which is part of a few media types. */
const capitalWord = /(?<![A-Za-z])[A-Z]/;

/** Media types and hostnames are lowercase by convention, but not always. */
function isUsuallyLower({ shape }: Field): boolean {
  return shape === "media type" || shape === "host";
}

function isUsual({ field, cased }: TestedField): boolean {
  return !cased && !field.letters && isUsuallyLower(field);
}

function reasonFor({ field, cased }: TestedField): string {
  if (cased) return afterCall(cased);
  if (!field.letters && isUsuallyLower(field))
    return `'${field.name}' is usually lowercase and case-sensitive.`;
  return field.letters
    ? `${alwaysIn(field.name, field.letters)} and case-sensitive.`
    : `'${field.name}' is case-sensitive.`;
}

function afterCall(cased: "lower" | "upper"): string {
  return cased === "lower"
    ? "'lower' leaves no uppercase letters to match %."
    : "'upper' leaves no lowercase letters to match %.";
}

function alwaysIn(name: string, letters: "lower" | "upper"): string {
  return `'${name}' is always ${letters === "lower" ? "lowercase" : "uppercase"}`;
}

/** More letters are not fixed at once. */
const maxLetters = 50;

function checkRegex({ use, literal, root }: RegexUse, { text, report }: ReportContext): void {
  const letters = use.tested && (use.tested.cased ?? use.tested.field.letters);
  if (!use.tested || !letters) return;
  const wrong = letters === "lower" ? /[A-Z]/ : /[a-z]/;
  const found: { readonly start: number; readonly end: number; readonly letter: string }[] = [];
  for (const node of walk(root)) {
    if (node.kind !== "literal" || node.escaped || node.flags.ignoreCase) continue;
    const letter = String.fromCodePoint(node.code);
    if (!wrong.test(letter)) continue;
    const start = regexOffset(text, literal, node.start);
    found.push({ start, end: start + 1, letter });
    if (found.length > maxLetters) break;
  }
  const [first] = found;
  if (!first) return;
  const reason = use.tested.cased
    ? afterCall(letters).replace("%", `this '${first.letter}'`)
    : `${alwaysIn(use.tested.field.name, letters)}, so this '${first.letter}' never matches.`;
  const edits = found.map((it) => replace(it, inCase(it.letter, letters)));
  const fix = likelyFix("Fix the letter case", edits);
  const fixes = found.length > maxLetters ? [] : [fix];
  report(first, `${reason} Use '${inCase(first.letter, letters)}'.`, { fixes });
}
