import { type ConfiguredRuleset, type Part, UnknownPart } from "../../core/configuration/model.ts";

/** By its ID; by the resource that the ID is taken from; in a plan, the only one that it can be. */
export function executedRuleset(
  id: Part | undefined,
  phase: string,
  { level }: ConfiguredRuleset,
  rulesets: readonly ConfiguredRuleset[],
): ConfiguredRuleset | undefined {
  if (typeof id === "string") return rulesets.find((it) => it.id === id);
  if (!(id instanceof UnknownPart)) return undefined;
  const named = rulesets.find(
    (it) => it.address !== undefined && `.${it.address}.id`.endsWith(`.${id.source}`),
  );
  if (named) return named;
  const [only, ...others] = rulesets.filter(
    (it) => it.kind === "custom" && it.phase === phase && it.level === level && it.id === undefined,
  );
  return id.source === "known after apply" && others.length === 0 ? only : undefined;
}
