import type { DeclaredPlace } from "../../core/analysis.ts";
import { parseJson } from "../../json/syntax/parse.ts";
import { type JsonObject, type Property, propertyOf } from "../../json/syntax/tree.ts";
import { type Span, touches } from "../../text/span.ts";
import { isDoubled } from "../hcl/extent.ts";
import { readDirective, readHcl, readInterpolation } from "../hcl/read.ts";
import { type Body, type Expression, partsOf } from "../hcl/tree.ts";
import { objectsIn } from "../json/node.ts";
import { listResource } from "../places.ts";
import type { Declarations } from "../terraform/declarations.ts";
import { folderOf, resolved, type TerraformFiles, TerraformFolders } from "../terraform/folders.ts";
import type { Source } from "../terraform/values/value.ts";

interface TerraformPlace {
  readonly path: string;
  readonly files: TerraformFiles;
}

/** Where the name at an offset is declared: a local, a variable, a module or its output, a resource or a data source. */
export function targetsAt(
  text: string,
  offset: number,
  place: TerraformPlace,
): readonly DeclaredPlace[] {
  const isJson = /\.json$/i.test(place.path);
  const reference = isJson
    ? inTemplate(text, { start: 0, end: text.length }, offset)
    : inBody(text, readHcl(text).body, offset);
  if (!reference) return [];
  const folders = TerraformFolders.of(place.files);
  const files = folders.in(folderOf(place.path), { path: place.path, text });
  const written = text.slice(reference.start, reference.end);
  const output = /^module\.[\w-]+(?:\[[^\]]*\])?(?=\.([\w-]+))/.exec(written);
  const call =
    output && files.flatMap((it) => it.calls).find((it) => it.name === keysOf(written).at(-1));
  if (output && call?.from !== undefined && offset > reference.start + output[0].length) {
    const folder = resolved(folderOf(call.source.path), call.from);
    return folder === undefined ? [] : declared(folders.in(folder), ["output", output[1] ?? ""]);
  }
  return declared(files, keysOf(written));
}

/** The resources of a folder that create the list with a name. */
export function listTargets(
  name: string,
  text: string,
  place: TerraformPlace,
): readonly DeclaredPlace[] {
  const { path, files } = place;
  return TerraformFolders.of(files)
    .in(folderOf(path), { path, text })
    .flatMap((it) => it.resources)
    .filter(({ type, source, attributes }) => {
      const written = attributes.get("name");
      const own = written && ("hcl" in written ? written.hcl : written.json);
      return type === listResource && own && source.text.slice(own.start + 1, own.end - 1) === name;
    })
    .map(({ source, header }) => target(source, header));
}

/** The parts of an address: `local`, `office`, or the kind, type and name of a block. */
function keysOf(written: string): readonly string[] {
  const [first = "", second = "", third = ""] = written.split(/[.[]/);
  if (first === "local") return ["locals", second];
  if (first === "var") return ["variable", second];
  if (first === "module") return ["module", second];
  return first === "data" ? ["data", second, third] : ["resource", first, second];
}

function declared(
  files: readonly Declarations[],
  keys: readonly string[],
): readonly DeclaredPlace[] {
  return files.flatMap(({ source }) => {
    if (!source.text.includes(keys.at(-1) ?? "")) return [];
    const spans = /\.json$/i.test(source.path) ? jsonSpans(source, keys) : hclSpans(source, keys);
    return spans.map((it) => target(source, it));
  });
}

/** The name of a local, or the header of a block: other servers for Terraform answer the same. */
function hclSpans({ text }: Source, [kind = "", ...names]: readonly string[]): readonly Span[] {
  const isLocal = kind === "locals";
  const { body } = readHcl(text, {
    word: kind,
    isWanted: (type, labels) => type === kind && (isLocal || String(labels) === String(names)),
  });
  return body.items.flatMap((block) => {
    if (block.kind !== "block" || block.type !== kind) return [];
    if (isLocal)
      return block.body.items
        .filter((it) => it.kind === "attribute" && it.name === names[0])
        .map(({ start }) => ({ start, end: start + (names[0] ?? "").length }));
    if (String(block.labels) !== String(names)) return [];
    return [{ start: block.start, end: block.body.start }];
  });
}

function jsonSpans({ text }: Source, [kind = "", ...names]: readonly string[]): readonly Span[] {
  const { root } = parseJson(text);
  let properties: readonly Property[] =
    root?.kind === "object" ? inside(propertyOf(root, kind)) : [];
  for (const [at, name] of names.entries()) {
    properties = properties.filter((it) => it.name.value === name);
    if (at < names.length - 1) properties = properties.flatMap(inside);
  }
  return properties.map(({ name: { start, end } }) => ({ start, end }));
}

function inside(property: Property | undefined): readonly Property[] {
  return objectsIn(property?.value).flatMap((it: JsonObject) => it.properties);
}

function target({ name, path, text }: Source, { start, end }: Span): DeclaredPlace {
  const written = text.slice(start, end).trimEnd();
  return { path: name ?? path, text, start, end: start + written.length };
}

function inBody(text: string, { items }: Body, offset: number): Span | undefined {
  const item = items.find((it) => touches(it, offset));
  if (item?.kind === "block") return inBody(text, item.body, offset);
  return item && inExpression(text, item.value, offset);
}

/** The innermost reference at an offset. */
function inExpression(text: string, expression: Expression, offset: number): Span | undefined {
  if (!touches(expression, offset)) return undefined;
  if (expression.kind === "template") return inTemplate(text, expression.content, offset);
  for (const it of partsOf(expression)) {
    const inner = inExpression(text, it, offset);
    if (inner) return inner;
  }
  return isReference(expression) ? expression : undefined;
}

function isReference(expression: Expression): boolean {
  if (expression.kind !== "unknown" || expression.form?.kind !== "steps") return false;
  const { base } = expression.form;
  return base.kind === "unknown" && base.form?.kind === "name";
}

/** In the interpolations and directives of a template. */
function inTemplate(text: string, { start, end }: Span, offset: number): Span | undefined {
  let found: Span | undefined;
  for (let at = start; at < Math.min(end, offset); at++) {
    if (isDoubled(text, at)) at += 2;
    else if (/[$%]/.test(text.charAt(at)) && text.charAt(at + 1) === "{") {
      const isValue = text.charAt(at) === "$";
      const inner = isValue ? readInterpolation(text, at) : readDirective(text, at)?.expression;
      found = (inner && inExpression(text, inner, offset)) ?? found;
    }
  }
  return found;
}
