import type { RuleEffect } from "./embedded.ts";
import { type HostNode, type HostObject, literalNamed, valuesNamed } from "./node.ts";

export function effectOf(rule: HostObject): RuleEffect {
  return {
    isEnabled: isEnabled(rule),
    isAlwaysTaken: !rule.isOpen && !hasAny(rule, limiting) && !mayLackTarget(rule),
    settings: () => settingsOf(rule),
  };
}

function hasAny({ entries }: HostObject, names: ReadonlySet<string>): boolean {
  return entries.some((it) => names.has(it.name));
}

/** Settings that restrict the effect to some matching requests: those above a rate, or with leaked credentials. */
const limiting = new Set(["ratelimit", "exposed_credential_check"]);

/** Whether a redirect may do nothing, because it uses a list that may not contain the URL. */
function mayLackTarget(rule: HostObject): boolean {
  if (literalNamed(rule, "action") !== "redirect") return false;
  const parameters = valuesNamed(rule, "action_parameters");
  return (
    parameters.length === 0 ||
    !parameters.every((it) => it.kind === "object" && hasAny(it, fixedTarget))
  );
}

const fixedTarget = new Set(["from_value"]);

function isEnabled(rule: HostObject): boolean | undefined {
  if (rule.isOpen) return undefined;
  const own = rule.entries.findLast((it) => it.name === "enabled")?.value;
  if (!own || (own.kind === "value" && own.isNull)) return true;
  const value = literalNamed(rule, "enabled");
  return typeof value === "boolean" ? value : undefined;
}

/** Properties that do not change the effect of a rule. */
const descriptive = new Set([
  "description",
  "enabled",
  "expression",
  "id",
  "last_updated",
  "ref",
  "version",
]);

function settingsOf(rule: HostObject): string | undefined {
  const action = literalNamed(rule, "action");
  // Scores of several rules add up, so a second rule is not redundant.
  if (action === undefined || action === "score") return undefined;
  const entries = rule.entries.filter((it) => !descriptive.has(it.name));
  return written({ ...rule, entries });
}

/** Canonical JSON, with sorted names. */
function written(node: HostNode): string | undefined {
  if (node.kind === "value") {
    const value = node.literal();
    return value === undefined ? undefined : JSON.stringify(value);
  }
  if (node.isOpen) return undefined;
  if (node.kind === "list") {
    const items = node.items.map(written);
    return items.includes(undefined) ? undefined : `[${items.join()}]`;
  }
  // A header that is added twice is sent twice.
  if (literalNamed(node, "operation") === "add") return undefined;
  const members = node.entries
    .toSorted((a, b) => (a.name < b.name ? -1 : Number(a.name > b.name)))
    .map(({ name, value }) => ({ name: JSON.stringify(name), value: written(value) }));
  if (members.some((it) => it.value === undefined)) return undefined;
  return `{${members.map(({ name, value }) => `${name}:${value}`).join()}}`;
}
