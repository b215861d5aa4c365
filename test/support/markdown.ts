import { createRequire } from "node:module";

interface Token {
  readonly type: string;
  readonly attrs: readonly (readonly [string, string])[] | null;
  readonly children: readonly Token[] | null;
}

interface MarkdownIt {
  parse(text: string, env: object): readonly Token[];
  render(text: string): string;
  readonly linkify: { set(options: object): void };
}

const Parser = createRequire(import.meta.url)("markdown-it") as new (options: object) => MarkdownIt;
const parser = new Parser({ html: true, linkify: true });
// A bare host name is not a link in any editor that we know.
parser.linkify.set({ fuzzyLink: false });

/** The kinds of everything that a reader of this markdown draws, and where its links lead. */
export function drawn(markdown: string): { kinds: Set<string>; links: string[] } {
  const tokens = parser.parse(markdown, {}).flatMap((it) => [it, ...(it.children ?? [])]);
  const links = tokens.flatMap((it) => (it.attrs ?? []).map(([, value]) => value));
  return { kinds: new Set(tokens.map((it) => it.type)), links };
}

/** What a reader sees, without tags. */
export function readAs(markdown: string): string {
  return parser
    .render(markdown)
    .replace(/<[^>]*>/g, "")
    .replace(/&(lt|gt|quot|amp);/g, (_, name: string) => entities[name] ?? "")
    .replace(/\n$/, "");
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&" };
