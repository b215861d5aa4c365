import type { Span, SyntaxFault } from "../../text/span.ts";
import { code, startsTopLevel } from "./cursor.ts";
import { ExpressionReader, mostLevels } from "./expression.ts";
import { Occurrences } from "./extent.ts";
import type { Attribute, Block, Body, Expression } from "./tree.ts";

export interface Hcl {
  readonly text: string;
  readonly body: Body;
  readonly comments: readonly Span[];
  /** Why the text is not valid, as far as it was read. */
  readonly fault: SyntaxFault | undefined;
}

/** The top-level blocks to parse. */
export interface BlockFilter {
  /** A word that occurs in each of the blocks. */
  readonly word: string;
  readonly isWanted: (type: string, labels: readonly string[]) => boolean;
}

/** Never throws: any text has a tree, with the parts that could be parsed. */
export function readHcl(text: string, wanted?: BlockFilter): Hcl {
  const reader = new BodyReader(text, wanted);
  const body = reader.file();
  return { text, body, comments: reader.comments, fault: reader.fault };
}

/** Undefined unless the text is a single expression. */
export function readExpression(text: string): Expression | undefined {
  const reader = new BodyReader(text);
  const expression = reader.expression(false);
  return reader.isAtEnd ? expression : undefined;
}

/** The expression in the `${ … }` that starts at the offset; undefined if it contains more than that. */
export function readInterpolation(text: string, start: number): Expression | undefined {
  const { expression, isWhole } = interpolationAt(text, start);
  return isWhole ? expression : undefined;
}

/** Why the expression in the `${ … }` is not valid. */
export function interpolationFault(text: string, start: number): SyntaxFault | undefined {
  const { fault, isWhole, end } = interpolationAt(text, start);
  const message = "Expected one expression in the interpolation.";
  return fault ?? (isWhole ? undefined : { start, end, message });
}

function interpolationAt(text: string, start: number) {
  const reader = new BodyReader(text);
  reader.at = start + 2;
  reader.take(code.tilde);
  reader.skip(true);
  const expression = reader.expression(true);
  reader.skip(true);
  reader.take(code.tilde);
  const { at: end, char, fault } = reader;
  return { expression, end, fault, isWhole: char === code.closeBrace };
}

/** `%{ if … }` or `%{ for a, b in … }`, whose keyword is known. Undefined if it cannot be parsed. */
export function readDirective(
  text: string,
  start: number,
): { readonly names: readonly string[]; readonly expression: Expression } | undefined {
  const reader = new BodyReader(text);
  reader.at = start + 2;
  reader.take(code.tilde);
  reader.skip(true);
  const names = text.startsWith("for", reader.at) ? reader.namesToIn() : [];
  if (!names) return undefined;
  if (names.length === 0) reader.word();
  reader.skip(true);
  return { names, expression: reader.expression(true) };
}

class BodyReader extends ExpressionReader {
  /** Text before the first of these can be skipped. No string or comment spans its line. */
  private readonly landmarks: readonly Occurrences[];

  constructor(
    text: string,
    private readonly wanted?: BlockFilter,
  ) {
    super(text);
    const words = wanted ? [wanted.word, "<<", "/*"] : [];
    this.landmarks = words.map((it) => new Occurrences(text, it));
  }

  file(): Body {
    const items: (Attribute | Block)[] = [];
    while (!this.isAtEnd) {
      this.body(items, true);
      if (this.isAtEnd) break;
      this.fail("Unexpected '}'.");
      this.at++;
    }
    return { kind: "body", start: 0, end: this.text.length, items };
  }

  /** Parses items up to a closing bracket. */
  private body(items: (Attribute | Block)[], isFile: boolean): void {
    for (;;) {
      if (isFile && this.wanted) this.toLandmark();
      this.skip(true);
      if (this.isAtEnd || this.char === code.closeBrace) return;
      if (!isFile && startsTopLevel(this.text, this.at)) return;
      const item = this.item(isFile);
      if (item) items.push(item);
    }
  }

  /** The last landmark whose line was reached. */
  private landmark = -1;

  /** Skips to the line of the next landmark. If it is inside another block, the rest of that block is parsed as top-level. */
  private toLandmark(): void {
    const { text, at } = this;
    const next = this.landmarks.reduce((least, it) => Math.min(least, it.after(at)), Infinity);
    if (next === Infinity) this.at = text.length;
    else if (next !== this.landmark) {
      this.landmark = next;
      // Sliced, because searching the whole text would scan back to the start of a long line each time.
      this.at += text.slice(at, next).lastIndexOf("\n") + 1;
    }
  }

  private item(isFile: boolean): Attribute | Block | undefined {
    const start = this.at;
    const name = this.word();
    if (name === "") {
      this.fail(`Unexpected '${this.text[start]}'.`);
      this.step();
      return undefined;
    }
    this.skip(false);
    if (this.char === code.equals && this.text.charCodeAt(this.at + 1) !== code.equals) {
      return this.attribute(start, name);
    }
    const labels = this.labels();
    if (this.char === code.openBrace) return this.block(start, name, labels, isFile);
    this.fail(`Expected '=' or a block after '${name.slice(0, 40)}'.`);
    this.restOfLine();
    return undefined;
  }

  private attribute(start: number, name: string): Attribute {
    this.at++;
    this.skip(false);
    const value = this.expression(false);
    const end = this.at;
    this.skip(false);
    const isWhole = this.isAtEnd || this.char === code.lineFeed || this.char === code.closeBrace;
    if (!isWhole) this.fail("Expected the end of the line after the value.");
    this.restOfLine();
    return { kind: "attribute", start, end, name, value };
  }

  private labels(): string[] {
    const labels: string[] = [];
    for (;;) {
      if (this.char === code.quote) {
        const { content } = this.closed(this.extents.quoted(this.at));
        labels.push(this.text.slice(content.start, content.end));
      } else {
        const word = this.word();
        if (word === "") return labels;
        labels.push(word);
      }
      this.skip(false);
    }
  }

  private block(start: number, type: string, labels: string[], isFile: boolean): Block {
    const bodyStart = this.at;
    const items: (Attribute | Block)[] = [];
    const isSkipped = isFile && this.wanted?.isWanted(type, labels) === false;
    if (isSkipped || this.level >= mostLevels) this.skipBalanced();
    else {
      this.level++;
      this.at++;
      this.body(items, false);
      this.expect(code.closeBrace);
      this.level--;
    }
    const body: Body = { kind: "body", start: bodyStart, end: this.at, items };
    return { kind: "block", start, end: this.at, type, labels, body };
  }

  /** An item ends at a line break or at the end of the block. */
  private restOfLine(): void {
    this.skip(false);
    while (!this.isAtEnd && this.char !== code.lineFeed && this.char !== code.closeBrace) {
      if (startsTopLevel(this.text, this.at)) return;
      this.step();
    }
  }
}
