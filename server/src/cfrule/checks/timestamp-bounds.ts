import { likelyFix, maxDiagnostics } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import type { SetItem } from "../syntax/tree.ts";
import { valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const timestampBounds: RuleCheck<"rule"> = {
  code: "timestamp-bounds",
  severity: "warning",
  summary: "A timestamp is too early or too far in the future.",
  why: "Timestamps are in seconds since 1970. A number that is a thousand times too large is in milliseconds, and one that is too small has lost digits.",
  on: "rule",
  run(rule, report) {
    let found = 0;
    for (const { tested, how, values } of valueFacts(rule).uses) {
      if (tested?.field.unit !== "unix seconds" || how === "bits") continue;
      for (const value of values) {
        const wrong = checkTimestamp(value);
        if (!wrong) continue;
        const { message, suggested } = wrong;
        report(value, message, {
          fixes: suggested ? [likelyFix(`Use ${suggested}`, [replace(value, suggested)])] : [],
        });
        if (++found === maxDiagnostics) return;
      }
    }
  },
  examples: `
http.request.timestamp.sec ge 1767225600000
                              ^^^^^^^^^^^^^ warning: 1767225600000 is in the year 57971. Timestamps are in seconds, not milliseconds. Use 1767225600.
=>
http.request.timestamp.sec ge 1767225600
---
http.request.timestamp.sec lt 176722560
                              ^^^^^^^^^ warning: 176722560 is in the year 1975. Timestamps are in seconds since 1970.
---
http.request.timestamp.sec lt 1767225600
`,
};

/** The first seconds of 2010 and of 2100. */
const earliest = 1_262_304_000n;
const latest = 4_102_444_800n;

function checkTimestamp(value: SetItem): { message: string; suggested?: string } | undefined {
  // Zero tests whether a time is set.
  if (value.kind !== "integer" || value.value === 0n) return undefined;
  const seconds = value.value;
  if (seconds < earliest) {
    const problem = `${seconds} is in the year ${yearOf(seconds)}.`;
    return { message: `${problem} Timestamps are in seconds since 1970.` };
  }
  if (seconds < latest) return undefined;
  const suggested = seconds / 1000n;
  const isMilliseconds = suggested >= earliest && suggested < latest;
  const problem = `${seconds} is in the year ${yearOf(seconds)}.`;
  return isMilliseconds
    ? {
        message: `${problem} Timestamps are in seconds, not milliseconds. Use ${suggested}.`,
        suggested: String(suggested),
      }
    : { message: `${problem} Timestamps are in seconds since 1970.` };
}

/** Precise enough for a message. */
function yearOf(seconds: bigint): bigint {
  return 1970n + (seconds * 10_000n) / 315_569_520_000n;
}
