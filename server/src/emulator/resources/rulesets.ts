import { phaseSteps } from "../../languages.ts";
import { codes, type ErrorItem, type Reply, refuse, refuseAny, success } from "../envelope.ts";
import { requireFound, type ScopedCall } from "../http/call.ts";
import { Fields, object, oneOf, text } from "../shapes.ts";
import { newId, type Ruleset, type RulesetRule } from "../state/state.ts";
import { noteOtherId } from "./request-ids.ts";
import { refuseOverQuota, unavailable } from "./rules.ts";
import {
  insertRule,
  noteRepeatedRef,
  type RulesetRuleDraft,
  readPosition,
  readRulesetRule,
} from "./ruleset-rule.ts";

/** Entry points of phases, and custom rulesets that they execute. Only expressions and custom rules are validated. */

export function listRulesets(call: ScopedCall): Reply {
  return success([...call.scope.rulesets.values()].map(({ rules, ...rest }) => rest));
}

export function getRuleset(call: ScopedCall): Reply {
  return success(rulesetOf(call));
}

/** A zone has no entry point until its first rule is created. */
export function getEntryPoint(call: ScopedCall): Reply {
  const { phase = "" } = call.params;
  return success(requireFound(entryPoint(call, phase), "phase entry point", phase));
}

export function createRuleset(call: ScopedCall): Reply {
  const problems: ErrorItem[] = [];
  const fields = new Fields(call.body, "", problems);
  const kind = fields.need("kind", oneOf([entryKind(call), "custom"])) ?? "custom";
  const phase = fields.need("phase", oneOf(phasesOf(call))) ?? "";
  fields.need("name", text());
  if (kind !== "custom" && entryPoint(call, phase))
    fields.note("phase", `Phase '${phase}' already has an entry point in this ${noun(call)}.`);
  return replace(call, newRuleset(call, kind, phase), fields, problems);
}

/** Replaces all rules. Rules sent with an `id` keep it. */
export function replaceRuleset(call: ScopedCall): Reply {
  const problems: ErrorItem[] = [];
  return replace(call, rulesetOf(call), new Fields(call.body, "", problems), problems);
}

export function replaceEntryPoint(call: ScopedCall): Reply {
  const { phase = "" } = call.params;
  if (!phasesOf(call).includes(phase))
    refuse(400, codes.notFound, `Phase '${phase}' has no entry point in this ${noun(call)}.`);
  const problems: ErrorItem[] = [];
  const old = entryPoint(call, phase) ?? newRuleset(call, entryKind(call), phase);
  return replace(call, old, new Fields(call.body, "", problems), problems);
}

export function deleteRuleset(call: ScopedCall): Reply {
  const { id } = rulesetOf(call);
  if (!isDryRun(call)) call.scope.rulesets.delete(id);
  return { status: 204, body: null };
}

export function addRule(call: ScopedCall): Reply {
  const ruleset = rulesetOf(call);
  const problems: ErrorItem[] = [];
  const draft = readRulesetRule(call.body, "", problems, ruleset);
  noteRepeatedRef(draft.ref, ruleset.rules, "", problems);
  const index = readPosition(call.body, ruleset.rules, problems);
  refuseAny(400, problems);
  refuseOverQuota(ruleset.rules.length + 1, call.settings);
  refuseAny(403, unavailable(draft.action, "", call.settings));
  return commit(call, () => {
    const rule = newRule(draft, newId(call.state), call.now);
    return { ...ruleset, rules: insertRule(ruleset.rules, rule, index) };
  });
}

/** Replaces the whole definition; a body with only a position moves the rule. */
export function changeRule(call: ScopedCall): Reply {
  const ruleset = rulesetOf(call);
  const old = ruleOf(call, ruleset);
  const others = ruleset.rules.filter((it) => it !== old);
  const problems: ErrorItem[] = [];
  const moves = object.takes(call.body) && Object.keys(call.body).join() === "position";
  const draft = moves ? undefined : readRulesetRule(call.body, "", problems, ruleset);
  noteRepeatedRef(draft?.ref, others, "", problems);
  noteOtherId(call.body, old.id, problems);
  const index = readPosition(call.body, others, problems) ?? ruleset.rules.indexOf(old);
  refuseAny(400, problems);
  if (draft) refuseAny(403, unavailable(draft.action, "", call.settings));
  return commit(call, () => {
    const rule = draft ? nextRule(draft, old, call.now) : old;
    return { ...ruleset, rules: insertRule(others, rule, index) };
  });
}

