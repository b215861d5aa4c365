import { type ErrorItem, type Reply, refuseAny, success } from "../envelope.ts";
import { requireFound, type ScopedCall } from "../http/call.ts";
import { cursorPage } from "../http/paging.ts";
import { Fields, listOf, object, oneOf, text } from "../shapes.ts";
import { type List, newId } from "../state/state.ts";

/** The lists of an account, which rules name. Items are stored at once; the service does it in the background. */

const kinds = oneOf(["ip", "asn", "hostname", "redirect"]);
const itemsPerPage = { default: 25, min: 1, max: 500 };

export function listLists(call: ScopedCall): Reply {
  return success([...call.scope.lists.values()].map((it) => shown(it, call)));
}

export function getList(call: ScopedCall): Reply {
  return success(shown(listOfCall(call), call));
}

export function createList(call: ScopedCall): Reply {
  const problems: ErrorItem[] = [];
  const fields = new Fields(call.body, "", problems);
  const name = fields.need("name", text(50)) ?? "";
  const kind = fields.need("kind", kinds) ?? "ip";
  if ([...call.scope.lists.values()].some((it) => it.name === name))
    fields.note("name", `List '${name}' already exists.`);
  refuseAny(400, problems);
  const about = fields.known({ description: text() });
  const times = { created_on: call.now, modified_on: call.now };
  const list: List = { ...about, id: newId(call.state), name, kind, items: [], ...times };
  call.scope.lists.set(list.id, list);
  return success(shown(list, call));
}

export function listItems(call: ScopedCall): Reply {
  return cursorPage(listOfCall(call).items, call.query, itemsPerPage);
}

/** Replaces all items. */
export function replaceItems(call: ScopedCall): Reply {
  const list = listOfCall(call);
  const problems: ErrorItem[] = [];
  if (!listOf(object).takes(call.body))
    new Fields({}, "", problems).note("", "The body must be an array of items.");
  refuseAny(400, problems);
  const sent = listOf(object).takes(call.body) ? call.body : [];
  const times = { created_on: call.now, modified_on: call.now };
  const items = sent.map((it) => ({ ...it, id: newId(call.state), ...times }));
  call.scope.lists.set(list.id, { ...list, items, modified_on: call.now });
  return success({ operation_id: newId(call.state) });
}

function listOfCall({ scope, params }: ScopedCall): List {
  return requireFound(scope.lists.get(params.list ?? ""), "list", params.list);
}

function shown(list: List, { state, scope }: ScopedCall): object {
  const { items, created_on = first, modified_on = created_on, ...rest } = list;
  const uses = new RegExp(`\\$${list.name}\\b`);
  const filters = [...state.scopes.values()]
    .filter((it) => it.account === scope.account)
    .flatMap((it) => [...it.filters.values()]);
  const num_referencing_filters = filters.filter((it) => uses.test(it.expression)).length;
  return { ...rest, num_items: items.length, num_referencing_filters, created_on, modified_on };
}

const first = "2024-01-01T00:00:00Z";
