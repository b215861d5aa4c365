import { ruleActions as actionsOf, ruleLimits, ruleProducts } from "../../languages.ts";
import { codes, type ErrorItem, type Reply, refuse, refuseAny, success } from "../envelope.ts";
import { nonEmptyArray, requireFound, type ScopedCall } from "../http/call.ts";
import { matches, page } from "../http/paging.ts";
import { Fields, flag, listOf, nullable, object, oneOf, text, whole } from "../shapes.ts";
import type { Settings } from "../state/settings.ts";
import { newId, type Rule, type Scope } from "../state/state.ts";
import { addFilter, type FilterDraft, readFilter } from "./filters.ts";
import { noteOtherId, readIds } from "./request-ids.ts";

export const ruleActions = actionsOf["firewall-rules"];

/** The error for an action that the zone's plan does not include. */
export function unavailable(action: string, pointer: string, settings: Settings): ErrorItem[] {
  if (!settings.unavailable.includes(action)) return [];
  const message = `The action '${action}' is not available to this zone.`;
  return [{ code: codes.unavailable, message, source: { pointer: `${pointer}/action` } }];
}

/** Refuses a zone or ruleset with too many rules. */
export function refuseOverQuota(count: number, { ruleQuota }: Settings): void {
  if (count <= ruleQuota) return;
  const rules = ruleQuota === 1 ? "1 rule" : `${ruleQuota} rules`;
  refuse(403, codes.quota, `This zone is limited to ${rules}.`);
}

type RuleDraft = Omit<Rule, "id" | "filter">;

/** An existing filter by its identifier, or a new one to create with the rule. */
type FilterChoice = string | FilterDraft;

const maxUpdates = 25;
const sizes = { default: 25, min: 5, max: 100 };

export function listRules(call: ScopedCall): Reply {
  const wanted = { parts: ["description"], exact: ["id", "action", "paused"] };
  const rules = [...call.scope.rules.values()].filter((it) => matches(it, call.query, wanted));
  return page(
    rules.map((it) => shown(it, call.scope)),
    call.query,
    sizes,
  );
}

export function getRule(call: ScopedCall): Reply {
  return success(shown(ruleOf(call), call.scope));
}

/**
 * Supports both call sequences. Nothing is created when any filter or rule is invalid. Then the filters are created first:
 * an exceeded quota or a missing feature rejects the rules and keeps the filters.
 */
export function createRules(call: ScopedCall): Reply {
  const { scope, state, settings } = call;
  const problems: ErrorItem[] = [];
  const drafts = nonEmptyArray(call.body, "rules").map((it, i) => ({
    rule: readRule(it, `/${i}`, problems),
    filter: readChoice(it, `/${i}`, scope, problems),
  }));
  refuseAny(400, problems);
  const ready = drafts.map(({ rule, filter }) => ({
    ...rule,
    filter: typeof filter === "string" ? filter : addFilter(filter, scope, state).id,
  }));
  refuseAny(
    403,
    ready.flatMap((it, i) => unavailable(it.action, `/${i}`, settings)),
  );
  refuseOverQuota(scope.rules.size + ready.length, settings);
  return success(ready.map((it) => shown(put(scope, { id: newId(state), ...it }), scope)));
}

/** The body references the rule's filter by identifier. Its other properties are ignored: filters have their own path. */
export function updateRule(call: ScopedCall): Reply {
  const { id } = ruleOf(call);
  const problems: ErrorItem[] = [];
  const rule = readReplacement(call.body, "", call.scope, problems);
  noteOtherId(call.body, id, problems);
  refuseAny(400, problems);
  refuseAny(403, unavailable(rule.action, "", call.settings));
  return success(shown(put(call.scope, { id, ...rule }), call.scope));
}

export function updateRules(call: ScopedCall): Reply {
  const { scope } = call;
  const items = nonEmptyArray(call.body, "rules");
  if (items.length > maxUpdates)
    refuse(400, codes.wrongShape, `At most ${maxUpdates} rules can be changed per request.`);
  const problems: ErrorItem[] = [];
  const ids = readIds(items, (id) => scope.rules.has(id), "rule", problems);
  const rules = items.map((it, i) => readReplacement(it, `/${i}`, scope, problems));
  refuseAny(400, problems);
  refuseAny(
    403,
    rules.flatMap((it, i) => unavailable(it.action, `/${i}`, call.settings)),
  );
  return success(rules.map((it, i) => shown(put(scope, { id: ids[i] ?? "", ...it }), scope)));
}

