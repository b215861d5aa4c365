import { applyEdits, type Edit, replace } from "../../text/edit.ts";
import { maxRawHashes } from "../catalog/limits.ts";
import { type Document, parseWithin } from "../document.ts";
import { isUtf8 } from "../syntax/bytes.ts";
import { pathAt } from "../syntax/children.ts";
import type { RegexLiteral, StringLiteral } from "../syntax/tree.ts";

/** Converts between quoted and raw strings. No edits if there is no equivalent. */
export function requote(
  literal: StringLiteral | RegexLiteral,
  doc: Pick<Document, "text" | "scheme" | "context">,
): Edit[] {
  const written = literal.form === "quoted" ? asRaw(literal) : asQuoted(literal);
  if (written === undefined) return [];
  const edits = [replace(literal, written)];
  // Both forms have corner cases, so the result is parsed again to verify it.
  const after = parseWithin(applyEdits(doc.text, edits), doc);
  const same = pathAt(after.root, literal.start + 1).some(
    (it) =>
      it.start === literal.start &&
      it.kind === literal.kind &&
      contentOf(it) === contentOf(literal),
  );
  return same && after.problems.length === 0 ? edits : [];
}

function contentOf(node: { readonly kind: string }): string | undefined {
  const { bytes, pattern } = node as Partial<StringLiteral & RegexLiteral>;
  return bytes ?? pattern;
}

function asRaw(literal: StringLiteral | RegexLiteral): string | undefined {
  const content = literal.kind === "string" ? literal.value : literal.pattern;
  if (literal.kind === "string" && !isUtf8(literal.bytes)) return undefined;
  let hashes = "";
  while (content.includes(`"${hashes}`)) hashes += "#";
  return hashes.length > maxRawHashes ? undefined : `r${hashes}"${content}"${hashes}`;
}

function asQuoted(literal: StringLiteral | RegexLiteral): string | undefined {
  if (literal.form === "hex") return undefined;
  if (literal.kind === "string") return `"${literal.value.replace(/["\\]/g, "\\$&")}"`;
  return `"${literal.pattern.replace(/"/g, '\\"')}"`;
}
