import { safeFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import type { RuleCheck } from "./check.ts";

export const deprecatedField: RuleCheck<"field"> = {
  code: "deprecated-field",
  severity: "warning",
  summary: "The field is deprecated.",
  why: "The service has renamed some fields. The old names still work, but are no longer documented for new rules.",
  on: "field",
  run(field, report, { phase }) {
    const successor = field.definition?.deprecated;
    // For packets the old names cover both ends, the new ones only the source.
    if (successor === undefined || phase?.packets) return;
    report(field, `'${field.name}' is deprecated.`, {
      fix: safeFix(`Use '${successor}'`, [replace(field, successor)]),
      look: "deprecated",
    });
  },
  examples: `
ip.geoip.country in {"DE" "AT"} and ip.geoip.asnum ne 64496
^^^^^^^^^^^^^^^^ warning: 'ip.geoip.country' is deprecated. Use 'ip.src.country'.
                                    ^^^^^^^^^^^^^^ warning: 'ip.geoip.asnum' is deprecated. Use 'ip.src.asnum'.
=>
ip.src.country in {"DE" "AT"} and ip.geoip.asnum ne 64496
---
ip.src.country in {"DE" "AT"}
`,
};
