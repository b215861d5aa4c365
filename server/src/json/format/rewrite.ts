import { difference, type Edit, replace } from "../../text/edit.ts";
import type { Span } from "../../text/span.ts";

/**
 * Collects edits that change only the gaps between the tokens of a text. Commas and colons are part of the gaps, because they
 * may be removed, or move past a comment.
 */
export class Rewrite {
  readonly edits: Edit[] = [];
  /** The end of the text written so far. */
  at: number;
  column = 0;
  /** The comma or colon that the next gap starts with. */
  owed: "" | "," | ":" = "";
  /** Set while a separator moves: the range from its new to its old position is one edit, so it cannot be applied in part. */
  private moving: Moving | undefined;

  constructor(
    private readonly text: string,
    private readonly tabSize: number,
  ) {
    this.at = text.startsWith("\ufeff") ? 1 : 0;
  }

  /** Leaves everything before that offset unchanged. */
  startAt(line: number, start: number): void {
    this.at = start;
    this.advance(this.text.slice(line, start));
  }

  piece({ start, end }: Span, gap: string): void {
    const { text, at, owed } = this;
    const before = text.slice(at, start);
    const after = owed + gap;
    if (owed !== "" && !before.includes(owed)) {
      this.moving = { start: at, sign: owed, written: "" };
    }
    if (this.moving) this.move(this.moving, { start, end }, before, after);
    else if (before !== after) this.replace(at, before, after);
    this.owed = "";
    if (gap === "" || gap === " ") this.column += after.length;
    else this.advance(gap);
    // Only comments contain line breaks or tabs.
    if (text.charCodeAt(start) === slash) this.advance(text.slice(start, end));
    else this.column += end - start;
    this.at = end;
  }

  private move(moving: Moving, { start, end }: Span, before: string, after: string): void {
    moving.written += after;
    if (before.includes(moving.sign)) {
      this.replace(moving.start, this.text.slice(moving.start, start), moving.written);
      this.moving = undefined;
    } else {
      moving.written += this.text.slice(start, end);
    }
  }

  private replace(start: number, before: string, after: string): void {
    for (const edit of difference(before, after)) {
      this.edits.push(replace({ start: start + edit.start, end: start + edit.end }, edit.newText));
    }
  }

  private advance(written: string): void {
    const lineStart = Math.max(written.lastIndexOf("\n"), written.lastIndexOf("\r")) + 1;
    if (lineStart > 0) this.column = 0;
    this.column += written.length - lineStart;
    if (!written.includes("\t")) return;
    for (let i = lineStart; i < written.length; i++) {
      if (written.charCodeAt(i) === tab) this.column += this.tabSize - 1;
    }
  }
}

interface Moving {
  readonly start: number;
  readonly sign: string;
  written: string;
}

const tab = 9;
const slash = 47;
