import type { Span } from "../../text/span.ts";
import { code, startsTopLevel } from "./cursor.ts";
import { Skipper } from "./skip.ts";
import type { Expression, HclObject, Name, ObjectItem, Template, Tuple } from "./tree.ts";

/** Brackets that are deeper than this are skipped, so that whoever reads or walks a tree may recurse. */
export const mostLevels = 100;

const number = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const operator = /==|!=|<=|>=|&&|\|\||[-+*/%<>]/y;
const scalars: ReadonlyMap<string, boolean | null> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/** Reads expressions. `overLines` says whether one may go on after a line break, as it may in brackets. */
export class ExpressionReader extends Skipper {
  protected level = 0;
  /** Never moves on where no expression starts. */
  expression(overLines: boolean): Expression {
    const start = this.at;
    if (this.level >= mostLevels) {
      this.skipExpression(overLines);
      return this.unknown(start, []);
    }
    this.level++;
    const first = this.operand(overLines);
    const parts = this.operators(first, overLines);
    const condition = parts ? this.unknown(start, parts) : first;
    const result = this.take(code.questionMark)
      ? this.conditional(condition, overLines)
      : condition;
    this.level--;
    return result;
  }

  private conditional(condition: Expression, overLines: boolean): Expression {
    this.skip(overLines);
    const branches = [this.expression(overLines)];
    this.skip(overLines);
    if (this.take(code.colon)) {
      this.skip(overLines);
      branches.push(this.expression(overLines));
    }
    const { start } = condition;
    return { kind: "conditional", start, end: this.endOf(branches, start), condition, branches };
  }

  private endOf(parts: readonly Span[], least: number): number {
    return Math.max(least, ...parts.map((it) => it.end));
  }

  /** What the operators after an operand put together; undefined when there are none. */
  private operators(first: Expression, overLines: boolean): Expression[] | undefined {
    let parts: Expression[] | undefined;
    for (;;) {
      const end = this.at;
      this.skip(overLines);
      if (this.postfix(parts ?? [first])) {
        parts ??= [first];
        continue;
      }
      operator.lastIndex = this.at;
      const sign = operator.exec(this.text)?.[0];
      if (!sign) {
        if (this.char !== code.questionMark) this.at = end;
        return parts;
      }
      this.at += sign.length;
      this.skip(overLines);
      parts ??= [first];
      parts.push(this.operand(overLines));
    }
  }

  /** `.name`, `.0`, `.*` and `[index]`, but not the `...` after the last argument of a call. */
  private postfix(parts: Expression[]): boolean {
    if (this.text.startsWith("...", this.at)) return false;
    if (this.take(code.dot)) {
      const isName = this.word() !== "" || this.take(code.asterisk);
      if (!isName) while (this.char >= code.zero && this.char <= code.nine) this.at++;
      return true;
    }
    if (this.char !== code.openBracket) return false;
    if (this.level >= mostLevels) {
      this.skipBalanced();
      return true;
    }
    this.at++;
    this.skip(true);
    if (!this.take(code.asterisk)) parts.push(this.expression(true));
    this.skip(true);
    this.take(code.closeBracket);
    return true;
  }

  private operand(overLines: boolean): Expression {
    const start = this.at;
    while (this.char === code.minus || this.char === code.exclamationMark) {
      this.at++;
      this.skip(overLines);
    }
    const isSigned = this.at > start;
    const value = this.primary();
    if (!isSigned) return value;
    if (value.kind === "scalar" && typeof value.value === "number" && this.text[start] === "-") {
      return { ...value, start, value: -value.value };
    }
    return this.unknown(start, [value]);
  }

  private primary(): Expression {
    const start = this.at;
    switch (this.char) {
      case code.quote:
        return this.template(this.extents.quoted(start));
      case code.less: {
        const heredoc = this.extents.heredoc(start);
        if (heredoc) return this.template(heredoc);
        while (this.take(code.less));
        return this.unknown(start, []);
      }
      case code.openParenthesis:
        return this.inParentheses();
      case code.openBracket:
        return this.level < mostLevels ? this.forOrTuple(start) : this.skipped(start);
      case code.openBrace:
        return this.level < mostLevels ? this.forOrObject(start) : this.skipped(start);
      default:
        return this.char >= code.zero && this.char <= code.nine ? this.number() : this.named();
    }
  }

