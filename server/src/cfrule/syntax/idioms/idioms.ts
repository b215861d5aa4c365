import { applyEdits, type Edit, replace } from "../../../text/edit.ts";
import { cut, shorten } from "../../../text/shorten.ts";
import type { Span } from "../../../text/span.ts";
import type { Scheme } from "../../catalogue/scheme.ts";
import type { Problem } from "../problems.ts";
import { callIdioms } from "./calls.ts";
import { conditionIdioms } from "./conditions.ts";
import type { Idiom } from "./idiom.ts";
import { mergedIdioms } from "./merged.ts";
import { valueIdioms } from "./values.ts";

/** The first one that applies wins. */
const idioms = [...conditionIdioms, ...callIdioms, ...valueIdioms, ...mergedIdioms];

/** Longer texts are generated, and bound the work. */
const longest = 4096;

/** Each attempt reads the text again. */
const mostAttempts = 12;

/** The number of problems that a text has. */
type Count = (text: string) => number;

/**
 * Reports a condition of another language as one problem, if rewriting it leaves no problem there. Undefined if there is none,
 * or if the only problem has a fix that leaves none.
 */
export function withIdioms(
  text: string,
  scheme: Scheme,
  given: readonly Problem[],
  count: Count,
): readonly Problem[] | undefined {
  if (text.length > longest) return undefined;
  const strings = Array.from(text.matchAll(/"(?:[^"\\]|\\.)*("|)|#[^\n]*/g), (it) => spanOf(it));
  const isRepaired = (it: Problem) =>
    it.fixes[0] && count(applyEdits(text, it.fixes[0].edits)) === 0;
  const [only, ...more] = given;
  const isKnown = only !== undefined && more.length === 0 && isRepaired(only);
  let problems = given;
  let attempts = 0;
  const taken: Span[] = [];
  for (const idiom of isKnown ? idioms.filter((it) => it.when === "sure") : idioms) {
    for (const match of text.matchAll(idiom.pattern)) {
      const span = spanOf(match);
      const inside = problems.filter(
        (it) => it.start >= span.start && (it.start < span.end || it.start === text.length),
      );
      const isText = strings.some((it) => it.start < span.start && span.start < it.end);
      const isTaken = taken.some((it) => it.start < span.end && span.start < it.end);
      if (isText || isTaken || inside.length < (idiom.when === "merged" ? 2 : 1)) continue;
      const use = idiom.use({ scheme, parts: match.slice(1) });
      if (use === undefined || use === match[0]) continue;
      if (++attempts > mostAttempts) return problems === given ? undefined : problems;
      const edit = replace(span, use);
      if (!isBetter(text, edit, given, inside.length, idiom, count)) continue;
      const others = problems.filter((it) => !inside.includes(it));
      taken.push(span);
      const isSafe = inside.every(({ fixes: [first] }) => first && !first.guess);
      problems = [
        ...others,
        problemAt(span, match[0], edit, isSafe && idiom.when === "merged"),
      ].sort((a, b) => a.start - b.start);
    }
  }
  return problems === given ? undefined : problems;
}

function spanOf(match: RegExpMatchArray): Span {
  const start = match.index ?? 0;
  return { start, end: start + match[0].length };
}

function isBetter(
  text: string,
  edit: Edit,
  { length }: readonly Problem[],
  inside: number,
  { when }: Idiom,
  count: Count,
): boolean {
  const left = count(applyEdits(text, [edit]));
  return when === "sure" ? left < length : left <= length - inside && left < length;
}

/** Safe if it does what several safe fixes do. */
function problemAt(span: Span, written: string, edit: Edit, isSafe: boolean): Problem {
  const use = edit.newText;
  const isRemoved = use === "";
  const message = isRemoved
    ? `An expression only says which requests match. Remove ${shorten(written.trim())}, and set the action with '# @action'.`
    : `Unknown notation ${shorten(written)}. Use ${cut(use)}.`;
  const title = isRemoved ? `Remove ${shorten(written.trim())}` : `Use ${cut(use)}`;
  return {
    code: "expression-syntax",
    ...span,
    message,
    fixes: [{ title, edits: [edit], ...(isSafe ? {} : { guess: true }) }],
  };
}
