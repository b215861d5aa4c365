import type { Span } from "../../text/span.ts";
import type { Json } from "../syntax/parse.ts";
import { Scanner, type TokenKind } from "../syntax/scan.ts";
import { pathAt } from "../syntax/tree.ts";

/** The syntactic context of a cursor in a JSON text, which may be incomplete. */
export interface CursorContext {
  /** The brackets open around the cursor, outermost first. */
  readonly open: readonly Bracket[];
  /** The syntax that is expected at the cursor, or at the start of `token`. */
  readonly expecting: Expecting;
  /** The property whose value is expected. */
  readonly property: string | undefined;
  /** The word, string or unknown characters that contain the cursor. */
  readonly token: Lexeme | undefined;
  readonly before: Lexeme | undefined;
  readonly after: Lexeme;
  readonly afterNext: TokenKind;
}

export interface Bracket {
  readonly kind: "object" | "array";
  readonly start: number;
  /** The property whose value the bracket is; undefined in an array and at the root. */
  readonly property: string | undefined;
}

export interface Lexeme extends Span {
  readonly kind: TokenKind;
}

/** A "separator" is a comma, after which another name or value may follow. */
export type Expecting = "name" | "colon" | "value" | "separator";

/**
 * The context is determined by the tokens before the cursor, so errors after it do not matter. They are scanned again from
 * the innermost bracket, because the tree has no commas and colons.
 */
export function cursorContextAt(json: Json, offset: number): CursorContext {
  const scanner = new Scanner(json.text);
  const walk = new Walk();
  for (const bracket of bracketsAround(json, offset)) {
    walk.opens(bracket);
    scanner.end = bracket.start + 1;
  }
  let before: Lexeme | undefined;
  scanner.next();
  while (isOver(scanner, offset)) {
    walk.take(scanner);
    before = lexeme(scanner);
    scanner.next();
  }
  let token: Lexeme | undefined;
  if (scanner.kind !== "end" && scanner.start < offset) {
    token = lexeme(scanner);
    scanner.next();
  }
  const after = lexeme(scanner);
  scanner.next();
  const { open, expecting, property } = walk;
  return { open, expecting, property, token, before, after, afterNext: scanner.kind };
}

function bracketsAround(json: Json, offset: number): Bracket[] {
  const found: Bracket[] = [];
  let property: string | undefined;
  for (const node of pathAt(json.root, offset)) {
    if (node.kind === "property") property = node.name.value;
    if ((node.kind !== "object" && node.kind !== "array") || node.start >= offset) continue;
    found.push({ kind: node.kind, start: node.start, property });
    property = undefined;
  }
  return found;
}

/** A cursor directly after a word or an unclosed string is still inside it. */
function isOver(scanner: Scanner, offset: number): boolean {
  if (scanner.kind === "end" || scanner.end !== offset) return scanner.end < offset;
  if (scanner.kind === "string") return isClosed(scanner.text, scanner);
  return !isScalar(scanner.kind) && scanner.kind !== "unknown";
}

/** Whether the token is a name or a complete value. */
export function isScalar(kind: TokenKind): boolean {
  return kind !== "unknown" && kind !== "end" && !"{}[],:".includes(kind);
}

/** Whether a string token ends with its own quote, and not with an escaped one. */
export function isClosed(text: string, { start, end }: Span): boolean {
  if (end - start < 2 || text[end - 1] !== text[start]) return false;
  let backslashes = 0;
  while (text[end - 2 - backslashes] === "\\" && end - 2 - backslashes > start) backslashes++;
  return backslashes % 2 === 0;
}

/** Scans the text like the parser, but keeps only the open brackets. */
class Walk {
  readonly open: Bracket[] = [];
  expecting: Expecting = "value";
  property: string | undefined;
  private lastScalar: string | undefined;
  /** Counts open brackets, so an unmatched closing bracket is detected without a search. */
  private readonly openCount = { object: 0, array: 0 };

  take(scanner: Scanner): void {
    switch (scanner.kind) {
      case "{":
      case "[":
        this.opens({
          kind: scanner.kind === "{" ? "object" : "array",
          start: scanner.start,
          property: this.property,
        });
        break;
      case "}":
      case "]":
        this.closes(scanner.kind === "}" ? "object" : "array");
        break;
      case ",":
        this.property = undefined;
        if (this.top) this.expecting = this.top.kind === "object" ? "name" : "value";
        break;
      case ":":
        this.colon();
        break;
      case "string":
        this.scalar(scanner.value);
        break;
      case "unknown":
        break;
      default:
        this.scalar(scanner.text.slice(scanner.start, scanner.end));
    }
  }

  private get top(): Bracket | undefined {
    return this.open[this.open.length - 1];
  }

  private scalar(written: string): void {
    const named = this.expecting === "name" || this.expecting === "separator";
    this.lastScalar = written;
    if (named && this.top?.kind === "object") {
      this.property = written;
      this.expecting = "colon";
    } else {
      this.property = undefined;
      this.expecting = "separator";
    }
  }

  /** In `"key": "operator": ` the string before the second colon is a name, not a value. */
  private colon(): void {
    if (this.top?.kind !== "object") return;
    if (this.expecting === "separator") this.property = this.lastScalar;
    this.expecting = "value";
  }

  opens(bracket: Bracket): void {
    this.open.push(bracket);
    this.openCount[bracket.kind]++;
    this.property = undefined;
    this.expecting = bracket.kind === "object" ? "name" : "value";
  }

  private closes(kind: Bracket["kind"]): void {
    if (this.openCount[kind] === 0) return;
    for (let closed = this.open.pop(); closed; closed = this.open.pop()) {
      this.openCount[closed.kind]--;
      if (closed.kind === kind) break;
    }
    this.property = undefined;
    this.lastScalar = undefined;
    this.expecting = "separator";
  }
}

function lexeme({ kind, start, end }: Lexeme): Lexeme {
  return { kind, start, end };
}
