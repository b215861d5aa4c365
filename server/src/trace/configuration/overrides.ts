import {
  type ConfiguredRule,
  isPartObject,
  type Part,
  type PartObject,
  UnknownPart,
} from "../../core/configuration/model.ts";
import { partAt, textAt } from "./parameters.ts";

interface Override {
  readonly action?: ConfiguredRule["action"];
  readonly enabled?: ConfiguredRule["enabled"];
}

/** A rule of an executed ruleset. */
export function overridden(rule: ConfiguredRule, parameters: Part): ConfiguredRule {
  const layers = overridesOf(rule, parameters);
  return layers.length === 0 ? rule : Object.assign({}, rule, ...layers);
}

/** Those that change a rule, the strongest last: one of the rule beats one of a category, which beats one of the ruleset. */
export function overridesOf(rule: ConfiguredRule, parameters: Part): readonly Override[] {
  const overrides = partAt(parameters, "overrides");
  if (overrides === undefined) return [];
  const categories = listOf(partAt(overrides, "categories")).filter((it) =>
    rule.categories?.includes(textAt(it, "category") ?? ""),
  );
  const rules = listOf(partAt(overrides, "rules")).filter(
    (it) => rule.id !== undefined && textAt(it, "id") === rule.id,
  );
  // Of several categories, the last in the list.
  return [overrides, ...categories, ...rules]
    .map(overrideIn)
    .filter((it) => Object.keys(it).length > 0);
}

function listOf(part: Part | undefined): readonly PartObject[] {
  const items = Array.isArray(part) ? part : part === undefined ? [] : [part];
  return items.filter((it): it is PartObject => isPartObject(it));
}

function overrideIn(part: Part): Override {
  const action = partAt(part, "action");
  const enabled = partAt(part, "enabled");
  return {
    ...((typeof action === "string" || action instanceof UnknownPart) && { action }),
    ...((typeof enabled === "boolean" || enabled instanceof UnknownPart) && { enabled }),
  };
}
