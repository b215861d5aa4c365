import { likelyFix, maxDiagnostics } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { cut } from "../../text/shorten.ts";
import { type ValueUse, valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const digestText: RuleCheck<"rule"> = {
  code: "digest-text",
  severity: "warning",
  summary: "A digest is compared with its text form.",
  why: "`sha256` returns 32 raw bytes and `sha512` returns 64. Neither ever equals the hexadecimal or Base64 text that other tools print. Use bytes for hexadecimal digits, `e3:b0:c4:…`, or compare Base64 with `encode_base64`.",
  on: "rule",
  run(rule, report) {
    let found = 0;
    for (const use of valueFacts(rule).uses) {
      const bytes = use.how === "equal" ? digestBytes(use) : undefined;
      if (bytes === undefined) continue;
      for (const literal of use.texts) {
        if (literal.bytes.length === bytes) continue;
        const { value } = literal;
        const isHex = value.length === bytes * 2 && /^[\da-f]+$/i.test(value);
        const written = value.match(/../g)?.join(":") ?? "";
        const { start, end } = use.operand;
        const encoded = `encode_base64(${cut(rule.text.slice(start, end))})`;
        report(
          literal,
          `A digest is ${bytes} raw bytes and never equals this string. Use ${isHex ? `${cut(written)} or ` : ""}${encoded}.`,
          {
            fixes: isHex ? [likelyFix(`Use ${cut(written)}`, [replace(literal, written)])] : [],
          },
        );
        if (++found === maxDiagnostics) return;
      }
    }
  },
  examples: `
sha256(http.host) eq "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: A digest is 32 raw bytes and never equals this string. Use e3:b0:c4:42:98:fc:1c:14:9a:fb:f4:c8:9… or encode_base64(sha256(http.host)).
=>
sha256(http.host) eq e3:b0:c4:42:98:fc:1c:14:9a:fb:f4:c8:99:6f:b9:24:27:ae:41:e4:64:9b:93:4c:a4:95:99:1b:78:52:b8:55
---
sha256(http.host) eq "o3mm9u6vuaVeN4wRgDTidR5oL6ufLTCrE9ISVYbOGUc="
                     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: A digest is 32 raw bytes and never equals this string. Use encode_base64(sha256(http.host)).
---
encode_base64(sha256(http.host)) eq "o3mm9u6vuaVeN4wRgDTidR5oL6ufLTCrE9ISVYbOGUc"
`,
};

function digestBytes({ operand }: ValueUse): number | undefined {
  return operand.kind === "call" ? operand.definition?.digestBytes : undefined;
}
