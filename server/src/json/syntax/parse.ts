import * as messages from "./messages.ts";
import { mostLevels } from "./open-brackets.ts";
import { Parser } from "./parser.ts";
import { type Description, Problems, type SyntaxProblem } from "./problems.ts";
import { type Comment, mostParts, Scanner } from "./scan.ts";
import { readTrailingText } from "./trailing-text.ts";
import type { JsonString, JsonValue } from "./tree.ts";

/** A text parsed as JSON with comments and trailing commas. */
export interface Json {
  readonly text: string;
  readonly root: JsonValue | undefined;
  readonly comments: readonly Comment[];
  /** Without errors the tree represents the whole text, so edits based on it are lossless. */
  readonly errors: readonly SyntaxProblem[];
  /** Whether the tree is incomplete, because the text is nested too deep or has too many parts. This is also an error. */
  readonly isCut: boolean;
  /** The UTF-8 length of the text as pushed. Known from the scan for most texts: valid ASCII without escapes. */
  readonly length: number | undefined;
}

/** Never throws: any text has a tree, and its errors are listed separately. */
export function parseJson(text: string, hasHoles = false, most = mostParts): Json {
  const problems = new Problems();
  const scanner = new Scanner(text, problems, most, hasHoles);
  const parser = new Parser(scanner, problems, hasHoles);
  scanner.next();
  parser.tokens();
  if (isOver(parser, scanner, problems)) readOn(parser, scanner, problems);
  finish(parser, scanner, problems);
  const { root, brackets } = parser;
  const { tooDeep } = brackets;
  if (tooDeep) problems.addDepth(tooDeep, messages.tooDeep(mostLevels));
  const errors = problems.all();
  const isPlain = errors.length === 0 && scanner.isAscii && !text.includes("\\");
  const length = isPlain ? parser.length : undefined;
  const isCut = tooDeep !== undefined || scanner.isStopped;
  return { text, root, comments: scanner.comments, errors, isCut, length };
}

/** Whether the root is closed and more text follows it. */
function isOver({ root, brackets }: Parser, { kind }: Scanner, { full }: Problems): boolean {
  return kind !== "end" && !brackets.top && root !== undefined && !full;
}

/** Continues if the root was only a property name without braces, or a word before the file's actual value. */
function readOn(parser: Parser, scanner: Scanner, problems: Problems): void {
  const { root } = parser;
  const name = scanner.kind === ":" && root?.kind === "string" ? root : undefined;
  if (name) parser.startBare(name);
  else if (readTrailingText(scanner, problems, root) === "object") parser.restart();
  else return;
  parser.tokens();
  if (isOver(parser, scanner, problems)) readTrailingText(scanner, problems, parser.root);
  if (name) problems.add(name, () => withoutBraces(name, parser));
}

function withoutBraces(name: JsonString, { brackets, lastEnd }: Parser): Description {
  return messages.withoutBraces(name, brackets.lacksBraces ? lastEnd : undefined);
}

/** Closes all open brackets. */
function finish(parser: Parser, { text }: Scanner, problems: Problems): void {
  const { brackets, lastEnd } = parser;
  parser.endProperty();
  const missing = brackets.missing();
  if (missing) problems.add(missing, () => messages.notClosed(missing, lastEnd));
  // An unclosed bracket extends to the end of the text; missing opening braces do not.
  brackets.leaveAll(missing ? text.length : lastEnd);
  if (parser.root === undefined && problems.none) {
    problems.add({ start: 0, end: text.length }, messages.emptyText);
  }
}
