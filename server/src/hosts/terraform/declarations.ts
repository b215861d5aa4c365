import { parseJson } from "../../json/syntax/parse.ts";
import { type JsonObject, type JsonValue, propertyOf } from "../../json/syntax/tree.ts";
import type { Span, SyntaxFault } from "../../text/span.ts";
import { hclFault } from "../hcl/fault.ts";
import { readHcl } from "../hcl/read.ts";
import type { Attribute, Block, Body, Expression } from "../hcl/tree.ts";
import { objectsIn } from "../json/node.ts";
import { jobResource, listResource, resources, zoneResources } from "../places.ts";
import type { Source } from "./values/value.ts";

/** An expression of a file, in either syntax. */
export type Written = { readonly source: Source } & (
  | { readonly hcl: Expression }
  | { readonly json: JsonValue }
);

export interface DeclaredVariable {
  readonly source: Source;
  readonly default: Written | undefined;
  readonly type: { readonly source: Source; readonly hcl: Expression } | undefined;
  readonly isSensitive: boolean;
}

/** A resource that matters for texts of ours. */
export interface DeclaredResource {
  readonly type: string;
  readonly name: string;
  readonly source: Source;
  readonly attributes: ReadonlyMap<string, Written>;
  readonly body: Body | JsonObject;
  /** The place of its name. */
  readonly header: Span;
}

/** A call of a module. */
export interface DeclaredCall extends Span {
  readonly name: string;
  readonly source: Source;
  /** Undefined if it is no plain text. */
  readonly from: string | undefined;
  readonly attributes: ReadonlyMap<string, Written>;
}

/**
 * The declarations of a file, as far as they matter for the texts of resources. It is parsed if its text has the name asked
 * for.
 */
export class Declarations {
  readonly isOverride: boolean;
  private found: Parsed | undefined;
  private more: readonly DeclaredResource[] | undefined;
  private namesOurs: boolean | undefined;
  private checked: { readonly fault: SyntaxFault | undefined } | undefined;

  constructor(readonly source: Source) {
    this.isOverride = isOverride(source.path);
  }

  /** Why the file is not valid. */
  get fault(): SyntaxFault | undefined {
    const { path, text } = this.source;
    this.checked ??= {
      fault: /\.json$/i.test(path) ? parseJson(text).errors[0] : hclFault(text),
    };
    return this.checked.fault;
  }

  local(name: string): Written | undefined {
    return this.parsedFor(name)?.locals.get(name);
  }

  variable(name: string): DeclaredVariable | undefined {
    return this.parsedFor(name)?.variables.get(name);
  }

  /** The variables that need a value. */
  get required(): readonly string[] {
    const all = [...(this.parsedFor("variable")?.variables ?? [])];
    return all.filter(([, it]) => !it.default).map(([name]) => name);
  }

  output(name: string): Written | undefined {
    return this.parsedFor(name)?.outputs.get(name);
  }

  get outputNames(): readonly string[] {
    return [...(this.parsedFor("output")?.outputs.keys() ?? [])];
  }

  /** The addresses of what Terraform stops managing without deleting it. */
  get forgotten(): readonly string[] {
    return this.parsedFor("removed")?.forgotten ?? [];
  }

  get calls(): readonly DeclaredCall[] {
    return this.parsedFor("module")?.calls ?? [];
  }

  /** Each file of a folder asks for the resources of all others, and most have none, so their texts are searched once. */
  get resources(): readonly DeclaredResource[] {
    this.namesOurs ??= this.source.text.includes("cloudflare_");
    return this.found || this.namesOurs ? this.parsed.resources : [];
  }

  /** Other resources of the provider, and its data sources, whose types begin with `data.`. */
  get others(): readonly DeclaredResource[] {
    this.namesOurs ??= this.source.text.includes("cloudflare_");
    this.more ??= this.namesOurs ? othersIn(this.source) : [];
    return this.more;
  }

  /** The texts of a resource or, with `data.` before its type, of a data source of any provider. */
  blockTexts(type: string, name: string): readonly string[] {
    const { text } = this.source;
    if (!text.includes(type.replace("data.", "")) || !text.includes(name)) return [];
    const isNamed = (kind: string, [label = ""]: readonly string[]) =>
      type === (kind === "data" ? `data.${label}` : label);
    return resourcesIn(this.source, type.replace("data.", ""), isNamed)
      .filter((it) => it.name === name)
      .map(({ body: { start, end } }) => text.slice(start, end));
  }

  private parsedFor(name: string): Parsed | undefined {
    return this.found || this.source.text.includes(name) ? this.parsed : undefined;
  }

