import type { Report } from "../../core/check.ts";
import { likelyFix, maxDiagnostics } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { code, isDigit } from "../syntax/characters.ts";
import type { IntegerLiteral, SetItem } from "../syntax/tree.ts";
import { valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const octalInteger: RuleCheck<"rule"> = {
  code: "octal-integer",
  severity: "warning",
  summary: "A leading zero makes a number octal.",
  why: "The engine parses digits after a leading zero as octal, so `0443` is 291. Remove the zero.",
  on: "rule",
  run(rule, report) {
    const { uses, numbers } = valueFacts(rule);
    const checkNumber = numberCheck(rule.text, report);
    for (const number of numbers) checkNumber(number);
    for (const { values } of uses) {
      // A set contains one type, so the first value is representative.
      if (!isNumber(values[0])) continue;
      for (const value of values) {
        if (value.kind === "integer") checkNumber(value);
        else if (value.kind === "range")
          for (const end of [value.first, value.last]) checkNumber(end);
      }
    }
  },
  examples: `
cf.edge.server_port in {80 0443}
                           ^^^^ warning: '0443' is octal because of the leading zero, and means 291. Use 443.
=>
cf.edge.server_port in {80 443}
---
cf.edge.server_port in {0 07 8080 0x50}
                        ^ warning: 'cf.edge.server_port' is never 0. Its range is 1 to 65,535.
`,
};

function isNumber(value: SetItem | undefined): boolean {
  return value?.kind === "integer" || value?.kind === "range" || value?.kind === "stray";
}

function numberCheck(text: string, report: Report): (number: IntegerLiteral | SetItem) => void {
  let found = 0;
  return (number) => {
    if (number.kind !== "integer" || text.charCodeAt(number.start) !== code.zero) return;
    if (!isDigit(text.charCodeAt(number.start + 1)) || found === maxDiagnostics) return;
    const written = text.slice(number.start, number.end);
    const decimal = written.replace(/^0+(?=.)/, "");
    const octal = String(number.value);
    if (decimal === octal) return;
    found++;
    const problem = `'${written}' is octal because of the leading zero, and means ${octal}.`;
    report(number, `${problem} Use ${decimal}.`, {
      fixes: [decimal, octal].map((it) => likelyFix(`Use ${it}`, [replace(number, it)])),
    });
  };
}