  private template(template: Template): Template {
    this.at = template.end;
    return template;
  }

  private number(): Expression {
    const start = this.at;
    number.lastIndex = start;
    const written = number.exec(this.text)?.[0] ?? "0";
    this.at += written.length;
    return { kind: "scalar", start, end: this.at, value: Number(written) };
  }

  private named(): Expression {
    const start = this.at;
    let name = this.word();
    while (name !== "" && this.text.startsWith("::", this.at)) {
      this.at += 2;
      name += `::${this.word()}`;
    }
    const value = scalars.get(name);
    if (value !== undefined) return { kind: "scalar", start, end: this.at, value };
    const end = this.at;
    if (name !== "") this.skip(false);
    if (name === "" || this.char !== code.openParenthesis || this.level >= mostLevels) {
      this.at = end;
      return this.unknown(start, []);
    }
    const args = this.items(code.closeParenthesis);
    return { kind: "call", start, end: this.at, name, args };
  }

  private inParentheses(): Expression {
    const start = this.at;
    if (this.level >= mostLevels) return this.skipped(start);
    const items = this.items(code.closeParenthesis);
    const [only] = items;
    return items.length === 1 && only ? only : this.unknown(start, items);
  }

  private skipped(start: number): Expression {
    this.skipBalanced();
    return this.unknown(start, []);
  }

  /** What is between brackets, with commas between. */
  private items(close: number): Expression[] {
    const items: Expression[] = [];
    this.at++;
    for (;;) {
      this.skip(true);
      if (this.isClosed(close)) return items;
      if (this.take(code.comma)) continue;
      const before = this.at;
      const item = this.expression(true);
      if (this.at > before) items.push(item);
      else this.at++;
      this.skip(true);
      if (this.text.startsWith("...", this.at)) this.at += 3;
    }
  }

  /** Also when another bracket closes, or the file goes on as if all were closed. */
  private isClosed(close: number): boolean {
    if (this.take(close) || this.isAtEnd) return true;
    const here = this.char;
    return (
      here === code.closeBrace ||
      here === code.closeBracket ||
      here === code.closeParenthesis ||
      startsTopLevel(this.text, this.at)
    );
  }

  private forOrTuple(start: number): Expression {
    if (this.isFor()) return this.forExpression(start, code.closeBracket);
    const items = this.items(code.closeBracket);
    return { kind: "tuple", start, end: this.at, items } satisfies Tuple;
  }

  private forOrObject(start: number): Expression {
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
    return { kind: "object", start, end: this.at, items } satisfies HclObject;
  }

  private objectItem(): ObjectItem | undefined {
    const start = this.at;
    const key = this.objectKey();
    this.skip(false);
    if (!this.take(code.equals) && !this.take(code.colon)) return undefined;
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
    const inKeyword = this.toIn();
    const source = inKeyword ? this.expression(true) : this.unknown(this.at, []);
    this.skip(true);
    this.take(code.colon);
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
    if (this.text.startsWith("...", this.at)) this.at += 3;
    this.skip(true);
    const condition = this.ifClause();
    this.toClose(close);
    return { kind: "for", start, end: this.at, intro, source, key, value, condition };
  }

  /** Moves over `for a, b in`. */
  private toIn(): boolean {
    for (let words = 0; words < 4; words++) {
      const word = this.word();
      this.skip(true);
      if (word === "in") return true;
      this.take(code.comma);
      this.skip(true);
    }
    return false;
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

  private unknown(start: number, parts: readonly Expression[]): Expression {
    return { kind: "unknown", start, end: this.at, parts };
  }
}

const forKeyword = /\s*for\s/y;
