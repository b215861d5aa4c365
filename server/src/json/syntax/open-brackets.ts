import type { Span } from "../../text/span.ts";
import type { Lookahead } from "./missing-brace.ts";
import type { JsonNode, JsonString, JsonValue, Property } from "./tree.ts";

/**
 * Deeper brackets are parsed for errors but not kept, so that code that walks the tree can recurse.
 * A filter within the service's limits has at most a tenth of these levels.
 */
export const mostLevels = 500;

/** A mutable node for an open bracket. Its children are set when it is closed. */
export type OpenBracket =
  | { kind: "object"; start: number; end: number; properties: readonly Property[] }
  | { kind: "array"; start: number; end: number; items: readonly JsonValue[]; isUnseen?: true };

/** A mutable property whose value or end is not known yet. */
export type OpenProperty = { -readonly [K in keyof Property]: Property[K] };

/** The stack of open brackets during parsing, outermost first. */
export class OpenBrackets {
  top: OpenBracket | undefined;
  /** The first bracket that was too deep to be kept. */
  tooDeep: OpenBracket | undefined;
  private readonly all: OpenBracket[] = [];
  /** The number of open objects, so an unmatched closer is detected without a search. */
  private objects = 0;
  /**
   * The children of all open brackets on one stack. So each array is allocated once with its final length, and none for
   * an empty bracket.
   */
  private readonly children: JsonNode[] = [];
  private childCount = 0;
  /** The number of children of all brackets, open or closed. */
  added = 0;
  private readonly firstChildren: number[] = [];
  private readonly deep: { [Kind in OpenBracket["kind"]]?: OpenBracket } = {};
  /** The object for a file without braces. */
  private bare: OpenBracket | undefined;

  /** Whether another bracket would still be within the depth limit. */
  get hasRoom(): boolean {
    return this.all.length < mostLevels;
  }

  has(kind: OpenBracket["kind"]): boolean {
    return kind === "object" ? this.objects > 0 : this.all.length > this.objects;
  }

  /** Whether an object around a name in place of a value is not opened. */
  lacksObject(ahead: Lookahead, from: number): boolean {
    const { top } = this;
    if (!top || (top.kind === "object" && !this.lastChild)) return false;
    return ahead.lacksOpener(from, "{", this.objects);
  }

  /** Puts the last value of the innermost object into an array, which is open then. Its start; undefined if there is none. */
  wrapLastValue(ahead: Lookahead, from: number): number | undefined {
    const lists = this.all.length - this.objects;
    const property = this.hasRoom ? this.lastProperty : undefined;
    if (!property?.value || !ahead.lacksOpener(from, "[", lists)) return undefined;
    const { value } = property;
    const { start, end } = value;
    const array: OpenBracket = { kind: "array", start, end, items: noChildren };
    property.value = array;
    this.enter(array);
    this.add(value);
    return start;
  }

  /** Whether the innermost bracket is in an array. */
  get isInArray(): boolean {
    return this.all[this.all.length - 2]?.kind === "array";
  }

  /** Below the depth limit, one node of each kind is shared. */
  enter(bracket: OpenBracket): void {
    const { all, deep } = this;
    let entered = bracket;
    if (all.length < mostLevels) {
      this.firstChildren.push(this.childCount);
    } else {
      this.tooDeep ??= bracket;
      entered = deep[bracket.kind] ??= bracket;
    }
    all.push(entered);
    this.top = entered;
    if (bracket.kind === "object") this.objects++;
  }

  /** Opens an object for a file that is a property without braces. */
  enterBare(name: JsonString): OpenBracket {
    const { start, end } = name;
    this.bare = { kind: "object", start, end, properties: noChildren };
    this.enter(this.bare);
    return this.bare;
  }

  /** Adds a child to the innermost bracket. */
  add(child: JsonNode): void {
    if (this.all.length > mostLevels) return;
    this.children[this.childCount++] = child;
    this.added++;
  }

