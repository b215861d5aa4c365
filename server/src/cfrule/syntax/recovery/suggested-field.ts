import { likelyFix } from "../../../core/diagnostic.ts";
import { replace } from "../../../text/edit.ts";
import { editDistance } from "../../../text/nearest.ts";
import { shorten } from "../../../text/shorten.ts";
import type { Span } from "../../../text/span.ts";
import { foreignField } from "../../catalog/foreign-names.ts";
import { headerFields, headers } from "../../catalog/headers.ts";
import { isCollection, type Type } from "../../catalog/type.ts";
import { type ExpectedValue, operatorText, takesRequestValue } from "../expected-value.ts";
import type { Description } from "../problems.ts";
import type { Reader } from "../reader.ts";

/** The likely field for an unknown name. Only fields that fit the text after the name. */
export function suggestedField(p: Reader, span: Span, name: string): string | undefined {
  const foreign = foreignField(name);
  if (foreign || !p.maySuggest) return foreign;
  const fits = fittingType(p.text.slice(span.end, span.end + 30));
  const candidates = p.scheme.fieldNames.filter((it) => {
    const type = p.scheme.field(it)?.type;
    return type && fits(type);
  });
  const spelled = p.nearest(name, candidates);
  if (spelled !== undefined && isClose(name, spelled)) return spelled;
  return bySegments(name, candidates);
}

/** No field name is longer; bounds the work for names with many dots. */
const longestField = 200;

/** `http.request.headers.user-agent`: a key written as part of the name, which may contain `-`. Returns its end. */
export function suggestedElement(
  p: Reader,
  { start, end }: Span,
): { readonly end: number; readonly description: Description } | undefined {
  const more = /^(?:-\w+)+/.exec(p.text.slice(end, end + longestField))?.[0] ?? "";
  const name = p.text.slice(start, end) + more;
  let dot = name.lastIndexOf(".", longestField);
  for (; dot > 0; dot = name.lastIndexOf(".", dot - 1)) {
    const map = p.scheme.field(mapNamed(name.slice(0, dot)));
    if (map?.type.kind !== "Map") continue;
    const key = name.slice(dot + 1);
    if (key === "" || p.text.charAt(end + more.length) === "[") return undefined;
    const spelled = map.keys === "lower" ? headerNamed(key) : key;
    const element = `${map.name}["${spelled}"]${map.type.of.kind === "Array" ? "[0]" : ""}`;
    const own = map.name === "http.request.headers" ? headerFields.get(spelled) : undefined;
    const span = { start, end: end + more.length };
    return { end: span.end, description: asElement(p, span, own ? [element, own] : [element]) };
  }
  return undefined;
}

/** The most likely suggestion comes first. */
function asElement(p: Reader, span: Span, suggested: readonly string[]): Description {
  return {
    message: `Unknown field ${shorten(p.slice(span))}. Use ${suggested.join(" or ")}.`,
    fixes: suggested.map((it) => likelyFix(`Use ${it}`, [replace(span, it)])),
  };
}

/** Whether fields start with the same word and a dot, as in `http.example`. */
export function isInNamespace(p: Reader, name: string): boolean {
  const dot = name.indexOf(".");
  const namespace = name.slice(0, dot + 1);
  return dot > 0 && p.scheme.fieldNames.some((it) => it.startsWith(namespace));
}

function mapNamed(name: string): string {
  return /^(?:(?:https?\.)?(?:req(?:uest)?\.)?headers?|req\.http)$/i.test(name)
    ? "http.request.headers"
    : name;
}

/** Keys are lowercase, with dashes where other languages have underscores. */
function headerNamed(key: string): string {
  const lowercase = key.toLowerCase();
  const dashed = lowercase.replaceAll("_", "-");
  return headers.has(dashed) ? dashed : lowercase;
}

/** Operators need scalars, brackets need collections, and an operand on its own must be a Boolean. */
function fittingType(after: string): (type: Type) => boolean {
  if (/^\[/.test(after)) return isCollection;
  const compared =
    /^\s*(?:[=!<>~&]|(?:eq|ne|lt|le|gt|ge|in|contains|matches|wildcard|strict|is|not)\b)/i;
  if (compared.test(after)) return (type) => !isCollection(type) && type.kind !== "Boolean";
  if (/^\s*(?:$|\)|(?:and|or|xor)\b)/.test(after)) return () => true;
  return (type) => !isCollection(type);
}

/** Longer names may have more typos. */
function isClose(name: string, candidate: string): boolean {
  const few = name.length < 3 ? 0 : name.length < 8 ? 1 : name.length < 16 ? 2 : 3;
  return editDistance(name.toLowerCase(), candidate.toLowerCase(), few + 1) <= few;
}

/** `uri.path` or `http.method`: a name with missing parts. Picks the field with the fewest additional parts. */
function bySegments(name: string, candidates: readonly string[]): string | undefined {
  const segments = name.toLowerCase().split(".");
  const last = segments[segments.length - 1] ?? "";
  let best: string | undefined;
  for (const candidate of candidates) {
    if (best !== undefined && candidate.length >= best.length) continue;
    // Most candidates end differently, and need not be split.
    if (!candidate.endsWith(last)) continue;
    const parts = candidate.split(".");
    if (parts[parts.length - 1] !== last) continue;
    let found = 0;
    for (const part of parts) if (part === segments[found]) found++;
    if (found === segments.length) best = candidate;
  }
  return best;
}

/** A name in place of a value: where only a literal is allowed, without the arguments of a call, or with a key as a part of it. */
export function describeName(
  p: Reader,
  expected: ExpectedValue,
  { start, end }: Span,
): Description | undefined {
  const takesNames = takesRequestValue(expected.operator.name);
  const element = takesNames && suggestedElement(p, { start, end: p.nameEnd(start) });
  if (element && element.end === end) return element.description;
  const name = p.slice({ start, end });
  const field = p.scheme.field(name);
  const callee = p.scheme.function(name);
  if (field ? field.pseudo : !callee || callee.quantifier) return undefined;
  if (takesNames) return { message: `'${name}' is a function. Call it, as in ${name}(…).` };
  return {
    message: `${operatorText(p, expected)} needs a literal, found the ${field ? "field" : "function"} '${name}'. Only 'eq', 'ne', 'lt', 'le', 'gt' and 'ge' compare two values of a request.`,
  };
}

/** `http.host eq path`: a text, or another field that may be compared with it. */
export function fieldMeant(
  p: Reader,
  { left, operator, kind, item }: ExpectedValue,
  written: string,
): string | undefined {
  const name = item ? undefined : foreignField(written);
  if (name === undefined || name === p.slice(left)) return undefined;
  const isSame = p.scheme.field(name)?.type.kind === kind;
  return isSame && takesRequestValue(operator.name) ? name : undefined;
}
