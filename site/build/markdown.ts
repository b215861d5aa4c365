import { createRequire } from "node:module";

/** The part of the library's token that is used here; the library has no types. */
export interface Token {
  type: string;
  readonly tag: string;
  readonly content: string;
  readonly info: string;
  readonly children: Token[] | null;
  attrGet(name: string): string | null;
  attrSet(name: string, value: string): void;
}

type Rule = (tokens: readonly Token[], index: number) => string;

interface MarkdownIt {
  parse(text: string, env: object): Token[];
  readonly renderer: {
    render(tokens: readonly Token[], options: object, env: object): string;
    readonly rules: Record<string, Rule>;
  };
  readonly options: object;
}

const Parser = createRequire(import.meta.url)("markdown-it") as new (options: object) => MarkdownIt;
// HTML is recognized in order to drop comments; everything else that looks like it is text.
const parser = new Parser({ html: true });
const asText: Rule = (tokens, index) => escapeHtml((tokens[index] as Token).content);
parser.renderer.rules.html_block = asText;
parser.renderer.rules.html_inline = asText;

// Scrollable elements must be reachable with the keyboard.
parser.renderer.rules.table_open = () => '<div class="scroll" tabindex="0"><table>\n';
parser.renderer.rules.table_close = () => "</table></div>\n";
parser.renderer.rules.fence = (tokens, index) => {
  const { content, info } = tokens[index] as Token;
  // A script adds a button to copy it, which does not scroll with the code.
  return `<div class="code"><pre tabindex="0" data-language="${escapeHtml(info)}"><code>${markedLines(content)}</code></pre></div>\n`;
};

/** Colors the lines of an example that show a diagnostic by its severity. Messages are wrapped, and not copied. */
function markedLines(text: string): string {
  return escapeHtml(text).replace(
    /^( *\^+) ((error|warning|info|hint): .*)\n?/gm,
    '<span class="$3">$1<span class="message">$2</span></span>',
  );
}

export function escapeHtml(text: string): string {
  return text
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;");
}

/** A heading with the content up to the next one, or a row of a table of fields. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly text: string;
  /** The level of the heading; 0 for a field. */
  readonly level: number;
  /** The heading above a field. */
  readonly group?: string;
}

export interface Rendered {
  readonly title: string;
  /** The first paragraph, as text. */
  readonly description: string;
  readonly html: string;
  readonly sections: readonly Section[];
}

/** Changes the attributes of a link or an image. */
export type LinkRule = (token: Token, attribute: "href" | "src") => void;

export function render(markdown: string, rewrite: LinkRule): Rendered {
  const tokens = parser.parse(markdown, {}).filter((it) => !isComment(it));
  const sections = sectionsOf(tokens);
  for (const token of tokens) {
    for (const it of token.children ?? []) {
      if (it.type === "link_open") rewrite(it, "href");
      if (it.type === "image") rewrite(it, "src");
    }
  }
  const paragraph = tokens.findIndex((it) => it.type === "paragraph_open");
  const [first] = sections;
  return {
    title: first?.title ?? "",
    description: textOf(tokens[paragraph + 1]),
    html: parser.renderer.render(tokens, parser.options, {}),
    sections,
  };
}

function isComment({ type, content }: Token): boolean {
  return type === "html_block" && /^<!--[\s\S]*-->\s*$/.test(content);
}

/** Adds the same anchor to each heading as GitHub does, and one to each field. */
function sectionsOf(tokens: readonly Token[]): Section[] {
  const sections: (Section & { text: string })[] = [];
  const used = new Map<string, number>();
  let heading: Section | undefined;
  let isFields = false;
  tokens.forEach((token, index) => {
    if (token.type === "heading_open") {
      const title = textOf(tokens[index + 1]);
      const slug = slugOf(title);
      const count = used.get(slug) ?? 0;
      used.set(slug, count + 1);
      const id = count === 0 ? slug : `${slug}-${count}`;
      token.attrSet("id", id);
      heading = { id, title, text: "", level: Number(token.tag.slice(1)) };
      sections.push({ ...heading });
    } else if (token.type === "table_open") {
      isFields = headersOf(tokens, index) === fieldHeaders;
    } else if (token.type === "tr_open" && isFields && tokens[index + 1]?.type === "td_open") {
      const title = textOf(tokens[index + 2]);
      const group = heading && heading.level > 1 ? heading.title : undefined;
      const id = group === undefined ? title : `${group}.${title}`;
      token.attrSet("id", id);
      sections.push({ id, title, text: "", level: 0, ...(group !== undefined && { group }) });
    } else if (token.type === "inline") {
      const section = sections.at(-1);
      if (section && textOf(token) !== section.title) section.text += `${textOf(token)}\n`;
    }
  });
  return sections;
}

/** The headers of the tables in `log-fields.md` and `rule-fields.md`. */
const fieldHeaders = "field, type, meaning";

function headersOf(tokens: readonly Token[], table: number): string {
  const end = tokens.findIndex((it, index) => index > table && it.type === "thead_close");
  return tokens
    .slice(table, end)
    .filter((it) => it.type === "inline")
    .map(textOf)
    .join(", ");
}

function slugOf(title: string): string {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, "")
    .replaceAll(" ", "-");
}

function textOf(token: Token | undefined): string {
  return (token?.children ?? []).map((it) => (it.type === "softbreak" ? " " : it.content)).join("");
}
