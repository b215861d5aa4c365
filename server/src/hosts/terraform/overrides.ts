import type { Declarations, DeclaredCall, DeclaredResource } from "./declarations.ts";

/** The calls of a file, with the arguments that override files set. */
export function overriddenCalls(
  file: Declarations,
  files: readonly Declarations[],
): readonly DeclaredCall[] {
  const overrides = files.filter((it) => it.isOverride);
  if (overrides.length === 0) return file.calls;
  return file.calls.flatMap((call) => {
    const isSame = (it: DeclaredCall) => it.name === call.name;
    const isBase = !file.isOverride || !files.some((it) => !it.isOverride && it.calls.some(isSame));
    if (!isBase) return [];
    const own = overrides.filter((it) => it !== file).flatMap((it) => it.calls.filter(isSame));
    const attributes = new Map([call, ...own].flatMap((it) => [...it.attributes]));
    const from = own.findLast((it) => it.from !== undefined)?.from ?? call.from;
    return [{ ...call, from, attributes }];
  });
}

/** The declarations of a resource. Later ones are in override files. */
export function overriddenParts(
  resource: DeclaredResource,
  files: readonly Declarations[],
): readonly DeclaredResource[] {
  if (!files.some((it) => it.isOverride)) return [resource];
  const { type, name } = resource;
  const all = files.map((it) => ({
    isOverride: it.isOverride,
    parts: it.resources.filter((one) => one.type === type && one.name === name),
  }));
  const base = all.find((it) => !it.isOverride && it.parts.length > 0)?.parts[0];
  const parts = [base ?? [], all.filter((it) => it.isOverride).map((it) => it.parts)].flat(2);
  return parts.includes(resource) ? parts : [resource];
}
