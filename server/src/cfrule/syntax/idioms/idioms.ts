import { applyEdits, type Edit, replace } from "../../../text/edit.ts";
import { cut, shorten } from "../../../text/shorten.ts";
import type { Span } from "../../../text/span.ts";
import { foreignField } from "../../catalog/foreign-names.ts";
import type { Scheme } from "../../catalog/scheme.ts";
import type { Problem } from "../problems.ts";
import { addressIdioms } from "./addresses.ts";
import { conditionIdioms } from "./conditions.ts";
import type { Idiom } from "./idiom.ts";
import { translatedConditions, withoutStatement } from "./translate.ts";
import { valueIdioms } from "./values.ts";

/** The first one that applies wins. */
const idioms = [...conditionIdioms, ...addressIdioms, ...valueIdioms];

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
  const isRepaired = (it: Problem) =>
    it.fixes[0] !== undefined && count(applyEdits(text, it.fixes[0].edits)) === 0;
  const [only, ...more] = given;
  const isKnown = only !== undefined && more.length === 0 && isRepaired(only);
  if (!isKnown) {
    const statement = statementProblem(text, scheme, given, count, 0);
    if (statement) return [statement];
  }
  const isFixed = ({ fixes: [fix] }: Problem) =>
    fix !== undefined && count(applyEdits(text, fix.edits)) < given.length;
  let problems = given;
  let attempts = 0;
  const taken: Span[] = [];
  for (const { use, when, ...span } of candidates(text, scheme, isKnown)) {
    const written = text.slice(span.start, span.end);
    const inside = problems.filter(
      (it) => it.start >= span.start && (it.start < span.end || it.start === text.length),
    );
    const isTaken = taken.some((it) => it.start < span.end && span.start < it.end);
    if (isTaken || use === written || inside.length < (when === "merged" ? 2 : 1)) continue;
    if (when === "unfixed" && (inside.every(isFixed) || inside.some(isOwnCall))) continue;
    if (++attempts > mostAttempts) break;
    const edit = replace(span, use);
    if (!isBetter(text, edit, given, inside.length, when, count)) continue;
    const others = problems.filter((it) => !inside.includes(it));
    taken.push(span);
    const isSafe = inside.every(({ fixes: [first] }) => first && !first.guess);
    problems = [...others, problemAt(span, written, edit, isSafe && when === "merged")].sort(
      (a, b) => a.start - b.start,
    );
  }
  return asOne(text, scheme, problems, count) ?? (problems === given ? undefined : problems);
}

/** A text that joins conditions of another language with its operators is one problem. */
function asOne(
  text: string,
  scheme: Scheme,
  problems: readonly Problem[],
  count: Count,
): readonly Problem[] | undefined {
  const [first] = problems;
  if (!first || problems.length < 2) return undefined;
  const isForeign = ({ start, end, message }: Problem) =>
    isNotation(message) || foreignField(text.slice(start, end)) !== undefined;
  const statement = statementAlone(text, scheme, problems, count);
  if (statement) return [statement];
  const foreign = foreignForm(text, scheme, problems);
  if (foreign) return [foreign];
  if (!problems.some(isForeign)) return undefined;
  const isFixed = (it: Problem) => it.fixes[0] && (!it.fixes[0].guess || isForeign(it));
  if (!problems.every(isFixed)) return undefined;
  const fixes = problems.flatMap((it) => it.fixes.slice(0, 1));
  const edits = fixes.flatMap((it) => it.edits);
  if (count(applyEdits(text, edits)) > 0) return undefined;
  const start = Math.min(...edits.map((it) => it.start));
  const end = Math.max(...edits.map((it) => it.end));
  const use = applyEdits(text, edits).slice(start, end - text.length || undefined);
  const isSafe = fixes.every((it) => !it.guess);
  return [problemAt({ start, end }, text.slice(start, end), replace({ start, end }, use), isSafe)];
}

/** Whether a problem is a pipe into something that is no field, such as `| split("/")`. */
function hasStage(text: string, scheme: Scheme, problems: readonly Problem[]): boolean {
  return problems.some(({ start }) => {
    const [all, word = "", operator] = stage.exec(text.slice(start, start + 100)) ?? [];
    const isOther = operator !== undefined || word.includes(".") || isField(word, scheme);
    return all !== undefined && !isOther;
  });
}

/** `| split("/")`, `| .[1]` and `|= "a"`; not `| http.host eq "a"`. */
const stage =
  /^(?:\|(?!\|)\s*(?:\.|([a-z_][\w.]*)(\s+(?:eq|ne|in|contains|matches|wildcard)\b)?)|\|=)/i;

