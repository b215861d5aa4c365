import {
  type CommentRow,
  commentOffers,
  ignoreRows,
} from "../../../json/features/ignore-comments.ts";
import { type Offer, placeholder, type Slot } from "../../../json/features/slot.ts";
import type { Span } from "../../../text/span.ts";
import { ruleProducts } from "../../catalog/actions.ts";
import { type DirectiveRow, directives } from "../../catalog/directives.ts";
import { checks } from "../../checks/all.ts";
import type { Document } from "../../document.ts";
import { describeDirective } from "../describe.ts";
import { exampleRows } from "./examples.ts";

/** Directives, their values, and the codes of diagnostics to suppress. */
export function directiveOffers(
  doc: Document,
  comment: Span,
  offset: number,
): { readonly slot: Slot; readonly offers: readonly Offer[] } | undefined {
  // After the start of the expression a directive is an ordinary comment.
  const above = doc.parsed.root.kind === "missing" || comment.start < doc.parsed.root.start;
  return commentOffers(doc.text, comment, offset, [
    ...(above ? [...directives.flatMap(valueRows), ...exampleRows(doc)] : []),
    ...ignoreRows(checks, () => (above ? nameOffers(doc, comment) : [])),
  ]);
}

function valueRows({ name, values }: DirectiveRow): CommentRow[] {
  if (name === "products") return [[productsTyped, productOffers]];
  if (!values) return [];
  const offers = values.map(({ name: label, doc }): Offer => {
    return { label, kind: "value", text: label, detail: doc };
  });
  return [[new RegExp(`^#[ \\t]*@${name}[ \\t]+(\\w*)$`), () => offers]];
}

/** Their values are completed, too: products here, and other rules by the workspace. */
const named = new Set(["products", "before", "after"]);

/** The only directive with several values. */
const productsTyped = /^#[ \t]*@products[ \t]+((?:\w+[ \t]*,[ \t]*)*)(\w*)$/;

function productOffers(listed: string): Offer[] {
  const taken = new Set(listed.split(",").map((it) => it.trim()));
  return ruleProducts
    .filter((it) => !taken.has(it))
    .map((it) => ({ label: it, kind: "value", text: it }));
}

/** Directives that the file does not have yet, and directives that can appear on several lines. */
function nameOffers({ parsed }: Document, comment: Span): Offer[] {
  const others = parsed.directives.filter((it) => it.start !== comment.start);
  const taken = new Set(others.map((it) => it.name));
  return directives
    .filter((it) => it.repeats || !taken.has(it.name))
    .map((it) => ({
      label: `@${it.name}`,
      kind: "keyword",
      text: `@${it.name}${it.takes ? ` ${placeholder(1)}` : ""}`,
      detail: it.doc,
      documentation: () => describeDirective(it),
      snippet: true,
      ...(it.values || named.has(it.name) ? { next: "suggest" } : {}),
    }));
}
