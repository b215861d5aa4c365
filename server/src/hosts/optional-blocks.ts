import { flat, type HostEntry, type HostNode, type HostObject } from "./node.ts";

/**
 * A rule as if every optional setting that is empty were absent: `null`, `[]`, `{}`, a `dynamic` block over nothing, and what version 4 of the provider
 * writes for a setting that is not set (`""`, or 0 where 0 means nothing). A list of one block is that block.
 */
export function withoutEmptyBlocks(rule: HostObject): HostObject {
  let changed: HostEntry[] | undefined;
  for (const [index, entry] of rule.entries.entries()) {
    const value = optional.has(entry.name) ? settled(entry.value, entry.name, rule) : entry.value;
    if (value === entry.value && !changed) continue;
    changed ??= rule.entries.slice(0, index);
    if (value) changed.push(value === entry.value ? entry : { ...entry, value });
  }
  return changed ? { ...rule, entries: changed } : rule;
}

/** Whether a rule has an optional block, or may have it. */
export function mayHaveBlock(rule: HostObject, name: string): boolean {
  return rule.entries.some((it) => it.name === name && settled(it.value, name, rule) !== undefined);
}

/** The optional blocks of a rule. All settings inside them are optional, too. */
const optional = new Set(["action_parameters", "ratelimit", "exposed_credential_check"]);

/** Undefined for a setting that is absent. */
function settled(node: HostNode, name: string, around: HostObject): HostNode | undefined {
  if (node.kind === "value") {
    if (node.isNull) return undefined;
    return isUnset(node.literal(), name, around) ? undefined : node;
  }
  if (node.kind === "object") {
    const entries = node.entries.flatMap((it) => {
      const value = settled(it.value, it.name, node);
      return value ? [value === it.value ? it : { ...it, value }] : [];
    });
    if (entries.length === 0 && !node.isOpen) return undefined;
    const isSame = entries.every((it, index) => it === node.entries[index]);
    return isSame && entries.length === node.entries.length ? node : { ...node, entries };
  }
  const items = node.items.flatMap((it) => settled(it, name, around) ?? []);
  if (node.isOpen || node.defaults) return node;
  const [only, ...more] = items;
  if (!only) return undefined;
  const isBlock = more.length === 0 && only.kind === "object" && !repeatable.has(name);
  if (isBlock) return only;
  return items.every((it, index) => it === node.items[index]) && items.length === node.items.length
    ? node
    : { ...node, items };
}

/** Lists of objects in every version of the provider; all others with one item are a block. */
const repeatable = new Set([
  "algorithms",
  "categories",
  "cookie_fields",
  "headers",
  "raw_response_fields",
  "request_fields",
  "response_fields",
  "rules",
  "status_code_ttl",
  "transformed_request_fields",
]);

function isUnset(
  value: string | number | boolean | undefined,
  name: string,
  around: HostObject,
): boolean {
  if (value === 0) return zeroIsUnset.has(name);
  // An empty value removes a query or a header.
  return value === "" && (name !== "value" || hasOtherValue(around));
}

const zeroIsUnset = new Set([
  "from",
  "increment",
  "port",
  "requests_per_period",
  "score_per_period",
  "score_threshold",
  "status_code",
  "to",
]);

function hasOtherValue({ entries }: HostObject): boolean {
  return entries.some(({ name, value }) => {
    const [only] = flat(value);
    const literal = only?.kind === "value" && !only.isNull ? only.literal() : "";
    return (
      (name === "expression" && literal !== "") || (name === "operation" && literal === "remove")
    );
  });
}
