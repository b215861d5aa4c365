import type { Report } from "../../core/check.ts";
import { type Fix, mostFindings } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import { respelt } from "../spelling.ts";
import type { StringLiteral } from "../syntax/tree.ts";
import { misshapen } from "../value-shapes.ts";
import { type ValueUse, valueFacts } from "../value-uses.ts";
import type { RuleCheck } from "./check.ts";

export const valueShape: RuleCheck<"rule"> = {
  code: "value-shape",
  severity: "warning",
  summary: "The field never has a value of this shape.",
  why: "A path begins with `/` and ends before the query, a host has no scheme, an extension no dot, and a full URI begins with its scheme. `^` and `$` mean something in a regular expression only, and `*` after `wildcard` only.",
  on: "rule",
  run(rule, report) {
    let found = 0;
    for (const use of valueFacts(rule).uses) {
      if (use.how === "order" || use.how === "regex" || !use.subject) continue;
      for (const literal of use.texts) {
        const isWrong =
          anchored(literal, use, report) ||
          shaped(literal, use, rule.text, report) ||
          starred(literal, use, rule.text, report);
        if (isWrong && ++found === mostFindings) return;
      }
    }
  },
  examples: [
    {
      text: `
starts_with(http.request.uri.path, "admin/") or http.host eq "https://example.com/"
                                   ^^^^^^^^ warning: 'http.request.uri.path' always begins with '/'. Write '/admin/'.
                                                             ^^^^^^^^^^^^^^^^^^^^^^ warning: 'http.host' is a host name, which never has a scheme in it. Write 'example.com'.
`,
      fixed: `
starts_with(http.request.uri.path, "/admin/") or http.host eq "https://example.com/"
`,
    },
    {
      text: `
http.request.uri.path.extension in {".php" "asp"}
                                    ^^^^^^ warning: 'http.request.uri.path.extension' has no '.' in it. Write 'php'.
`,
      fixed: `
http.request.uri.path.extension in {"php" "asp"}
`,
    },
    {
      text: `
http.request.full_uri wildcard "shop.example.com/*"
                               ^^^^^^^^^^^^^^^^^^^^ warning: 'http.request.full_uri' always begins with 'https://' or 'http://'. Write 'http*://shop.example.com/*'.
`,
      fixed: `
http.request.full_uri wildcard "http*://shop.example.com/*"
`,
    },
    {
      text: `
http.request.uri.path contains "^/admin"
                               ^^^^^^^^^ warning: Only 'matches' gives '^' a meaning; 'contains' takes it as a character. Use 'starts_with'.
`,
    },
    {
      text: `
http.request.uri.path contains "?id="
                               ^^^^^^ warning: 'http.request.uri.path' is without the query, so it has no '?' in it. Use 'http.request.uri'.
`,
      fixed: `
http.request.uri contains "?id="
`,
    },
    {
      text: `
http.request.uri.path eq "/admin/*"
                         ^^^^^^^^^^ warning: Only 'wildcard' gives '*' a meaning; 'eq' takes it as a character. Use 'wildcard'.
`,
      fixed: `
http.request.uri.path wildcard "/admin/*"
`,
    },
    {
      text: `
http.host contains "*.example.com"
                   ^^^^^^^^^^^^^^^ warning: Only 'wildcard' gives '*' a meaning; 'contains' takes it as a character. Remove it, or use 'wildcard'.
`,
      fixed: `
http.host contains ".example.com"
`,
    },
    {
      text: `
http.request.uri.path contains "/$metadata" or http.request.uri.query contains "$" or http.user_agent contains "^" or ends_with(http.request.uri.path, "admin/") or http.request.full_uri contains "example.com/"
`,
    },
  ],
};

function shaped(literal: StringLiteral, use: ValueUse, text: string, report: Report): boolean {
  const found = use.subject && misshapen(literal.value, use.how, use.subject.field);
  if (!found) return false;
  const { message, meant, field, sure } = found;
  const fixes: Fix[] = [];
  if (meant !== undefined) {
    const edits = [replace(literal, respelt(literal, meant, text))];
    const fix: Fix = { title: `Write ${shorten(meant)}`, edits };
    fixes.push(sure ? fix : { ...fix, guess: true });
  }
  // In a set the other values may be right for the field.
  if (field && use.subject && !use.set) {
    const edits = [replace(use.subject.node, field)];
    fixes.push({ title: `Use '${field}'`, edits, guess: true });
  }
  report(literal, message, { fixes });
  return true;
}

/** A regular expression after an operator that takes none. */
function anchored(literal: StringLiteral, use: ValueUse, report: Report): boolean {
  const { value } = literal;
  const atStart = value.startsWith("^") && /^\^[\w/(.[\\]/.test(value);
  const atEnd = value.endsWith("$") && /[\w)*]\$$/.test(value);
  if (!atStart && !atEnd) return false;
  const shape = use.subject?.field.shape;
  const isShaped = shape !== undefined && shape !== "query";
  // A text may begin or end with these characters by itself, save in an address.
  if (isShaped ? !atStart && !atEnd : !atStart || !atEnd) return false;
  const instead = atStart && atEnd ? "'eq'" : atStart ? "'starts_with'" : "'ends_with'";
  const isPlain = !/[\\()[\]+?|*]/.test(value);
  const message = `Only 'matches' gives '${atStart ? "^" : "$"}' a meaning; '${operatorOf(use)}' takes it as a character.`;
  report(
    literal,
    `${message} Use ${isPlain && operatorOf(use) === "contains" ? instead : "'matches'"}.`,
  );
  return true;
}

/** A pattern after an operator that takes none. */
function starred(literal: StringLiteral, use: ValueUse, text: string, report: Report): boolean {
  const { how, subject } = use;
  if (how === "wildcard" || how === "strict wildcard" || how === "bits") return false;
  if (!literal.value.includes("*") || !/[\w/]\*|^\*\./.test(literal.value)) return false;
  const shape = subject?.field.shape;
  if (shape !== "host" && shape !== "path" && shape !== "uri" && shape !== "full uri") return false;
  const message = `Only 'wildcard' gives '*' a meaning; '${operatorOf(use)}' takes it as a character.`;
  const trimmed = literal.value.replace(/^\*|\*$/g, "");
  if (how !== "equal" && trimmed !== "" && !trimmed.includes("*")) {
    const edits = [replace(literal, respelt(literal, trimmed, text))];
    report(literal, `${message} Remove it, or use 'wildcard'.`, {
      fixes: [{ title: `Write ${shorten(trimmed)}`, edits, guess: true }],
    });
  } else report(literal, `${message} Use 'wildcard'.`, { fixes: asWildcard(literal, use) });
  return true;
}

function asWildcard({ value }: StringLiteral, { node }: ValueUse): readonly Fix[] {
  if (node.kind !== "comparison" || node.operator.name !== "eq") return [];
  // Two stars in a row, and a backslash, mean something else in a pattern, or nothing.
  if (/\*\*|\\/.test(value)) return [];
  // That would be true of every path.
  if (/^\/?\*$/.test(value)) return [];
  return [{ title: "Use 'wildcard'", edits: [replace(node.operator, "wildcard")], guess: true }];
}

function operatorOf({ node }: ValueUse): string {
  return node.kind === "comparison" ? node.operator.name : node.name;
}
