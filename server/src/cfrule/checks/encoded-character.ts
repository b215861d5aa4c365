import { type Fix, likelyFix, maxDiagnostics } from "../../core/diagnostic.ts";
import { insert } from "../../text/edit.ts";
import { writtenName } from "../values/ip-ranges.ts";
import { severalValues } from "../values/value-shapes.ts";
import { type ValueUse, valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const encodedCharacter: RuleCheck<"rule"> = {
  code: "encoded-character",
  severity: "hint",
  summary: "Clients send this character encoded, and the field is not decoded.",
  why: 'A URL contains no space, and browsers also send `<`, `>` and `"` as `%3C`, `%3E` and `%22`. Paths and queries are compared as sent, so `http.request.uri.query contains "<script>"` is bypassed by encoding the characters. Use `url_decode(…)`, or compare with the encoded text.',
  on: "rule",
  run(rule, report) {
    let found = 0;
    for (const use of valueFacts(rule).uses) {
      if (!isEncoded(use) || !use.tested) continue;
      for (const literal of use.texts) {
        const sign = encoded.exec(literal.value)?.[0];
        // Several values in one string are reported by another check.
        if (!sign || severalValues(literal.value, use.tested)) continue;
        if (++found > maxDiagnostics) continue;
        const name = writtenName(use.tested);
        const code = `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;
        const how = sign === " " ? "A space is always" : `'${sign}' is usually`;
        const problem = `${how} encoded, for example as '${code}', and '${name}' is not decoded.`;
        report(literal, `${problem} Use url_decode(…).`, { fixes: decoding(use) });
      }
    }
  },
  examples: `
http.request.uri.query contains "<script>"
                                ^^^^^^^^^^ hint: '<' is usually encoded, for example as '%3C', and 'http.request.uri.query' is not decoded. Use url_decode(…).
=>
url_decode(http.request.uri.query) contains "<script>"
---
http.request.uri.path eq "/my file"
                         ^^^^^^^^^^ hint: A space is always encoded, for example as '%20', and 'http.request.uri.path' is not decoded. Use url_decode(…).
=>
url_decode(http.request.uri.path) eq "/my file"
---
any(http.request.uri.args["q"][*] contains "<script>")
                                           ^^^^^^^^^^ hint: '<' is usually encoded, for example as '%3C', and 'http.request.uri.args["q"]' is not decoded. Use url_decode(…).
---
url_decode(http.request.uri.query) contains "<script>" or http.request.body.raw contains "<script>" or http.user_agent contains "a b"
`,
};

const urlShapes: ReadonlySet<string> = new Set(["path", "uri", "full uri", "query"]);

function isEncoded({ tested, how }: ValueUse): boolean {
  if (!tested || how === "order") return false;
  const { shape, name } = tested.field;
  return shape === undefined ? inArguments.test(name) : urlShapes.has(shape);
}

const encoded = /[ <>"]/;
const inArguments = /\.uri\.args(?:\.values|\.names)?$/;

/** Around a whole field; elements of an array would need another index after the call. */
function decoding({ operand, set, node }: ValueUse): readonly Fix[] {
  if (operand.kind !== "field" || set || node.kind !== "comparison") return [];
  const edits = [insert(operand.start, "url_decode("), insert(operand.end, ")")];
  return [likelyFix("Use url_decode(…)", edits)];
}
