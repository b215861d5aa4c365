import type { Report } from "../../core/check.ts";
import { likelyFix } from "../../core/diagnostic.ts";
import { type Edit, insert, replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import type { Document } from "../document.ts";
import type { Literal } from "../regex/syntax/tree.ts";
import { walk } from "../regex/syntax/walk.ts";
import type { Argument, StringLiteral } from "../syntax/tree.ts";
import { inCase, testedField } from "../values/operand-facts.ts";
import { rewriteString } from "../values/spelling.ts";
import { type RegexUse, type ValueUse, valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const headerKeyCase: RuleCheck<"rule"> = {
  code: "header-key-case",
  severity: "warning",
  summary: "A header name has the wrong letter case.",
  why: "Keys of the header maps are lowercase, so a key with uppercase letters never matches. The arrays of header names keep the case that was sent, so compare them with `lower`.",
  on: "rule",
  run(rule, report) {
    const { uses, regexes, keys } = valueFacts(rule);
    for (const { collection, key } of keys) checkKey(collection, key, rule, report);
    for (const use of uses) checkNames(use, rule, report);
    for (const regex of regexes) checkRegex(regex, rule, report);
  },
  examples: `
any(http.request.headers["X-Api-Key"][*] eq "secret")
                         ^^^^^^^^^^^ warning: Keys of 'http.request.headers' are lowercase, so 'X-Api-Key' never matches. Use 'x-api-key'.
=>
any(http.request.headers["x-api-key"][*] eq "secret")
---
any(http.request.headers.names[*] eq "X-Debug")
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: Names in 'http.request.headers.names' keep the case they were sent in. Use 'lower'.
=>
any(lower(http.request.headers.names[*])[*] eq "x-debug")
---
has_key(http.response.headers, "Server")
                               ^^^^^^^^ warning: Keys of 'http.response.headers' are lowercase, so 'Server' never matches. Use 'server'.
=>
has_key(http.response.headers, "server")
---
any(http.request.headers.names[*] matches "^x-(debug|test)-[0-9]")
                                          ^^^^^^^^^^^^^^^^^^^^^^^ warning: Names in 'http.request.headers.names' keep the case they were sent in. Add '(?i)' to the regex.
=>
any(http.request.headers.names[*] matches "(?i)^x-(debug|test)-[0-9]")
---
any(lower(http.request.headers.names[*])[*] eq "x-trace") or any(http.request.headers.names[*] wildcard "x-d*") or any(http.request.cookies["Theme"][*] eq "dark") or any(http.request.headers.names[*] contains "_")
`,
};

function checkKey(
  collection: Argument,
  key: StringLiteral,
  { text }: Document,
  report: Report,
): void {
  const lower = inCase(key.value, "lower");
  if (lower === key.value) return;
  const field = testedField(collection)?.field;
  if (field?.keys !== "lower") return;
  const problem = `Keys of '${field.name}' are lowercase, so ${shorten(key.value)} never matches.`;
  report(key, problem, {
    fix: likelyFix(`Use ${shorten(lower)}`, [replace(key, rewriteString(key, lower, text))]),
  });
}

/** The array of header names, if compared without a change of case. */
function namesField({ tested }: ValueUse): string | undefined {
  if (!tested || tested.cased) return undefined;
  return tested.field.name.endsWith(".headers.names") ? tested.field.name : undefined;
}

function keepsCase(name: string): string {
  return `Names in '${name}' keep the case they were sent in.`;
}

function checkRegex({ use, literal, root }: RegexUse, { text }: Document, report: Report): void {
  const name = namesField(use);
  if (!name) return;
  const isSensitive = [...walk(root)].some((it) => it.kind === "literal" && isCaseSensitive(it));
  if (!isSensitive) return;
  const start = text.indexOf('"', literal.start) + 1;
  report(literal, `${keepsCase(name)} Add '(?i)' to the regex.`, {
    fixes: [likelyFix("Add '(?i)'", [insert(start, "(?i)")])],
  });
}

function isCaseSensitive({ code, flags }: Literal): boolean {
  return !flags.ignoreCase && /[A-Za-z]/.test(String.fromCodePoint(code));
}

function checkNames(use: ValueUse, { text }: Document, report: Report): void {
  const { how, operand } = use;
  const name = namesField(use);
  if (!name || how === "wildcard" || how === "regex" || how === "order") return;
  if (!use.texts.some(({ value }) => /[A-Za-z]/.test(value))) return;
  const message = `${keepsCase(name)} Use 'lower'.`;
  const isComparison = use.node.kind === "comparison" && operand.kind === "indexed";
  const edits = isComparison ? throughLower(use, text) : [];
  report(operand, message, {
    fixes: isComparison ? [likelyFix("Use 'lower'", edits)] : [],
  });
}

function throughLower(use: ValueUse, text: string): Edit[] {
  const { operand } = use;
  const each = operand.kind === "indexed" && operand.each ? "[*]" : "";
  const written = text.slice(operand.start, operand.end);
  const edits = [replace(operand, `lower(${written})${each}`)];
  for (const literal of use.texts) {
    const lower = inCase(literal.value, "lower");
    if (lower !== literal.value) edits.push(replace(literal, rewriteString(literal, lower, text)));
  }
  return edits;
}
