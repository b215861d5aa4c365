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
  summary: "A value that was to be filled in is sent literally.",
  why: "Nothing is filled in inside a filter, neither variables of the environment nor those of other tools, so that such a filter matches no line. A search with `contains` or `endsWith` in an address or a header may be for such texts, which attacks have in them, and is left alone.",
  on: "oddValue",
  run(condition, report) {
    eachOperand(condition, (it) => it.kind === "string" && look(condition, it, report));
  },
  examples: [
    {
      text: `
{ "where": { "key": "ClientRequestHost", "operator": "eq", "value": "\${env:HOST}" } }
                                                                    ^^^^^^^^^^^^^ warning: '\${env:HOST}' is sent literally, because nothing is filled in inside a filter. Use the value itself.
`,
    },
    {
      text: `
{ "where": { "key": "ClientRequestHost", "operator": "in", "value": ["<HOST>", "{{ host }}", "api.\${var.zone}"] } }
                                                                     ^^^^^^^^ warning: '<HOST>' is sent literally, because nothing is filled in inside a filter. Use the value itself.
                                                                               ^^^^^^^^^^^^ warning: '{{ host }}' is sent literally, because nothing is filled in inside a filter. Use the value itself.
                                                                                             ^^^^^^^^^^^^^^^^^ warning: '\${var.zone}' is sent literally, because nothing is filled in inside a filter. Use the value itself.
`,
    },
    {
      text: `
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
    },
  ],
};

function look(condition: Condition, item: JsonString, report: Report): boolean {
  const found = placeholderIn(condition, item.value);
  if (found === undefined) return false;
  const reason = "because nothing is filled in inside a filter";
  report(item, `${shorten(found)} is sent literally, ${reason}. Use the value itself.`);
  return true;
}
