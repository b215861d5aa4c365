import type { RuleEffect } from "../embedded.ts";
import { type HostNode, type HostObject, literalNamed, valuesNamed } from "../node.ts";

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

/** Only some of the matching requests are affected: those over a rate, or with leaked credentials. */
const limiting = new Set(["ratelimit", "exposed_credential_check"]);

/** A redirect by a list does nothing for URLs that are not in the list. */
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
  if (!rule.entries.some((it) => it.name === "enabled")) return true;
  const value = literalNamed(rule, "enabled");
  return typeof value === "boolean" ? value : undefined;
}

/** They do not change what a rule does. */
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
  // Each rule that scores adds to what the others did.
  if (action === undefined || action === "score") return undefined;
  const entries = rule.entries.filter((it) => !descriptive.has(it.name));
  return written({ ...rule, entries });
}

/** As JSON, with names in order. */
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
