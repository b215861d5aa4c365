import { editDistance } from "../../text/nearest.ts";
import type { Span } from "../../text/span.ts";
import { isCollection, type Type } from "../catalogue/type.ts";
import type { Reader } from "./reader.ts";

/** What somebody most likely meant by a name that no field has. Only a field that fits what stands after the name. */
export function meantField(p: Reader, span: Span, name: string): string | undefined {
  const element = elementOf(p, name);
  if (element) return element;
  const fits = fittingType(p.text.slice(span.end, span.end + 30));
  const candidates = p.scheme.fieldNames.filter((it) => {
    const type = p.scheme.field(it)?.type;
    return type && fits(type);
  });
  const spelt = p.nearest(name, candidates);
  if (spelt !== undefined && isClose(name, spelt)) return spelt;
  return bySegments(name, candidates);
}

/** No field's name is longer, so that no name of nothing but dots is tried at each of them. */
const longestField = 200;

/** `http.request.headers.accept`: a key written as if it were a part of the name. */
function elementOf(p: Reader, name: string): string | undefined {
  let dot = name.lastIndexOf(".", longestField);
  for (; dot > 0; dot = name.lastIndexOf(".", dot - 1)) {
    const type = p.scheme.field(name.slice(0, dot))?.type;
    if (type?.kind !== "Map") continue;
    const inner = type.of.kind === "Array" ? "[0]" : "";
    const key = name.slice(dot + 1);
    return key === "" ? undefined : `${name.slice(0, dot)}["${key}"]${inner}`;
  }
  return undefined;
}

/** An operator compares single values, brackets pick from several, and what stands alone must be true or false. */
function fittingType(after: string): (type: Type) => boolean {
  if (/^\[/.test(after)) return isCollection;
  const compared =
    /^\s*(?:[=!<>~&]|(?:eq|ne|lt|le|gt|ge|in|contains|matches|wildcard|strict|is|not)\b)/i;
  if (compared.test(after)) return (type) => !isCollection(type) && type.kind !== "Boolean";
  if (/^\s*(?:$|\)|(?:and|or|xor)\b)/.test(after)) return () => true;
  return (type) => !isCollection(type);
}

/** The longer the name, the more slips it may have. */
function isClose(name: string, candidate: string): boolean {
  const few = name.length < 3 ? 0 : name.length < 8 ? 1 : name.length < 16 ? 2 : 3;
  return editDistance(name.toLowerCase(), candidate.toLowerCase(), few + 1) <= few;
}

/** `uri.path` or `http.method`: a name with parts left out. The one with the fewest more. */
function bySegments(name: string, candidates: readonly string[]): string | undefined {
  const segments = name.toLowerCase().split(".");
  let best: string | undefined;
  for (const candidate of candidates) {
    if (best !== undefined && candidate.length >= best.length) continue;
    const parts = candidate.split(".");
    if (parts[parts.length - 1] !== segments[segments.length - 1]) continue;
    let found = 0;
    for (const part of parts) if (part === segments[found]) found++;
    if (found === segments.length) best = candidate;
  }
  return best;
}
