import { replace } from "../../text/edit.ts";
import { cut } from "../../text/shorten.ts";
import { needlesslyCased } from "../values/operand-facts.ts";
import type { RuleCheck } from "./check.ts";

export const redundantUpper: RuleCheck<"call"> = {
  code: "redundant-upper",
  severity: "info",
  summary: "'upper' changes a value that is in capitals already.",
  why: "The service gives methods, countries, continents and regions in capitals, and what has been through `upper` has no small letters left.",
  on: "call",
  run(call, report, { text }) {
    if (call.name !== "upper") return;
    const source = needlesslyCased(call);
    if (!source) return;
    const written = text.slice(source.start, source.end);
    report(call, `'${cut(written)}' is in capitals already. Remove 'upper'.`, {
      fixes: [{ title: "Remove 'upper'", edits: [replace(call, written)] }],
    });
  },
  examples: [
    {
      text: `
upper(http.request.method) eq "POST"
^^^^^^^^^^^^^^^^^^^^^^^^^^ info: 'http.request.method' is in capitals already. Remove 'upper'.
`,
      fixed: `
http.request.method eq "POST"
`,
    },
  ],
};
