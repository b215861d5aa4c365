import type { CommandArguments } from "../../../server/src/lsp/protocol.ts";
import { remoteScheme } from "../languages.ts";

/** The target in a tree item or another command argument. */
export interface Targeted {
  readonly target: CommandArguments;
}

interface UriLike {
  readonly scheme: string;
  readonly query: string;
  toString(): string;
}

/**
 * The target of a command. The arguments can be the URI of a code lens, our own arguments, a tree item, the Explorer's selection
 * (the clicked item, then all items), or nothing, which means the active file.
 */
export function targetOf(args: readonly unknown[], active: string | undefined): CommandArguments {
  const [first, second] = args;
  if (typeof first === "string") return { uri: first };
  if (isUri(first)) {
    if (first.scheme === remoteScheme) return previewedIn(first);
    const all = Array.isArray(second) ? second.filter(isUri).map(String) : [];
    return all.length > 1 ? { uri: String(first), uris: all } : { uri: String(first) };
  }
  if (isTargeted(first)) return first.target;
  if (isPlainObject(first)) return withActive(first as CommandArguments, active);
  return withActive({}, active);
}

function previewedIn({ query }: UriLike): CommandArguments {
  const { uri, profile } = JSON.parse(query) as CommandArguments;
  return { ...(uri !== undefined && { uri }), ...(profile !== undefined && { profile }) };
}

/** All target files and folders. */
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

/** Ignores the objects that VS Code's menus pass, with editor group and position. */
function isPlainObject(value: unknown): boolean {
  return typeof value === "object" && value !== null && !("groupId" in value);
}
