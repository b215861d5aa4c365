import { Cursor, code, startsTopLevel } from "./cursor.ts";
import { Extents } from "./extent.ts";
import type { Template } from "./tree.ts";

/** Skips code that is not parsed, ignoring brackets in strings and comments. */
export class Skipper extends Cursor {
  protected readonly extents: Extents;

  constructor(text: string) {
    super(text);
    this.extents = new Extents(text);
  }

  /** Skips one character, or a whole string or bracketed group. */
  protected step(): void {
    if (opens(this.char)) this.skipBalanced();
    else if (!this.skipString()) this.at++;
    this.skip(false);
  }

  /** Moves behind a string. */
  protected closed(template: Template): Template {
    const { openAt } = this.extents;
    if (openAt !== undefined)
      this.fail("A string, or an interpolation in it, is not closed.", openAt);
    this.at = template.end;
    return template;
  }

  private skipString(): boolean {
    const here = this.char;
    if (here === code.quote) this.closed(this.extents.quoted(this.at));
    else if (here === code.less && this.text.charCodeAt(this.at + 1) === code.less) {
      const heredoc = this.extents.heredoc(this.at);
      if (heredoc) this.closed(heredoc);
      else this.at += 2;
    } else return false;
    return true;
  }

  /** From an opening bracket to after its closing bracket. */
  protected skipBalanced(): void {
    let open = 0;
    do {
      if (opens(this.char)) open++;
      else if (closes(this.char)) open--;
      if (!this.skipString()) this.at++;
      if (open > 0) this.skipPlain();
    } while (open > 0 && !this.isAtEnd && !startsTopLevel(this.text, this.at));
    if (open > 0) this.fail("A bracket is not closed.");
  }

  /** Skips to the next character that may affect nesting. */
  private skipPlain(): void {
    plain.lastIndex = this.at;
    if (plain.test(this.text)) this.at = plain.lastIndex;
    this.skip(true);
  }

  /** For expressions that are nested too deeply. */
  protected skipExpression(overLines: boolean): void {
    for (;;) {
      const here = this.char;
      const ends = here === code.comma || closes(here) || here === code.equals;
      if (this.isAtEnd || ends || (here === code.lineFeed && !overLines)) break;
      const before = this.at;
      this.step();
      this.skip(overLines);
      if (this.at === before || startsTopLevel(this.text, this.at)) break;
    }
  }
}

/** Stops at each line break, as the next line may start a top-level block. */
const plain = /[^"#/<{}[\]()\n]+/y;

function opens(sign: number): boolean {
  return sign === code.openBrace || sign === code.openBracket || sign === code.openParenthesis;
}

function closes(sign: number): boolean {
  return sign === code.closeBrace || sign === code.closeBracket || sign === code.closeParenthesis;
}
