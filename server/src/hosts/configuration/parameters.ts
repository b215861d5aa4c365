import { isPartObject, type Part, type PartObject } from "../../core/configuration/model.ts";

/** Parameters of a rule as version 5 of the provider and the service have them. Version 4 has other shapes for some. */
export function asService(parameters: PartObject): PartObject {
  const rows = Object.entries(parameters).map(([name, it]): readonly [string, Part] => {
    if (name === "headers") return [name, headersByName(it)];
    if (name.endsWith("_fields") && Array.isArray(it)) return [name, it.map(fieldNamed)];
    return [name, name === "overrides" ? withEnabled(it) : it];
  });
  return rows.every(([name, it]) => parameters[name] === it)
    ? parameters
    : Object.fromEntries(rows);
}

/** A header that is changed twice has no place in an object. */
function headersByName(part: Part): Part {
  const all = Array.isArray(part) ? part : [part];
  const rows = all.flatMap((it): (readonly [string, Part])[] => {
    if (!isPartObject(it) || typeof it.name !== "string" || it.operation === undefined) return [];
    const { name, ...change } = it;
    return [[name, change]];
  });
  const isWhole = rows.length === all.length && new Set(rows.map(([it]) => it)).size === all.length;
  return isWhole ? Object.fromEntries(rows) : part;
}

function fieldNamed(part: Part): Part {
  return typeof part === "string" ? { name: part } : part;
}

/** `status = "enabled"`, of the ruleset, its categories and its rules. */
function withEnabled(part: Part): Part {
  if (Array.isArray(part)) return part.map(withEnabled);
  if (!isPartObject(part)) return part;
  const { status, ...rest } = part;
  const inner = Object.fromEntries(
    Object.entries(rest).map(([name, it]) => [name, overridden.has(name) ? withEnabled(it) : it]),
  );
  if (status === undefined) return inner;
  return { ...inner, enabled: typeof status === "string" ? status === "enabled" : status };
}

const overridden = new Set(["categories", "rules"]);
