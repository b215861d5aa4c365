import type { Report } from "../../core/check.ts";
import { type Edit, insert, replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import type { Document } from "../document.ts";
import type { Literal } from "../regex/syntax/tree.ts";
import { walk } from "../regex/syntax/walk.ts";
import type { Argument, StringLiteral } from "../syntax/tree.ts";
import { inCase, subjectOf } from "../values/operand-facts.ts";
import { respelt } from "../values/spelling.ts";
import { type RegexUse, type ValueUse, valueFacts } from "../values/value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const headerKeyCase: RuleCheck<"rule"> = {
  code: "header-key-case",
  severity: "warning",
  summary: "The name of a header is held against letters of the wrong case.",
  why: "The keys of the header maps are in small letters, so that a key with a capital is never there. The lists of header names keep what was sent, in whatever case, so that they are compared through `lower`.",
  on: "rule",
  run(rule, report) {
    const { uses, regexes, keys } = valueFacts(rule);
    for (const { collection, key } of keys) lookAtKey(collection, key, rule, report);
    for (const use of uses) lookAtNames(use, rule, report);
    for (const regex of regexes) lookAtRegex(regex, rule, report);
  },
  examples: [
    {
      text: `
any(http.request.headers["X-Api-Key"][*] eq "secret")
                         ^^^^^^^^^^^ warning: The keys of 'http.request.headers' are in small letters, so 'X-Api-Key' is never there. Write 'x-api-key'.
`,
      fixed: `
any(http.request.headers["x-api-key"][*] eq "secret")
`,
    },
    {
      text: `
any(http.request.headers.names[*] eq "X-Debug")
    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: The names in 'http.request.headers.names' keep the letter case in which they were sent. Compare them through 'lower'.
`,
      fixed: `
any(lower(http.request.headers.names[*])[*] eq "x-debug")
`,
    },
    {
      text: `
has_key(http.response.headers, "Server")
                               ^^^^^^^^ warning: The keys of 'http.response.headers' are in small letters, so 'Server' is never there. Write 'server'.
`,
      fixed: `
has_key(http.response.headers, "server")
`,
    },
    {
      text: `
any(http.request.headers.names[*] matches "^x-(debug|test)-[0-9]")
                                          ^^^^^^^^^^^^^^^^^^^^^^^ warning: The names in 'http.request.headers.names' keep the letter case in which they were sent. Write '(?i)' in front of the regex.
`,
      fixed: `
any(http.request.headers.names[*] matches "(?i)^x-(debug|test)-[0-9]")
`,
    },
    {
      text: `
any(lower(http.request.headers.names[*])[*] eq "x-debug") or any(http.request.headers.names[*] wildcard "x-d*") or any(http.request.cookies["Theme"][*] eq "dark") or any(http.request.headers.names[*] contains "_")
`,
    },
  ],
};

function lookAtKey(
  collection: Argument,
  key: StringLiteral,
  { text }: Document,
  report: Report,
): void {
  const small = inCase(key.value, "small");
  if (small === key.value) return;
  const field = subjectOf(collection)?.field;
  if (field?.keys !== "small") return;
  const finding = `The keys of '${field.name}' are in small letters, so ${shorten(key.value)} is never there.`;
  report(key, `${finding} Write ${shorten(small)}.`, {
    fixes: [
      {
        title: `Use ${shorten(small)}`,
        edits: [replace(key, respelt(key, small, text))],
        guess: true,
      },
    ],
  });
}

/** The list of header names that is compared as it is; undefined for anything else. */
function namesField({ subject }: ValueUse): string | undefined {
  if (!subject || subject.cased) return undefined;
  return subject.field.name.endsWith(".headers.names") ? subject.field.name : undefined;
}

function keepsCase(name: string): string {
  return `The names in '${name}' keep the letter case in which they were sent.`;
}

function lookAtRegex({ use, literal, root }: RegexUse, { text }: Document, report: Report): void {
  const name = namesField(use);
  if (!name) return;
  const minded = [...walk(root)].some((it) => it.kind === "literal" && mindsCase(it));
  if (!minded) return;
  const start = text.indexOf('"', literal.start) + 1;
  report(literal, `${keepsCase(name)} Write '(?i)' in front of the regex.`, {
    fixes: [{ title: "Write '(?i)'", edits: [insert(start, "(?i)")], guess: true }],
  });
}

function mindsCase({ code, flags }: Literal): boolean {
  return !flags.ignoreCase && /[A-Za-z]/.test(String.fromCodePoint(code));
}

function lookAtNames(use: ValueUse, { text }: Document, report: Report): void {
  const { how, operand } = use;
  const name = namesField(use);
  if (!name || how === "wildcard" || how === "regex" || how === "order") return;
  if (!use.texts.some(({ value }) => /[A-Za-z]/.test(value))) return;
  const message = `${keepsCase(name)} Compare them through 'lower'.`;
  const isComparison = use.node.kind === "comparison" && operand.kind === "indexed";
  const edits = isComparison ? throughLower(use, text) : [];
  report(operand, message, {
    fixes: isComparison ? [{ title: "Compare through 'lower'", edits, guess: true }] : [],
  });
}

function throughLower(use: ValueUse, text: string): Edit[] {
  const { operand } = use;
  const each = operand.kind === "indexed" && operand.each ? "[*]" : "";
  const written = text.slice(operand.start, operand.end);
  const edits = [replace(operand, `lower(${written})${each}`)];
  for (const literal of use.texts) {
    const small = inCase(literal.value, "small");
    if (small !== literal.value) edits.push(replace(literal, respelt(literal, small, text)));
  }
  return edits;
}
