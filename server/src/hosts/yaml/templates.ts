import { cutsAt, type Layer } from "../layer.ts";

/** `{{ … }}` and `{% … %}` are replaced by another tool before the file is used. They may contain quotes and brackets. */
export interface Templates extends Layer {
  /** The original source of the file. */
  readonly source: string;
  readonly mask: (source: string) => string;
}

export function templatesIn(source: string): Templates {
  return {
    source,
    mask: maskTemplates,
    cuts: (text) => cutsAt(text, /#?\uf8ff+/g, () => undefined),
    encode: (text) => (/\{[{%]/.test(text) ? undefined : text),
  };
}

const mask = "\uf8ff";

/** Replaces each template by a word of the same length. On its own line it becomes a comment, except inside a block scalar. */
function maskTemplates(source: string): string {
  const ends = new TemplateEnds(source);
  let result = "";
  let at = 0;
  for (const { 0: opening, index } of source.matchAll(/\{[{%]/g)) {
    const end = index < at ? undefined : ends.after(index + 2, opening === "{{" ? "}}" : "%}");
    if (end === undefined) continue;
    const start = index > at && source[index - 1] === "$" ? index - 1 : index;
    const first = isAlone(source, start, end) ? "#" : mask;
    result += source.slice(at, start) + first + mask.repeat(end - start - 1);
    at = end;
  }
  return result + source.slice(at);
}

/** Searches are not repeated where they failed, so that all of them together take linear time. */
class TemplateEnds {
  private readonly absent = new Set<string>();
  private readonly absentOutsideStrings = new Set<string>();
  /** By quote, the offset up to which no string is closed. */
  private readonly unclosed: Record<string, number> = {};

  constructor(private readonly source: string) {}

  /** The end of a template. A closer inside a string is part of the string, unless no other one follows. */
  after(start: number, closer: "}}" | "%}"): number | undefined {
    if (this.absent.has(closer)) return undefined;
    const plain = this.source.indexOf(closer, start);
    if (plain === -1) this.absent.add(closer);
    if (plain === -1) return undefined;
    const isComment = /^-?\s*\/\*/.test(this.source.slice(start, start + 9));
    return (isComment ? plain : (this.outsideStrings(start, closer) ?? plain)) + closer.length;
  }

  private outsideStrings(start: number, closer: string): number | undefined {
    if (this.absentOutsideStrings.has(closer)) return undefined;
    const token = closer === "}}" ? /["'`]|\}\}/g : /["'`]|%\}/g;
    token.lastIndex = start;
    for (let it = token.exec(this.source); it; it = token.exec(this.source)) {
      if (it[0] === closer) return it.index;
      // An escaped quote is part of the YAML string around the template.
      if (this.source[it.index - 1] !== "\\") token.lastIndex = this.stringEnd(it.index, it[0]);
    }
    this.absentOutsideStrings.add(closer);
    return undefined;
  }

  /** If the string is not closed, only the quote is skipped. */
  private stringEnd(start: number, quote: string): number {
    if (start < (this.unclosed[quote] ?? 0)) return start + 1;
    for (let at = start + 1; at < this.source.length; at++) {
      const character = this.source[at];
      if (character === quote) return at + 1;
      if (character === "\\" && quote !== "`") at++;
      if (character === "\n" && quote !== "`") {
        this.unclosed[quote] = at;
        return start + 1;
      }
    }
    this.unclosed[quote] = this.source.length;
    return start + 1;
  }
}

function isAlone(source: string, start: number, end: number): boolean {
  let [before, after] = [start - 1, end];
  while (isBlank(source[before])) before--;
  while (isBlank(source[after])) after++;
  return (before < 0 || source[before] === "\n") && (source[after] ?? "\n") === "\n";
}

function isBlank(character: string | undefined): boolean {
  return character === " " || character === "\t" || character === "\r";
}
