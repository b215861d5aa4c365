import type { Span } from "../../text/span.ts";
import type { Address, Network } from "../../vocabulary/ip.ts";
import type { Field as FieldDefinition } from "../catalogue/fields.ts";
import type { RuleFunction } from "../catalogue/functions.ts";
import type { ComparisonName, LogicalName } from "../catalogue/operators.ts";
import type { CollectionType, Type } from "../catalogue/type.ts";

/** What is true or false: of a request, or of each element when `[*]` is in it. */
export type Expression = Readable | Recovered | Stray | Missing;

type Readable = Logical | Not | Group | Quantifier | Comparison | Constant | Operand;

/** What has a value that only the request knows. */
export type Operand = Field | Call | Indexed;

export type Literal = StringLiteral | IntegerLiteral | AddressLiteral;

/** What may stand right of a comparison. */
export type Comparand = Literal | RegexLiteral | SetLiteral | ListReference | Stray | Missing;

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

/** Something in parentheses. */
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

/** The whole expression `true` or `false`, the only place where these words mean something. */
export interface Constant extends Span {
  readonly kind: "constant";
  readonly value: boolean;
  readonly type: Type;
}

export interface Field extends Span {
  readonly kind: "field";
  readonly name: string;
  /** Undefined when there is no such field. */
  readonly definition: FieldDefinition | undefined;
  readonly type: Type | undefined;
}

export interface Call extends Span {
  readonly kind: "call";
  readonly name: string;
  readonly callee: Span;
  /** Undefined when there is no such function. */
  readonly definition: RuleFunction | undefined;
  readonly args: readonly Argument[];
  /** Of each comma between arguments. */
  readonly commas: readonly number[];
  readonly closed: boolean;
  /** `[*]` in the first argument: it is called for each element, and gives an array. */
  readonly mapped: boolean;
  readonly type: Type | undefined;
}

export interface Indexed extends Span {
  readonly kind: "indexed";
  readonly base: Field | Call;
  readonly indexes: readonly Index[];
  /** Whether a `[*]` is among the indexes. The type is then that of one element. */
  readonly each: boolean;
  readonly type: Type | undefined;
}

export interface Index extends Span {
  readonly kind: "index";
  readonly key: StringLiteral | IntegerLiteral | Each | Stray | Missing;
  /** What it picks from; undefined when that is not known, or no collection. */
  readonly of: CollectionType | undefined;
}

export interface Each extends Span {
  readonly kind: "each";
}

export interface Operator<Name extends string = ComparisonName | LogicalName> extends Span {
  readonly kind: "operator";
  readonly name: Name;
  /** It is not written so, and may not be what was meant. */
  readonly guessed?: true;
}

/** An operator between a field and a value. */
export interface Operation extends Operator<ComparisonName> {
  /** It is written with its negation in one, as in `not in`. The tree has a `not` around the comparison for that. */
  readonly negated?: true;
}

export interface StringLiteral extends Span {
  readonly kind: "string";
  readonly form: "quoted" | "raw" | "hex";
  /** The characters meant. Bytes that are no UTF-8 show as U+FFFD. */
  readonly value: string;
  /** What the engine compares: one character for each byte. */
  readonly bytes: string;
}

/** Right of `matches`. In quotes it has other escapes than a string has. */
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
  /** Written in a form that the engine takes in sets and few would read right, such as `10` or `010.0.0.1`. */
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
 * An expression in which something was wrong and the rest was guessed: an operator, where it ends, what joins it. The
 * error has been reported. Until it is put right nothing follows from the expression, so whoever draws conclusions sees
 * this node and stops.
 */
export interface Recovered extends Span {
  readonly kind: "recovered";
  readonly inner: Readable;
  readonly type: Type | undefined;
}

/** Text that stands where something else belongs. */
export interface Stray extends Span {
  readonly kind: "stray";
}

/** Nothing stands where something belongs. */
export interface Missing extends Span {
  readonly kind: "missing";
}
