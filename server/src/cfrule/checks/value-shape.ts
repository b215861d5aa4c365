import type { Report } from "../../core/check.ts";
import { type Fix, likelyFix, maxDiagnostics } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import { placeholderText } from "../../vocabulary/placeholders.ts";
import { fragmentMessage } from "../../vocabulary/shapes.ts";
import { patternText } from "../patterns/pattern-texts.ts";
import { regexSpan } from "../patterns/regex-places.ts";
import { type LiteralForm, literalForm } from "../regex/literal-form.ts";
import { sequenceOf } from "../regex/syntax/walk.ts";
import { oneForEach } from "../rewrite/alternatives.ts";
import type { StringLiteral } from "../syntax/tree.ts";
import { writtenName } from "../values/ip-ranges.ts";
import type { TestedField } from "../values/operand-facts.ts";
import { rewriteString } from "../values/spelling.ts";
import { invalidShape, severalValues, shapeOf } from "../values/value-shapes.ts";
import { type How, type RegexUse, type ValueUse, valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const valueShape: RuleCheck<"rule"> = {
  code: "value-shape",
  severity: "warning",
  summary: "The field never has a value in this format.",
  why: "A path starts with `/` and ends before the query, a host has no scheme, an extension no dot, a full URI starts with its scheme and has a path, and a fingerprint has a fixed number of hexadecimal digits. A referrer is also a full URI, and browsers do not send the fragment after `#`.",
  on: "rule",
  run(rule, report) {
    const { uses, regexes } = valueFacts(rule);
    for (const regex of regexes) {
      if (regex.literal.pattern.includes("#")) checkFragment(regex, rule.text, report);
      else plainRegex(regex, report);
    }
    let found = 0;
    for (const use of uses) {
      if (use.how === "order" || use.how === "regex" || !use.tested) continue;
      for (const literal of use.texts) {
        if (shaped(literal, use, rule.text, report) && ++found === maxDiagnostics) return;
      }
    }
  },
  examples: `
starts_with(http.request.uri.path, "admin/") or http.host eq "https://example.com/"
                                   ^^^^^^^^ warning: 'http.request.uri.path' always starts with '/'. Use '/admin/'.
                                                             ^^^^^^^^^^^^^^^^^^^^^^ warning: 'http.host' is a hostname and never contains a scheme. Use 'example.com'.
=>
starts_with(http.request.uri.path, "/admin/") or http.host eq "https://example.com/"
---
http.request.uri.path in {"" "/index.html"}
                          ^^ warning: 'http.request.uri.path' starts with '/', so it is never empty. Use '/'.
=>
http.request.uri.path in {"/" "/index.html"}
---
ssl or starts_with(http.request.uri.path, "/")
                                          ^^^ hint: 'http.request.uri.path' always starts with '/', so this is always true. Remove it.
---
http.request.uri.path.extension in {".php" "asp"}
                                    ^^^^^^ warning: 'http.request.uri.path.extension' never contains '.'. Use 'php'.
=>
http.request.uri.path.extension in {"php" "asp"}
---
http.request.full_uri wildcard "shop.example.com/*"
                               ^^^^^^^^^^^^^^^^^^^^ warning: 'http.request.full_uri' always starts with 'https://' or 'http://'. Use 'http*://shop.example.com/*'.
=>
http.request.full_uri wildcard "http*://shop.example.com/*"
---
http.request.full_uri in {"https://example.com" "https://example.com/a"} or cf.bot_management.ja3_hash eq "e7d705a3286e19ea42f587b344ee68"
                          ^^^^^^^^^^^^^^^^^^^^^ warning: 'http.request.full_uri' always has a path. Use 'https://example.com/'.
                                                                                                          ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'cf.bot_management.ja3_hash' is 32 hexadecimal digits.
---
http.request.uri.path contains "?id="
                               ^^^^^^ warning: 'http.request.uri.path' excludes the query string, so it never contains '?'. Use 'http.request.uri'.
=>
http.request.uri contains "?id="
---
http.host in {"a.example b.example" "c.example"} or http.request.method eq "GET,POST"
              ^^^^^^^^^^^^^^^^^^^^^ warning: 'a.example b.example' is compared as one value. List each value.
                                                                           ^^^^^^^^^^ warning: 'GET,POST' is compared as one value. List the values with 'in'.
=>
http.host in {"a.example" "b.example" "c.example"} or http.request.method eq "GET,POST"
---
http.referer eq "example.com"
                ^^^^^^^^^^^^^ hint: 'http.referer' is a full URL, which starts with 'https://' or 'http://'. Use 'https://example.com/'.
=>
http.referer eq "https://example.com/"
---
http.request.full_uri contains "#top" or http.request.uri.path matches "^/[a-z]+#b"
                               ^^^^^^ hint: Clients never send the fragment, so 'http.request.full_uri' never contains '#'. Use '%23' for an encoded '#'.
                                                                                ^ hint: Clients never send the fragment, so 'http.request.uri.path' never contains '#'. Use '%23' for an encoded '#'.
---
http.referer contains "example.com" or http.referer eq "android-app://com.example" or http.user_agent contains "#" or http.request.uri matches "^/a(#.*)?$"
---
ends_with(http.request.uri.path, "admin/") or http.request.full_uri contains "example.com/"
`,
};

/** Values that are one host or one path, as most are. */
function isPlain(text: string, tested: TestedField): boolean {
  const shape = shapeOf(tested);
  if (shape === "host") return plainHost.test(text);
  return (shape === "path" || shape === "uri") && plainPath.test(text);
}

const plainHost = /^(?!\.)[\w.*-]*$/;
const plainPath = /^\/[\w./*-]*$/;

function shaped(literal: StringLiteral, use: ValueUse, text: string, report: Report): boolean {
  const { tested } = use;
  if (!tested) return false;
  if (literal.value === "/" && use.how === "prefix" && isSlashed(tested)) {
    const message = `'${writtenName(tested)}' always starts with '/', so this is always true. Remove it.`;
    report(literal, message, { severity: "hint" });
    return true;
  }
  if (isPlain(literal.value, tested)) return false;
  if (isPlaceholder(literal.value, tested)) return false;
  if (reportSeveralValues(literal, use, text, report)) return true;
  const found = invalidShape(literal.value, use.how, tested);
  if (!found) return false;
  // A pattern may match values of another format.
  const pattern = patternText(literal.value, use.how, use.tested);
  if (pattern && pattern.kind !== "glob") return false;
  const { message, suggested, field, doubt } = found;
  const fixes: Fix[] = [];
  if (suggested !== undefined) {
    const edits = [replace(literal, rewriteString(literal, suggested, text))];
    fixes.push(likelyFix(`Use ${shorten(suggested)}`, edits));
  }
  // In a set the other values may fit the field.
  if (field && use.tested && !use.set) {
    const edits = [replace(use.tested.node, field)];
    fixes.push(likelyFix(`Use '${field}'`, edits));
  }
  report(literal, message, { fixes, severity: doubt ? "hint" : "warning" });
  return true;
}

/** Not for a request for the server as a whole, which has a star instead. */
function isSlashed({ field }: TestedField): boolean {
  return field.shape === "path" || field.shape === "uri";
}

/** Another check reports placeholders. */
function isPlaceholder(text: string, tested: TestedField): boolean {
  return placeholderText(text, shapeOf(tested) === "host" ? "name" : "text") !== undefined;
}

/** `a.com,b.com` and `a.com b.com`. */
function reportSeveralValues(
  literal: StringLiteral,
  use: ValueUse,
  text: string,
  report: Report,
): boolean {
  const words = use.tested && severalValues(literal.value, use.tested);
  if (!words || patternText(literal.value, use.how, use.tested)) return false;
  const { advice, fixes } = oneForEach(literal, use, words, text);
  report(literal, `${shorten(literal.value)} is compared as one value. ${advice}`, { fixes });
  return true;
}

/** Reports a regex that is equivalent to a comparison with strings, none of which can occur. */
function plainRegex({ literal, root, use: { tested } }: RegexUse, report: Report): void {
  const plain = tested && literalForm(root);
  if (!plain) return;
  const how = plainHows[plain.form];
  const found = plain.values.map((it) => invalidShape(it, how, tested));
  const [first] = found;
  if (!first || found.includes(undefined)) return;
  report(literal, first.message, { severity: first.doubt ? "hint" : "warning" });
}

const plainHows: Readonly<Record<LiteralForm["form"], How>> = {
  exact: "equal",
  prefix: "prefix",
  suffix: "suffix",
  contains: "part",
};

/** A required `#`. In `(#.*)?` it is optional and harmless. */
function checkFragment(regex: RegexUse, text: string, report: Report): void {
  const { literal, root, use } = regex;
  if (!use.tested || invalidShape("#", "part", use.tested)?.beyond !== "fragment") return;
  const sign = sequenceOf(root).find((it) => it.kind === "literal" && it.code === hash);
  if (!sign) return;
  const message = `${fragmentMessage(writtenName(use.tested))} Use '%23' for an encoded '#'.`;
  report(regexSpan(text, literal, sign), message, { severity: "hint" });
}

const hash = "#".charCodeAt(0);
