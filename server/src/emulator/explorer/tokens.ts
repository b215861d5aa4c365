import { QueryError } from "./values.ts";

export interface Token {
  readonly kind: "word" | "name" | "text" | "number" | "sign" | "end";
  readonly text: string;
  /** Its offset. */
  readonly at: number;
}

const pattern =
  /\s+|(?<text>'(?:[^']|'')*')|(?<name>"(?:[^"]|"")*")|(?<number>\d+(?:\.\d+)?(?:[eE][+-]?\d+)?)|(?<word>[A-Za-z_]\w*)|(?<sign><>|<=|>=|!=|\|\||[-+*/%(),=<>])/y;

export function tokensOf(statement: string): readonly Token[] {
  const tokens: Token[] = [];
  pattern.lastIndex = 0;
  while (pattern.lastIndex < statement.length) {
    const at = pattern.lastIndex;
    const groups = pattern.exec(statement)?.groups;
    if (!groups) throw new QueryError(`Unexpected '${statement.slice(at, at + 10)}'.`, at);
    for (const [kind, text] of Object.entries(groups))
      if (text !== undefined)
        tokens.push({ kind: kind as Token["kind"], text: unquoted(text), at });
  }
  return [...tokens, { kind: "end", text: "", at: statement.length }];
}

function unquoted(text: string): string {
  const [quote = ""] = text;
  return quote === "'" || quote === '"' ? text.slice(1, -1).replaceAll(quote + quote, quote) : text;
}
