import { addAll } from "../../text/add-all.ts";
import type { Embedded } from "../embedded.ts";
import type { HostNode } from "../node.ts";
import { declaredTexts, isOneText } from "./shapes.ts";

/** A job is a whole document, not an embedded string. */
export const embeddedLanguages = ["cfrule", "lpfilter"] as const;

/** A path in YAML and JSON files that the workspace declares, such as `spec.rules[*].expression`. */
export interface EmbeddedPath {
  readonly path: string;
  readonly language: (typeof embeddedLanguages)[number];
}

/** One step of a path: a name, a wildcard (`*`), or an index. */
type Step = { readonly name: string } | { readonly index: number } | "any";

const step = /(?:^|\.)(?:(\*)|([^.[\]"*]+))|\[(?:(\*)|(\d+)|"((?:[^"\\]|\\.)*)")\]/y;

/** Undefined for an invalid path. */
export function readEmbeddedPath(path: string): readonly Step[] | undefined {
  const steps: Step[] = [];
  step.lastIndex = 0;
  for (let at = 0; at < path.length; at = step.lastIndex) {
    const found = step.exec(path);
    if (!found) return undefined;
    const [, anyName, name, anyItem, index, quoted] = found;
    if (anyName ?? anyItem) steps.push("any");
    else if (index !== undefined) steps.push({ index: Number(index) });
    else steps.push({ name: name ?? quoted?.replace(/\\(.)/g, "$1") ?? "" });
  }
  return steps.length > 0 ? steps : undefined;
}

/** The texts that match the paths. */
export function textsAtPaths(root: HostNode, paths: readonly EmbeddedPath[]): Embedded[] {
  const found: Embedded[] = [];
  for (const { path, language } of paths) {
    const declared = { language, role: "rule", context: { attribute: path } } as const;
    for (const node of nodesAt(root, readEmbeddedPath(path) ?? noSteps))
      if (node.kind === "value" || isOneText(node, language))
        addAll(found, declaredTexts(node, declared));
  }
  return found;
}

const noSteps: readonly Step[] = [{ index: -1 }];

function nodesAt(node: HostNode, steps: readonly Step[]): readonly HostNode[] {
  const [first, ...rest] = steps;
  if (first === undefined) return [node];
  return childrenAt(node, first).flatMap((it) => nodesAt(it, rest));
}

function childrenAt(node: HostNode, at: Step): readonly HostNode[] {
  if (node.kind === "value") return [];
  if (node.kind === "list") {
    if (at === "any") return node.items;
    const item = "index" in at ? node.items[at.index] : undefined;
    return item ? [item] : [];
  }
  if (at === "any") return node.entries.map((it) => it.value);
  return "name" in at ? node.entries.filter((it) => it.name === at.name).map((it) => it.value) : [];
}
