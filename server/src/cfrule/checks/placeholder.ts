import { maxDiagnostics } from "../../core/diagnostic.ts";
import { shorten } from "../../text/shorten.ts";
import { type PlaceholderPlace, placeholderText } from "../../vocabulary/placeholders.ts";
import { shapeOf } from "../values/value-shapes.ts";
import { type ValueUse, valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const placeholder: RuleCheck<"rule"> = {
  code: "placeholder",
  severity: "warning",
  summary: "A value that was to be filled in is sent literally.",
  why: "Nothing is filled in inside a rule, neither environment variables nor those of other tools, so that such a comparison is never true. A search for a part of a query or a header may be for such texts, which attacks have in them, and is left alone.",
  on: "rule",
  run(rule, report) {
    let found = 0;
    for (const use of valueFacts(rule).uses) {
      const place = placeOf(use);
      if (!place) continue;
      for (const literal of use.texts) {
        const written = placeholderText(literal.value, place);
        if (written === undefined) continue;
        const reason = "because nothing is filled in inside a rule";
        report(literal, `${shorten(written)} is sent literally, ${reason}. Use the value itself.`);
        if (++found === maxDiagnostics) return;
      }
    }
  },
  examples: [
    {
      text: `
http.host in {"YOUR_HOST" "<host>" "api.{zone}.example"}
              ^^^^^^^^^^^ warning: 'YOUR_HOST' is sent literally, because nothing is filled in inside a rule. Use the value itself.
                          ^^^^^^^^ warning: '<host>' is sent literally, because nothing is filled in inside a rule. Use the value itself.
                                   ^^^^^^^^^^^^^^^^^^^^ warning: '{zone}' is sent literally, because nothing is filled in inside a rule. Use the value itself.
`,
    },
    {
      text: `
starts_with(http.request.uri.path, "/users/{id}")
                                   ^^^^^^^^^^^^^ warning: '{id}' is sent literally, because nothing is filled in inside a rule. Use the value itself.
`,
    },
    {
      text: `
http.request.uri.query contains "<script>" or http.request.uri contains "\${jndi:ldap" or http.user_agent contains "{{7*7}}"
`,
    },
  ],
};

/** Undefined where somebody may well look for such a text. */
function placeOf(use: ValueUse): PlaceholderPlace | undefined {
  const shape = use.subject && shapeOf(use.subject);
  if (shape === "host") return use.how === "order" || use.how === "bits" ? undefined : "name";
  if (use.how !== "equal" && use.how !== "prefix") return undefined;
  return shape === "path" || shape === "uri" ? "path" : "text";
}
