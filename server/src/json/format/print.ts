import type { FormatOptions } from "../../core/analysis.ts";
import type { Edit } from "../../text/edit.ts";
import type { Span } from "../../text/span.ts";
import type { Json } from "../syntax/parse.ts";
import type { Comment } from "../syntax/scan.ts";
import type { JsonArray, JsonObject, JsonValue, Property } from "../syntax/tree.ts";
import {
  deepestIndent,
  indentStep,
  type Layout,
  layoutOf,
  lineBreakOf,
  linesBetween,
  mostColumns,
  tabWidth,
} from "./layout.ts";
import { Rewrite } from "./rewrite.ts";

/** Formats a text without errors. Comments stay attached to their neighbors. */
export class Printer {
  private readonly text: string;
  private readonly root: JsonValue | undefined;
  private readonly comments: readonly Comment[];
  private nextComment = 0;
  private readonly out: Rewrite;
  private readonly lineBreak: string;
  private readonly indents: readonly string[];
  /** The last printed part. */
  private last: "nothing" | "opener" | "value" | "comment" = "nothing";

  /** Lines are indented by `base` plus their level. */
  constructor(json: Json, options: FormatOptions, base = "") {
    this.text = json.text;
    this.root = json.root;
    this.comments = json.comments;
    this.out = new Rewrite(json.text, tabWidth(options));
    this.lineBreak = lineBreakOf(json.text, json.comments);
    const step = indentStep(options);
    this.indents = Array.from(
      { length: deepestIndent + 1 },
      (_, level) => base + step.repeat(level),
    );
  }

  document(root: JsonValue): readonly Edit[] {
    const end = this.text.length;
    this.commentsBefore(root.start, 0, "child");
    this.value(root, this.brokenGap(root, 0), { level: 0, limit: limitOfRoot });
    this.commentsBefore(end, 0, "end");
    this.out.piece({ start: end, end }, this.lineBreak);
    return this.out.edits;
  }

  /** Formats only the contents of a bracket that is on the line starting at `line`. */
  inside(node: JsonObject | JsonArray, line: number): readonly Edit[] {
    this.out.startAt(line, node.start);
    while ((this.comments[this.nextComment]?.start ?? node.start) < node.start) this.nextComment++;
    const limit = node === this.root ? limitOfRoot : mostColumns - 1;
    this.container(node, "", { level: 0, limit });
    return this.out.edits;
  }

  private value(node: JsonValue, gap: string, indentation: Indentation): void {
    if (node.kind === "object" || node.kind === "array") this.container(node, gap, indentation);
    else this.write(node, gap, "value");
  }

  private container(
    node: JsonObject | JsonArray,
    gap: string,
    { level, limit }: Indentation,
  ): void {
    const commented = this.commentWithin(node.end) !== undefined;
    this.write({ start: node.start, end: node.start + 1 }, gap, "opener");
    const layout = commented ? "broken" : layoutOf(node, limit - this.out.column + 1);
    const children = node.kind === "object" ? node.properties : node.items;
    const pad = node.kind === "object" && children.length > 0 ? " " : "";
    children.forEach((child, index) => {
      const isLast = index === children.length - 1;
      // A comma also needs a column.
      const indentation = { level: level + 1, limit: isLast ? mostColumns : mostColumns - 1 };
      const before =
        layout === "line" && index === 0 ? pad : this.gapTo(child, layout, indentation);
      if (child.kind === "property") this.property(child, before, indentation);
      else this.value(child, before, indentation);
      if (!isLast) this.out.owed = ",";
    });
    const closer = { start: node.end - 1, end: node.end };
    if (layout === "broken") this.commentsBefore(closer.start, level + 1, "end");
    const dangling = children.length === 0 && commented && this.linesTo(closer) === 0;
    const newLine = layout !== "line" && !dangling;
    this.write(closer, newLine ? this.newLine(level, 1) : dangling ? " " : pad, "value");
  }

  private property({ name, value }: Property, gap: string, { level, limit }: Indentation): void {
    this.write(name, gap, "value");
    this.out.owed = ":";
    if (!value) return;
    for (let it = this.commentWithin(value.start); it; it = this.commentWithin(value.start)) {
      this.write(it, this.linesTo(it) === 0 ? " " : this.newLine(level + 1, 1), "comment");
      this.nextComment++;
    }
    const below = this.last === "comment" && this.linesTo(value) > 0;
    if (below) this.value(value, this.newLine(level + 1, 1), { level: level + 1, limit });
    else this.value(value, " ", { level, limit });
  }

  private gapTo(
    child: JsonValue | Property,
    layout: Layout,
    { level, limit }: Indentation,
  ): string {
    if (layout === "line") return " ";
    if (layout === "broken") {
      this.commentsBefore(child.start, level, "child");
      return this.brokenGap(child, level);
    }
    const lines = this.last === "opener" ? 1 : this.linesTo(child);
    const width = ", ".length + child.end - child.start;
    const fits = this.last !== "opener" && lines < 2 && this.out.column + width <= limit;
    return fits ? " " : this.newLine(level, lines);
  }

  private brokenGap(node: Span, level: number): string {
    if (this.last === "nothing") return "";
    const lines = this.linesTo(node);
    if (this.last === "comment" && lines === 0 && !this.commaBefore(node)) return " ";
    return this.newLine(level, this.last === "opener" ? 1 : lines);
  }

  /** Keeps comments where the author put them: after the previous token, above the next one, or directly before it. */
  private commentsBefore(end: number, level: number, next: "child" | "end"): void {
    for (let it = this.commentWithin(end); it; it = this.commentWithin(end)) {
      const sameLine = this.last !== "nothing" && this.linesTo(it) === 0;
      const behind = sameLine && !(next === "child" && this.leads(it, end));
      const { owed } = this.out;
      // A comma after the comment stays there: `1 /* one */, 2`.
      const commaLater = it.block && behind && owed === "," && !this.commaBefore(it);
      if (commaLater) this.out.owed = "";
      this.write(it, behind ? " " : this.brokenGap(it, level), "comment");
      if (commaLater) this.out.owed = owed;
      this.nextComment++;
    }
  }

  /** Whether a comment after a token belongs to the next token on the same line. */
  private leads(comment: Comment, next: number): boolean {
    if (!comment.block || (this.last !== "opener" && !this.commaBefore(comment))) return false;
    return linesBetween(this.text, comment.end, next) === 0;
  }

  private commaBefore(next: Span): boolean {
    return this.text.slice(this.out.at, next.start).includes(",");
  }

  /** The next comment, if it starts before that offset. */
  private commentWithin(end: number): Comment | undefined {
    const comment = this.comments[this.nextComment];
    if (!comment || comment.start >= end) return undefined;
    if (comment.block) return comment;
    const { start, block } = comment;
    return { start, end: start + this.text.slice(start, comment.end).trimEnd().length, block };
  }

  private linesTo(next: Span): 0 | 1 | 2 {
    return linesBetween(this.text, this.out.at, next.start);
  }

  private newLine(level: number, lines: 0 | 1 | 2): string {
    const indent = this.indents[Math.min(level, deepestIndent)] ?? "";
    return lines === 2 ? this.lineBreak + this.lineBreak + indent : this.lineBreak + indent;
  }

  private write(piece: Span, gap: string, kind: Exclude<typeof this.last, "nothing">): void {
    this.out.piece(piece, gap);
    this.last = kind;
  }
}

/** The root is never printed on one line, unless it is empty. */
const limitOfRoot = 0;

/** The indentation level of a node, and the column it must not exceed. */
interface Indentation {
  readonly level: number;
  readonly limit: number;
}
