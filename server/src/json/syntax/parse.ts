import * as messages from "./messages.ts";
import { mostLevels } from "./open-brackets.ts";
import { Parser } from "./parser.ts";
import { type Description, Problems, type SyntaxProblem } from "./problems.ts";
import { readRest } from "./rest.ts";
import { type Comment, mostParts, Scanner } from "./scan.ts";
import type { JsonString, JsonValue } from "./tree.ts";

/** A text read as JSON with comments and trailing commas. */
export interface Json {
  readonly text: string;
  readonly root: JsonValue | undefined;
  readonly comments: readonly Comment[];
  /** What keeps the tree from saying all that the text does; without any, edits made from the tree lose nothing. */
  readonly errors: readonly SyntaxProblem[];
  /** Brackets were too deep to be kept, or there were too many parts, which is one of the errors. */
  readonly isCut: boolean;
  /** The UTF-8 bytes of what is pushed, where every character of a token is one: in most texts. */
  readonly length: number | undefined;
}

/** Never throws: any text has a tree, and everything wrong with it lies beside the tree. */
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

/** Whether the root is closed, and more follows it. */
function isOver({ root, brackets }: Parser, { kind }: Scanner, { full }: Problems): boolean {
  return kind !== "end" && !brackets.top && root !== undefined && !full;
}

/** When it turns out that the root was no more than a word before the file's one value, that is read now. */
function readOn(parser: Parser, scanner: Scanner, problems: Problems): void {
  const { root } = parser;
  const name = scanner.kind === ":" && root?.kind === "string" ? root : undefined;
  if (name) parser.startBare(name);
  else if (readRest(scanner, problems, root) === "object") parser.startAnew();
  else return;
  parser.tokens();
  if (isOver(parser, scanner, problems)) readRest(scanner, problems, parser.root);
  if (name) problems.add(name, () => withoutBraces(name, parser));
}

/** The closing brace may be there. */
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
