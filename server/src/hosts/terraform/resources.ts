import type { JsonObject } from "../../json/syntax/tree.ts";
import type { Span } from "../../text/span.ts";
import { jobRegion } from "../hcl/job.ts";
import { nodeOfBody } from "../hcl/node.ts";
import { templateLayer } from "../hcl/template.ts";
import type { Expression } from "../hcl/tree.ts";
import { resourceRegion } from "../json/job.ts";
import { nodeOfJson } from "../json/node.ts";
import type { HostObject } from "../node.ts";
import type { Region } from "../region.ts";
import type { DeclaredResource } from "./declarations.ts";
import { evaluate } from "./evaluate.ts";
import type { Instance, Module } from "./module.ts";
import { Nodes } from "./nodes.ts";
import type { Room } from "./room.ts";
import type { Sheet } from "./sheet.ts";
import { numberOf } from "./values/calculate.ts";
import { type Scope, stringOf, type Value } from "./values/value.ts";
import { valueOfWritten } from "./written.ts";

/** A resource as it is created, with the offsets of a sheet. */
export interface ResourceInstance {
  readonly address: string;
  /** All of its settings, also the settings in override files. */
  readonly node: HostObject;
  /** The settings that the declaration itself has, and no override file replaces. */
  readonly own: HostObject;
  readonly isCreated: boolean;
  /** Set if it is not known how many there are. */
  readonly isOpen: boolean;
  /** The resource whose ID an attribute has. Undefined if that is not known. */
  readonly refers: (attribute: string) => string | undefined;
}

/** One for each element that `count` or `for_each` repeats a resource for, and what is not created now. */
export function instancesOf(
  module: Module,
  resource: DeclaredResource,
  sheet: Sheet,
  room: Room,
  usedAt?: Span,
): readonly ResourceInstance[] {
  const parts = module.partsOf(resource);
  const attributes = new Map(parts.flatMap((it) => [...it.attributes]));
  const found: ResourceInstance[] = [];
  for (const it of module.repeated(attributes, module.scope(resource.source))) {
    if (found.length > 0 && room.isFull) {
      const { type, name, source, header } = resource;
      room.leaveOut(usedAt ?? sheet.spanOf({ source, ...header }), `${type}.${name}`);
      break;
    }
    const instance = instanceOf(module, resource, parts, sheet, it);
    room.take(instance.node);
    found.push(instance);
  }
  return found;
}

function instanceOf(
  module: Module,
  resource: DeclaredResource,
  parts: readonly DeclaredResource[],
  sheet: Sheet,
  { scope, key, marks, isOpen }: Instance,
): ResourceInstance {
  const nodes = parts.map((it) => nodeOf(it, sheet, { ...scope, source: it.source }));
  const kept = nodes.map((node, index) => {
    const later = new Set(
      nodes.slice(index + 1).flatMap((it) => it.entries.map((one) => one.name)),
    );
    return { ...node, entries: node.entries.filter((it) => !later.has(it.name)) };
  });
  const own = kept[parts.indexOf(resource)] ?? nodeOf(resource, sheet, scope);
  const node = { ...own, entries: kept.flatMap((it) => it.entries) };
  const prefix = module.address === "" ? "" : `${module.address}.`;
  const address = `${prefix}${resource.type}.${resource.name}${key}`;
  return {
    address,
    node,
    own,
    isCreated: !marks,
    isOpen: isOpen ?? module.options.isOpen ?? false,
    refers: (attribute) => {
      const written = parts.findLast((it) => it.attributes.has(attribute));
      const value = written?.attributes.get(attribute);
      return value && referredAddress(valueOfWritten(value, scope));
    },
  };
}

function nodeOf({ body, source }: DeclaredResource, sheet: Sheet, scope: Scope): HostObject {
  const shifted = sheet.shifted(body, source);
  const values = new Nodes(sheet, scope);
  return shifted.kind === "body"
    ? nodeOfBody(sheet.text, shifted, values)
    : (nodeOfJson(sheet.text, shifted, templateLayer, undefined, values) as HostObject);
}

/** The settings of a job as a text. */
export function jobIn(text: string, body: DeclaredResource["body"]): Region {
  return body.kind === "body" ? jobRegion(text, body) : resourceRegion(text, body, templateLayer);
}

/** As far as the file itself tells. */
export function plainNode(text: string, body: DeclaredResource["body"]): HostObject {
  return body.kind === "body"
    ? nodeOfBody(text, body)
    : (nodeOfJson(text, body as JsonObject, templateLayer) as HostObject);
}

/** The resource whose ID a value is, as in `module.lists.cloudflare_list.office["eu"]`. Undefined if that is not known. */
function referredAddress({ kind, origin }: Value): string | undefined {
  const { expression, scope } = origin ?? {};
  if (kind !== "unknown" || !expression || !scope) return undefined;
  const path = pathOf(expression, scope);
  const own = path?.endsWith(".id") ? path.slice(0, -".id".length) : undefined;
  const isResource =
    own !== undefined && /^(?:data\.)?cloudflare_\w+\.[\w-]+(?:\[.*\])?$/.test(own);
  const { address } = scope.around;
  return isResource ? `${address === "" ? "" : `${address}.`}${own}` : undefined;
}

/** A reference with the values of its indices. */
function pathOf(expression: Expression, scope: Scope): string | undefined {
  const form = expression.kind === "unknown" ? expression.form : undefined;
  if (form?.kind === "name") return form.name;
  if (form?.kind !== "steps") return undefined;
  const base = pathOf(form.base, scope);
  if (base === undefined) return undefined;
  let path = base;
  for (const step of form.steps) {
    if (step.kind === "splat") return undefined;
    const key = step.kind === "name" ? `.${step.name}` : keyOf(evaluate(step.index, scope));
    if (key === undefined) return undefined;
    path += key;
  }
  return path;
}

function keyOf(index: Value): string | undefined {
  const key = index.kind === "plain" ? numberOf(index) : stringOf(index);
  return key === undefined ? undefined : `[${JSON.stringify(key)}]`;
}
