import { replace } from "../../text/edit.ts";
import { cut } from "../../text/shorten.ts";
import { needlesslyCased } from "../values/operand-facts.ts";
import type { RuleCheck } from "./check.ts";

export const redundantLower: RuleCheck<"call"> = {
  code: "redundant-lower",
  severity: "info",
  summary: "'lower' changes a value that is in small letters already.",
  why: "The service gives the extension of a path and the media type of a response in small letters, and what has been through `lower` has no capitals left.",
  on: "call",
  run(call, report, { text }) {
    if (call.name !== "lower") return;
    const source = needlesslyCased(call);
    if (!source) return;
    const written = text.slice(source.start, source.end);
    report(call, `'${cut(written)}' is in small letters already. Remove 'lower'.`, {
      fixes: [{ title: "Remove 'lower'", edits: [replace(call, written)] }],
    });
  },
  examples: [
    {
      text: `
lower(http.request.uri.path.extension) eq "php"
^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ info: 'http.request.uri.path.extension' is in small letters already. Remove 'lower'.
`,
      fixed: `
http.request.uri.path.extension eq "php"
`,
    },
  ],
};