const isField = (name: string, scheme: Scheme) =>
  scheme.field(name) !== undefined || foreignField(name) !== undefined;

/** A lambda, a loop, a statement or a pipe that cannot be translated is one problem. */
function foreignForm(
  text: string,
  scheme: Scheme,
  problems: readonly Problem[],
): Problem | undefined {
  const isStage = hasStage(text, scheme, problems);
  const isLambda = problems.some(({ start }) => lambda.test(text.slice(start, start + 100)));
  const [, found] = forms.find(([form]) => form?.test(text) ?? isStage) ?? [];
  const message = isLambda ? lambdaMessage : found;
  if (!message) return undefined;
  const start = Math.min(...problems.map((it) => it.start));
  const end = Math.max(...problems.map((it) => it.end));
  return { code: "expression-syntax", start, end, message, fixes: [] };
}

/** `h => …` and `(v) => …` */
const lambda = /^\(?\w+\)?\s*=>/;

const lambdaMessage =
  'Rules have no lambdas. Use any(…) or all(…), as in any(http.request.headers["a"][*] eq "b").';

const forms: readonly (readonly [form: RegExp | undefined, message: string])[] = [
  [
    /^[^"#]*\sfor\s+\w+\s+in\s/i,
    'Rules have no loops. Use any(…) or all(…), as in any(http.request.headers["a"][*] eq "b").',
  ],
  [
    /^\s*(?:<\w+\s|(?:Rewrite|SetEnv|Require|Order|acl|(?:http|tcp)-re|use_backend|server|map)[\w-]*\s+[^\s=!<>~])/i,
    'An expression is a condition without a statement around it, as in http.host eq "a.example".',
  ],
  [undefined, 'Rules have no pipes. Call functions, as in lower(http.host) eq "a".'],
];

/** A function of this language with wrong arguments, which its own message explains better. */
const isOwnCall = ({ code }: Problem) => code.startsWith("argument-");

const isNotation = (message: string) => message.startsWith("Unknown notation");

interface Candidate extends Span {
  readonly use: string;
  /** `unfixed`: only if the problem has no fix that repairs it. */
  readonly when?: Idiom["when"] | "unfixed";
}

/** The parts that may be written differently: phrases that are always the same, and conditions. */
function* candidates(text: string, scheme: Scheme, isKnown: boolean): Generator<Candidate> {
  const strings = Array.from(text.matchAll(/"(?:[^"\\]|\\.)*("|)|#[^\n]*/g), (it) => spanOf(it));
  const conditions = isKnown ? [] : translatedConditions(text, scheme);
  for (const it of conditions) yield { ...it, when: "merged" };
  for (const idiom of isKnown ? idioms.filter((it) => it.when === "sure") : idioms) {
    for (const match of text.matchAll(idiom.pattern)) {
      const span = spanOf(match);
      if (strings.some((it) => it.start < span.start && span.start < it.end)) continue;
      const use = idiom.use({ scheme, parts: match.slice(1) });
      if (use !== undefined) yield { ...span, use, ...(idiom.when && { when: idiom.when }) };
    }
  }
  for (const it of conditions) yield { ...it, when: "unfixed" };
}

/** A statement is one problem, whose fix leaves the condition in it, with at most some problems. */
function statementProblem(
  text: string,
  scheme: Scheme,
  [first]: readonly Problem[],
  count: Count,
  most: number,
): Problem | undefined {
  const span = { start: commentsEnd(text), end: text.length };
  const written = text.slice(span.start);
  const isOwn = first && /^An expression/.test(first.message);
  let fewest = most + 1;
  let problem: Problem | undefined;
  for (const use of withoutStatement(written, scheme, (it) => count(it) === 0)) {
    const left = count(use);
    if (left >= fewest) continue;
    problem = problemAt(span, written, replace(span, use), false);
    fewest = left;
  }
  return problem && isOwn ? { ...first, fixes: problem.fixes } : problem;
}

function commentsEnd(text: string): number {
  return /^(?:\s*#[^\n]*\n)*/.exec(text)?.[0].length ?? 0;
}

/** Problems inside of a statement show when it is gone. */
function statementAlone(
  text: string,
  scheme: Scheme,
  problems: readonly Problem[],
  count: Count,
): Problem | undefined {
  const [first, ...more] = problems;
  if (!first || more.length === 0 || !/^An expression/.test(first.message)) return undefined;
  if (text.slice(commentsEnd(text), first.start).trim() !== "") return undefined;
  return statementProblem(text, scheme, problems, count, more.length) ?? { ...first };
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
  when: Candidate["when"],
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
