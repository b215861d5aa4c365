import { type Fix, likelyFix, maxDiagnostics } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { cut, shorten } from "../../text/shorten.ts";
import { suggestedVersion } from "../../vocabulary/versions.ts";
import { quote } from "../syntax/recovery/wrong-value.ts";
import type { Comparison, StringLiteral } from "../syntax/tree.ts";
import { knownValues } from "../values/known-values.ts";
import { type ValueUse, valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const textOrder: RuleCheck<"rule"> = {
  code: "text-order",
  severity: "warning",
  summary: "Numbers or versions in strings are compared character by character.",
  why: 'Strings are ordered character by character: `"9"` comes after `"10"`, and `"1.2"` before every `"TLSv1.2"`. List the versions with `in`. Strings of equal length, such as years, are in the right order, so for other fields this is only a hint.',
  on: "rule",
  run(rule, report) {
    let found = 0;
    for (const use of valueFacts(rule).uses) {
      const { node, how, texts } = use;
      const [literal] = texts;
      if (how !== "order" || !literal || node.kind !== "comparison") continue;
      const problem = versionMessage(node, use, literal, rule.text) ?? numberMessage(node, literal);
      if (!problem) continue;
      const { message, fixes, isSure } = problem;
      report(literal, message, { fixes, severity: isSure ? "warning" : "hint" });
      if (++found === maxDiagnostics) return;
    }
  },
  examples: `
cf.tls_version ge "1.2"
                  ^^^^^ warning: 'ge' compares strings by their characters, but 'cf.tls_version' is never '1.2'. Use in {"TLSv1.2" "TLSv1.3"}.
=>
cf.tls_version in {"TLSv1.2" "TLSv1.3"}
---
http.request.uri.args["page"][0] gt "10"
                                    ^^^^ hint: 'gt' compares strings by their characters, so "9" is greater than "10".
---
http.request.version ge "HTTP/2" or ip.src.city lt "M"
`,
};

interface OrderProblem {
  readonly message: string;
  readonly fixes: readonly Fix[];
  readonly isSure: boolean;
}

/** An impossible version, compared in string order. */
function versionMessage(
  node: Comparison,
  { tested }: ValueUse,
  { value }: StringLiteral,
  text: string,
): OrderProblem | undefined {
  const known = tested && knownValues(tested.field);
  if (!known || !isOfVersions(tested.field.vocabulary) || known.exact.has(value)) return undefined;
  const operator = node.operator.name;
  const message = `'${operator}' compares strings by their characters, but '${tested.field.name}' is never ${shorten(value)}.`;
  const versions = [...known.exact].filter((it) => /\d/.test(it));
  const at = versions.indexOf(suggestedVersion(value, versions) ?? "");
  const suggested = at === -1 ? [] : chosen(operator, versions, at);
  if (suggested.length === 0)
    return { message: `${message} List the values with 'in'.`, fixes: [], isSure: true };
  const set = `in {${suggested.map(quote).join(" ")}}`;
  const span = { start: node.operator.start, end: node.right.end };
  const before = /\s$/.test(text.slice(0, span.start)) ? "" : " ";
  const fix = likelyFix(`Use ${cut(set)}`, [replace(span, before + set)]);
  return { message: `${message} Use ${cut(set)}.`, fixes: [fix], isSure: true };
}

function isOfVersions(vocabulary: string | undefined): boolean {
  return vocabulary === "tls-version" || vocabulary === "http-version";
}

/** Vocabularies list the oldest version first. */
function chosen(operator: string, versions: readonly string[], at: number): readonly string[] {
  switch (operator) {
    case "lt":
      return versions.slice(0, at);
    case "le":
      return versions.slice(0, at + 1);
    case "gt":
      return versions.slice(at + 1);
    default:
      return versions.slice(at);
  }
}

function numberMessage(
  { operator }: Comparison,
  { value }: StringLiteral,
): OrderProblem | undefined {
  if (!/^v?\d{1,3}(?:\.\d+)*$/i.test(value)) return undefined;
  const message = `'${operator.name}' compares strings by their characters, so "9" is greater than "10".`;
  return { message, fixes: [], isSure: false };
}
