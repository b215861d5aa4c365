import { addAll } from "../text/add-all.ts";
import { templateComment } from "./configuration/syntax-fault.ts";
import { mayDeclare } from "./declared/declarations.ts";
import { type EmbeddedPath, textsAtPaths } from "./declared/paths.ts";
import { declaredIn } from "./declared/texts.ts";
import { type Embedded, sortedEmbedded } from "./embedded.ts";
import { type CreatedList, createdList, type HostAside } from "./host-aside.ts";
import type { KeptParts } from "./kept/parts.ts";
import { type HostNode, valuesNamed } from "./node.ts";
import { octorulesPhases, ruleSet } from "./places.ts";
import { rulesNamed } from "./rules.ts";
import type { YamlItem } from "./yaml/items.ts";
import { readYaml, yamlComments } from "./yaml/read.ts";

/** Matches keys in quotes or braces too. */
const phaseKey = new RegExp(
  `(?:^|[\\s{,"'])(?:${[...octorulesPhases.keys()].join("|")})["']?[ \\t]*:`,
);
const templateLine = /^[ \t]*\{[{%]/m;

type Items = KeptParts<YamlItem> | undefined;

/** Whether a file has to be parsed, which loads the YAML library. */
export function mayHoldTexts(text: string, paths: readonly EmbeddedPath[] = []): boolean {
  return paths.length > 0 || mayDeclare(text) || phaseKey.test(text);
}

/**
 * The embedded texts of a YAML file: octorules rules, and strings declared by the workspace or by a comment. With the comment
 * `weir: template`, `{{ … }}` is replaced by another tool.
 */
export function yamlTexts(
  text: string,
  paths: readonly EmbeddedPath[] = [],
  aside?: Pick<HostAside, "unknown" | "parts" | "lists">,
): readonly Embedded[] {
  if (!mayHoldTexts(text, paths)) return [];
  const isWanted = (document: string) => mayHoldTexts(document, paths);
  const roots = readYaml(text, templateComment.test(text), isWanted, aside?.parts as Items);
  // A template around rules may repeat or omit them.
  const hasOrder = !templateLine.test(text);
  const found = roots.flatMap((it) => [
    ...octorulesTexts(it).map((rule) =>
      hasOrder ? rule : { ...rule, context: { ...rule.context, order: undefined } },
    ),
    ...textsAtPaths(it, paths),
  ]);
  if (aside) addAll(aside.lists, roots.flatMap(createdLists));
  if (mayDeclare(text)) addAll(found, declaredIn(text, roots, yamlComments(text, roots)));
  return sortedEmbedded(found, aside?.unknown);
}

/** The lists that an octorules file creates. */
function createdLists(root: HostNode): readonly CreatedList[] {
  if (root.kind !== "object") return [];
  return valuesNamed(root, "lists").flatMap((it) => (it.kind === "object" ? createdList(it) : []));
}

/** Each phase has its own list of rules. */
function octorulesTexts(root: HostNode): Embedded[] {
  if (root.kind !== "object") return [];
  const lists = { ...root, entries: root.entries.filter(({ value }) => value.kind === "list") };
  const names = new Set(lists.entries.map((it) => it.name));
  return [...names].flatMap((name) => {
    const phase = octorulesPhases.get(name);
    return phase === undefined ? [] : rulesNamed(lists, name, ruleSet, { phase, group: name });
  });
}
