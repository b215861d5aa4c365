import { advised, type Fix, likelyFix } from "../../../core/diagnostic.ts";
import { remove, replace } from "../../../text/edit.ts";
import { shorten } from "../../../text/shorten.ts";
import { type Type, typeName } from "../../catalog/type.ts";
import { code } from "../characters.ts";
import type { Description } from "../problems.ts";
import type { Reader } from "../reader.ts";
import type { Call, Field, Index } from "../tree.ts";

/** An index, its base, and the type of the base. */
interface Picked {
  readonly base: Field | Call;
  readonly index: Index;
  readonly type: Type;
}

/** `http.cookie["session"]`: an index on a scalar. */
export function noElement(p: Reader, picked: Picked): Description {
  const { base, index, type } = picked;
  const written = p.slice({ start: base.start, end: index.start });
  const article = type.kind === "Integer" || type.kind === "IP" ? "an" : "a";
  const message = `${shorten(written)} is ${article} ${type.kind} and has no elements.`;
  const suggested = suggestedElements(p, picked);
  if (suggested.length > 0)
    return {
      message: `${message} Use ${suggested.join(" or ")}.`,
      fixes: asFixes(picked, suggested),
    };
  const all = { start: index.start, end: index.end + moreIndexes(p.text, index.end) };
  const title = `Remove ${shorten(p.slice(all))}`;
  // The author meant a part of the value, not all of it.
  return advised(message, likelyFix(title, [remove(all)]));
}

/** The length of the indexes after it, which also have no element. */
function moreIndexes(text: string, start: number): number {
  const more = /(?:\s*\[(?:\*|\d+|"(?:[^"\\]|\\.)*")\])*/y;
  more.lastIndex = start;
  return more.exec(text)?.[0].length ?? 0;
}

/** `[0]` on a map, or `["name"]` on an array. */
export function wrongIndex(p: Reader, picked: Picked): Description {
  const { type } = picked;
  if (type.kind === "Map") {
    return {
      message: `${typeName(type)} needs a string key. Use a quoted string, as in ["name"].`,
    };
  }
  const message = `${typeName(type)} needs an integer index.`;
  const suggested = suggestedElements(p, picked);
  if (suggested.length > 0)
    return {
      message: `${message} Use ${suggested.join(" or ")}.`,
      fixes: asFixes(picked, suggested),
    };
  return { message: `${message} Use a number, as in [0], or [*] for each element.` };
}

function asFixes({ base, index }: Picked, suggested: readonly string[]): Fix[] {
  const span = { start: base.start, end: index.end };
  return suggested.map((it) => likelyFix(`Use ${it}`, [replace(span, it)]));
}

/** Alternatives with the likely intended value, most likely first. */
function suggestedElements(p: Reader, { base, index: { key, start } }: Picked): string[] {
  if (base.kind !== "field" || base.end !== start || key.kind !== "string") return [];
  const { name } = base;
  const part = `${name}.${key.value}`;
  if (p.scheme.field(part)) return [part];
  const found: string[] = [];
  const keyed = base.definition?.keyed ?? /^(.+)\.(?:names|values)$/.exec(name)?.[1];
  const map = keyed === undefined ? undefined : p.scheme.field(keyed);
  if (map?.type.kind === "Map") {
    const written = map.keys === "lower" ? p.slice(key).toLowerCase() : p.slice(key);
    const first = map.type.of.kind === "Array" && !p.is(code.openBracket) ? "[0]" : "";
    found.push(`${map.name}[${written}]${first}`);
  }
  if (base.definition?.json && p.scheme.function("lookup_json_string")) {
    found.push(`lookup_json_string(${name}, ${p.slice(key)})`);
  }
  return found;
}
