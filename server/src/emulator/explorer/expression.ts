import { castTo, functions, isLike } from "./functions.ts";
import type { Token } from "./tokens.ts";
import { compared, type Line, QueryError, textOf, truth, type Value } from "./values.ts";

export type Expression = (line: Line) => Value;

/** Reads the expressions of statements: only what is documented. */
export class Reader {
  /** The columns that were named. */
  readonly named = new Set<string>();
  private at = 0;

  constructor(
    private readonly tokens: readonly Token[],
    private readonly columns: ReadonlySet<string>,
    private readonly known = functions,
  ) {}

  get next(): Token {
    return this.tokens[this.at] ?? { kind: "end", text: "", at: this.tokens.at(-1)?.at ?? 0 };
  }

  /** The offset of what was read last. */
  get place(): number {
    return this.tokens[Math.max(0, this.at - 1)]?.at ?? 0;
  }

  /** Whether this word or sign follows. */
  isNext(word: string): boolean {
    const isTaken = this.takes(word);
    if (isTaken) this.at--;
    return isTaken;
  }

  take(): Token {
    const { next } = this;
    this.at++;
    return next;
  }

  /** Whether these words follow, which are then read. */
  takes(...words: readonly string[]): boolean {
    const isNext = words.every((it, index) => {
      const token = this.tokens[this.at + index];
      return (token?.kind === "word" || token?.kind === "sign") && token.text.toUpperCase() === it;
    });
    if (isNext) this.at += words.length;
    return isNext;
  }

  needs(...words: readonly string[]): void {
    if (!this.takes(...words))
      throw new QueryError(`Expected '${words.join(" ")}', found '${this.next.text}'.`);
  }

  condition(): Expression {
    const parts = [this.conjunction()];
    while (this.takes("OR")) parts.push(this.conjunction());
    return parts.length === 1 ? (parts[0] as Expression) : settledBy(parts, true);
  }

  private conjunction(): Expression {
    const parts = [this.negation()];
    while (this.takes("AND")) parts.push(this.negation());
    return parts.length === 1 ? (parts[0] as Expression) : settledBy(parts, false);
  }

  private negation(): Expression {
    if (!this.takes("NOT")) return this.predicate();
    const inner = this.negation();
    return (line) => negated(truth(inner(line)));
  }

  private predicate(): Expression {
    let left = this.sum();
    for (;;) {
      const found = this.test(left);
      if (!found) return left;
      left = found;
    }
  }

  private test(left: Expression): Expression | undefined {
    for (const [sign, holds] of comparisons)
      if (this.takes(sign)) {
        const right = this.sum();
        return (line) => {
          const order = compared(left(line), right(line));
          return order === undefined ? null : holds(order);
        };
      }
    if (this.takes("IS")) return this.is(left);
    const isNot = this.takes("NOT");
    const found = this.membership(left);
    if (isNot && !found) throw new QueryError("Expected 'IN', 'LIKE' or 'BETWEEN' after 'NOT'.");
    return found && isNot ? (line) => negated(truth(found(line))) : found;
  }

  private is(left: Expression): Expression {
    const isNot = this.takes("NOT");
    const of =
      (test: (line: Line) => boolean): Expression =>
      (line) =>
        test(line) !== isNot;
    if (this.takes("NULL")) return of((line) => left(line) === null);
    if (this.takes("TRUE")) return of((line) => left(line) === true);
    if (this.takes("FALSE")) return of((line) => left(line) === false);
    this.needs("DISTINCT", "FROM");
    const right = this.sum();
    return of((line) => {
      const [one, other] = [left(line), right(line)];
      return one === null || other === null ? one !== other : compared(one, other) !== 0;
    });
  }

  private membership(left: Expression): Expression | undefined {
    for (const [word, isLoose] of [
      ["LIKE", false],
      ["ILIKE", true],
    ] as const)
      if (this.takes(word)) {
        const right = this.sum();
        return (line) => {
          const [text, pattern] = [textOf(left(line)), textOf(right(line))];
          return text === null || pattern === null ? null : isLike(text, pattern, isLoose);
        };
      }
    if (this.takes("BETWEEN")) {
      const low = this.sum();
      this.needs("AND");
      const high = this.sum();
      return (line) => {
        const [over, under] = [compared(left(line), low(line)), compared(left(line), high(line))];
        return over === undefined || under === undefined ? null : over >= 0 && under <= 0;
      };
    }
    if (!this.takes("IN")) return undefined;
    const items = this.list();
    return settledBy(
      items.map((it) => (line) => {
        const order = compared(left(line), it(line));
        return order === undefined ? null : order === 0;
      }),
      true,
    );
  }

