import type { Refactoring, RefactoringKind } from "../../core/analysis.ts";
import { ignoreActions } from "../../core/suppression/ignore-actions.ts";
import { safetyAroundHoles } from "../../json/rewrite/around-holes.ts";
import type { Edit } from "../../text/edit.ts";
import { cut } from "../../text/shorten.ts";
import { cover, overlaps, type Span } from "../../text/span.ts";
import { check } from "../checks/all.ts";
import type { Document } from "../document.ts";
import { findingsOf } from "../findings.ts";
import { chainsIn, nestingsIn } from "../rewrite/chains.ts";
import { negate, swapLogical } from "../rewrite/condition.ts";
import { factorGroup } from "../rewrite/factor.ts";
import { splitList, splitPoint, spreadList } from "../rewrite/list.ts";
import { mergeConditions } from "../rewrite/merge.ts";
import {
  keep,
  putPiece,
  type RewriteTarget,
  rewriteTargetAt,
  selectedParts,
} from "../rewrite/rewrite-target.ts";
import { unwrapGroup } from "../rewrite/unwrap.ts";
import { type Group, otherLogical } from "../syntax/filter.ts";
import { exampleAdditions } from "./examples.ts";

/** Refactorings for a span, and suppressions of its diagnostics. */
export function refactorings(doc: Document, span: Span): readonly Refactoring[] {
  const place = doc.json.errors.length === 0 ? rewriteTargetAt(doc.filter, span) : undefined;
  const rewrites = place && place.node.kind !== "stray" ? rewritesAt(place) : [];
  const isSafe = safetyAroundHoles(doc.json, doc.context) ?? (() => true);
  return [
    ...rewrites.filter((it) => it.edits.length > 0 && isSafe(it.edits)),
    ...exampleAdditions(doc, span),
    ...suppressions(doc, span),
  ];
}

/** Suppressing a syntax error would not help: the text still cannot be parsed. */
function suppressions(doc: Document, span: Span): readonly Refactoring[] {
  const found = check(doc).filter(
    (it) => overlaps(it, span) && it.code !== "json-syntax" && it.code !== "too-many-findings",
  );
  return found.length === 0
    ? []
    : ignoreActions(found, { text: doc.text, comments: doc.json.comments, marker: "//" });
}

function rewritesAt(place: RewriteTarget): Refactoring[] {
  const selected = selectedParts(place);
  const [first] = selected;
  const last = selected[selected.length - 1];
  if (first && last) return wraps(place, cover(first, last), `${selected.length} members`);
  const { node } = place;
  const what = node.kind === "group" ? "group" : "condition";
  return [
    ...wraps(place, node, what),
    rewrite(`Negate ${what}`, negate(node) ?? []),
    ...(node.kind === "group" ? groupRewrites(place, node) : conditionRewrites(place)),
    ...merges(place),
  ];
}

function wraps(place: RewriteTarget, span: Span, what: string): Refactoring[] {
  const logicalOperators = ["and", "or"] as const;
  return logicalOperators.map((logical) =>
    rewrite(
      `Wrap ${what} in '${logical}'`,
      putPiece(place, span, { logical, pieces: [keep(place, span)] }),
    ),
  );
}

function groupRewrites(place: RewriteTarget, group: Group): Refactoring[] {
  const { logical } = group;
  const plain = group.object.properties.length === 1;
  return [
    rewrite(`Change '${logical}' to '${otherLogical(logical)}'`, plain ? [swapLogical(group)] : []),
    factoring(place),
    rewrite("Flatten nested groups", flatten(place, group), "inline"),
  ];
}

function factoring(place: RewriteTarget): Refactoring {
  const logical = place.node.kind === "group" ? place.node.logical : "";
  const title = `Extract conditions shared by this '${logical}'`;
  return rewrite(title, factorGroup(place), "extract");
}

/** The rewrite target for the group of the part. */
function placeAround({ filter, group }: RewriteTarget): RewriteTarget | undefined {
  return group && rewriteTargetAt(filter, { start: group.start, end: group.start });
}

/** Only direct children: the edits of deeper groups may overlap with these. */
function flatten({ filter }: RewriteTarget, group: Group): readonly Edit[] {
  return nestingsIn(filter)
    .filter((it) => group.items.includes(it.group))
    .flatMap((it) => unwrapGroup(filter, it.group));
}

function conditionRewrites(place: RewriteTarget): Refactoring[] {
  const { node } = place;
  const single = node.kind === "condition" && node.comparison?.name === "!in" ? "!eq" : "eq";
  const point = splitPoint(place);
  const before = point && cut(place.filter.json.text.slice(point.start, point.end));
  const branch = placeAround(place);
  const branches = branch && placeAround(branch);
  return [
    ...(branches ? [factoring(branches)] : []),
    rewrite(`Use one '${single}' per value`, spreadList(place)),
    rewrite(`Split the array before ${before}`, point ? splitList(place, point) : [], "extract"),
  ];
}

/** Merges conditions into one array, if the cursor is on one of them or on their group. */
function merges({ filter, node }: RewriteTarget): Refactoring[] {
  return chainsIn(filter, findingsOf(filter))
    .filter(({ group, conditions }) => group === node || conditions.some((it) => it === node))
    .map((chain) => {
      const key = chain.conditions[0].field?.name ?? "";
      const edits = mergeConditions(filter, chain)?.edits ?? [];
      return rewrite(`Use one '${chain.operator}' for '${key}'`, edits);
    });
}

function rewrite(
  title: string,
  edits: readonly Edit[],
  kind: "rewrite" | "extract" | "inline" = "rewrite",
): Refactoring {
  const full: RefactoringKind = `refactor.${kind}`;
  return { title, kind: full, edits };
}
