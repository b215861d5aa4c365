import type { Span } from "../../text/span.ts";
import { CollectionReader, noParts } from "./collection.ts";
import { code } from "./cursor.ts";
import type { Expression, Form, Step } from "./tree.ts";

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
      return this.tooDeep(start);
    }
    this.level++;
    const first = this.operand(overLines);
    const condition = this.operators(first, overLines) ?? first;
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
    if (this.expect(code.colon)) {
      this.skip(overLines);
      branches.push(this.expression(overLines));
    }
    const { start } = condition;
    return { kind: "conditional", start, end: this.endOf(branches, start), condition, branches };
  }

  private endOf(parts: readonly Span[], least: number): number {
    return parts.reduce((end, it) => Math.max(end, it.end), least);
  }

  /** The operation that starts with `first`; undefined if no operator follows. */
  private operators(first: Expression, overLines: boolean): Expression | undefined {
    let operands: Expression[] | undefined;
    const signs: string[] = [];
    for (;;) {
      const end = this.at;
      this.skip(overLines);
      const sign = this.sign();
      if (!sign) {
        if (this.char !== code.questionMark) this.at = end;
        if (!operands) return undefined;
        const last = operands.at(-1)?.end ?? end;
        const form: Form = { kind: "operation", operands, signs };
        return { kind: "unknown", start: first.start, end: last, parts: operands, form };
      }
      this.at += sign.length;
      signs.push(sign);
      this.skip(overLines);
      operands ??= [first];
      operands.push(this.operand(overLines));
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

  /** The base with everything that follows it: `local.a[0].b`. */
  private withSteps(base: Expression, overLines: boolean): Expression {
    let steps: Step[] | undefined;
    let end = this.at;
    for (;;) {
      this.skip(overLines);
      if (!this.isAtPostfix()) {
        this.at = end;
        if (!steps) return base;
        const indices = steps.flatMap((it) => (it.kind === "index" ? [it.index] : []));
        const form: Form = { kind: "steps", base, steps };
        return { kind: "unknown", start: base.start, end, parts: [base, ...indices], form };
      }
      const step = this.oneStep();
      steps ??= [];
      steps.push(step);
      end = this.at;
    }
  }

  private oneStep(): Step {
    if (this.take(code.dot)) {
      const name = this.word();
      if (name !== "") return { kind: "name", name };
      if (this.take(code.asterisk)) return { kind: "splat", isLegacy: true };
      const start = this.at;
      while (this.char >= code.zero && this.char <= code.nine) this.at++;
      if (this.at === start) this.fail("Expected a name after '.'.");
      const value = Number(this.text.slice(start, this.at));
      return { kind: "index", index: { kind: "scalar", start, end: this.at, value } };
    }
    if (this.level >= mostLevels) {
      const start = this.at;
      this.skipBalanced();
      return { kind: "index", index: this.tooDeep(start) };
    }
    this.at++;
    this.skip(true);
    const isSplat = this.take(code.asterisk);
    const index = isSplat ? undefined : this.expression(true);
    this.skip(true);
    this.expect(code.closeBracket);
    return index ? { kind: "index", index } : { kind: "splat", isLegacy: false };
  }

  private operand(overLines: boolean): Expression {
    const isSigned = this.char === code.minus || this.char === code.exclamationMark;
    return isSigned ? this.signed(overLines) : this.withSteps(this.primary(), overLines);
  }

  private signed(overLines: boolean): Expression {
    const start = this.at;
    const signs: { readonly sign: "-" | "!"; readonly at: number }[] = [];
    while (this.char === code.minus || this.char === code.exclamationMark) {
      signs.push({ sign: this.char === code.minus ? "-" : "!", at: this.at });
      this.at++;
      this.skip(overLines);
    }
    let value = this.withSteps(this.primary(), overLines);
    if (value.kind === "scalar" && typeof value.value === "number" && signs.at(-1)?.sign === "-") {
      value = { ...value, start: signs.pop()?.at ?? start, value: -value.value };
    }
    for (const { sign, at } of signs.reverse()) {
      const form: Form = { kind: "signed", sign, operand: value };
      value = { kind: "unknown", start: at, end: value.end, parts: [value], form };
    }
    return value;
  }

  private primary(): Expression {
    const start = this.at;
    switch (this.char) {
      case code.quote:
        return this.closed(this.extents.quoted(start));
      case code.less: {
        const heredoc = this.extents.heredoc(start);
        if (heredoc) return this.closed(heredoc);
        this.fail("Expected an expression.");
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
      if (name === "") {
        this.fail("Expected an expression.");
        return this.unknown(start);
      }
      return { kind: "unknown", start, end, parts: noParts, form: { kind: "name", name } };
    }
    const args = this.items(code.closeParenthesis);
    const isExpanded = this.hadEllipsis;
    return { kind: "call", start, end: this.at, name, args, isExpanded };
  }

  private inParentheses(): Expression {
    const start = this.at;
    if (this.level >= mostLevels) return this.skipped(start);
    const items = this.items(code.closeParenthesis);
    const [only] = items;
    if (items.length === 1 && only) return only;
    this.fail("Expected one expression in parentheses.", start);
    return this.unknown(start, items);
  }

  private skipped(start: number): Expression {
    this.skipBalanced();
    return this.tooDeep(start);
  }

  private tooDeep(start: number): Expression {
    this.fail(`More than ${mostLevels} brackets in each other are not read.`, start);
    return this.unknown(start);
  }
}
