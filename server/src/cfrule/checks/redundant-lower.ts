import { replace } from "../../text/edit.ts";
import { cut } from "../../text/shorten.ts";
import { needlesslyCased } from "../values/operand-facts.ts";
import type { RuleCheck } from "./check.ts";

export const redundantLower: RuleCheck<"call"> = {
  code: "redundant-lower",
  severity: "info",
  summary: "'lower' is applied to a value that is already lowercase.",
  why: "The service provides path extensions and response media types in lowercase, and the result of `lower` has no uppercase letters.",
  on: "call",
  run(call, report, { text }) {
    if (call.name !== "lower") return;
    const needless = needlesslyCased(call);
    if (!needless) return;
    const { source, ...certainty } = needless;
    const written = text.slice(source.start, source.end);
    report(call, `'${cut(written)}' is already lowercase. Remove 'lower'.`, {
      fixes: [{ title: "Remove 'lower'", edits: [replace(call, written)], ...certainty }],
    });
  },
  examples: `
lower(http.request.uri.path.extension) eq "php"
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ info: 'http.request.uri.path.extension' is already lowercase. Remove 'lower'.
=>
http.request.uri.path.extension eq "php"
`,
};