export function prioritizeRule(call: ScopedCall): Reply {
  const rule = ruleOf(call);
  const problems: ErrorItem[] = [];
  const priority = readPriority(call.body, "", problems);
  refuseAny(400, problems);
  return success([shown(put(call.scope, { ...rule, priority }), call.scope)]);
}

export function prioritizeRules(call: ScopedCall): Reply {
  const { scope } = call;
  const items = nonEmptyArray(call.body, "rules");
  const problems: ErrorItem[] = [];
  const ids = readIds(items, (id) => scope.rules.has(id), "rule", problems);
  const priorities = items.map((it, i) => readPriority(it, `/${i}`, problems));
  refuseAny(400, problems);
  return success(
    ids.map((id, i) => {
      const rule = requireFound(scope.rules.get(id), "rule", id);
      return shown(put(scope, { ...rule, priority: priorities[i] ?? null }), scope);
    }),
  );
}

/** The filter is kept, as other features may use it. */
export function deleteRule(call: ScopedCall): Reply {
  const rule = ruleOf(call);
  call.scope.rules.delete(rule.id);
  return success(shown(rule, call.scope));
}

/** Unknown identifiers are ignored. */
export function deleteRules(call: ScopedCall): Reply {
  const { rules } = call.scope;
  const gone = call.query.getAll("id").filter((id) => rules.delete(id));
  return success(gone.map((id) => ({ id })));
}

function ruleOf(call: ScopedCall): Rule {
  const { rule } = call.params;
  return requireFound(call.scope.rules.get(rule ?? ""), "rule", rule);
}

function readRule(value: unknown, pointer: string, problems: ErrorItem[]): RuleDraft {
  const fields = new Fields(value, pointer, problems);
  const action = fields.need("action", oneOf(ruleActions)) ?? "";
  if (fields.has("products") && action !== "bypass")
    fields.note("products", "'products' requires action 'bypass'.");
  return {
    action,
    paused: fields.take("paused", flag) ?? false,
    priority: fields.take("priority", nullable(whole)) ?? null,
    ...fields.known({
      description: text(ruleLimits.firewallDescription),
      ref: text(ruleLimits.ref),
      products: listOf(oneOf(ruleProducts)),
    }),
  };
}

function readReplacement(
  value: unknown,
  pointer: string,
  scope: Scope,
  problems: ErrorItem[],
): Omit<Rule, "id"> {
  const rule = readRule(value, pointer, problems);
  const choice = isReference(value) ? readChoice(value, pointer, scope, problems) : undefined;
  if (choice === undefined)
    new Fields(value, pointer, problems).note("filter/id", "'filter' needs the 'id' of a filter.");
  return { ...rule, filter: typeof choice === "string" ? choice : "" };
}

function readChoice(
  value: unknown,
  pointer: string,
  scope: Scope,
  problems: ErrorItem[],
): FilterChoice {
  const rule = new Fields(value, pointer, []);
  const inner = rule.values.filter;
  if (!isReference(value)) {
    // Rules that are not objects have been reported already.
    if (rule.has("filter")) return readFilter(inner, `${pointer}/filter`, problems);
    new Fields(rule.values, pointer, problems).note("filter", "'filter' is missing.");
    return "";
  }
  const fields = new Fields(inner, `${pointer}/filter`, problems);
  const id = fields.take("id", text()) ?? "";
  if (!scope.filters.has(id))
    fields.note("id", `Unknown filter '${id}' in this zone.`, codes.notFound);
  return id;
}

function isReference(rule: unknown): boolean {
  return object.takes(rule) && object.takes(rule.filter) && Object.hasOwn(rule.filter, "id");
}

function readPriority(value: unknown, pointer: string, problems: ErrorItem[]): number | null {
  return new Fields(value, pointer, problems).need("priority", nullable(whole)) ?? null;
}

function put(scope: Scope, rule: Rule): Rule {
  scope.rules.set(rule.id, rule);
  return rule;
}

/** A rule is returned with its filter inline. */
function shown(rule: Rule, scope: Scope): object {
  return { ...rule, filter: scope.filters.get(rule.filter) };
}
