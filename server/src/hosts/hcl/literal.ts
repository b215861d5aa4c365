import { addAll } from "../../text/add-all.ts";
import { Decoding } from "../../text/decoding.ts";
import { applyLayer, cutsAt, type Layer } from "../layer.ts";
import { type Region, regionOf } from "../region.ts";
import { type Branch, mayHaveElse } from "./directives.ts";
import { holeEnd } from "./extent.ts";
import { writeJson } from "./json-text.ts";
import { elementsOf, listFunctions } from "./list.ts";
import { type Literal, placeholdersIn } from "./placeholders.ts";
import { readExpression, readInterpolation } from "./read.ts";
import { rawTemplateText, templateText } from "./template.ts";
import type { Call, Expression, Template } from "./tree.ts";

/** The possible texts of an expression, as far as they are known. A conditional has one per branch. */
export function regionsOf(host: string, expression: Expression, depth = 0): readonly Region[] {
  if (expression.kind === "conditional") return alternatives(host, expression.branches, depth);
  if (expression.kind === "call") {
    const { name, args } = expression;
    if (choiceFunctions.has(name)) return alternatives(host, args, depth);
    const choices = name === "jsonencode" && args[0] ? branchesOf(args[0]) : undefined;
    if (choices) return choices.flatMap((it) => jsonRegion(host, it));
  }
  const isOpen = expression.kind === "template" && depth < mostInterpolations;
  const inner = isOpen ? interpolated(host, expression) : undefined;
  if (inner) return regionsOf(host, inner, depth + 1);
  const region = regionIn(host, expression, "if");
  if (!region) return [];
  if (!mayHaveElse.test(host.slice(region.start, region.end))) return [region];
  const other = regionIn(host, expression, "else");
  return [other ? { ...region, other } : region];
}

function regionIn(host: string, expression: Expression, branch: Branch): Region | undefined {
  const decoding = decodingOf(host, expression, branch);
  return decoding && regionOf(decoding, expression, (source) => reread(source, branch));
}

export const choiceFunctions: ReadonlySet<string> = new Set([
  "try",
  "coalesce",
  "coalescelist",
  "one",
]);

/** Bounded, because each level is parsed again. */
const mostInterpolations = 3;

/** `"${ … }"` is equivalent to the expression inside it. */
function interpolated(host: string, { style, content }: Template): Expression | undefined {
  if (style !== "quoted" || !host.startsWith("${", content.start)) return undefined;
  return holeEnd(host, content.start, content.end) === content.end
    ? readInterpolation(host, content.start)
    : undefined;
}

/** The alternative values of an expression. */
function branchesOf(value: Expression): readonly Expression[] | undefined {
  if (value.kind === "conditional") return value.branches.flatMap((it) => branchesOf(it) ?? [it]);
  return value.kind === "call" && choiceFunctions.has(value.name) ? value.args : undefined;
}

function jsonRegion(host: string, value: Expression): readonly Region[] {
  const decoding = jsonOf(host, value);
  return decoding ? [regionOf(decoding, value, rereadJson)] : [];
}

function rereadJson(source: string): Decoding | undefined {
  const value = readExpression(source);
  return value && jsonOf(source, value);
}

/** Excludes empty texts, which mean that there is no expression, and unknown ones, which have no region. */
function alternatives(
  host: string,
  branches: readonly Expression[],
  depth: number,
): readonly Region[] {
  return branches
    .flatMap((it) => regionsOf(host, it, depth))
    .filter((it) => it.text !== "")
    .map((it) => ({ ...it, isAlternative: true }));
}

/** The value of an expression; undefined if it has holes. */
export function literalOf(host: string, expression: Expression): Literal | undefined {
  if (expression.kind === "scalar") return expression.value ?? undefined;
  if (expression.kind === "template" && expression.style === "quoted") {
    const { start, end } = expression.content;
    const source = host.slice(start, end);
    if (isPlain.test(source)) return source;
  }
  const decoding = decodingOf(host, expression);
  return decoding?.holes.length === 0 ? decoding.text : undefined;
}

/** Matches most strings, which need no decoding. */
const isPlain = /^[\w ./:-]*$/;

function reread(source: string, branch: Branch): Decoding | undefined {
  const expression = readExpression(source);
  return expression && decodingOf(source, expression, branch);
}

/** Undefined if no part of the text is known. */
function decodingOf(
  host: string,
  expression: Expression,
  branch: Branch = "if",
): Decoding | undefined {
  switch (expression.kind) {
    case "template":
      return templateText(host, expression, branch);
    case "call":
      return calls.get(expression.name)?.(host, expression, branch);
    default:
      return undefined;
  }
}

type ReadCall = (host: string, call: Call, branch: Branch) => Decoding | undefined;

/** Whitespace between tokens is not significant in our languages. */
const inner: ReadCall = (host, { args: [first] }, branch) =>
  first && decodingOf(host, first, branch);

const calls: ReadonlyMap<string, ReadCall> = new Map(
  Object.entries<ReadCall>({
    chomp: inner,
    trimspace: inner,
    indent: (host, { args: [, text] }, branch) => text && decodingOf(host, text, branch),
    tostring: inner,
    sensitive: inner,
    nonsensitive: inner,
    join: joined,
    format: formatted,
    // Decodes a single element.
    formatlist: formatted,
    lower: withLetterCase((it) => it.toLowerCase()),
    upper: withLetterCase((it) => it.toUpperCase()),
    replace: replaced,
    jsonencode: (host, { args: [first] }) => first && jsonOf(host, first),
  }),
);

