import { likelyFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { counterpart, isRaw } from "../catalog/fields.ts";
import { valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const rawField: RuleCheck<"rule"> = {
  code: "raw-field",
  severity: "hint",
  summary: "A raw field is compared with plain text.",
  why: "The `raw` fields are for what normalization removes: escapes, doubled slashes and dots. Plain text in them is missed if the client encodes it differently, such as `/%61dmin` for `/admin`.",
  on: "rule",
  run(rule, report) {
    for (const use of valueFacts(rule).uses) {
      const { tested, how, texts } = use;
      if (!tested?.field.shape || !isRaw(tested.field) || how === "regex") continue;
      const normal = counterpart(tested.field);
      if (!normal || texts.length === 0 || !texts.every((it) => isPlain(it.value))) continue;
      const message = `'${tested.field.name}' is not normalized, so other encodings of this text do not match.`;
      report(tested.node, `${message} Use '${normal.name}' unless that is intended.`, {
        fixes: [likelyFix(`Use '${normal.name}'`, [replace(tested.node, normal.name)])],
      });
    }
  },
  examples: `
raw.http.request.uri.path eq "/admin"
^^^^^^^^^^^^^^^^^^^^^^^^^ hint: 'raw.http.request.uri.path' is not normalized, so other encodings of this text do not match. Use 'http.request.uri.path' unless that is intended.
=>
http.request.uri.path eq "/admin"
---
raw.http.request.uri.path contains "/../" or raw.http.request.uri contains "%00" or raw.http.request.uri.path contains "//"
`,
};

/** Has a letter or digit that can be escaped, and nothing that normalization changes. */
function isPlain(text: string): boolean {
  return /^[\w\-./~*]+$/.test(text) && /\w/.test(text) && !/\/\/|\/\.|\.\./.test(text);
}
