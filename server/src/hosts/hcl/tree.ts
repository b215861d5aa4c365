import type { Span } from "../../text/span.ts";

/** The syntax tree of a Terraform file, with enough detail to find attributes by path. Plain objects. */
export interface Body extends Span {
  readonly kind: "body";
  readonly items: readonly (Attribute | Block)[];
}

export interface Attribute extends Span {
  readonly kind: "attribute";
  readonly name: string;
  readonly value: Expression;
}

export interface Block extends Span {
  readonly kind: "block";
  readonly type: string;
  readonly labels: readonly string[];
  readonly body: Body;
}

export type Expression =
  | Template
  | Scalar
  | HclObject
  | Tuple
  | Call
  | Conditional
  | ForExpression
  | Unknown;

/** A quoted string or a heredoc. Decoded on demand. */
export interface Template extends Span {
  readonly kind: "template";
  /** The span between the quotes, or of the lines between the markers. */
  readonly content: Span;
  readonly style: "quoted" | "heredoc" | "indented heredoc";
}

export interface Scalar extends Span {
  readonly kind: "scalar";
  readonly value: number | boolean | null;
}

export interface HclObject extends Span {
  readonly kind: "object";
  readonly items: readonly ObjectItem[];
}

export interface ObjectItem extends Span {
  /** A plain word is an expression of kind `name`. */
  readonly key: Expression | Name;
  readonly value: Expression;
}

export interface Name extends Span {
  readonly kind: "name";
  readonly name: string;
}

export interface Tuple extends Span {
  readonly kind: "tuple";
  readonly items: readonly Expression[];
}

export interface Call extends Span {
  readonly kind: "call";
  readonly name: string;
  readonly args: readonly Expression[];
  /** Whether the last argument is a list of arguments: `merge(local.all...)`. */
  readonly isExpanded?: boolean;
}

/** `condition ? first : second` */
export interface Conditional extends Span {
  readonly kind: "conditional";
  readonly condition: Expression;
  readonly branches: readonly Expression[];
}

/** `[for x in list : value]`, or `{for x in list : key => value}`. */
export interface ForExpression extends Span {
  readonly kind: "for";
  /** From `for` to the colon. */
  readonly intro: Span;
  /** Of the value, or of the key and the value. */
  readonly names: readonly string[];
  readonly source: Expression;
  readonly key: Expression | undefined;
  readonly value: Expression;
  readonly condition: Expression | undefined;
  /** `key => value...` collects the values of each key. */
  readonly isGrouped: boolean;
}

/** A reference or an operation, with its operands. */
export interface Unknown extends Span {
  readonly kind: "unknown";
  readonly parts: readonly Expression[];
  /** Undefined where the text could not be parsed. */
  readonly form?: Form;
}

/** The parts of a reference or an operation. */
export type Form =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "signed"; readonly sign: "-" | "!"; readonly operand: Expression }
  | { readonly kind: "steps"; readonly base: Expression; readonly steps: readonly Step[] }
  /** `a + b * c`: operands with the signs between them. */
  | {
      readonly kind: "operation";
      readonly operands: readonly Expression[];
      readonly signs: readonly string[];
    };

/** `.name`, `[index]`, or `[*]` with `isLegacy` for `.*`. */
export type Step =
  | { readonly kind: "name"; readonly name: string }
  | { readonly kind: "index"; readonly index: Expression }
  | { readonly kind: "splat"; readonly isLegacy: boolean };

/** The direct children of an expression, in text order. */
export function partsOf(expression: Expression | Name): readonly Expression[] {
  switch (expression.kind) {
    case "object":
      return expression.items.flatMap(({ key, value }) =>
        key.kind === "name" ? [value] : [key, value],
      );
    case "tuple":
      return expression.items;
    case "call":
      return expression.args;
    case "conditional":
      return [expression.condition, ...expression.branches];
    case "for":
      return [expression.source, expression.key, expression.value, expression.condition].filter(
        (it) => it !== undefined,
      );
    case "unknown":
      return expression.parts;
    default:
      return [];
  }
}
