import {
  type CommentRow,
  commentOffers,
  ignoreRows,
} from "../../../json/features/ignore-comments.ts";
import { hole, type Offer, type Slot } from "../../../json/features/slot.ts";
import type { Span } from "../../../text/span.ts";
import { vocabularies } from "../../../vocabulary/vocabularies.ts";
import { products } from "../../catalogue/actions.ts";
import { type DirectiveRow, directives } from "../../catalogue/directives.ts";
import { typeName } from "../../catalogue/type.ts";
import { checks } from "../../checks/all.ts";
import type { Document } from "../../document.ts";
import { eachNode } from "../../syntax/children.ts";
import { describeDirective, describeField } from "../describe.ts";

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

/** The method of an example, and the fields after its URL: those of the rule first. */
function exampleRows({ parsed, scheme }: Document): CommentRow[] {
  const start = "^#[ \\t]*@(?:match|no-match)[ \\t]+";
  const methods = () =>
    [...vocabularies["http-method"].values].map(
      ([label, detail]): Offer => ({ label, kind: "value", text: `${label} `, detail }),
    );
  const fields = () => {
    const used = new Set<string>();
    eachNode(parsed.root, (node) => {
      if (node.kind === "field" && node.definition && !node.definition.pseudo) used.add(node.name);
    });
    const names = [...used, ...scheme.fieldNames.filter((it) => !used.has(it))];
    return names.flatMap((name): Offer[] => {
      const field = scheme.field(name);
      if (!field || field.pseudo) return [];
      const text = field.type.kind === "Map" ? `${name}["${hole(1)}"]=` : `${name}=`;
      const documentation = () => describeField(field);
      return [
        {
          label: name,
          kind: "field",
          text,
          detail: typeName(field.type),
          documentation,
          snippet: true,
        },
      ];
    });
  };
  return [
    [new RegExp(`${start}([A-Za-z]*)$`), methods],
    [new RegExp(`${start}\\S+[ \\t]+\\S+[ \\t]+(?:\\S+[ \\t]+)*([\\w.]*)$`), fields],
  ];
}

/** Their values are completed, too: products here, and other rules by the workspace. */
const named = new Set(["products", "before", "after"]);

/** The only directive with several values. */
const productsTyped = /^#[ \t]*@products[ \t]+((?:\w+[ \t]*,[ \t]*)*)(\w*)$/;

function productOffers(listed: string): Offer[] {
  const taken = new Set(listed.split(",").map((it) => it.trim()));
  return products
    .filter((it) => !taken.has(it))
    .map((it) => ({ label: it, kind: "value", text: it }));
}

/** Directives that the file does not have yet, and those that can appear on several lines. */
function nameOffers({ parsed }: Document, comment: Span): Offer[] {
  const others = parsed.directives.filter((it) => it.start !== comment.start);
  const taken = new Set(others.map((it) => it.name));
  return directives
    .filter((it) => it.repeats || !taken.has(it.name))
    .map((it) => ({
      label: `@${it.name}`,
      kind: "keyword",
      text: `@${it.name}${it.takes ? ` ${hole(1)}` : ""}`,
      detail: it.doc,
      documentation: () => describeDirective(it),
      snippet: true,
      ...(it.values || named.has(it.name) ? { next: "suggest" } : {}),
    }));
}