  private get parsed(): Parsed {
    this.found ??= parsedIn(this.source);
    return this.found;
  }
}

type Parsed = ReturnType<typeof noneIn>;

/** The prefix is tested first, because looking up a newly sliced string is slower. */
export function isOurs(type: string, [resource = ""]: readonly string[]): boolean {
  return (
    type === "resource" &&
    resource.startsWith("cloudflare_") &&
    (resources.has(resource) ||
      resource === jobResource ||
      resource === listResource ||
      zoneResources.has(resource))
  );
}

/** The declarations of an override file replace the declarations of other files in the folder. */
export function isOverride(path: string): boolean {
  return /[/_]override\.(?:tf|tofu)(?:\.json)?$/i.test(path);
}

const kept = new Set(["locals", "variable", "output", "module", "removed"]);

function parsedIn(source: Source): Parsed {
  if (/\.json$/i.test(source.path)) return parsedInJson(source);
  const isWanted = (type: string, labels: readonly string[]) =>
    kept.has(type) || isOurs(type, labels);
  const { body } = readHcl(source.text, { word: "", isWanted });
  const found = noneIn(source);
  for (const item of body.items) {
    if (item.kind !== "block") continue;
    const [name = ""] = item.labels;
    const attributes = new Map(attributesIn(item, source));
    if (isOurs(item.type, item.labels)) found.resources.push(resourceIn(item, source));
    else if (item.type === "locals")
      for (const [local, value] of attributes) found.locals.set(local, value);
    else if (item.type === "variable") found.variables.set(name, variableIn(source, attributes));
    else if (item.type === "output") {
      const value = attributes.get("value");
      if (value) found.outputs.set(name, value);
    } else if (item.type === "removed") found.forgotten.push(...forgottenIn(item, source));
    else if (item.type === "module") found.calls.push(callIn(item, source, attributes));
  }
  return found;
}

function callIn(
  { labels: [name = ""], start, end }: Block,
  source: Source,
  attributes: ReadonlyMap<string, Written>,
): DeclaredCall {
  const from = attributes.get("source");
  const path = from && "hcl" in from ? plainText(source, from.hcl) : undefined;
  return { start, end, name, source, from: path, attributes };
}

/** The address in a block `removed`. Terraform deletes the resource, unless the block says `destroy = false`. */
function forgottenIn(block: Block, source: Source): readonly string[] {
  const named = (name: string, { body }: Block) =>
    body.items.find((it) => it.kind === "attribute" && it.name === name) as Attribute | undefined;
  const keeps = block.body.items.some((it) => {
    if (it.kind !== "block" || it.type !== "lifecycle") return false;
    const destroy = named("destroy", it)?.value;
    return destroy?.kind === "scalar" && destroy.value === false;
  });
  const from = named("from", block)?.value;
  return from && keeps ? [source.text.slice(from.start, from.end)] : [];
}

function resourceIn(block: Block, source: Source): DeclaredResource {
  const { type: kind, labels, body, start } = block;
  const [type = "", name = ""] = labels;
  const header = { start, end: body.start };
  const attributes = new Map(attributesIn(block, source));
  return { type: kind === "data" ? `data.${type}` : type, name, source, attributes, body, header };
}

function othersIn(source: Source): readonly DeclaredResource[] {
  return resourcesIn(
    source,
    "cloudflare_",
    (kind, [type = ""]) => type.startsWith("cloudflare_") && !isOurs(kind, [type]),
  );
}

function resourcesIn(
  source: Source,
  word: string,
  isMeant: (kind: string, labels: readonly string[]) => boolean,
): readonly DeclaredResource[] {
  const isWanted: typeof isMeant = (kind, labels) =>
    (kind === "resource" || kind === "data") && isMeant(kind, labels);
  if (!/\.json$/i.test(source.path)) {
    const { body } = readHcl(source.text, { word, isWanted });
    const blocks = body.items.filter((it) => it.kind === "block" && isWanted(it.type, it.labels));
    return blocks.map((it) => resourceIn(it as Block, source));
  }
  const { root } = parseJson(source.text);
  return (["resource", "data"] as const).flatMap((kind) =>
    jsonResources(root, kind)
      .filter((it) => isMeant(kind, [it.type]))
      .map((it) => jsonResourceIn(it, source, kind)),
  );
}

function jsonResourceIn(
  { type, name, body }: JsonResource,
  source: Source,
  kind: "resource" | "data",
): DeclaredResource {
  const header = { start: body.start, end: body.start + 1 };
  const own = kind === "data" ? `data.${type}` : type;
  return { type: own, name, source, attributes: propertiesOf(body, source), body, header };
}

