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
// No known editor renders a bare host name as a link.
parser.linkify.set({ fuzzyLink: false });

/** The kinds of all elements in the rendered Markdown, and the targets of its links. */
export function drawn(markdown: string): { kinds: Set<string>; links: string[] } {
  const tokens = parser.parse(markdown, {}).flatMap((it) => [it, ...(it.children ?? [])]);
  const links = tokens.flatMap((it) => (it.attrs ?? []).map(([, value]) => value));
  return { kinds: new Set(tokens.map((it) => it.type)), links };
}

/** The rendered text, without tags. */
export function readAs(markdown: string): string {
  return parser
    .render(markdown)
    .replace(/<[^>]*>/g, "")
    .replace(/&(lt|gt|quot|amp);/g, (_, name: string) => entities[name] ?? "")
    .replace(/\n$/, "");
}

const entities: Readonly<Record<string, string>> = { lt: "<", gt: ">", quot: '"', amp: "&" };