  private list(): Expression[] {
    this.needs("(");
    const items: Expression[] = [];
    do items.push(this.condition());
    while (this.takes(","));
    this.needs(")");
    return items;
  }

  private sum(): Expression {
    let left = this.primary();
    for (;;) {
      const isJoin = this.takes("||");
      const sign = isJoin ? 0 : this.takes("+") ? 1 : this.takes("-") ? -1 : undefined;
      if (sign === undefined) return left;
      const [one, other] = [left, this.primary()];
      left = (line) => {
        const values = [one(line), other(line)];
        if (values.includes(null)) return null;
        if (isJoin) return values.map((it) => textOf(it as Value)).join("");
        return Number(values[0]) + sign * Number(values[1]);
      };
    }
  }

  private primary(): Expression {
    if (this.takes("(")) {
      const inner = this.condition();
      this.needs(")");
      return inner;
    }
    if (this.takes("-")) {
      const inner = this.primary();
      return (line) => negative(inner(line));
    }
    const { kind, text } = this.take();
    if (kind === "text") return () => text;
    if (kind === "number") {
      const value = /^\d{16,}$/.test(text) ? BigInt(text) : Number(text);
      return () => value;
    }
    if (kind === "name") return this.column(text);
    if (kind !== "word") throw new QueryError(`Unexpected '${text}'.`);
    return this.word(text);
  }

  private word(text: string): Expression {
    const word = text.toUpperCase();
    if (word === "CASE") return this.choice();
    if (word === "CAST" || word === "TRY_CAST") return this.cast(word === "TRY_CAST");
    const constant = constants[word];
    if (constant !== undefined) return () => constant;
    if (!this.takes("(")) return this.column(text);
    this.at--;
    const run = Object.hasOwn(this.known, word) ? this.known[word] : undefined;
    if (!run) throw new QueryError(`Unknown function '${text}'.`);
    const values = this.list();
    return (line) => run(values.map((it) => it(line)));
  }

  private choice(): Expression {
    const rows: (readonly [Expression, Expression])[] = [];
    while (this.takes("WHEN")) {
      const test = this.condition();
      this.needs("THEN");
      rows.push([test, this.condition()]);
    }
    const otherwise = this.takes("ELSE") ? this.condition() : () => null;
    this.needs("END");
    return (line) => (rows.find(([test]) => truth(test(line)))?.[1] ?? otherwise)(line);
  }

  private cast(isTried: boolean): Expression {
    this.needs("(");
    const value = this.condition();
    this.needs("AS");
    const type = this.take().text.toUpperCase();
    this.needs(")");
    return (line) => {
      const given = castTo(type, value(line));
      if (given === undefined && !isTried) throw new QueryError("A value cannot be converted.");
      return given ?? null;
    };
  }

  /** Names are found in any letter case. */
  private column(text: string): Expression {
    const name = text.toLowerCase();
    if (!this.columns.has(name)) throw new QueryError(`Unknown column '${text}'.`);
    this.named.add(name);
    return (line) => line[name] ?? null;
  }
}

const comparisons: readonly (readonly [string, (order: number) => boolean])[] = [
  ["=", (it) => it === 0],
  ["<>", (it) => it !== 0],
  ["<=", (it) => it <= 0],
  [">=", (it) => it >= 0],
  ["<", (it) => it < 0],
  [">", (it) => it > 0],
];

const constants: Readonly<Record<string, Value>> = { TRUE: true, FALSE: false, NULL: null };

function negated(value: boolean | null): boolean | null {
  return value === null ? null : !value;
}

function negative(value: Value): Value {
  if (typeof value === "bigint") return -value;
  return value === null ? null : -Number(value);
}

/** One part that is `settling` decides; otherwise one that is unknown does. */
function settledBy(parts: readonly Expression[], settling: boolean): Expression {
  return (line) => {
    let isUnknown = false;
    for (const it of parts) {
      const value = truth(it(line));
      if (value === settling) return settling;
      if (value === null) isUnknown = true;
    }
    return isUnknown ? null : !settling;
  };
}
