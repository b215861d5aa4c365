import {
  type ConfiguredRule,
  isPartObject,
  otherSettings,
  type Part,
  UnknownPart,
} from "../../core/configuration/model.ts";
import { partAt, textAt } from "./parameters.ts";

type Override = Partial<Pick<ConfiguredRule, "action" | "enabled" | "otherSettings">>;

/** A rule of an executed ruleset. */
export function overridden(rule: ConfiguredRule, parameters: Part): ConfiguredRule {
  const layers = overridesOf(rule, parameters);
  return layers.length === 0 ? rule : Object.assign({}, rule, ...layers);
}

/**
 * The overrides that change a rule, the strongest last: one of the rule beats one of a category, which beats one of the
 * ruleset.
 */
export function overridesOf(rule: ConfiguredRule, parameters: Part): readonly Override[] {
  const overrides = partAt(parameters, "overrides");
  if (overrides === undefined) return [];
  const [categories, rules] = [listOf(overrides, "categories"), listOf(overrides, "rules")];
  const open = unknownTarget(overrides, categories, rules);
  if (open) return [{ action: open }];
  // Of several categories, the last in the list.
  return [
    overrides,
    ...categories.filter((it) => rule.categories?.includes(textAt(it, "category") ?? "")),
    ...rules.filter((it) => rule.id !== undefined && textAt(it, "id") === rule.id),
  ]
    .map(overrideIn)
    .filter((it) => Object.keys(it).length > 0);
}

function listOf(overrides: Part, name: string): readonly Part[] {
  const part = partAt(overrides, name);
  return Array.isArray(part) ? part : part === undefined ? [] : [part];
}

/** Why it is not known which rules are overridden. */
function unknownTarget(
  overrides: Part,
  categories: readonly Part[],
  rules: readonly Part[],
): UnknownPart | undefined {
  const targets = [
    overrides,
    ...categories.flatMap((it) => partAt(it, "category") ?? it),
    ...rules.flatMap((it) => partAt(it, "id") ?? it),
  ];
  return targets.find((it) => it instanceof UnknownPart);
}

function overrideIn(part: Part): Override {
  const action = partAt(part, "action");
  const enabled = partAt(part, "enabled");
  const others = isPartObject(part) ? otherSettings(part, overriding) : undefined;
  return {
    ...((typeof action === "string" || action instanceof UnknownPart) && { action }),
    ...((typeof enabled === "boolean" || enabled instanceof UnknownPart) && { enabled }),
    ...(others && { otherSettings: others }),
  };
}

const overriding: ReadonlySet<string> = new Set([
  "action",
  "categories",
  "category",
  "enabled",
  "id",
  "rules",
]);
