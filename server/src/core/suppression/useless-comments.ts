import { replace } from "../../text/edit.ts";
import { nearest } from "../../text/nearest.ts";
import type { Span } from "../../text/span.ts";
import type { Context } from "../context.ts";
import {
  currentCode,
  type Diagnostic,
  type Fix,
  likelyFix,
  maxDiagnostics,
} from "../diagnostic.ts";

const code = "ignore-comment";

/** At the start of a comment or of one of its lines. Elsewhere it may be prose. */
const directive =
  /(?:^(?:#+|\/\/+|\/\*|<!--)|[\r\n])[ \t*]*(weir-ignore(-[\w-]*)?)(?![\w-])[ \t:]*(\w[\w-]*(?:[ \t]*,[ \t]*\w[\w-]*)*)?/g;

/**
 * Reports `weir-ignore` comments without a code or with an unknown one. Comments that an embedded text has already reported are
 * not reported again.
 */
export function withUselessComments(
  found: readonly Diagnostic[],
  text: string,
  comments: readonly Span[],
  context: Context,
): readonly Diagnostic[] {
  const useless = uselessComments(text, comments, context);
  if (useless.length === 0) return found;
  const known = new Set(found.map((it) => `${it.start} ${it.code}`));
  const added = useless.filter((it) => !known.has(`${it.start} ${it.code}`));
  return [...found, ...added].sort((a, b) => a.start - b.start || a.end - b.end);
}

function uselessComments(
  text: string,
  comments: readonly Span[],
  { codes, severity: settings }: Context,
): Diagnostic[] {
  const setting = Object.hasOwn(settings, code) ? settings[code] : undefined;
  if (!codes || setting === "off") return [];
  const known = new Set(codes);
  const found: Diagnostic[] = [];
  for (const comment of comments) {
    if (found.length >= maxDiagnostics) break;
    for (const match of text.slice(comment.start, comment.end).matchAll(directive)) {
      for (const { span, message, fixes } of problemsOf(match, comment.start, known)) {
        found.push({ code, severity: setting ?? "warning", ...span, message, fixes });
      }
    }
  }
  return found;
}

interface Problem {
  readonly span: Span;
  readonly message: string;
  readonly fixes: readonly Fix[];
}

function problemsOf(match: RegExpExecArray, offset: number, known: ReadonlySet<string>): Problem[] {
  const [all, word = "", suffix, codes = ""] = match;
  const start = offset + match.index + all.indexOf(word);
  const span = { start, end: start + word.length };
  if (suffix !== undefined && suffix !== "-file") {
    const message = `Unknown directive '${word}'. Use 'weir-ignore'.`;
    return [{ span, message, fixes: [use("weir-ignore", span)] }];
  }
  if (codes === "") {
    const message = `Missing code after '${word}'. Add one, as in '${word} unknown-field'.`;
    return [{ span, message, fixes: [] }];
  }
  const codesStart = offset + match.index + all.length - codes.length;
  return [...codes.matchAll(/[\w-]+/g)]
    .filter((it) => !known.has(currentCode(it[0])))
    .map((it) => unknownCode(it[0], codesStart + it.index, known));
}

function unknownCode(word: string, start: number, known: ReadonlySet<string>): Problem {
  const span = { start, end: start + word.length };
  const guess = nearest(word, known);
  if (guess === undefined) return { span, message: `Unknown code '${word}'.`, fixes: [] };
  const message = `Unknown code '${word}'. Did you mean '${guess}'?`;
  return { span, message, fixes: [use(guess, span)] };
}

function use(word: string, span: Span): Fix {
  return likelyFix(`Use '${word}'`, [replace(span, word)]);
}
