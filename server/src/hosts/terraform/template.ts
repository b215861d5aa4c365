import { addAll } from "../../text/add-all.ts";
import { Decoding } from "../../text/decoding.ts";
import type { Span } from "../../text/span.ts";
import { directive } from "../hcl/directives.ts";
import { readDirective, readInterpolation } from "../hcl/read.ts";
import { decodeWhole, rawTemplateText } from "../hcl/template.ts";
import type { Expression, Template } from "../hcl/tree.ts";
import { chosen, mayVary, undecided, variantsOf } from "./values/choice.ts";
import { boolOf, openElementsOf } from "./values/collection.ts";
import { deepMarks, marked, marksOf } from "./values/marks.ts";
import { isMany, settled } from "./values/open.ts";
import {
  holeAt,
  type Piece,
  type Place,
  plain,
  type Scope,
  type Source,
  text,
  unknown,
  type Value,
  withNames,
} from "./values/value.ts";
import { asText } from "./values/whole.ts";

export type Evaluate = (expression: Expression, scope: Scope) => Value;

/** A part of a template: text, an interpolation, or a directive with what is inside. */
type Part =
  | { readonly kind: "text"; readonly piece: Omit<Piece, "source"> }
  | { readonly kind: "value"; readonly expression: Expression | undefined; readonly at: Span }
  | {
      readonly kind: "if";
      readonly condition: Expression;
      readonly yes: readonly Part[];
      readonly no: readonly Part[];
    }
  | {
      readonly kind: "for";
      readonly names: readonly string[];
      readonly list: Expression;
      readonly inner: readonly Part[];
    };

const known = new WeakMap<Template, readonly Part[] | undefined>();

/** The text of a quoted string or heredoc. Unknown if a directive depends on what is not known. */
export function evaluateTemplate(
  template: Template,
  scope: Scope,
  place: Place,
  evaluate: Evaluate,
): Value {
  if (!known.has(template))
    known.set(template, partsOf(rawTemplateText(scope.source.text, template, "both")));
  return written(known.get(template), scope, place, evaluate);
}

/** A file that is a template, or a text that is one in JSON. */
export function evaluateWhole(
  source: Source,
  scope: Scope,
  place: Place,
  evaluate: Evaluate,
): Value {
  const decoding = new Decoding(source.text, 0, source.text.length);
  decodeWhole(decoding);
  return written(partsOf(decoding), { ...scope, source }, place, evaluate);
}

function written(
  parts: readonly Part[] | undefined,
  scope: Scope,
  place: Place,
  evaluate: Evaluate,
): Value {
  const [only, ...more] = parts ?? [];
  // `"${ … }"` is the value itself, whatever its type.
  if (only?.kind === "value" && only.expression && more.length === 0)
    return evaluate(only.expression, scope);
  const varied = new Map<Expression, Value>();
  const value = composed(parts, scope, place, (expression, inner) => {
    const found = evaluate(expression, inner);
    const isDecided = boolOf(found) !== undefined && marksOf(found)?.defaults.length;
    if (isDecided || mayVary(found)) varied.set(expression, found);
    return found;
  });
  if (varied.size === 0) return value;
  const marks = deepMarks([...varied.values()].map(settled));
  let left = mostVaried;
  return chosen(value, marks, () =>
    [...varied].flatMap(([varying, known]) => {
      const decided = boolOf(known);
      const others = decided === undefined ? variantsOf(known) : [plain(!decided, known.place)];
      return others.map((other) => {
        if (left < 0) return unknown(place);
        const found = composed(parts, scope, place, (expression, inner) => {
          if (expression === varying) return other;
          // The same variable may choose it, so its default is not known to go with the other value.
          return undecided(evaluate(expression, inner));
        });
        left -= found.kind === "text" ? found.pieces.length : 1;
        return found;
      });
    }),
  );
}

function composed(
  parts: readonly Part[] | undefined,
  scope: Scope,
  place: Place,
  evaluate: Evaluate,
): Value {
  const pieces: Piece[] = [];
  const isKnown = parts && write(parts, scope, pieces, evaluate);
  const size = pieces.reduce((sum, it) => sum + it.text.length, pieces.length);
  return isKnown && scope.around.budget.allows(size) ? text(pieces, place) : unknown(place);
}

function write(parts: readonly Part[], scope: Scope, into: Piece[], evaluate: Evaluate): boolean {
  return parts.every((it) => into.length <= mostPieces && writePart(it, scope, into, evaluate));
}

function writePart(part: Part, scope: Scope, into: Piece[], evaluate: Evaluate): boolean {
  switch (part.kind) {
    case "text":
      into.push({ ...part.piece, source: scope.source });
      return true;
    case "value": {
      const value = part.expression ? evaluate(part.expression, scope) : undefined;
      const found = value && asText(value);
      // An empty default means that another value is given.
      const isLeftOpen = found?.shown === "" && marksOf(value)?.defaults.length;
      if (found && !isLeftOpen) for (const it of found.pieces) into.push(it);
      else into.push(holeAt({ ...part.at, source: scope.source }));
      return true;
    }
    case "if": {
      const condition = evaluate(part.condition, scope);
      const isTrue = boolOf(condition);
      if (isTrue === undefined) return false;
      const inner: Piece[] = [];
      const isKnown = write(isTrue ? part.yes : part.no, scope, inner, evaluate);
      return isKnown && take(inner, into, marksOf(condition));
    }
    case "for":
      return writeFor(part, scope, into, evaluate);
  }
}

