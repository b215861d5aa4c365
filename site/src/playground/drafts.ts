import { isKind, type Kind } from "./kinds.ts";
import type { Shared } from "./share.ts";

/** The user's texts. It survives a reload in this browser, unless storage is forbidden. */

/** Each text has an entry of its own, so that a keystroke writes only one. */
type Entry = "kind" | "tab" | "lines" | "request" | `text.${Kind}` | `other.${Kind}`;

/** Maximum length of a stored entry: browsers store about 5 million characters in all. */
const longest = 500_000;

const current = new Map<Entry, string>();

export function draftOf(entry: Entry): string | undefined {
  try {
    return current.get(entry) ?? localStorage.getItem(keyOf(entry)) ?? undefined;
  } catch {
    return undefined;
  }
}

export function keepDraft(entry: Entry, value: string): void {
  current.set(entry, value);
  try {
    if (value.length > longest) localStorage.removeItem(keyOf(entry));
    else localStorage.setItem(keyOf(entry), value);
  } catch {
    // It is kept until a reload.
  }
}

export function draftKind(): Kind | undefined {
  const kind = draftOf("kind");
  return isKind(kind) ? kind : undefined;
}

/** Shows the content of a link. The stored drafts stay until the user changes something. */
export function openLink({ kind, text, other, lines, request }: Shared): void {
  current.set("kind", kind);
  current.set(`text.${kind}`, text);
  if (other !== undefined) current.set(`other.${kind}`, other);
  if (lines !== undefined) current.set("lines", lines);
  if (request !== undefined) current.set("request", request);
}

function keyOf(entry: Entry): string {
  return `weir.playground.${entry}`;
}
