import {
  type ConfiguredRule,
  type ConfiguredRuleset,
  type Part,
  UnknownPart,
} from "../core/configuration/model.ts";
import { partAt } from "./configuration/parameters.ts";

/** The ruleset that a rule with the action `execute` runs. */
export interface Execution {
  /** Undefined if its rules are not given, or do not run. */
  readonly target?: ConfiguredRuleset;
  readonly text?: string;
  readonly assuming?: string;
  /** Why it is not known what runs. */
  readonly isUnknown?: string;
}

const managedPhase = /managed$|^ddos_/;

/** How deep rulesets are executed; the service allows one level. */
const deepest = 3;

/** `inside` are the rulesets that run, from the entry point on. */
export function executionOf(
  { parameters }: ConfiguredRule,
  name: string,
  inside: readonly ConfiguredRuleset[],
  rulesets: readonly ConfiguredRuleset[],
): Execution {
  const id = partAt(parameters, "id");
  if (id === undefined || id === null || id === "")
    return { isUnknown: "it names no ruleset to execute" };
  const target = targetOf(id, inside, rulesets);
  if (!target) {
    const source = id instanceof UnknownPart ? id.source : String(id);
    const text = `executes ${source}, whose rules are not given`;
    // Only managed rules are the service's own.
    if (!managedPhase.test(inside[0]?.phase ?? "")) return { isUnknown: text };
    return {
      text,
      assuming: `the managed ruleset of '${name}' (${source}), whose rules are not given, does not match`,
    };
  }
  const shown = target.name ?? target.id ?? name;
  if (target.phase !== inside[0]?.phase)
    return { isUnknown: `executes '${shown}', a ruleset of the phase '${target.phase}'` };
  const isRunning = inside.some(
    (it) => it === target || (it.id !== undefined && it.id === target.id),
  );
  if (isRunning || inside.length > deepest) {
    const why = isRunning
      ? `'${shown}' is already running`
      : `rulesets are followed ${deepest} levels deep`;
    return { text: `executes nothing: ${why}`, assuming: `'${name}' executes nothing: ${why}` };
  }
  const isGuessed = id instanceof UnknownPart && id.source === afterApply;
  return {
    target,
    text: `executes '${shown}'`,
    ...(isGuessed &&
      target.address !== undefined && { assuming: `'${name}' executes ${target.address}` }),
  };
}

const afterApply = "known after apply";

/** By its ID; by the resource that the ID is taken from; in a plan, the only one that it can be. */
function targetOf(
  id: Part,
  inside: readonly ConfiguredRuleset[],
  rulesets: readonly ConfiguredRuleset[],
): ConfiguredRuleset | undefined {
  if (typeof id === "string") return rulesets.find((it) => it.id === id);
  if (!(id instanceof UnknownPart)) return undefined;
  const named = rulesets.find(
    (it) => it.address !== undefined && `.${it.address}.id`.endsWith(`.${id.source}`),
  );
  if (named) return named;
  const [from] = inside;
  const [only, ...others] = rulesets.filter(
    (it) =>
      it.kind === "custom" &&
      it.phase === from?.phase &&
      it.level === from.level &&
      it.id === undefined,
  );
  return id.source === afterApply && others.length === 0 ? only : undefined;
}

/** Whether a rule names a ruleset, or may. */
export function isExecuted(
  ruleset: ConfiguredRuleset,
  rulesets: readonly ConfiguredRuleset[],
): boolean {
  return rulesets.some((from) =>
    from.rules.some((rule) => {
      const id = rule.action === "execute" ? partAt(rule.parameters, "id") : undefined;
      if (id === undefined) return rule.action instanceof UnknownPart;
      const target = targetOf(id, [from], rulesets);
      return target ? target === ruleset : id instanceof UnknownPart;
    }),
  );
}
