import type { CommandArguments } from "../../../server/src/lsp/protocol.ts";

/** Whatever a tree item of ours, or anything else that stands for files, has to say about what is meant. */
export interface Targeted {
  readonly target: CommandArguments;
}

interface UriLike {
  readonly scheme: string;
  toString(): string;
}

/**
 * What a command is about. It may be called with the URI of a lens, with our own arguments, with a tree item, with what is
 * selected in the Explorer (the item under the mouse, then all of them), or with nothing, and then the active file is meant.
 */
export function meantBy(args: readonly unknown[], active: string | undefined): CommandArguments {
  const [first, second] = args;
  if (typeof first === "string") return { uri: first };
  if (isUri(first)) {
    const all = Array.isArray(second) ? second.filter(isUri).map(String) : [];
    return all.length > 1 ? { uri: String(first), uris: all } : { uri: String(first) };
  }
  if (isTargeted(first)) return first.target;
  if (isPlainObject(first)) return withActive(first as CommandArguments, active);
  return withActive({}, active);
}

/** Every file or folder that is meant. */
export function urisOf({ uri, uris }: CommandArguments): readonly string[] {
  if (uris && uris.length > 0) return uris;
  return uri === undefined ? [] : [uri];
}

function withActive(args: CommandArguments, active: string | undefined): CommandArguments {
  return urisOf(args).length > 0 || active === undefined ? args : { ...args, uri: active };
}

function isUri(value: unknown): value is UriLike {
  return typeof value === "object" && value !== null && "scheme" in value && "path" in value;
}

function isTargeted(value: unknown): value is Targeted {
  return typeof value === "object" && value !== null && "target" in value;
}

/** The editor's menus pass objects of their own, with the group and the position of an editor; those mean nothing here. */
function isPlainObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !("groupId" in value);
}
