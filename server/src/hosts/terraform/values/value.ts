import type { Segment } from "../../../text/decoding.ts";
import { holeCharacter } from "../../../text/hole.ts";
import type { Span } from "../../../text/span.ts";
import type { Expression } from "../../hcl/tree.ts";
import type { Budget } from "./budget.ts";

/** A file that values come from. */
export interface Source {
  readonly path: string;
  /** How it is named in what is found. */
  readonly name?: string | undefined;
  readonly text: string;
  /** Git ignores it: its values are checked, but not shown. */
  readonly isIgnored: boolean;
  /** Set for a text that is part of another file: where it is there. */
  readonly within?: Place;
}

export interface Place extends Span {
  readonly source: Source;
}

/** What a value depends on. */
export interface Marks {
  /** Variables whose defaults are used, as in `var.office`. */
  readonly defaults: readonly string[];
  /** The reference that is shown instead of the value. */
  readonly secret?: string | undefined;
}

/** A value of Terraform's language, as far as it is known, with the places that its characters come from. */
export type Value = Text | Plain | List | Obj | Unknown;

interface Common {
  readonly place: Place;
  readonly marks?: Marks | undefined;
  /** The expression that a text is written in, or that is not known. */
  readonly origin?: Origin | undefined;
  /** What it is instead, with other values than the defaults that choose it. */
  readonly others?: (() => readonly Value[]) | undefined;
}

export interface Origin {
  readonly expression: Expression;
  readonly scope: Scope;
}

/** What an expression can refer to besides names that are bound around it. */
export interface Surroundings {
  readonly budget: Budget;
  /** Undefined if there is no such local value. */
  local(name: string): Value | undefined;
  variable(name: string): Value | undefined;
  /** The outputs of a module, if it is in the workspace and is called once. */
  output(call: string, name: string): Value | undefined;
  /** The outputs of a module that is called with `count` or `for_each`. */
  outputs(call: string): Value | undefined;
  /** The value of `path.module` or `path.root`. */
  path(name: string): string | undefined;
  /** A file whose path counts from the root module. */
  file(path: string): Source | undefined;
}

/** The file of an expression, and what its names mean. */
export interface Scope {
  readonly source: Source;
  readonly around: Surroundings;
  /** Bound by `for`, `each`, `count` and `dynamic`. */
  readonly names: ReadonlyMap<string, Value>;
}

export function withNames(scope: Scope, names: Iterable<readonly [string, Value]>): Scope {
  return { ...scope, names: new Map([...scope.names, ...names]) };
}

export interface Text extends Common {
  readonly kind: "text";
  readonly pieces: readonly Piece[];
  /** With a character for each hole. */
  readonly shown: string;
}

/** A part of a text: characters of a file as they are there, what replaces a range of it, or an unknown part. */
export interface Piece extends Segment {
  readonly source: Source;
  readonly marks?: Marks | undefined;
}

export interface Plain extends Common {
  readonly kind: "plain";
  readonly value: number | boolean | null;
}

export interface List extends Common {
  readonly kind: "list";
  /** Some may be any number of elements. */
  readonly items: readonly Value[];
  /** In Terraform's order of sets. */
  readonly isSet?: boolean;
}

export interface Obj extends Common {
  readonly kind: "object";
  readonly entries: ReadonlyMap<string, Value>;
  /** Entries whose keys are not known. */
  readonly rest?: readonly Value[] | undefined;
}

export interface Unknown extends Common {
  readonly kind: "unknown";
  /** Terraform refuses the expression: `try` takes the next one. */
  readonly isError?: boolean;
  /** Any number of elements of the collection that it is in. */
  readonly isMany?: boolean;
  /** The elements are checked elsewhere: only their number or order is not known. */
  readonly isChecked?: boolean;
  /** It is one of these. */
  readonly among?: readonly Value[];
}

export const hole = holeCharacter(0);

export function unknown(place: Place): Unknown {
  return { kind: "unknown", place };
}

export function failed(place: Place): Unknown {
  return { kind: "unknown", place, isError: true };
}

export function plain(value: number | boolean | null, place: Place): Plain {
  return { kind: "plain", value, place };
}

export function list(items: readonly Value[], place: Place): List {
  return { kind: "list", items, place };
}

export function object(
  entries: ReadonlyMap<string, Value>,
  place: Place,
  rest?: readonly Value[],
): Obj {
  return { kind: "object", entries, place, ...(rest && rest.length > 0 && { rest }) };
}

export function text(pieces: readonly Piece[], place: Place): Text {
  const shown = pieces.map((it) => it.text).join("");
  return { kind: "text", pieces, shown, place };
}

/** A text that is nowhere: a result of `place`. */
export function computed(value: string, place: Place, marks?: Marks): Text {
  const piece: Piece = { kind: "replacement", text: value, ...place, marks };
  return text(value === "" ? [] : [piece], place);
}

export function holeAt(place: Place): Piece {
  return { kind: "hole", text: hole, ...place };
}

export function hasHoles({ pieces }: Text): boolean {
  return pieces.some((it) => it.kind === "hole");
}

/** The characters of a text; undefined if some are unknown. */
export function stringOf(value: Value | undefined): string | undefined {
  return value?.kind === "text" && !hasHoles(value) ? value.shown : undefined;
}