function noneIn(source: Source) {
  return {
    source,
    locals: new Map<string, Written>(),
    variables: new Map<string, DeclaredVariable>(),
    outputs: new Map<string, Written>(),
    calls: [] as DeclaredCall[],
    resources: [] as DeclaredResource[],
    forgotten: [] as string[],
  };
}

function attributesIn({ body }: Block, source: Source): [string, Written][] {
  const attributes = body.items.filter((it): it is Attribute => it.kind === "attribute");
  return attributes.map((it) => [it.name, { hcl: it.value, source }]);
}

function variableIn(source: Source, attributes: ReadonlyMap<string, Written>): DeclaredVariable {
  const hcl = (name: string) => {
    const found = attributes.get(name);
    return found && "hcl" in found ? found.hcl : undefined;
  };
  const isSet = (name: string) => {
    const value = hcl(name);
    return value !== undefined && !(value.kind === "scalar" && value.value === false);
  };
  const type = hcl("type");
  return {
    source,
    default: attributes.get("default"),
    type: type && { source, hcl: type },
    isSensitive: isSet("sensitive") || isSet("ephemeral"),
  };
}

function plainText({ text }: Source, expression: Expression): string | undefined {
  if (expression.kind !== "template") return undefined;
  const written = text.slice(expression.content.start, expression.content.end);
  return /[\\$%]/.test(written) ? undefined : written;
}

function parsedInJson(source: Source): Parsed {
  const found = noneIn(source);
  const { root } = parseJson(source.text);
  if (root?.kind !== "object") return found;
  const each = (name: string, visit: (name: string, value: JsonObject, at: Span) => void) => {
    for (const it of objectsIn(propertyOf(root, name)?.value))
      for (const { name: label, value, start, end } of it.properties)
        for (const inner of objectsIn(value)) visit(label.value, inner, { start, end });
  };
  for (const it of objectsIn(propertyOf(root, "locals")?.value))
    for (const { name, value } of it.properties)
      if (value) found.locals.set(name.value, { source, json: value });
  each("variable", (name, value) => {
    const otherwise = propertyOf(value, "default")?.value;
    const isSensitive = ["sensitive", "ephemeral"].some((it) => {
      const set = propertyOf(value, it)?.value;
      return set !== undefined && !(set.kind === "boolean" && !set.value);
    });
    const json = otherwise && { source, json: otherwise };
    found.variables.set(name, { source, default: json, type: undefined, isSensitive });
  });
  each("output", (name, value) => {
    const json = propertyOf(value, "value")?.value;
    if (json) found.outputs.set(name, { source, json });
  });
  each("module", (name, value, at) => {
    const attributes = propertiesOf(value, source);
    const from = propertyOf(value, "source")?.value;
    const path = from?.kind === "string" ? from.value : undefined;
    found.calls.push({ ...at, name, source, from: path, attributes });
  });
  for (const it of objectsIn(propertyOf(root, "removed")?.value)) {
    const from = propertyOf(it, "from")?.value;
    const keeps = objectsIn(propertyOf(it, "lifecycle")?.value).some((lifecycle) => {
      const destroy = propertyOf(lifecycle, "destroy")?.value;
      return destroy?.kind === "boolean" && !destroy.value;
    });
    if (from?.kind === "string" && keeps) found.forgotten.push(from.value);
  }
  for (const it of jsonResources(root))
    if (isOurs("resource", [it.type])) found.resources.push(jsonResourceIn(it, source, "resource"));
  return found;
}

function propertiesOf({ properties }: JsonObject, source: Source): ReadonlyMap<string, Written> {
  return new Map(
    properties.flatMap(({ name, value }) =>
      value ? [[name.value, { source, json: value }] as const] : [],
    ),
  );
}

/** A resource in Terraform's JSON syntax (`.tf.json`), in which every string is a template. */
export interface JsonResource {
  readonly type: string;
  readonly name: string;
  readonly body: JsonObject;
}

export function jsonResources(
  root: JsonValue | undefined,
  kind: "resource" | "data" = "resource",
): readonly JsonResource[] {
  if (root?.kind !== "object") return [];
  return objectsIn(propertyOf(root, kind)?.value).flatMap(({ properties }) =>
    properties.flatMap(({ name: { value: type }, value: all }) =>
      objectsIn(all).flatMap((named) =>
        named.properties.flatMap(({ name: { value: name }, value }) =>
          objectsIn(value).map((body) => ({ type, name, body })),
        ),
      ),
    ),
  );
}
