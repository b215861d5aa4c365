import type { OwnProperty, TextOwner } from "../../core/analysis.ts";
import type { EmbeddedContext } from "../embedded.ts";
import { flat, type HostEntry, type HostNode, type HostObject, literalNamed } from "../node.ts";
import { withoutEmptyBlocks } from "../optional-blocks.ts";

/** The rule or job of a text. Undefined for a text that is not part of one. */
export function ownerOf(
  host: string,
  context: EmbeddedContext,
  isAlternative = false,
): TextOwner | undefined {
  const { object, group, order, description } = context;
  if (!object) return undefined;
  return {
    start: object.start,
    end: object.end,
    isMain: isMain(context),
    group,
    order,
    id: textNamed(object, "id"),
    title: description ?? textNamed(object, "name"),
    properties: () => propertiesOf(host, context, isAlternative),
  };
}

function textNamed(object: HostObject, name: string): string | undefined {
  const value = literalNamed(object, name);
  return value === undefined ? undefined : String(value);
}

const mainTexts = new Set(["expression", "body.expression", "filter.expression", "condition"]);

function isMain({ attribute }: EmbeddedContext): boolean {
  return attribute === undefined || mainTexts.has(attribute);
}

/** If the text is one of several, what chooses between them is a property. */
function propertiesOf(
  host: string,
  context: EmbeddedContext,
  isAlternative: boolean,
): OwnProperty[] {
  const { object, resource, phase, attribute } = context;
  const isRule = attribute !== undefined;
  const found = object
    ? propertiesIn(
        host,
        withoutEmptyBlocks(object),
        isAlternative ? new Set() : isRule ? mainTexts : filterOnly,
      )
    : [];
  const around = resource && resource !== object ? propertiesIn(host, resource, rulesAndTexts) : [];
  const hasPhase = around.some((it) => it.name === "phase");
  // In some hosts the place of a rule decides.
  const inPhase = phase === undefined || hasPhase ? [] : [{ name: "phase", value: phase }];
  const made = object && resource ? generatorOf(host, object, resource) : [];
  return [
    ...found,
    ...inPhase,
    ...made,
    ...around.filter((it) => !found.some((own) => own.name === it.name)),
  ];
}

/** The generator of the rule, such as the `for_each` of a `dynamic` block: the text around the rules of its list. */
function generatorOf(host: string, rule: HostObject, resource: HostObject): OwnProperty[] {
  const entry = resource.entries.find(
    ({ value, start, end }) => isOpen(value) && start <= rule.start && rule.end <= end,
  );
  if (!entry) return [];
  const { start, end, name, value } = entry;
  let rest = "";
  let at = start;
  for (const it of flat(value)) {
    if (it.kind !== "object" || it.start < at) continue;
    rest += host.slice(at, it.start);
    at = it.end;
  }
  rest += host.slice(at, end);
  return [{ name: `${name} from`, value: rest.replace(/[\s,]+/g, " ").trim(), isSource: true }];
}

const filterOnly = new Set(["filter"]);
/** A filter is a resource of its own, with the text in it. */
const rulesAndTexts = new Set(["rules", ...mainTexts]);

/** The properties of an object as the service has them, such as the properties of a job in a file. */
export function propertiesIn(
  host: string,
  object: HostObject,
  without: ReadonlySet<string>,
): OwnProperty[] {
  const found: OwnProperty[] = [];
  const entries = object.entries.filter((it) => !descriptive.has(it.name));
  addAll(host, entries, "", without, found);
  return found;
}

/** Several blocks with one name are a list. */
function addAll(
  host: string,
  entries: readonly HostEntry[],
  path: string,
  without: ReadonlySet<string>,
  into: OwnProperty[],
): void {
  for (const name of new Set(entries.map((it) => it.name))) {
    const same = entries.filter((it) => it.name === name).map((it) => it.value);
    const [first, ...more] = same as [HostNode, ...HostNode[]];
    const { start, end } = { start: first.start, end: more.at(-1)?.end ?? first.end };
    const items = [first, ...more];
    const value: HostNode =
      more.length === 0 ? first : { kind: "list", start, end, items, isOpen: items.some(isOpen) };
    if (!without.has(path + name)) add(host, { name, value }, path, without, into);
  }
}

/** Properties that do not change the effect of a rule or job. */
const descriptive = new Set([
  "description",
  "depends_on",
  "id",
  "last_updated",
  "lifecycle",
  "name",
  "ref",
  "version",
]);

/** The name of a setting inside others is its path. A single block is the same as an object. */
function add(
  host: string,
  { name, value }: Pick<HostEntry, "name" | "value">,
  path: string,
  without: ReadonlySet<string>,
  into: OwnProperty[],
): void {
  const [only, ...more] = isOpen(value) ? [] : flat(value);
  if (only?.kind === "object" && more.length === 0) {
    addAll(host, only.entries, `${path}${name}.`, without, into);
    return;
  }
  const literal = literalText(value, unordered.has(name));
  const source = host.slice(value.start, value.end).trim().replace(/\s+/g, " ");
  if (literal !== undefined) into.push({ name: path + name, value: literal });
  else if (source !== "null") into.push({ name: path + name, value: source, isSource: true });
}

function isOpen(node: HostNode): boolean {
  return node.kind !== "value" && node.isOpen === true;
}

/** Lists whose order does not matter. */
const unordered = new Set(["characteristics", "phases", "products", "rulesets"]);

/** A string as it is, anything else as JSON. Undefined if a part is not known statically. */
function literalText(node: HostNode, isSet: boolean): string | undefined {
  if (node.kind === "value") {
    const literal = node.literal();
    return literal === undefined ? undefined : String(literal);
  }
  const value = plainValue(node);
  if (value === undefined) return undefined;
  return JSON.stringify(isSet && Array.isArray(value) ? value.sort() : value);
}

function plainValue(node: HostNode): unknown {
  if (node.kind === "value") return node.literal();
  if (isOpen(node)) return undefined;
  if (node.kind === "list") {
    const items = node.items.map(plainValue);
    return items.includes(undefined) ? undefined : items;
  }
  const entries = node.entries.map((it) => [it.name, plainValue(it.value)] as const);
  return entries.some(([, it]) => it === undefined)
    ? undefined
    : Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}
