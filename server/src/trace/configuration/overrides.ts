import {
  type ConfiguredRule,
  isPartObject,
  type Part,
  type PartObject,
  UnknownPart,
} from "../../core/configuration/model.ts";
import { partAt, textAt } from "./parameters.ts";

/** A rule of an executed ruleset: an override of the rule beats one of a category, which beats one of the ruleset. */
export function overridden(rule: ConfiguredRule, parameters: Part): ConfiguredRule {
  const overrides = partAt(parameters, "overrides");
  if (overrides === undefined) return rule;
  const categories = listOf(partAt(overrides, "categories")).filter((it) =>
    rule.categories?.includes(textAt(it, "category") ?? ""),
  );
  const rules = listOf(partAt(overrides, "rules")).filter(
    (it) => rule.id !== undefined && textAt(it, "id") === rule.id,
  );
  // Of several categories, the last in the list.
  const layers = [overrides, ...categories, ...rules];
  return layers.reduce<ConfiguredRule>(withOverride, rule);
}

function listOf(part: Part | undefined): readonly PartObject[] {
  const items = Array.isArray(part) ? part : part === undefined ? [] : [part];
  return items.filter((it): it is PartObject => isPartObject(it));
}

function withOverride(rule: ConfiguredRule, part: Part): ConfiguredRule {
  const action = partAt(part, "action");
  const enabled = partAt(part, "enabled");
  return {
    ...rule,
    ...((typeof action === "string" || action instanceof UnknownPart) && { action }),
    ...((typeof enabled === "boolean" || enabled instanceof UnknownPart) && { enabled }),
  };
}
