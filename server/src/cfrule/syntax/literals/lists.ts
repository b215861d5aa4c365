import { advised, type Fix, likelyFix, safeFix } from "../../../core/diagnostic.ts";
import { replace } from "../../../text/edit.ts";
import { cut, shorten } from "../../../text/shorten.ts";
import type { Span } from "../../../text/span.ts";
import { maxListNameCharacters } from "../../catalog/limits.ts";
import { managedPrefix } from "../../catalog/lists.ts";
import { code, codeAt, isNamePart, isWord } from "../characters.ts";
import type { ExpectedValue } from "../expected-value.ts";
import type { Description } from "../problems.ts";
import type { Reader } from "../reader.ts";
import type { ListReference, Stray } from "../tree.ts";

/** `$name`. The reader is at the `$`. */
export function listReference(p: Reader): ListReference {
  const start = p.at;
  p.at++;
  const nameStart = p.at;
  while (isNamePart(p.char) || (p.is(code.minus) && isWord(codeAt(p.text, p.at + 1)))) p.at++;
  const quoted = p.at === nameStart ? quotedName(p) : undefined;
  if (quoted !== undefined) return quotedReference(p, start, quoted);
  if (p.at === nameStart) skipSpacedName(p);
  const list: ListReference = {
    kind: "list",
    start,
    end: p.at,
    name: p.text.slice(nameStart, p.at).trim(),
  };
  const written = p.text.slice(nameStart, p.at);
  if (!/^[a-z0-9_](?:[a-z0-9_.]*[a-z0-9_])?$/.test(written)) {
    const isPlaceholder = p.text.startsWith("{", p.at);
    p.problem("list-name", list, () => wrongName(written, list, isPlaceholder));
  } else if (written.length > maxListNameCharacters && !written.startsWith(managedPrefix)) {
    p.problem("list-name", list, () => ({
      message: `List name is ${written.length} characters; the limit is ${maxListNameCharacters}.`,
    }));
  }
  return list;
}

/** `$"office"`. */
function quotedName({ text, at }: Reader): string | undefined {
  return /^"([a-z0-9_.]+)"/.exec(text.slice(at, at + maxListNameCharacters + 2))?.[1];
}

function quotedReference(p: Reader, start: number, name: string): ListReference {
  p.at += name.length + 2;
  const list: ListReference = { kind: "list", start, end: p.at, name };
  p.problem("list-name", list, () =>
    advised(`List names are not quoted.`, safeFix(`Use $${name}`, [replace(list, `$${name}`)])),
  );
  return list;
}

/** `$ office`: a name on the same line belongs to the `$`. */
function skipSpacedName(p: Reader): void {
  let at = p.at;
  while (codeAt(p.text, at) === code.space) at++;
  const end = /^[a-z0-9_]+/.exec(p.text.slice(at, at + maxListNameCharacters))?.[0].length ?? 0;
  const word = p.text.slice(at, at + end);
  if (end > 0 && !/^(?:and|or|xor|not)$/.test(word)) p.at = at + end;
}

function wrongName(written: string, list: Span, isPlaceholder: boolean): Description {
  const name = written.trim();
  if (name === "" && isPlaceholder) {
    return {
      message: `'\${…}' is sent literally: rules have no placeholders. Use the name of a list after '$'.`,
    };
  }
  if (name === "") return { message: "Missing list name after '$'." };
  const suggested = name.toLowerCase().replaceAll("-", "_");
  const fixes: Fix[] = /^[a-z0-9_]+$/.test(suggested)
    ? [likelyFix(`Use $${suggested}`, [replace(list, `$${suggested}`)])]
    : [];
  if (written !== name) {
    return { message: `Remove the space after '$'. Use $${cut(name)}.`, fixes };
  }
  return {
    message: `Invalid list name ${shorten(name)}: only lowercase letters, digits and '_' are allowed.${fixes.length > 0 ? ` Use ${shorten(`$${suggested}`)}.` : ""}`,
    fixes,
  };
}

/** `"$office"`: undefined, without moving, if there is no quoted list. */
export function quotedList(p: Reader, expected: ExpectedValue): Stray | undefined {
  if (!p.is(code.quote)) return undefined;
  const written = /^"(\$[a-z0-9_.]+)"/.exec(p.text.slice(p.at, p.at + maxListNameCharacters + 3));
  const name = written?.[1];
  if (!written || name === undefined) return undefined;
  const span = { start: p.at, end: p.at + written[0].length };
  p.at = span.end;
  const fix = safeFix(`Use ${name}`, [replace(span, name)]);
  p.problem("value-type", span, () => ({
    message: `List names are not quoted. Use ${name}.`,
    fixes: [expected.kind === "String" ? { ...fix, guess: true } : fix],
  }));
  return { kind: "stray", ...span };
}

/** Lists in a set, where only values are allowed. */
export function listsInSet(
  p: Reader,
  expected: ExpectedValue,
  set: Span & { readonly items: readonly Span[] },
  lists: readonly Span[],
): void {
  const [first] = lists;
  if (!first) return;
  p.problem("value-type", first, () => {
    const name = p.slice(first);
    if (set.items.length === 1) {
      return advised(
        `A list needs no braces.`,
        safeFix(`Use in ${cut(name)}`, [replace(set, name)]),
      );
    }
    return {
      message: `A set cannot contain a list. Use a separate in ${cut(name)}, joined by 'or'.`,
      fixes: apart(p, expected, set, lists),
    };
  });
}

/** `x in {$a 1}` as `(x in $a or x in {1})`. */
function apart(
  p: Reader,
  expected: ExpectedValue,
  { end, items }: Span & { readonly items: readonly Span[] },
  lists: readonly Span[],
): Fix[] {
  const { left, operator } = expected;
  if (operator.name !== "in" || items.length > maxApart) return [];
  const values = items.filter((it) => !lists.some((list) => list.start === it.start));
  const set = values.length > 0 ? [`{${values.map((it) => p.slice(it)).join(" ")}}`] : [];
  const parts = [...lists.map((it) => p.slice(it)), ...set];
  const each = parts.map((it) => `${p.slice(left)} in ${it}`).join(" or ");
  const edits = [replace({ start: left.start, end }, `${operator.negated ? "not " : ""}(${each})`)];
  return [likelyFix("Use separate comparisons", edits)];
}

/** Larger sets are not rewritten. */
const maxApart = 50;
