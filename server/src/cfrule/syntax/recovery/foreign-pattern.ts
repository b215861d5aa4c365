import { advised, type Fix, likelyFix } from "../../../core/diagnostic.ts";
import { insert, replace } from "../../../text/edit.ts";
import { cut, shorten } from "../../../text/shorten.ts";
import type { Span } from "../../../text/span.ts";
import type { Description } from "../problems.ts";
import type { Reader } from "../reader.ts";
import type { Operand } from "../tree.ts";
import { insertNot, replaceByWord } from "../word-edits.ts";
import { quote } from "./wrong-value.ts";

/** A pattern operator of another language: `like "%.com"` or `~* "^/admin"`. */
interface Foreign extends Span {
  readonly left: Operand;
  readonly negated: boolean;
}

/** The replacement for the operator and its pattern; undefined if it is not one of these. */
export function foreignPattern(p: Reader, foreign: Foreign): Description | undefined {
  const written = p.slice(foreign).toLowerCase();
  if (written.endsWith("~*")) return ignoringCase(p, foreign);
  return /like$/.test(written) && !/rlike$/.test(written) ? sqlPattern(p, foreign) : undefined;
}

/** `%` is `*`. Without one, a substring match is more likely. */
function sqlPattern(p: Reader, foreign: Foreign): Description | undefined {
  const [all = "", , inside = ""] = /^\s*(["'])([^"'\\*]*)\1/.exec(ahead(p, foreign)) ?? [];
  if (!inside.includes("%")) return undefined;
  const suggested = quote(inside.replace(/%+/g, "*"));
  const end = foreign.end + all.length;
  const value = { start: end - inside.length - 2, end };
  return described(p, foreign, `wildcard ${cut(suggested)}`, [
    replaceByWord(p.text, foreign, "wildcard"),
    replace(value, suggested),
  ]);
}

/** Case sensitivity is part of the pattern. */
function ignoringCase(p: Reader, foreign: Foreign): Description {
  const [opening, quotes = ""] = /^\s*(r#*"|")/.exec(ahead(p, foreign)) ?? [];
  const edits = [replaceByWord(p.text, foreign, "matches")];
  if (opening === undefined) return described(p, foreign, 'matches "(?i)…"', edits);
  const inside = /^[^"]*/.exec(ahead(p, foreign).slice(opening.length))?.[0] ?? "";
  const closing = `"${quotes.slice(1, -1)}`;
  edits.push(insert(foreign.end + opening.length, "(?i)"));
  return described(p, foreign, `matches ${cut(`${quotes}(?i)${inside}${closing}`)}`, edits);
}

function described(
  p: Reader,
  foreign: Foreign,
  suggested: string,
  edits: Fix["edits"],
): Description {
  const { left, negated } = foreign;
  const whole = negated ? `not ${cut(p.slice(left))} ${suggested}` : suggested;
  const all = negated ? [insertNot(p.text, left.start), ...edits] : edits;
  return advised(`Unknown operator ${shorten(p.slice(foreign))}.`, likelyFix(`Use ${whole}`, all));
}

function ahead({ text }: Reader, { end }: Span): string {
  return text.slice(end, end + farthest);
}

const farthest = 200;
