import type { Span } from "../../text/span.ts";
import type { Address, Network } from "../../vocabulary/ip.ts";
import type { Field as FieldDefinition } from "../catalog/fields.ts";
import type { RuleFunction } from "../catalog/functions.ts";
import type { ComparisonName, LogicalName } from "../catalog/operators.ts";
import type { CollectionType, Type } from "../catalog/type.ts";

/** A Boolean: one per request, or one per element with `[*]`. */
export type Expression = Readable | Recovered | Stray | Missing;

type Readable = Logical | Not | Group | Quantifier | Comparison | Constant | Operand;

/** A value from the request. */
export type Operand = Field | Call | Indexed;

export type Literal = StringLiteral | IntegerLiteral | AddressLiteral;

/** The right side of a comparison: a literal, or another value from the request. */
export type Comparand =
  | Operand
  | Literal
  | RegexLiteral
  | SetLiteral
  | ListReference
  | Stray
  | Missing;

export type SetItem = Literal | NetworkLiteral | RangeLiteral | Stray;

export type Argument = Expression | Literal;

export type Node = Expression | Comparand | SetItem | Index | Each | Operator;

export interface Logical extends Span {
  readonly kind: "logical";
  readonly name: Exclude<LogicalName, "not">;
  /** One less than the operands. */
  readonly operators: readonly Operator[];
  readonly operands: readonly Expression[];
  readonly type: Type | undefined;
}

export interface Not extends Span {
  readonly kind: "not";
  readonly operator: Operator;
  readonly operand: Expression;
  readonly type: Type | undefined;
}

/** A parenthesized expression. */
export interface Group extends Span {
  readonly kind: "group";
  readonly inner: Expression;
  readonly closed: boolean;
  readonly type: Type | undefined;
}

/** `any(…)` or `all(…)`. */
export interface Quantifier extends Span {
  readonly kind: "quantifier";
  readonly name: "any" | "all";
  readonly callee: Span;
  readonly argument: Argument;
  readonly closed: boolean;
  readonly type: Type;
}

export interface Comparison extends Span {
  readonly kind: "comparison";
  readonly left: Operand;
  readonly operator: Operation;
  readonly right: Comparand;
  readonly type: Type;
}

/** The whole expression `true` or `false`, the only valid use of these words. */
export interface Constant extends Span {
  readonly kind: "constant";
  readonly value: boolean;
  readonly type: Type;
}

export interface Field extends Span {
  readonly kind: "field";
  readonly name: string;
  /** Undefined for an unknown field. */
  readonly definition: FieldDefinition | undefined;
  readonly type: Type | undefined;
}

export interface Call extends Span {
  readonly kind: "call";
  readonly name: string;
  readonly callee: Span;
  /** Undefined for an unknown function. */
  readonly definition: RuleFunction | undefined;
  readonly args: readonly Argument[];
  /** The offset of each comma between arguments. */
  readonly commas: readonly number[];
  readonly closed: boolean;
  /** `[*]` in the first argument: called per element, returns an array. */
  readonly mapped: boolean;
  readonly type: Type | undefined;
}

export interface Indexed extends Span {
  readonly kind: "indexed";
  readonly base: Field | Call;
  readonly indexes: readonly Index[];
  /** Whether one of the indexes is `[*]`. The type is then the type of an element. */
  readonly each: boolean;
  readonly type: Type | undefined;
}

export interface Index extends Span {
  readonly kind: "index";
  readonly key: StringLiteral | IntegerLiteral | Each | Stray | Missing;
  /** The type that it indexes; undefined if unknown or not a collection. */
  readonly of: CollectionType | undefined;
}

export interface Each extends Span {
  readonly kind: "each";
}

export interface Operator<Name extends string = ComparisonName | LogicalName> extends Span {
  readonly kind: "operator";
  readonly name: Name;
  /** Assumed by the parser, not written in the text. */
  readonly guessed?: true;
}

/** An operator between a field and a value. */
export interface Operation extends Operator<ComparisonName> {
  /** Includes its negation, as in `not in`. The tree has a `not` around the comparison. */
  readonly negated?: true;
}

export interface StringLiteral extends Span {
  readonly kind: "string";
  readonly form: "quoted" | "raw" | "hex";
  /** The decoded characters. Bytes that are not UTF-8 become U+FFFD. */
  readonly value: string;
  /** The bytes that the engine compares: one character per byte. */
  readonly bytes: string;
}

/** After `matches`. In quotes its escapes differ from the escapes of a string. */
export interface RegexLiteral extends Span {
  readonly kind: "regex";
  readonly form: "quoted" | "raw";
  readonly pattern: string;
}

export interface IntegerLiteral extends Span {
  readonly kind: "integer";
  readonly value: bigint;
}

export interface AddressLiteral extends Span, Address {
  readonly kind: "address";
  /** In a form that the engine accepts in sets but is easily misread, such as `10` or `010.0.0.1`. */
  readonly loose?: true;
}

export interface NetworkLiteral extends Span, Network {
  readonly kind: "network";
  readonly loose?: true;
}

export interface RangeLiteral extends Span {
  readonly kind: "range";
  readonly first: IntegerLiteral | AddressLiteral;
  readonly last: IntegerLiteral | AddressLiteral;
}

export interface SetLiteral extends Span {
  readonly kind: "set";
  readonly items: readonly SetItem[];
  readonly closed: boolean;
}

export interface ListReference extends Span {
  readonly kind: "list";
  /** Without the dollar sign. */
  readonly name: string;
}

/**
 * An expression with an error, of which parts are guessed: an operator, its end, a logical operator. The error is already
 * reported. Nothing can be concluded from the expression, so analyses stop at this node.
 */
export interface Recovered extends Span {
  readonly kind: "recovered";
  readonly inner: Readable;
  readonly type: Type | undefined;
}

/** Unexpected text. */
export interface Stray extends Span {
  readonly kind: "stray";
}

/** Missing text. */
export interface Missing extends Span {
  readonly kind: "missing";
}
