import type { Refactoring } from "../../core/analysis.ts";
import { ignoreActions } from "../../core/suppression/ignore-actions.ts";
import { type Edit, insert, replace } from "../../text/edit.ts";
import { contains, overlaps, type Span } from "../../text/span.ts";
import { check } from "../checks/all.ts";
import type { Document } from "../document.ts";
import { safetyAroundHoles } from "../rewrite/around-holes.ts";
import { chainsOf, mergeChain, spreadSet } from "../rewrite/merge.ts";
import { gatherNots, spreadNot } from "../rewrite/negate.ts";
import { oppositeOf, plainComparison } from "../rewrite/opposite.ts";
import { isLoose, parenthesize, ungroup } from "../rewrite/parentheses.ts";
import { dropNot, insertWord, startsArgument } from "../rewrite/source.ts";
import { respell, spelledOperators } from "../rewrite/spelling.ts";
import { requote } from "../rewrite/strings.ts";
import { pathAt } from "../syntax/children.ts";
import type { Comparison, Node, Not } from "../syntax/tree.ts";
import { exampleAdditions } from "./examples.ts";

/** The rewrites at a position, and the ways to suppress its diagnostics. */
export function refactorings(doc: Document, span: Span): readonly Refactoring[] {
  const sound = doc.parsed.problems.length === 0 && doc.parsed.form === "filter";
  const rewrites = sound ? [...rewritesAt(doc, span), ...exampleAdditions(doc, span)] : [];
  const isSafe = safetyAroundHoles(doc) ?? (() => true);
  return [
    ...rewrites.filter((it) => it.edits.length > 0 && isSafe(it.edits)),
    ...suppressions(doc, span),
  ];
}

/** Suppressing a syntax error would not make the text parseable. */
function suppressions(doc: Document, span: Span): readonly Refactoring[] {
  const found = check(doc).filter(
    (it) =>
      overlaps(it, span) && it.code !== "expression-syntax" && it.code !== "too-many-findings",
  );
  const { text, parsed } = doc;
  return found.length === 0
    ? []
    : ignoreActions(found, { text, comments: parsed.comments, marker: "#" });
}

/** A node and its ancestors, from the root down. */
interface Place {
  readonly node: Node;
  readonly above: readonly Node[];
}

function rewritesAt(doc: Document, span: Span): Refactoring[] {
  const path = pathAt(doc.parsed.root, span.start).filter((it) => contains(it, span));
  const places = path
    .map((node, index) => ({ node, above: path.slice(0, index) }))
    .filter(({ above }) => isSure(above))
    .reverse();
  const condition = places.find(({ node }) => isCondition(node));
  return [
    ...unique(places.flatMap((it) => rewritesOf(doc, it))),
    ...(condition ? wraps(doc, condition) : []),
    ...spellings(doc),
  ];
}

/** Recovered nodes are not rewritten, but their well-formed children can be. */
function isSure(above: readonly Node[]): boolean {
  const guess = above.findLastIndex((it) => it.kind === "recovered");
  if (guess === -1) return true;
  const kind = above[guess + 1]?.kind;
  return kind === "logical" || kind === "group";
}

/** If an inner and an outer node offer the same rewrite, the inner one wins. */
function unique(rewrites: readonly Refactoring[]): Refactoring[] {
  const titles = new Set<string>();
  return rewrites.filter(({ title, edits }) => {
    if (edits.length === 0 || titles.has(title)) return false;
    titles.add(title);
    return true;
  });
}

function rewritesOf(doc: Document, { node, above }: Place): Refactoring[] {
  const { parsed, text } = doc;
  switch (node.kind) {
    case "string":
    case "regex": {
      const inIndex = above[above.length - 1]?.kind === "index";
      const title =
        node.form === "quoted" ? "Convert to a raw string" : "Convert to a quoted string";
      const unseen = node.kind === "string" && hasUnseen(node.value);
      return inIndex || unseen ? [] : [rewrite(title, requote(node, doc))];
    }
    case "comparison":
      return [
        rewrite("Expand to one 'eq' per value", spreadSet(parsed, node, above)),
        rewrite("Convert to 'not' and the opposite operator", withNot(doc, node, above)),
      ];
    case "not":
      return notRewrites(doc, node, above);
    case "group":
      return [
        rewrite("Remove the parentheses", isLoose(node, above) ? ungroup(parsed, node, above) : []),
      ];
    case "logical":
      return [
        ...chainsOf(node, text).map((it) =>
          rewrite(`Use one '${it.operator === "in" ? "in" : "not … in"}'`, mergeChain(parsed, it)),
        ),
        rewrite("Move 'not' out of the group", gatherNots(parsed, node)),
        rewrite("Add implied parentheses", parenthesize(parsed, node)),
      ];
    default:
      return [];
  }
}

/** Invisible characters, which are only readable as escapes. */
function hasUnseen(value: string): boolean {
  return /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\ufffd]/u.test(value);
}

function notRewrites(doc: Document, node: Not, above: readonly Node[]): Refactoring[] {
  const { parsed, text } = doc;
  const comparison = plainComparison(node);
  const operator = comparison && oppositeOf(comparison, text);
  const free = !(above[above.length - 1]?.kind === "logical" && startsArgument(node, above));
  return [
    rewrite("Move 'not' into the group", spreadNot(parsed, node, { root: parsed.root })),
    rewrite(
      `Use '${operator}' instead of 'not'`,
      comparison && operator && free
        ? [dropNot(parsed, node), replace(comparison.operator, operator)]
        : [],
    ),
  ];
}

/** `x ne y` as `not x eq y`, if the value is never missing. */
function withNot(doc: Document, node: Comparison, above: readonly Node[]): readonly Edit[] {
  const operator = oppositeOf(node, doc.text);
  if (!operator || above[above.length - 1]?.kind === "not") return [];
  return [insertWord(doc.parsed, node.start, "not "), replace(node.operator, operator)];
}

function wraps({ parsed }: Document, { node, above }: Place): Refactoring[] {
  const around = above[above.length - 1];
  const wrapped = node.kind === "logical" || around?.kind === "group" ? undefined : node;
  const parentheses = [insert(node.start, "("), insert(node.end, ")")];
  const bare = node.kind === "logical";
  // A negated node is negated by removing its 'not'.
  const not = node.kind === "not" ? node : around?.kind === "not" ? around : undefined;
  return [
    rewrite("Add parentheses", wrapped || bare ? parentheses : []),
    not
      ? rewrite("Remove 'not'", startsArgument(not, above) ? [] : [dropNot(parsed, not)])
      : rewrite("Negate", [
          insertWord(parsed, node.start, bare ? "not (" : "not "),
          ...(bare ? [insert(node.end, ")")] : []),
        ]),
  ];
}

function spellings({ parsed, text }: Document): Refactoring[] {
  const spelled = spelledOperators(parsed.root, text);
  const symbols = spelled.filter((it) => it.spelling === "C-like");
  const words = spelled.filter((it) => it.spelling === "English");
  return [
    rewrite("Convert all operators to English", respell(parsed, symbols)),
    rewrite("Convert all operators to symbols", respell(parsed, words)),
  ];
}

function isCondition({ kind }: Node): boolean {
  return (
    kind === "comparison" ||
    kind === "quantifier" ||
    kind === "not" ||
    kind === "group" ||
    kind === "logical"
  );
}

function rewrite(title: string, edits: readonly Edit[]): Refactoring {
  return { title, kind: "refactor.rewrite", edits };
}
