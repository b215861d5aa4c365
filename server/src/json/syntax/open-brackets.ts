import type { Span } from "../../text/span.ts";
import type { JsonNode, JsonString, JsonValue, Property } from "./tree.ts";

/**
 * Deeper brackets are parsed for errors but not kept, so that code that walks the tree can recurse.
 * A filter within the service's limits has at most a tenth of these levels.
 */
export const mostLevels = 500;

/** A bracket that is still open, and can still be written to. Its children are set when it is closed. */
export type OpenBracket =
  | { kind: "object"; start: number; end: number; properties: readonly Property[] }
  | { kind: "array"; start: number; end: number; items: readonly JsonValue[]; isUnseen?: true };

/** A property whose value or end is still to come. */
export type OpenProperty = { -readonly [K in keyof Property]: Property[K] };

/** The brackets around the place that is being read, from the outermost in. */
export class OpenBrackets {
  top: OpenBracket | undefined;
  /** The first bracket that was too deep to be kept. */
  tooDeep: OpenBracket | undefined;
  private readonly all: OpenBracket[] = [];
  /** How many objects are open, so that a closer that closes nothing is known without a search. */
  private objects = 0;
  /**
   * The children of all open brackets, one bracket's behind another's. A list of its own for each would have to grow
   * with every child; this way each is made once, as long as it has to be, and an empty one is not made at all.
   */
  private readonly children: JsonNode[] = [];
  private childCount = 0;
  /** How many children all brackets have, open or not. */
  added = 0;
  private readonly firstChildren: number[] = [];
  private readonly deep: { [Kind in OpenBracket["kind"]]?: OpenBracket } = {};
  /** The object for a file without braces. */
  private bare: OpenBracket | undefined;

  /** Whether a bracket that is opened now is kept. */
  get hasRoom(): boolean {
    return this.all.length < mostLevels;
  }

  has(kind: OpenBracket["kind"]): boolean {
    return kind === "object" ? this.objects > 0 : this.all.length > this.objects;
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

  /** A file of one property, without braces around it. */
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

  /** Takes the value from the last property of an object, when that is a text. */
  takeLastText(): { readonly property: Property; readonly text: JsonString } | undefined {
    const text = this.lastProperty?.value;
    const property = text?.kind === "string" ? this.withoutLastValue() : undefined;
    return property && text?.kind === "string" ? { property, text } : undefined;
  }

  /** The last property of an object, whose value is still to come again. */
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

  /** The child that was added last to the innermost bracket. */
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

  /** Most brackets have few children, and those are listed faster than they are cut out. */
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

  /** Whether the file has no closing brace for an opening one that it lacks as well. */
  get lacksBraces(): boolean {
    return this.bare !== undefined && this.all[0] === this.bare;
  }

  /** What the end of the text lacks; undefined when it lacks no closer. */
  missing(): Missing | undefined {
    const outermost = this.lacksBraces ? 1 : 0;
    const count = this.all.length - outermost;
    // The innermost that has a node: deeper ones have none of their own.
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

/** The closers that the end of a text lacks. */
export interface Missing extends Span {
  /** That of the innermost bracket, which the span is about. */
  readonly own: Closer;
  readonly count: number;
  /** The innermost first. Empty when they are too many to be written. */
  readonly all: string;
}

/** A property ends with its value, whose end is known later. */
function widen(property: OpenProperty, end: number): void {
  property.end = end;
}

export const closers = { object: "}", array: "]" } as const;

/** What a bracket without children has, once for all of them. */
export const noChildren: readonly never[] = [];