function writeFor(
  { names, list, inner }: Part & { readonly kind: "for" },
  scope: Scope,
  into: Piece[],
  evaluate: Evaluate,
): boolean {
  const collection = evaluate(list, scope);
  const [last] = names.slice(-1);
  if (last === undefined) return false;
  const own: Piece[] = [];
  const elements = openElementsOf(collection);
  const isKnown = elements?.known.every(([key, element]) => {
    const first = names.length === 2 ? [[names[0] ?? "", key] as const] : [];
    return write(inner, withNames(scope, [...first, [last, element]]), own, evaluate);
  });
  if (isKnown !== true || !elements?.rest.every((it) => isMany(it) && !it.isChecked)) return false;
  for (const { place } of elements.rest) own.push(holeAt(place));
  return take(own, into, marksOf(collection));
}

function take(pieces: readonly Piece[], into: Piece[], marks: Piece["marks"]): boolean {
  const place = { source: pieces[0]?.source ?? nowhere, start: 0, end: 0 };
  for (const it of marked(text(pieces, place), marks).pieces) into.push(it);
  return true;
}

const nowhere: Source = { path: "", text: "", isIgnored: false };

const mostPieces = 20_000;

/** Pieces of what a text is instead. */
const mostVaried = 50_000;

/** Undefined if the directives do not match. */
function partsOf(decoding: Decoding): readonly Part[] | undefined {
  const reader = new PartReader(decoding);
  const parts = reader.read();
  return reader.isAtEnd ? parts : undefined;
}

class PartReader {
  private readonly segments: ReturnType<Decoding["segments"]>;
  private at = 0;
  private level = 0;

  constructor(private readonly decoding: Decoding) {
    this.segments = decoding.segments();
  }

  get isAtEnd(): boolean {
    return this.at >= this.segments.length;
  }

  /** Up to the end, or to a directive that ends or continues another. */
  read(): readonly Part[] | undefined {
    const parts: Part[] = [];
    for (; !this.isAtEnd; this.at++) {
      const part = this.part();
      if (part === "end") return parts;
      if (part === undefined) return undefined;
      addAll(parts, part);
    }
    return parts;
  }

  private part(): readonly Part[] | "end" | undefined {
    const segment = this.segments[this.at];
    if (!segment) return "end";
    const { host } = this.decoding;
    const { start, end } = segment;
    if (segment.kind !== "hole") return this.plainText();
    const word = directive(host, start);
    if (word === undefined)
      return [{ kind: "value", expression: readInterpolation(host, start), at: { start, end } }];
    if (word !== "if" && word !== "for") return "end";
    const read = this.level < mostLevels ? readDirective(host, start) : undefined;
    if (!read) return undefined;
    this.level++;
    const found = word === "if" ? this.branches(read.expression) : this.loop(read);
    this.level--;
    return found && [found];
  }

  /** Without the whitespace that a `~` beside it removes, on its line. */
  private plainText(): readonly Part[] {
    const segment = this.segments[this.at];
    const [before, after] = [this.segments[this.at - 1], this.segments[this.at + 1]];
    const { host } = this.decoding;
    if (!segment) return [];
    let { text: written, start, end } = segment;
    if (segment.kind === "copy") {
      if (before?.kind === "hole" && host[before.end - 2] === "~") {
        const cut = /^[^\S\n]*\n?/.exec(written)?.[0].length ?? 0;
        written = written.slice(cut);
        start += cut;
      }
      if (after?.kind === "hole" && host[after.start + 2] === "~") {
        const line = written.lastIndexOf("\n") + 1;
        const kept = written.slice(0, line) + written.slice(line).trimEnd();
        end -= written.length - kept.length;
        written = kept;
      }
    }
    if (written === "") return [];
    return [{ kind: "text", piece: { kind: segment.kind, text: written, start, end } }];
  }

  private next(): string | undefined {
    const segment = this.segments[this.at];
    return segment && directive(this.decoding.host, segment.start);
  }

  private branches(condition: Expression): Part | undefined {
    this.at++;
    const yes = this.read();
    let no: readonly Part[] | undefined = [];
    if (this.next() === "else") {
      this.at++;
      no = this.read();
    }
    return yes && no && this.next() === "endif" ? { kind: "if", condition, yes, no } : undefined;
  }

  private loop({
    names,
    expression,
  }: {
    readonly names: readonly string[];
    readonly expression: Expression;
  }): Part | undefined {
    this.at++;
    const inner = this.read();
    if (!inner || this.next() !== "endfor") return undefined;
    return { kind: "for", names, list: expression, inner };
  }
}

/** Of directives in each other. */
const mostLevels = 20;
