import type { Embedded, EmbeddedContext } from "../embedded.ts";
import { type HostNode, type HostObject, type HostValue, valuesNamed } from "../node.ts";
import { ruleSet } from "../places.ts";
import { rulesOf, ruleTexts, textNamed } from "../rules.ts";

/** The language, role and context that a comment or a path in `weir.json` declares. */
export type Declared = Pick<Embedded, "role"> & {
  readonly language: "cfrule" | "lpfilter";
  readonly context?: EmbeddedContext;
};

/** The texts in a declared part of a file, by its shape: a text, a rule, a filter, or a list or a map of these. */
export function declaredTexts(node: HostNode, declared: Declared): Embedded[] {
  if (node.kind === "value") return textsOfValue(node, declared);
  if (node.kind === "list") return node.items.flatMap((it) => inside(it, declared));
  return declared.language === "cfrule" ? inRules(node, declared) : inFilters(node, declared);
}

/** In YAML, `1` and `true` are not strings, but have the same regions. Inside a list or an object, they are settings. */
function inside(node: HostNode, declared: Declared): Embedded[] {
  const literal = node.kind === "value" ? node.literal() : undefined;
  const isSetting = literal !== undefined && typeof literal !== "string";
  return isSetting ? [] : declaredTexts(node, declared);
}

function textsOfValue(value: HostValue, { language, role, context = {} }: Declared): Embedded[] {
  return value.regions().map((region) => ({ language, role, region, context }));
}

function inRules(node: HostObject, declared: Declared): Embedded[] {
  const has = (name: string) => node.entries.some((it) => it.name === name);
  if (has("rules")) return rulesOf(node, ruleSet, {});
  if (node.entries.some(isExpression)) return ruleTexts(node);
  const settings = ["action", "description", "ref"].some(has) ? rulesSettings : noNames;
  return inEntries(node, declared, settings);
}

const noNames: ReadonlySet<string> = new Set();

/** The settings of a rule beside its expression. */
const rulesSettings: ReadonlySet<string> = new Set([
  "action",
  "action_parameters",
  "description",
  "enabled",
  "id",
  "kind",
  "logging",
  "name",
  "phase",
  "ref",
]);

function inFilters(node: HostObject, declared: Declared): Embedded[] {
  const { role, context = {} } = declared;
  if (isFilter(node)) {
    const region = node.filter?.();
    return region ? [{ language: "lpfilter", role, region, context }] : [];
  }
  const filters = valuesNamed(node, "filter");
  if (filters.length === 0) return inEntries(node, declared, noNames);
  const dataset = textNamed(node, "dataset");
  const within = dataset === undefined ? declared : { ...declared, context: { dataset } };
  return filters.flatMap((it) => inside(it, within));
}

/** Whether the part is a rule or a filter, not a list or a map of them. */
export function isOneText(node: HostNode, language: Declared["language"]): boolean {
  if (node.kind !== "object") return false;
  return language === "lpfilter" ? isFilter(node) : node.entries.some(isExpression);
}

function isExpression({ name }: HostObject["entries"][number]): boolean {
  return name === "expression";
}

/** A whole filter, a group or a condition. */
function isFilter({ entries }: HostObject): boolean {
  const has = (name: string) => entries.some((it) => it.name === name);
  return has("where") || isGroup(entries) || (has("key") && (has("operator") || has("value")));
}

/** The names of a map may be `and` and `or` too. */
function isGroup(entries: HostObject["entries"]): boolean {
  const [only, ...others] = entries;
  return (
    others.length === 0 &&
    (only?.name === "and" || only?.name === "or") &&
    only.value.kind === "list" &&
    only.value.items.some((it) => it.kind === "object")
  );
}

function inEntries(
  node: HostObject,
  declared: Declared,
  settings: ReadonlySet<string>,
): Embedded[] {
  return node.entries.flatMap(({ name, value }) =>
    settings.has(name) ? [] : inside(value, declared),
  );
}
