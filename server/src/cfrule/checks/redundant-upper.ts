import { replace } from "../../text/edit.ts";
import { cut } from "../../text/shorten.ts";
import { needlesslyCased } from "../values/operand-facts.ts";
import type { RuleCheck } from "./check.ts";

export const redundantUpper: RuleCheck<"call"> = {
  code: "redundant-upper",
  severity: "info",
  summary: "'upper' is applied to a value that is already uppercase.",
  why: "The service provides methods, countries, continents and regions in uppercase, and the result of `upper` has no lowercase letters.",
  on: "call",
  run(call, report, { text }) {
    if (call.name !== "upper") return;
    const needless = needlesslyCased(call);
    if (!needless) return;
    const { source, ...certainty } = needless;
    const written = text.slice(source.start, source.end);
    report(call, `'${cut(written)}' is already uppercase. Remove 'upper'.`, {
      fixes: [{ title: "Remove 'upper'", edits: [replace(call, written)], ...certainty }],
    });
  },
  examples: `
upper(http.request.method) eq "POST"
^^^^^^^^^^^^^^^^^^^^^^^^^^ info: 'http.request.method' is already uppercase. Remove 'upper'.
=>
http.request.method eq "POST"
`,
};