export function deleteRulesetRule(call: ScopedCall): Reply {
  const ruleset = rulesetOf(call);
  const rule = ruleOf(call, ruleset);
  return commit(call, () => ({ ...ruleset, rules: ruleset.rules.filter((it) => it !== rule) }));
}

function replace(call: ScopedCall, old: Ruleset, fields: Fields, problems: ErrorItem[]): Reply {
  const about = fields.known({ name: text(), description: text() });
  const sent = fields.has("rules") ? fields.values.rules : [];
  if (!Array.isArray(sent)) fields.note("rules", "'rules' needs an array.");
  const items: readonly unknown[] = Array.isArray(sent) ? sent : [];
  const drafts = items.map((it, i) => ({
    draft: readRulesetRule(it, `/rules/${i}`, problems, old),
    old: knownRule(it, `/rules/${i}`, old, problems),
  }));
  for (const [i, { draft }] of drafts.entries()) {
    const earlier = drafts.slice(0, i).map((it) => it.draft);
    noteRepeatedRef(draft.ref, earlier, `/rules/${i}`, problems);
  }
  refuseAny(400, problems);
  refuseOverQuota(drafts.length, call.settings);
  refuseAny(
    403,
    drafts.flatMap((it, i) => unavailable(it.draft.action, `/rules/${i}`, call.settings)),
  );
  return commit(call, () => ({
    ...old,
    id: old.id || newId(call.state),
    ...about,
    rules: drafts.map((it) =>
      it.old
        ? nextRule(it.draft, it.old, call.now)
        : newRule(it.draft, newId(call.state), call.now),
    ),
  }));
}

/** Every change creates a new version. A dry run has been validated by now and stops here. */
function commit(call: ScopedCall, change: () => Ruleset): Reply {
  if (isDryRun(call)) return success(null);
  const changed = change();
  const version = String(Number(changed.version) + 1);
  const ruleset: Ruleset = { ...changed, version, last_updated: call.now };
  call.scope.rulesets.set(ruleset.id, ruleset);
  return success(ruleset);
}

function isDryRun(call: ScopedCall): boolean {
  return call.query.get("dry_run") === "true";
}

function rulesetOf(call: ScopedCall): Ruleset {
  const { ruleset } = call.params;
  return requireFound(call.scope.rulesets.get(ruleset ?? ""), "ruleset", ruleset);
}

function ruleOf(call: ScopedCall, ruleset: Ruleset): RulesetRule {
  const { rule } = call.params;
  return requireFound(
    ruleset.rules.find((it) => it.id === rule),
    "rule",
    rule,
  );
}

function entryPoint({ scope }: ScopedCall, phase: string): Ruleset | undefined {
  return [...scope.rulesets.values()].find((it) => it.phase === phase && it.kind !== "custom");
}

function entryKind({ scope }: ScopedCall): "zone" | "root" {
  return scope.kind === "zones" ? "zone" : "root";
}

function noun({ scope }: ScopedCall): "zone" | "account" {
  return scope.kind === "zones" ? "zone" : "account";
}

function phasesOf(call: ScopedCall): readonly string[] {
  return phaseSteps
    .filter((it) => it.levels.includes(noun(call)) && it.phase !== "firewall-rules")
    .map((it) => it.phase);
}

function knownRule(
  value: unknown,
  pointer: string,
  ruleset: Ruleset,
  problems: ErrorItem[],
): RulesetRule | undefined {
  if (!object.takes(value) || !Object.hasOwn(value, "id")) return undefined;
  const rule = ruleset.rules.find((it) => it.id === value.id);
  if (!rule) new Fields(value, pointer, problems).note("id", `Unknown rule '${value.id}'.`);
  return rule;
}

/** The first commit sets its ID. */
function newRuleset(call: ScopedCall, kind: string, phase: string): Ruleset {
  return {
    id: "",
    name: "default",
    description: "",
    kind,
    phase,
    version: "0",
    last_updated: call.now,
    rules: [],
  };
}

function newRule(draft: RulesetRuleDraft, id: string, now: string): RulesetRule {
  return { ref: id, ...draft, id, version: "1", last_updated: now };
}

function nextRule(draft: RulesetRuleDraft, old: RulesetRule, now: string): RulesetRule {
  return { ...newRule(draft, old.id, now), version: String(Number(old.version) + 1) };
}
