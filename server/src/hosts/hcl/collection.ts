import { code, startsTopLevel } from "./cursor.ts";
import { Skipper } from "./skip.ts";
import type { Expression, Name, ObjectItem } from "./tree.ts";

/** Parses collections: lists, objects, and `for` expressions. */
export abstract class CollectionReader extends Skipper {
  /** `overLines`: whether the expression may continue after a line break. */
  abstract expression(overLines: boolean): Expression;

  /** Parses comma-separated items in brackets. */
  protected items(close: number): Expression[] {
    const items: Expression[] = [];
    let hasEllipsis = false;
    this.at++;
    for (;;) {
      this.skip(true);
      if (this.isClosed(close)) {
        this.hadEllipsis = hasEllipsis;
        return items;
      }
      if (this.take(code.comma)) continue;
      const before = this.at;
      if (items.length === mostItems) {
        this.fail(`More than ${mostItems} items are not read.`);
        this.toClose(close);
        items.push(this.unknown(before));
        this.hadEllipsis = false;
        return items;
      }
      const item = this.expression(true);
      if (this.at > before) items.push(item);
      else this.at++;
      this.skip(true);
      hasEllipsis = this.takeEllipsis();
      if (hasEllipsis) this.skip(true);
      if (this.char !== code.comma && this.char !== close) this.fail("Missing ','.");
    }
  }

  /** Whether the items that were read last end with `...`. */
  protected hadEllipsis = false;

  private takeEllipsis(): boolean {
    const isHere = this.char === code.dot && this.text.startsWith("...", this.at);
    if (isHere) this.at += 3;
    return isHere;
  }

  /** Also true at another closing bracket, or where a top-level block starts. */
  private isClosed(close: number): boolean {
    if (this.take(close)) return true;
    const here = this.char;
    const isClosed =
      this.isAtEnd ||
      here === code.closeBrace ||
      here === code.closeBracket ||
      here === code.closeParenthesis ||
      startsTopLevel(this.text, this.at);
    if (isClosed) this.fail(`Missing '${String.fromCharCode(close)}'.`);
    return isClosed;
  }

  protected forOrTuple(start: number): Expression {
    if (this.isFor()) return this.forExpression(start, code.closeBracket);
    const items = this.items(code.closeBracket);
    return { kind: "tuple", start, end: this.at, items };
  }

  protected forOrObject(start: number): Expression {
    if (this.isFor()) return this.forExpression(start, code.closeBrace);
    const items: ObjectItem[] = [];
    this.at++;
    for (;;) {
      this.skip(true);
      if (this.isClosed(code.closeBrace)) break;
      if (this.take(code.comma)) continue;
      const before = this.at;
      const item = this.objectItem();
      if (item) items.push(item);
      else if (this.at === before) this.at++;
    }
    return { kind: "object", start, end: this.at, items };
  }

  private objectItem(): ObjectItem | undefined {
    const start = this.at;
    const key = this.objectKey();
    this.skip(false);
    if (!this.take(code.equals) && !this.expect(code.colon)) return undefined;
    this.skip(false);
    const value = this.expression(false);
    return { start, end: this.at, key, value };
  }

  private objectKey(): Expression | Name {
    const start = this.at;
    const name = this.word();
    const end = this.at;
    if (name !== "") {
      this.skip(false);
      const isWhole = this.char === code.equals || this.char === code.colon;
      if (isWhole && this.text[this.at + 1] !== "=") return { kind: "name", start, end, name };
    }
    this.at = start;
    return this.expression(false);
  }

  private isFor(): boolean {
    forKeyword.lastIndex = this.at + 1;
    return forKeyword.test(this.text);
  }

  private forExpression(start: number, close: number): Expression {
    this.at++;
    this.skip(true);
    const introStart = this.at;
    const names = this.namesToIn();
    if (!names) this.fail("Expected 'in' and a collection after 'for'.");
    const source = names ? this.expression(true) : this.unknown(this.at);
    this.skip(true);
    this.expect(code.colon);
    const intro = { start: introStart, end: this.at };
    this.skip(true);
    let value = this.expression(true);
    let key: Expression | undefined;
    this.skip(true);
    if (this.text.startsWith("=>", this.at)) {
      this.at += 2;
      this.skip(true);
      key = value;
      value = this.expression(true);
      this.skip(true);
    }
    const isGrouped = this.takeEllipsis();
    this.skip(true);
    const condition = this.ifClause();
    if (this.char !== close) this.fail(`Missing '${String.fromCharCode(close)}'.`);
    this.toClose(close);
    const { at: end } = this;
    const parts = { intro, names: names ?? [], source, key, value, condition, isGrouped };
    return { kind: "for", start, end, ...parts };
  }

  /** The names of `for a, b in`. */
  namesToIn(): readonly string[] | undefined {
    const names: string[] = [];
    for (let words = 0; words < 4; words++) {
      const word = this.word();
      this.skip(true);
      if (word === "in") return names.slice(1);
      names.push(word);
      this.take(code.comma);
      this.skip(true);
    }
    return undefined;
  }

  private ifClause(): Expression | undefined {
    const before = this.at;
    if (this.word() !== "if") {
      this.at = before;
      return undefined;
    }
    this.skip(true);
    const condition = this.expression(true);
    this.skip(true);
    return condition;
  }

  private toClose(close: number): void {
    while (!this.isClosed(close)) this.step();
  }

  protected unknown(start: number, parts: readonly Expression[] = noParts): Expression {
    return { kind: "unknown", start, end: this.at, parts };
  }
}

const forKeyword = /\s*for\s/y;

/** Bounds the work for hostile files. Further items are treated as unknown. */
const mostItems = 100_000;

/** Shared, because a hostile list has very many items. */
export const noParts: readonly never[] = [];
