import type { Meaning } from "../core/meaning/meaning.ts";
import { type FormulaWithFacts, Parts } from "../core/shrink/proof.ts";
import { shortestProved, shrink, type Version } from "../core/shrink/shrink.ts";
import type { NotShrunk, Shrinking, Size } from "../core/shrink/size.ts";
import { minify } from "../json/format/minify.ts";
import { replace } from "../text/edit.ts";
import { hasHole } from "../text/hole.ts";
import type { Document } from "./document.ts";
import { formulaOf } from "./meaning/formula.ts";
import { looseFacts } from "./meaning/loose-formula.ts";
import { indentAt } from "./rewrite/layout.ts";
import { stepsOf } from "./shrink/steps.ts";
import type { Filter, FilterNode } from "./syntax/filter.ts";
import { sizeOf } from "./syntax/size.ts";

/** The shortest equivalent filter found. `read` parses another version of it; the parser is in another bundle. */
export function shrinkFilter(
  doc: Document,
  read: (text: string) => Filter,
  meaningOf: (doc: Document) => Meaning | undefined,
): Shrinking | NotShrunk {
  const { text, json, context } = doc;
  const { start = 0, end = text.length } = json.root ?? {};
  if (context.hasHoles && hasHole(text.slice(start, end))) return { start, end, error };
  // A filter inside a job is shortened without the job, but keeps its indentation.
  const indent = indentAt(text, start);
  const parts = new Parts();
  const limits = { bytes: context.limits.bytes, operators: context.limits.operators };
  const given = indent + text.slice(start, end);
  const versions = shrink(given, (it) => versionOf(read(it), parts, limits)) ?? [];
  const found = shortestProved(versions, (it) => {
    const filter = read(it);
    return meaningOf({ ...doc, text: it, json: filter.json, filter });
  });
  if (!found || !versions[0]) return { start, end, error };
  const edit = replace({ start, end }, found.text.slice(indent.length));
  return {
    start,
    end,
    before: versions[0].size,
    after: found.size,
    isUnproved: found.isUnproved,
    isCutShort: found.isCutShort,
    limits,
    edits: edit.newText === text.slice(start, end) ? [] : [edit],
  };
}

const error = "Cannot be shortened: the filter has errors, or parts that Weir cannot know.";

function versionOf(filter: Filter, parts: Parts, limits: Size): Version | undefined {
  const { json, node } = filter;
  const meant = node && json.errors.length === 0 && meantBy(node, json.text, parts);
  if (!meant) return undefined;
  return {
    ...meant,
    size: sizeOf(filter),
    limits,
    steps: () => stepsOf(filter),
  };
}

function meantBy(node: FilterNode, text: string, parts: Parts): FormulaWithFacts | undefined {
  if (node.kind === "stray") return undefined;
  if (node.kind === "condition") {
    return parts.condition(minify(node.object, text), () => {
      const meant = formulaOf(node);
      return meant && { formula: meant.formula, facts: looseFacts(meant.terms) };
    });
  }
  if (!node.list || node.object.properties.length !== 1) return undefined;
  const items: FormulaWithFacts[] = [];
  for (const item of node.items) {
    const meant = meantBy(item, text, parts);
    if (!meant) return undefined;
    items.push(meant);
  }
  const formula = parts.group(
    node.logical,
    items.map((it) => it.formula),
  );
  return { formula, facts: items.flatMap((it) => it.facts) };
}
