import type { Span } from "../../../text/span.ts";

/** The syntax tree of a regex in the engine's dialect. Each node has the flags in effect. */
export type RegexNode =
  | Empty
  | Literal
  | Dot
  | Assertion
  | PerlClass
  | PropertyClass
  | BracketClass
  | SetFlags
  | Group
  | Repetition
  | Concatenation
  | Alternation;

export interface Flags {
  /** `i` */
  readonly ignoreCase: boolean;
  /** `m`: `^` and `$` match at line breaks too. */
  readonly multiLine: boolean;
  /** `s`: `.` matches a line feed too. */
  readonly dotAll: boolean;
  /** `R`: CR LF ends a line as LF does. */
  readonly crlf: boolean;
  /** `U`: `a*` is lazy and `a*?` is greedy. */
  readonly swapGreed: boolean;
  /** `u`: matches UTF-8 characters instead of bytes. */
  readonly unicode: boolean;
  /** `x`: whitespace and `#` comments are ignored. */
  readonly verbose: boolean;
}

export const flagLetters = {
  i: "ignoreCase",
  m: "multiLine",
  s: "dotAll",
  R: "crlf",
  U: "swapGreed",
  u: "unicode",
  x: "verbose",
} as const satisfies Record<string, keyof Flags>;

export type FlagLetter = keyof typeof flagLetters;

/** The engine matches bytes unless `(?u)` is set. */
export const startFlags: Flags = {
  ignoreCase: false,
  multiLine: false,
  dotAll: false,
  crlf: false,
  swapGreed: false,
  unicode: false,
  verbose: false,
};

/** Matches the empty string: an empty group or branch. */
export interface Empty extends Span {
  readonly kind: "empty";
}

export interface Literal extends Span {
  readonly kind: "literal";
  /** A code point, or a byte's value. */
  readonly code: number;
  /** `\xHH` from 80 is a single byte, not a code point, unless `(?u)` is set. */
  readonly isByte: boolean;
  /** Written with a backslash. */
  readonly escaped: boolean;
  readonly flags: Flags;
}

export interface Dot extends Span {
  readonly kind: "dot";
  readonly flags: Flags;
}

export type AssertionKind =
  /** `^`: the start of the text, or of a line with `m` */
  | "line-start"
  | "line-end"
  | "text-start"
  | "text-end"
  | "word-boundary"
  | "not-word-boundary"
  | "word-start"
  | "word-end"
  /** The character before, or after, is not a word character; the other side is irrelevant. */
  | "word-start-half"
  | "word-end-half";

export interface Assertion extends Span {
  readonly kind: "assertion";
  readonly place: AssertionKind;
  readonly flags: Flags;
}

/** `\d`, `\s`, `\w` and their opposites. */
export interface PerlClass extends Span {
  readonly kind: "perl";
  readonly letter: "d" | "s" | "w";
  readonly negated: boolean;
  readonly flags: Flags;
}

/** `\p{…}`. */
export interface PropertyClass extends Span {
  readonly kind: "property";
  /** As in `\p{name}` or `\p{name=value}`, as written. */
  readonly name: string;
  readonly value: string | undefined;
  readonly negated: boolean;
  readonly flags: Flags;
}

/** `[…]`. */
export interface BracketClass extends Span {
  readonly kind: "class";
  readonly negated: boolean;
  readonly set: ClassSet;
  readonly flags: Flags;
}

export type ClassSet = ClassUnion | ClassOperation;

export interface ClassUnion extends Span {
  readonly kind: "union";
  readonly items: readonly ClassItem[];
}

export type ClassOperator = "&&" | "--" | "~~";

/** All three operators have the same precedence, left-associative. */
export interface ClassOperation extends Span {
  readonly kind: "operation";
  readonly operator: ClassOperator;
  readonly left: ClassSet;
  readonly right: ClassUnion;
}

export type ClassItem =
  | Literal
  | ClassRange
  | PosixClass
  | PerlClass
  | PropertyClass
  | BracketClass;

export interface ClassRange extends Span {
  readonly kind: "range";
  readonly from: Literal;
  readonly to: Literal;
}

/** `[:alpha:]`, inside a bracket class. */
export interface PosixClass extends Span {
  readonly kind: "posix";
  readonly name: PosixName;
  readonly negated: boolean;
}

export const posixNames = [
  "alnum",
  "alpha",
  "ascii",
  "blank",
  "cntrl",
  "digit",
  "graph",
  "lower",
  "print",
  "punct",
  "space",
  "upper",
  "word",
  "xdigit",
] as const;

export type PosixName = (typeof posixNames)[number];

/** `(?i)`: in effect until the end of the enclosing group, across `|`. */
export interface SetFlags extends Span {
  readonly kind: "flags";
  readonly changes: readonly FlagChange[];
}

export interface FlagChange extends Span {
  readonly letter: FlagLetter;
  readonly on: boolean;
}

export interface Group extends Span {
  readonly kind: "group";
  readonly captures: boolean;
  readonly name: string | undefined;
  readonly changes: readonly FlagChange[];
  readonly child: RegexNode;
}

export interface Repetition extends Span {
  readonly kind: "repetition";
  readonly child: RegexNode;
  readonly min: number;
  /** Infinity without an upper bound. */
  readonly max: number;
  readonly lazy: boolean;
  /** `*`, `+?`, `{2,3}`: the part after the child. */
  readonly operator: Span;
}

/** A sequence of at least two items. */
export interface Concatenation extends Span {
  readonly kind: "concatenation";
  readonly items: readonly RegexNode[];
}

/** At least two branches. */
export interface Alternation extends Span {
  readonly kind: "alternation";
  readonly branches: readonly RegexNode[];
}