  /** Reopens the last property of an object if its value is a string, and returns both. */
  takeLastText(): { readonly property: Property; readonly text: JsonString } | undefined {
    const text = this.lastProperty?.value;
    const property = text?.kind === "string" ? this.withoutLastValue() : undefined;
    return property && text?.kind === "string" ? { property, text } : undefined;
  }

  /** Reopens the last property of an object without its value. */
  withoutLastValue(): OpenProperty | undefined {
    const property = this.lastProperty;
    if (!property) return undefined;
    property.value = undefined;
    property.end = property.name.end;
    return property;
  }

  private get lastProperty(): OpenProperty | undefined {
    return this.top?.kind === "object" ? (this.lastChild as OpenProperty) : undefined;
  }

  /** The last child of the innermost bracket. */
  get lastChild(): JsonNode | undefined {
    const { all, firstChildren, childCount } = this;
    const first = firstChildren[firstChildren.length - 1] ?? 0;
    if (all.length > mostLevels || childCount === first) return undefined;
    return this.children[childCount - 1];
  }

  /** Closes the innermost bracket. */
  leave(end: number): void {
    const { all } = this;
    const closed = all.pop();
    const top = all[all.length - 1];
    this.top = top;
    if (closed === undefined) return;
    if (closed.kind === "object") this.objects--;
    if (all.length >= mostLevels) return;
    closed.end = end;
    const first = this.firstChildren.pop() ?? 0;
    if (first < this.childCount) this.adopt(closed, first);
    if (top?.kind !== "object") return;
    const around = this.children[this.childCount - 1];
    if (around?.kind === "property" && around.value === closed) widen(around, end);
  }

  private adopt(closed: OpenBracket, first: number): void {
    const own = this.childrenFrom(first);
    this.childCount = first;
    if (closed.kind === "object") closed.properties = own as readonly Property[];
    else closed.items = own as readonly JsonValue[];
  }

  /** Most brackets have few children, for which an array literal is faster than `slice`. */
  private childrenFrom(first: number): JsonNode[] {
    const { children } = this;
    const [one, two, three] = [children[first], children[first + 1], children[first + 2]];
    switch (this.childCount - first) {
      case 1:
        return one ? [one] : [];
      case 3:
        return one && two && three ? [one, two, three] : [];
      default:
        return children.slice(first, this.childCount);
    }
  }

  /** Whether both the opening and the closing brace of the file are missing. */
  get lacksBraces(): boolean {
    return this.bare !== undefined && this.all[0] === this.bare;
  }

  /** The closers that are missing at the end of the text; undefined if there are none. */
  missing(): MissingClosers | undefined {
    const outermost = this.lacksBraces ? 1 : 0;
    const count = this.all.length - outermost;
    // Brackets below the depth limit have no nodes of their own.
    const opener = this.all[Math.min(this.all.length, mostLevels) - 1];
    if (count === 0 || !opener) return undefined;
    const { start, kind } = opener;
    const known = count > mostLevels ? [] : this.all.slice(outermost).reverse();
    return {
      start,
      end: start + 1,
      own: closers[kind],
      count,
      all: known.map((it) => closers[it.kind]).join(""),
    };
  }

  leaveAll(end: number): void {
    while (this.top) this.leave(end);
  }
}

export type Closer = "}" | "]";

/** The closers that are missing at the end of a text. The span is the innermost unclosed bracket. */
export interface MissingClosers extends Span {
  /** The closer of the innermost bracket. */
  readonly own: Closer;
  readonly count: number;
  /** Innermost first. Empty if there are too many to insert. */
  readonly all: string;
}

/** Extends a property to the end of its value. */
function widen(property: OpenProperty, end: number): void {
  property.end = end;
}

export const closers = { object: "}", array: "]" } as const;

/** Shared by all empty brackets. */
export const noChildren: readonly never[] = [];
