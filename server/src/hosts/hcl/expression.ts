import type { Span } from "../../text/span.ts";
import { CollectionReader } from "./collection.ts";
import { code } from "./cursor.ts";
import type { Expression, Template } from "./tree.ts";

/** Deeper brackets are skipped, so that parsing and walking a tree can recurse. */
export const mostLevels = 100;

const number = /\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const operator = /==|!=|<=|>=|&&|\|\||[-+*/%<>]/y;
const scalars: ReadonlyMap<string, boolean | null> = new Map([
  ["true", true],
  ["false", false],
  ["null", null],
]);

/** Parses expressions. `overLines`: whether one may continue after a line break, as in brackets. */
export class ExpressionReader extends CollectionReader {
  protected level = 0;

  /** Does not advance where no expression starts. */
  expression(overLines: boolean): Expression {
    const start = this.at;
    if (this.level >= mostLevels) {
      this.skipExpression(overLines);
      return this.unknown(start);
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

  /** The operands of an operation that starts with `first`; undefined if no operator follows. */
  private operators(first: Expression, overLines: boolean): Expression[] | undefined {
    let parts: Expression[] | undefined;
    for (;;) {
      const end = this.at;
      this.skip(overLines);
      if (this.isAtPostfix()) {
        parts ??= [first];
        this.postfix(parts);
        continue;
      }
      const sign = this.sign();
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

  private sign(): string | undefined {
    // Fast path: most items of long lists are followed by these.
    if (this.char === code.comma || this.char === code.closeBracket) return undefined;
    operator.lastIndex = this.at;
    return operator.exec(this.text)?.[0];
  }

  /** `.name`, `.0`, `.*` and `[index]`, but not the `...` after the last argument of a call. */
  private isAtPostfix(): boolean {
    const here = this.char;
    if (here !== code.dot && here !== code.openBracket) return false;
    return !this.text.startsWith("...", this.at);
  }

  private postfix(parts: Expression[]): void {
    if (this.take(code.dot)) {
      const isName = this.word() !== "" || this.take(code.asterisk);
      if (!isName) while (this.char >= code.zero && this.char <= code.nine) this.at++;
      return;
    }
    if (this.level >= mostLevels) {
      this.skipBalanced();
      return;
    }
    this.at++;
    this.skip(true);
    if (!this.take(code.asterisk)) parts.push(this.expression(true));
    this.skip(true);
    this.take(code.closeBracket);
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
        return this.unknown(start);
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
    while (name !== "" && this.char === code.colon && this.text.startsWith("::", this.at)) {
      this.at += 2;
      name += `::${this.word()}`;
    }
    const value = scalars.get(name);
    if (value !== undefined) return { kind: "scalar", start, end: this.at, value };
    const end = this.at;
    if (name !== "") this.skip(false);
    if (name === "" || this.char !== code.openParenthesis || this.level >= mostLevels) {
      this.at = end;
      return this.unknown(start);
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
    return this.unknown(start);
  }
}
