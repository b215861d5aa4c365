import {
  beginningOf,
  isPartObject,
  type Part,
  UnknownPart,
} from "../../core/configuration/model.ts";

/** Whether two values are equal; an unknown part of the first one if that decides. */
export function equalPart(part: Part, given: unknown): boolean | UnknownPart {
  if (part instanceof UnknownPart) {
    const beginning = beginningOf(part);
    const isOther =
      beginning !== undefined && !(typeof given === "string" && given.startsWith(beginning));
    return isOther ? false : part;
  }
  if (typeof part !== "object" || typeof given !== "object" || given === null)
    return part === given;
  if (Array.isArray(part) !== Array.isArray(given)) return false;
  const [own, other] = [Object.entries(part), new Map<string, unknown>(Object.entries(given))];
  if (own.length !== other.size) return false;
  const all = own.map(([name, it]) => other.has(name) && equalPart(it as Part, other.get(name)));
  return all.includes(false) ? false : (all.find((it) => it !== true) ?? true);
}

/** Equal for equal values. An unknown part of the value if it has one. */
export function canonicalPart(part: Part): string | UnknownPart {
  if (part instanceof UnknownPart) return part;
  if (!Array.isArray(part) && !isPartObject(part)) return JSON.stringify(part);
  const all = Object.entries(part).map(([name, it]) => [name, canonicalPart(it)] as const);
  const open = all.find(([, it]) => it instanceof UnknownPart)?.[1];
  if (open instanceof UnknownPart) return open;
  return JSON.stringify([
    Array.isArray(part),
    Array.isArray(part) ? all : all.sort(([a], [b]) => (a < b ? -1 : 1)),
  ]);
}
