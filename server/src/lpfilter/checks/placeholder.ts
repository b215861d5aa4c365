import type { Report } from "../../core/check.ts";
import type { JsonString } from "../../json/syntax/tree.ts";
import { shorten } from "../../text/shorten.ts";
import type { Condition } from "../syntax/filter.ts";
import { eachOperand } from "../values/operand.ts";
import { placeholderIn } from "../values/placeholders.ts";
import type { FilterCheck } from "./check.ts";

export const placeholder: FilterCheck<"oddValue"> = {
  code: "placeholder",
  severity: "warning",
  summary: "A placeholder in a value is sent literally.",
  why: "Filters have no variables: neither environment variables nor variables of other tools are replaced, so the condition never matches. `contains` and `endsWith` on URLs and headers are not reported, because attacks contain such strings.",
  on: "oddValue",
  run(condition, report) {
    eachOperand(condition, (it) => it.kind === "string" && checkItem(condition, it, report));
  },
  examples: `
{ "where": { "key": "ClientRequestHost", "operator": "eq", "value": "\${env:HOST}" } }
                                                                    ^^^^^^^^^^^^^ warning: '\${env:HOST}' is sent literally: filters have no variables. Use the value itself.
---
{ "where": { "key": "ClientRequestHost", "operator": "in", "value": ["<HOST>", "{{ host }}", "api.\${var.zone}"] } }
                                                                     ^^^^^^^^ warning: '<HOST>' is sent literally: filters have no variables. Use the value itself.
                                                                               ^^^^^^^^^^^^ warning: '{{ host }}' is sent literally: filters have no variables. Use the value itself.
                                                                                             ^^^^^^^^^^^^^^^^^ warning: '\${var.zone}' is sent literally: filters have no variables. Use the value itself.
---
{
  "where": {
    "or": [
      { "key": "ClientRequestURI", "operator": "contains", "value": "<script>" },
      { "key": "ClientRequestURI", "operator": "contains", "value": "\${jndi:ldap" },
      { "key": "ClientRequestUserAgent", "operator": "contains", "value": "\${env:" },
      { "key": "ClientRequestURI", "operator": "contains", "value": "{{7*7}}" }
    ]
  }
}
`,
};

function checkItem(condition: Condition, item: JsonString, report: Report): boolean {
  const found = placeholderIn(condition, item.value);
  if (found === undefined) return false;
  const reason = "filters have no variables";
  report(item, `${shorten(found)} is sent literally: ${reason}. Use the value itself.`);
  return true;
}
