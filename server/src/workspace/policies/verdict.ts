import {
  beginningOf,
  isPartObject,
  type Part,
  UnknownPart,
} from "../../core/configuration/model.ts";
import type { PartPath } from "../../core/policies.ts";

/** Whether a value satisfies a schema. With an unknown part, it may be neither. */
export type Verdict =
  /** With the most specific part that it depends on. */
  | { readonly state: "valid"; readonly places: readonly VerdictPlace[] }
  /** With the parts that break the schema. */
  | { readonly state: "broken"; readonly places: readonly VerdictPlace[] }
  | { readonly state: "unknown"; readonly source: string; readonly path: PartPath };

export interface VerdictPlace {
  readonly path: PartPath;
  /** The reason, for policies without a message. */
  readonly why?: string;
}

export const valid: Verdict = { state: "valid", places: [] };

export function broken(...places: VerdictPlace[]): Verdict {
  return { state: "broken", places };
}

export function holds(isValid: boolean, path: PartPath, why?: string): Verdict {
  const place = why === undefined ? { path } : { path, why };
  return { state: isValid ? "valid" : "broken", places: [place] };
}

/** It may turn out to be null, which is the same as absent. */
export function isOpen(part: Part | undefined): part is UnknownPart {
  return part instanceof UnknownPart && beginningOf(part) === undefined;
}

export function undecided({ source }: UnknownPart, path: PartPath): Verdict {
  return { state: "unknown", source, path };
}

/** More are not shown for one value. */
const mostPlaces = 50;

export function allOf(all: readonly Verdict[]): Verdict {
  const first = all.find((it) => it.state !== "valid");
  if (!first) return joined(all);
  const failed = all.filter((it) => it.state === "broken");
  const places = failed.flatMap((it) => it.places).slice(0, mostPlaces);
  return failed.length > 0 ? broken(...places) : first;
}

/** Only the most specific part is kept. */
export function joined(all: readonly Verdict[]): Verdict {
  let deepest: VerdictPlace | undefined;
  for (const it of all) {
    const place = it.state === "valid" ? it.places[0] : undefined;
    if (place && (!deepest || place.path.length > deepest.path.length)) deepest = place;
  }
  return deepest ? { state: "valid", places: [deepest] } : valid;
}

/** At least one of them, of which `most` may be valid. */
export function anyOf(all: readonly Verdict[], path: PartPath, most = Infinity): Verdict {
  const good = all.filter((it) => it.state === "valid");
  const open = all.find((it) => it.state === "unknown");
  if (good.length > most) return broken({ path });
  if (open && (good.length === 0 || most < Infinity)) return open;
  if (good.length > 0) return joined(good);
  const [only, ...others] = all;
  return only && others.length === 0 ? only : broken({ path });
}

/** The most specific part decides what is shown. */
export function not(verdict: Verdict, path: PartPath): Verdict {
  if (verdict.state === "unknown") return verdict;
  if (verdict.state === "broken") return { state: "valid", places: verdict.places.slice(0, 1) };
  return broken({ path: verdict.places[0]?.path ?? path });
}

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
