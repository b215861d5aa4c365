import { maxDiagnostics } from "../../core/diagnostic.ts";
import { shorten } from "../../text/shorten.ts";
import { type PlaceholderPlace, placeholderText } from "../../vocabulary/placeholders.ts";
import { shapeOf } from "../values/value-shapes.ts";
import { type ValueUse, valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const placeholder: RuleCheck<"rule"> = {
  code: "placeholder",
  severity: "warning",
  summary: "A placeholder is sent literally.",
  why: "Nothing is substituted inside a rule, neither environment variables nor placeholders of other tools, so such a comparison is never true. Searches for part of a query or header are not reported, because attacks contain such strings.",
  on: "rule",
  run(rule, report) {
    let found = 0;
    for (const use of valueFacts(rule).uses) {
      const place = placeOf(use);
      if (!place) continue;
      for (const literal of use.texts) {
        const written = placeholderText(literal.value, place);
        if (written === undefined) continue;
        report(
          literal,
          `${shorten(written)} is sent literally: rules have no placeholders. Use the value.`,
        );
        if (++found === maxDiagnostics) return;
      }
    }
  },
  examples: `
http.host in {"YOUR_HOST" "<host>" "api.{zone}.example"}
              ^^^^^^^^^^^ warning: 'YOUR_HOST' is sent literally: rules have no placeholders. Use the value.
                          ^^^^^^^^ warning: '<host>' is sent literally: rules have no placeholders. Use the value.
                                   ^^^^^^^^^^^^^^^^^^^^ warning: '{zone}' is sent literally: rules have no placeholders. Use the value.
---
starts_with(http.request.uri.path, "/users/{id}")
                                   ^^^^^^^^^^^^^ warning: '{id}' is sent literally: rules have no placeholders. Use the value.
---
url_decode(http.request.uri.query) contains "<script>" or http.request.uri contains "\${jndi:ldap" or http.user_agent contains "{{7*7}}"
`,
};

/** Undefined where the string may be intentional. */
function placeOf(use: ValueUse): PlaceholderPlace | undefined {
  const shape = use.tested && shapeOf(use.tested);
  if (shape === "host") return use.how === "order" || use.how === "bits" ? undefined : "name";
  if (use.how !== "equal" && use.how !== "prefix") return undefined;
  return shape === "path" || shape === "uri" ? "path" : "text";
}
