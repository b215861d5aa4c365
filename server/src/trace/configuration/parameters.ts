import {
  isPartObject,
  type Part,
  type PartObject,
  UnknownPart,
} from "../../core/configuration/model.ts";

/** The part at a path. A list of one item is that item, as Terraform writes blocks. */
export function partAt(root: Part | undefined, ...path: readonly string[]): Part | undefined {
  let part = single(root);
  for (const name of path) {
    if (part instanceof UnknownPart) return part;
    part = isPartObject(part) && Object.hasOwn(part, name) ? single(part[name]) : undefined;
  }
  return part;
}

function single(part: Part | undefined): Part | undefined {
  return Array.isArray(part) && part.length === 1 && isPartObject(part[0]) ? part[0] : part;
}

export function textAt(root: Part | undefined, ...path: readonly string[]): string | undefined {
  const part = partAt(root, ...path);
  return typeof part === "string" ? part : undefined;
}

export function textsAt(root: Part | undefined, ...path: readonly string[]): readonly string[] {
  const part = partAt(root, ...path);
  if (typeof part === "string") return part.split(",").map((it) => it.trim());
  return Array.isArray(part) ? part.filter((it) => typeof it === "string") : [];
}

export function numberAt(root: Part | undefined, ...path: readonly string[]): number | undefined {
  const part = partAt(root, ...path);
  const number = typeof part === "number" ? part : typeof part === "string" ? Number(part) : NaN;
  return Number.isFinite(number) ? number : undefined;
}

/** The status at a path, else the usual one. Without any if it is not known. */
export function statusAt(
  usual: number,
  root: Part | undefined,
  ...path: readonly string[]
): { readonly status?: number } {
  if (partAt(root, ...path) instanceof UnknownPart) return {};
  return { status: numberAt(root, ...path) ?? usual };
}

export function objectAt(
  root: Part | undefined,
  ...path: readonly string[]
): PartObject | undefined {
  const part = partAt(root, ...path);
  return isPartObject(part) ? part : undefined;
}

/** As plain data, with `(…)` for what is not known. */
export function plainOf(part: Part): unknown {
  if (part instanceof UnknownPart) return `(${part.source})`;
  if (Array.isArray(part)) return part.map(plainOf);
  if (!isPartObject(part)) return part;
  return Object.fromEntries(Object.entries(part).map(([name, it]) => [name, plainOf(it)]));
}

export function hasUnknown(part: Part | undefined): boolean {
  return unknownIn(part).length > 0;
}

/** Why parts of it are not known. */
export function unknownIn(part: Part | undefined): readonly string[] {
  if (part instanceof UnknownPart) return [part.source];
  if (Array.isArray(part)) return part.flatMap(unknownIn);
  return isPartObject(part) ? Object.values(part).flatMap(unknownIn) : [];
}