export function slice({ pieces, place }: Text, from: number, to: number): Text {
  const kept: Piece[] = [];
  let at = 0;
  for (const it of pieces) {
    const start = Math.max(from - at, 0);
    const end = Math.min(to - at, it.text.length);
    at += it.text.length;
    if (start >= end) continue;
    const part = it.text.slice(start, end);
    const isCopy = it.kind === "copy";
    const span = isCopy ? { start: it.start + start, end: it.start + end } : {};
    kept.push(part.length === it.text.length ? it : { ...it, ...span, text: part });
  }
  return text(kept, place);
}

/** The marks of all, or undefined. */
export function marksOf(...values: readonly (Value | undefined)[]): Marks | undefined {
  const found: Marks[] = [];
  for (const it of values) {
    if (it?.marks) found.push(it.marks);
    if (it?.kind === "text") for (const { marks } of it.pieces) if (marks) found.push(marks);
  }
  return joined(found);
}

function joined(found: readonly Marks[]): Marks | undefined {
  const [first, ...more] = found;
  if (!first || more.length === 0) return first;
  const defaults = [...new Set(found.flatMap((it) => it.defaults))];
  return { defaults, secret: found.find((it) => it.secret !== undefined)?.secret };
}

/** The value, which depends on more. */
export function marked<Kind extends Value>(value: Kind, marks: Marks | undefined): Kind {
  if (!marks) return value;
  return changed(value, (it) => ({ ...it, marks: it.marks ? joined([it.marks, marks]) : marks }));
}

/** The value as a result of the place, with a reference that is shown instead of it. */
export function hidden<Kind extends Value>(value: Kind, place: Place, secret: string): Kind {
  return changed(value, (it) => {
    const marks = { defaults: it.marks?.defaults ?? [], secret };
    if ("place" in it) return { ...it, place, marks, origin: undefined, others: undefined };
    return { ...it, ...place, marks, kind: it.kind === "copy" ? "replacement" : it.kind };
  });
}

function changed<Kind extends Value>(
  value: Kind,
  change: <Part extends Value | Piece>(part: Part) => Part,
): Kind {
  const own = change<Value>(value);
  switch (own.kind) {
    case "text":
      return { ...own, pieces: own.pieces.map((it) => change(it)) } as unknown as Kind;
    case "list":
      return { ...own, items: own.items.map((it) => changed(it, change)) } as unknown as Kind;
    case "object": {
      const entries = Array.from(own.entries, ([name, it]) => [name, changed(it, change)] as const);
      const rest = own.rest?.map((it) => changed(it, change));
      return { ...own, entries: new Map(entries), rest } as unknown as Kind;
    }
    default:
      return own as unknown as Kind;
  }
}

/** The value, with what it is instead. */
export function withOthers(value: Value, find: () => readonly Value[]): Value {
  let known: readonly Value[] | undefined;
  const others = () => {
    known ??= find().slice(0, mostOthers);
    return known;
  };
  return { ...value, others };
}

const mostOthers = 20;

/** A number as Terraform writes it; undefined if its digits are not certain. */
export function numberText(value: number): string | undefined {
  if (Number.isSafeInteger(value)) return String(value);
  const written = String(value);
  return /^-?\d{1,9}\.\d{1,6}$/.test(written) ? written : undefined;
}

/** The value as a text, as in a template. Undefined where Terraform refuses it, or if it is not known. */
export function asText(value: Value): Text | undefined {
  if (value.kind === "text") return value;
  if (value.kind !== "plain" || value.value === null) return undefined;
  const written = typeof value.value === "number" ? numberText(value.value) : String(value.value);
  const { text: source } = value.place.source;
  const { start, end } = value.place;
  if (written === undefined) return undefined;
  const isLiteral = source.slice(start, end) === written;
  const kind = isLiteral ? "copy" : "replacement";
  return text([{ kind, text: written, ...value.place, marks: value.marks }], value.place);
}

/** Whether the value and all that it contains is known. */
export function isWhole(value: Value): boolean {
  switch (value.kind) {
    case "unknown":
      return false;
    case "text":
      return !hasHoles(value);
    case "list":
      return value.items.every(isWhole);
    case "object":
      return !value.rest && [...value.entries.values()].every(isWhole);
    default:
      return true;
  }
}

/** Equality of whole values; undefined if it is not known. */
export function isEqual(a: Value, b: Value): boolean | undefined {
  if (!isWhole(a) || !isWhole(b)) return undefined;
  return keyOf(a) === keyOf(b);
}

/** Equal for equal values. Only for whole ones. */
export function keyOf(value: Value): string {
  return JSON.stringify(jsonOf(value));
}

/** The value as JavaScript has it. Only for whole ones. */
export function jsonOf(value: Value): unknown {
  switch (value.kind) {
    case "text":
      return value.shown;
    case "plain":
      return value.value;
    case "list":
      return value.items.map(jsonOf);
    case "object":
      return Object.fromEntries(
        [...value.entries].sort(([a], [b]) => order(a, b)).map(([name, it]) => [name, jsonOf(it)]),
      );
    default:
      return undefined;
  }
}

/** Terraform sorts by code points. */
export function order(a: string, b: string): number {
  if (a === b) return 0;
  const [left, right] = [[...a], [...b]];
  for (let i = 0; i < Math.min(left.length, right.length); i++) {
    const difference = (left[i]?.codePointAt(0) ?? 0) - (right[i]?.codePointAt(0) ?? 0);
    if (difference !== 0) return difference;
  }
  return left.length - right.length;
}
