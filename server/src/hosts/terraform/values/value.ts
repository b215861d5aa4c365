import type { Segment } from "../../../text/decoding.ts";
import { holeCharacter } from "../../../text/hole.ts";
import type { Span } from "../../../text/span.ts";
import type { Expression } from "../../hcl/tree.ts";
import type { Budget } from "./budget.ts";

/** A file that values come from. */
export interface Source {
  readonly path: string;
  /** Its name in diagnostics. */
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

/** The dependencies of a value. */
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
  /** The marks of the value that chooses it among others, whatever it consists of. */
  readonly choice?: Marks | undefined;
  /** The expression that a text is written in, or that is not known. */
  readonly origin?: Origin | undefined;
  /** Its alternatives, with other values than the defaults that choose it. */
  readonly others?: (() => readonly Value[]) | undefined;
}

export interface Origin {
  readonly expression: Expression;
  readonly scope: Scope;
}

/** The names that an expression can refer to besides names that are bound around it. */
export interface Surroundings {
  readonly budget: Budget;
  /** Of the module, as in `module.waf["eu"]`. */
  readonly address: string;
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
  /** The paths of the files below such a folder. Undefined if that is not known. */
  filesBelow(path: string): readonly string[] | undefined;
}

/** Where nothing can be referred to. */
export function alone(budget: Budget): Surroundings {
  const none = () => undefined;
  return {
    budget,
    address: "",
    local: none,
    variable: none,
    output: none,
    outputs: none,
    path: none,
    file: none,
    filesBelow: none,
  };
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
  /** It is one of these; if it is many, each element is. */
  readonly among?: readonly Value[] | undefined;
  /** The key of the only element that it may be. */
  readonly key?: string | undefined;
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
