import { type ErrorItem, type Reply, refuseAny, success } from "../envelope.ts";
import { requireFound, type ScopedCall } from "../http/call.ts";
import { cursorPage } from "../http/paging.ts";
import { Fields, listOf, object, oneOf, text } from "../shapes.ts";
import { type List, newId } from "../state/state.ts";

/** The lists of an account, which rules name. Items are stored at once; the service does it in the background. */

const kinds = oneOf(["ip", "asn", "hostname", "redirect"]);
const itemsPerPage = { default: 25, min: 1, max: 500 };

export function listLists(call: ScopedCall): Reply {
  return success([...call.scope.lists.values()].map(shown));
}

export function getList(call: ScopedCall): Reply {
  return success(shown(listOfCall(call)));
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
  const list: List = { ...about, id: newId(call.state), name, kind, items: [] };
  call.scope.lists.set(list.id, list);
  return success(shown(list));
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
  const items = sent.map((it) => ({ ...it, id: newId(call.state) }));
  call.scope.lists.set(list.id, { ...list, items });
  return success({ operation_id: newId(call.state) });
}

function listOfCall({ scope, params }: ScopedCall): List {
  return requireFound(scope.lists.get(params.list ?? ""), "list", params.list);
}

function shown({ items, ...rest }: List): object {
  return { ...rest, num_items: items.length };
}
