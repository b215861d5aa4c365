import type { Span } from "../../text/span.ts";
import type { Place, Source } from "./values/value.ts";

/** A file of a sheet, and where it starts there. */
export interface SheetFile {
  readonly path: string;
  readonly text: string;
  readonly start: number;
}

/** A module of the workspace, as a document calls it. */
export interface ModuleCall {
  readonly folder: string;
  readonly address: string;
  /** Where the document has the call that leads to it. */
  readonly usedAt: Span;
}

/** A document with the other files that its values come from, one after another, so that each place is one offset. */
export class Sheet {
  private readonly starts = new Map<Source, number>();
  private readonly added: SheetFile[] = [];
  /** Of expressions of other files. A module may be called many times. */
  private readonly copies = new WeakMap<object, object>();
  private readonly originals = new WeakMap<object, object>();
  private whole: string;

  constructor(private readonly own: Source) {
    this.whole = own.text;
    this.starts.set(own, 0);
  }

  get text(): string {
    return this.whole;
  }

  /** Those beside the document, in order. */
  get others(): readonly SheetFile[] {
    return this.added;
  }

  isOwn(source: Source): boolean {
    return source === this.own;
  }

  spanOf({ source, start, end }: Place): Span {
    if (source.within) return this.spanOf(source.within);
    const base = this.startOf(source);
    return { start: base + start, end: base + end };
  }

  /** The expression with the offsets of the sheet. */
  shifted<Tree extends object>(expression: Tree, source: Source): Tree {
    const base = this.startOf(source);
    if (base === 0) return expression;
    const known = this.copies.get(expression);
    if (known) return known as Tree;
    const copy = (tree: unknown): unknown => {
      if (Array.isArray(tree)) return tree.map(copy);
      if (typeof tree !== "object" || tree === null) return tree;
      const moved: Record<string, unknown> = {};
      for (const [name, value] of Object.entries(tree)) {
        const isOffset = (name === "start" || name === "end") && typeof value === "number";
        moved[name] = isOffset ? value + base : copy(value);
      }
      if ("kind" in tree) this.originals.set(moved, tree);
      return moved;
    };
    const copied = copy(expression) as Tree;
    this.copies.set(expression, copied);
    return copied;
  }

  /** The expression with the offsets of its own file. */
  original<Tree extends object>(expression: Tree): Tree {
    return (this.originals.get(expression) as Tree | undefined) ?? expression;
  }

  private startOf(source: Source): number {
    const known = this.starts.get(source);
    if (known !== undefined) return known;
    // A line break keeps the lines of two files apart.
    const start = this.whole.length + 1;
    this.whole += `\n${source.text}`;
    this.starts.set(source, start);
    this.added.push({ path: source.name ?? source.path, text: source.text, start });
    return start;
  }
}
