import { ruleLimits } from "../../languages.ts";
import { codes, type ErrorItem, failure, type Reply, refuseAny, success } from "../envelope.ts";
import { type Call, nonEmptyArray, requireFound, type ScopedCall } from "../http/call.ts";
import { matches, page } from "../http/paging.ts";
import { Fields, flag, text } from "../shapes.ts";
import { type Filter, newId, type Scope, type State } from "../state/state.ts";
import { noteOtherId, readIds } from "./request-ids.ts";
import { expressionProblems } from "./validate.ts";

export type FilterDraft = Omit<Filter, "id">;

const sizes = { default: 25, min: 5, max: 100 };

export function listFilters(call: ScopedCall): Reply {
  const wanted = { parts: ["description", "expression"], exact: ["id", "paused", "ref"] };
  const filters = [...call.scope.filters.values()];
  return page(
    filters.filter((it) => matches(it, call.query, wanted)),
    call.query,
    sizes,
  );
}

export function getFilter(call: ScopedCall): Reply {
  return success(filterOf(call));
}

/** Atomic: creates all filters or none. */
export function createFilters(call: ScopedCall): Reply {
  const problems: ErrorItem[] = [];
  const drafts = nonEmptyArray(call.body, "filters").map((it, i) =>
    readFilter(it, `/${i}`, problems),
  );
  refuseAny(400, problems);
  return success(drafts.map((it) => addFilter(it, call.scope, call.state)));
}

/** Replaces the whole filter: omitted properties are cleared. */
export function updateFilter(call: ScopedCall): Reply {
  const { id } = filterOf(call);
  const problems: ErrorItem[] = [];
  const draft = readFilter(call.body, "", problems);
  noteOtherId(call.body, id, problems);
  refuseAny(400, problems);
  return success(put(call.scope, { id, ...draft }));
}

export function updateFilters(call: ScopedCall): Reply {
  const problems: ErrorItem[] = [];
  const items = nonEmptyArray(call.body, "filters");
  const ids = readIds(items, (id) => call.scope.filters.has(id), "filter", problems);
  const drafts = items.map((it, i) => readFilter(it, `/${i}`, problems));
  refuseAny(400, problems);
  return success(drafts.map((it, i) => put(call.scope, { id: ids[i] ?? "", ...it })));
}

export function deleteFilter(call: ScopedCall): Reply {
  const { id } = filterOf(call);
  refuseAny(400, uses(call.scope, [id]));
  call.scope.filters.delete(id);
  return success({ id });
}

/** Unknown identifiers are ignored. */
export function deleteFilters(call: ScopedCall): Reply {
  const { filters } = call.scope;
  const ids = [...new Set(call.query.getAll("id"))].filter((it) => filters.has(it));
  refuseAny(400, uses(call.scope, ids));
  for (const id of ids) filters.delete(id);
  return success(ids.map((id) => ({ id })));
}

/** Validates an expression without storing it. Errors contain only a message, without a list of messages. */
export function validateExpression(call: Call): Reply {
  const problems: ErrorItem[] = [];
  const asked = call.query.has("expression")
    ? { expression: call.query.get("expression") }
    : (call.body ?? {});
  const expression = new Fields(asked, "", problems).need("expression", text());
  refuseAny(400, problems);
  const errors = expressionProblems(expression ?? "").map(({ message }) => ({ message }));
  if (errors.length === 0) return success(null);
  return { status: 400, body: { ...failure(errors), messages: null } };
}

export function readFilter(value: unknown, pointer: string, problems: ErrorItem[]): FilterDraft {
  const fields = new Fields(value, pointer, problems);
  const expression = fields.need("expression", text()) ?? "";
  if (typeof fields.values.expression === "string") {
    for (const { message, code } of expressionProblems(expression))
      fields.note("expression", message, code);
  }
  return {
    expression,
    paused: fields.take("paused", flag) ?? false,
    ...fields.known({
      description: text(ruleLimits.firewallDescription),
      ref: text(ruleLimits.ref),
    }),
  };
}

export function addFilter(draft: FilterDraft, scope: Scope, state: State): Filter {
  return put(scope, { id: newId(state), ...draft });
}

function filterOf(call: ScopedCall): Filter {
  const { filter } = call.params;
  return requireFound(call.scope.filters.get(filter ?? ""), "filter", filter);
}

function put(scope: Scope, filter: Filter): Filter {
  scope.filters.set(filter.id, filter);
  return filter;
}

/** The errors for filters that cannot be deleted because rules use them. */
function uses(scope: Scope, ids: readonly string[]): ErrorItem[] {
  return [...scope.rules.values()]
    .filter((it) => ids.includes(it.filter))
    .map((it) => ({
      code: codes.inUse,
      message: `The rule '${it.id}' uses the filter '${it.filter}'. Delete the rule first.`,
    }));
}