function withLetterCase(changed: (text: string) => string): ReadCall {
  return (host, { args: [text] }, branch) => {
    const decoding = text && decodingOf(host, text, branch);
    return decoding && applyLayer(decoding, letterCase(changed));
  };
}

/** `format("http.host eq %q", "a")`. Undefined for a call with an unused argument, which Terraform refuses. */
function formatted(host: string, { args }: Call, branch: Branch): Decoding | undefined {
  const [form, ...values] = args;
  const text =
    form?.kind === "template"
      ? rawTemplateText(host, form, branch)
      : form && decodingOf(host, form, branch);
  const found = text && placeholdersIn(text.text, (at) => valueAt(host, values[at]));
  if (!found || values.length > found.used) return undefined;
  return applyLayer(text, { cuts: () => found.cuts, encode: (it) => it.replaceAll("%", "%%") });
}

function valueAt(host: string, argument: Expression | undefined): Literal | undefined {
  return argument && literalOf(host, argument);
}

/** Each character that changes is replaced. The length of the text may change too. */
function letterCase(changed: (text: string) => string): Layer {
  return {
    cuts: (text) => cutsAt(text, /\p{L}/gu, changed),
    encode: (text) => (changed(text) === text ? text : undefined),
  };
}

/** `replace(text, "\n", " ")` changes only whitespace; other replacements insert what is elsewhere, or not known. */
function replaced(
  host: string,
  { args: [text, search, by] }: Call,
  branch: Branch,
): Decoding | undefined {
  const from = search && literalOf(host, search);
  if (typeof from !== "string" || from === "") return undefined;
  const to = by && literalOf(host, by);
  const decoding = text && decodingOf(host, text, branch);
  if (/^\/.*\/$/s.test(from)) {
    const isLayout = whitespacePattern.test(from) && typeof to === "string" && to.trim() === "";
    return isLayout ? decoding : undefined;
  }
  const pattern = new RegExp(from.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&"), "g");
  const layer: Layer = {
    cuts: (it) =>
      cutsAt(it, pattern, () => (typeof to === "string" && to.trim() === "" ? to : undefined)),
    encode: (it) => (it.includes(from) ? undefined : it),
  };
  return decoding && applyLayer(decoding, layer);
}

/** A regular expression for whitespace, such as `/\s+/`. */
const whitespacePattern = /^\/(?:\\[nrst]|[\s+*?|()[\]]|\{\d*(?:,\d*)?\})+\/$/;

/** `join(" or ", [ … ])` */
function joined(
  host: string,
  { args: [separator, list] }: Call,
  branch: Branch,
): Decoding | undefined {
  const between = separator && literalOf(host, separator);
  const split = list && linesOf(host, list);
  if (split && typeof between === "string" && between.trim() === "") {
    return decodingOf(host, split, branch);
  }
  const elements = list && elementsOf(list);
  if (!list || !elements) return undefined;
  const decoding = new Decoding(host, list.start, list.end);
  let last = list.start;
  for (const [index, { part, expression }] of elements.slice(0, mostJoined).entries()) {
    const element = expression && decodingOf(host, expression, branch);
    const start = element ? element.toHost(0) : part.start;
    // Adjacent elements without a separator occur only in invalid files.
    if (index > 0 && start <= last) continue;
    if (index > 0) {
      if (typeof between === "string") decoding.write(between, last, start);
      else decoding.hole(last, start);
    }
    if (element) takeAll(decoding, element);
    else decoding.hole(part.start, part.end);
    last = element ? element.toHost(element.text.length) : part.end;
  }
  if (elements.length > mostJoined) decoding.hole(last, list.end);
  return decoding;
}

/** More than fit into an expression. The rest is treated as unknown. */
const mostJoined = 10_000;

/** The text of `split("\n", text)`. */
function linesOf(host: string, list: Expression): Expression | undefined {
  if (list.kind !== "call") return undefined;
  const [first, second] = list.args;
  if (listFunctions.has(list.name)) return first && linesOf(host, first);
  const separator = list.name === "split" && first ? literalOf(host, first) : undefined;
  return typeof separator === "string" && separator.trim() === "" ? second : undefined;
}

function takeAll(into: Decoding, other: Decoding): void {
  const start = into.text.length;
  into.take(other, 0, other.text.length);
  const inner = other.elements.map((it) => ({ start: it.start + start, end: it.end + start }));
  addAll(into.elements, inner.length > 0 ? inner : [{ start, end: into.length }]);
  for (const it of other.sections) {
    into.sections.push({ ...it, start: it.start + start, end: it.end + start });
  }
}

function jsonOf(host: string, value: Expression): Decoding | undefined {
  const isObject = value.kind === "object" || (value.kind === "call" && value.name === "merge");
  if (!isObject && value.kind !== "tuple") return undefined;
  const decoding = new Decoding(host, value.start, value.end);
  writeJson(decoding, value);
  return decoding;
}
