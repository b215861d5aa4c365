import { addAll } from "../text/add-all.ts";
import { Decoding } from "../text/decoding.ts";
import { type Embedded, type EmbeddedLanguage, sortedEmbedded } from "./embedded.ts";
import { indentLines } from "./indented.ts";
import { jsonTexts } from "./json.ts";
import { type Region, regionOf } from "./region.ts";
import { terraformTexts } from "./terraform.ts";
import { yamlTexts } from "./yaml.ts";

const languages: ReadonlyMap<string, EmbeddedLanguage> = new Map([
  ["cfrule", "cfrule"],
  ["wirefilter", "cfrule"],
  ["lpfilter", "lpfilter"],
  ["lpjob", "lpjob"],
]);

/** Hosts inside the host. */
const hosts: ReadonlyMap<string, (text: string) => readonly Embedded[]> = new Map([
  ...["hcl", "terraform", "tf", "tofu"].map(
    (it) => [it, (text: string) => terraformTexts(text)] as const,
  ),
  ...["yaml", "yml"].map((it) => [it, (text: string) => yamlTexts(text)] as const),
  ...["json", "jsonc"].map((it) => [it, (text: string) => jsonTexts(text)] as const),
]);

/** Most files name none of our languages. Two searches, because one for a fence with a name takes quadratic time. */
const mayHold = (text: string) =>
  /cfrule|wirefilter|lpfilter|lpjob|cloudflare_|weir:|"phase"|"destination_conf"|_rules:/i.test(
    text,
  ) && /```|~~~/.test(text);

/** The code blocks of a Markdown file in one of our languages. */
export function markdownTexts(text: string): readonly Embedded[] {
  if (!mayHold(text)) return [];
  const found: Embedded[] = [];
  let hostsLeft = mostHosts;
  const state: LineState = { lists: [], quotes: 0, inParagraph: false, isHtml: false };
  for (let at = 0; at < text.length; ) {
    const fence = fenceAt(text, at, state);
    at = state.isHtml ? htmlEnd(text, at, state) : nextLine(text, at);
    if (!fence) continue;
    const { language, role, textsOf } = marked(fence.info);
    const block = blockAt(text, at, fence);
    if (textsOf && fence.quotes === 0 && hostsLeft-- > 0)
      addAll(found, textsInside(text, at, block, textsOf));
    if (language && block.decoding.text.trim() !== "") {
      found.push({ language, role, region: regionFor(block, fence, at), context: {} });
    }
    at = block.next;
  }
  return sortedEmbedded(found);
}

/** Each of them reads a text as long as the file. */
const mostHosts = 100;

/** The texts in a code block of another tool. The part that an ellipsis replaces is not known. */
function textsInside(
  text: string,
  start: number,
  { decoding: { end, text: own } }: CodeBlock,
  textsOf: (text: string) => readonly Embedded[],
): readonly Embedded[] {
  const before = text.slice(0, start).replace(/[^\n]/g, " ");
  const isCut = ellipsis.test(own);
  return textsOf(before + text.slice(start, end)).flatMap((it): Embedded[] => {
    const isPlaceholder = ellipsis.test(it.region.text) || /^\s*<[^<>]*>\s*$/.test(it.region.text);
    if (isPlaceholder || (isCut && it.language === "lpjob")) return [];
    return [isCut ? { ...it, context: { ...it.context, order: undefined } } : it];
  });
}

const ellipsis = /\.\.\.|…/;

interface Marked extends Pick<Embedded, "role"> {
  readonly language?: EmbeddedLanguage | undefined;
  /** Of a host. */
  readonly textsOf?: ((text: string) => readonly Embedded[]) | undefined;
}

/** `cfrule`, `cfrule value`, `{.cfrule}`. Blocks marked `no-check` may be invalid on purpose. */
function marked(info: string): Marked {
  const [first = "", ...others] = info.toLowerCase().match(/[^\s,{}.]+/g) ?? [];
  const role = others.includes("value") ? "value" : "rule";
  if (others.includes("no-check")) return { role };
  return { role, language: languages.get(first), textsOf: hosts.get(first) };
}

/** The opening fence of a code block. */
interface Fence {
  /** The depth of block quotes. */
  readonly quotes: number;
  /** Columns of whitespace before the text of its lines, after the quote markers. */
  readonly indent: number;
  /** The minimum indentation of a line in the list that contains the block. */
  readonly listIndent: number;
  readonly sign: string;
  readonly info: string;
}

const opening = /^((?:[ \t]*>)*)([ \t]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}|~{3,})([^\r\n]*)/;
const listItem = /^(?:[ \t]*>)*[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+/;

const startsBlock = /^[ \t]*(?:[>#]|<!--|(?:[-*+]|\d{1,9}[.)])[ \t]|`{3,}[^`]*$|~{3})/;

/** The state carried from line to line. */
interface LineState {
  /** The content columns of the enclosing lists. */
  readonly lists: number[];
  /** The quote depth of the last line. Lists do not continue across block quotes. */
  quotes: number;
  /** A line of plain text continues the previous paragraph at any indentation. */
  inParagraph: boolean;
  /** Whether the last line starts an HTML comment. */
  isHtml: boolean;
}

function fenceAt(text: string, start: number, state: LineState): Fence | undefined {
  const { lists } = state;
  const line = text.slice(start, lineEnd(text, start));
  const goesOn = state.inParagraph && !startsBlock.test(line);
  state.inParagraph = line.trim() !== "";
  state.isHtml = false;
  if (goesOn || !state.inParagraph) return undefined;
  const quoted = /^(?:[ \t]*>)*/.exec(line)?.[0] ?? "";
  const column = columnsOf(/^[ \t]*/.exec(line.slice(quoted.length))?.[0] ?? "");
  const quotes = quoted.split(">").length - 1;
  while (quotes !== state.quotes || (lists.at(-1) ?? 0) > column) {
    if (lists.pop() === undefined) break;
  }
  state.quotes = quotes;
  const item = listItem.exec(line)?.[0];
  const [, , indent = "", sign = "", info = ""] = opening.exec(line) ?? [];
  // A line indented by four more columns than its container is an indented code block.
  const isCode = column - (lists.at(-1) ?? (quoted === "" ? 0 : 1)) > 3;
  if (item && !isCode) lists.push(columnsOf(item.slice(quoted.length)));
  if (!isCode && line.startsWith("<!--", (item ?? /^[ \t>]*/.exec(line)?.[0] ?? "").length)) {
    state.isHtml = true;
    state.inParagraph = false;
  }
  if (sign === "" || isCode || (sign.startsWith("`") && info.includes("`"))) return undefined;
  state.inParagraph = false;
  return {
    quotes,
    indent: columnsOf(indent),
    listIndent: lists.at(-1) ?? 0,
    sign,
    info: info.trim(),
  };
}

function columnsOf(prefix: string): number {
  let column = 0;
  for (const sign of prefix) column += sign === "\t" ? 4 - (column % 4) : 1;
  return column;
}

/** The lines of a code block, and the offset after it. */
interface CodeBlock {
  readonly decoding: Decoding;
  readonly next: number;
}

function blockAt(text: string, start: number, fence: Fence): CodeBlock {
  const decoding = new Decoding(text, start, start);
  for (let at = start; at < text.length; ) {
    const end = nextLine(text, at);
    const content = contentStart(text, at, fence);
    decoding.end = at;
    if (content === undefined) return { decoding, next: at };
    if (closes(text.slice(content, end), fence)) return { decoding, next: end };
    decoding.copy(content, end);
    at = end;
  }
  decoding.end = text.length;
  return { decoding, next: text.length };
}

/** The start of the content of a line; undefined for a line outside the quote or list. */
function contentStart(
  text: string,
  line: number,
  fence: Pick<Fence, "quotes" | "indent" | "listIndent">,
): number | undefined {
  const end = lineEnd(text, line);
  let at = line;
  for (let quotes = 0; quotes < fence.quotes; quotes++) {
    while (text[at] === " " || text[at] === "\t") at++;
    if (text[at] !== ">") return undefined;
    at++;
  }
  let column = 0;
  for (; column < fence.indent && at < end; at++) {
    if (text[at] === " ") column++;
    else if (text[at] === "\t") column += 4 - (column % 4);
    else break;
  }
  const isBlank = text.slice(at, end).trim() === "";
  return column < fence.listIndent && !isBlank ? undefined : at;
}

function closes(line: string, { sign }: Fence): boolean {
  const [, closing = ""] = /^ {0,3}(`{3,}|~{3,})\s*$/.exec(line) ?? [];
  return closing[0] === sign[0] && closing.length >= sign.length;
}

function regionFor({ decoding }: CodeBlock, fence: Fence, start: number): Region {
  const { host, end } = decoding;
  const prefix = host.slice(start, contentStart(host, start, fence) ?? start);
  const blank = fence.quotes > 0 ? prefix.trimEnd() : "";
  decoding.section(0, (text, place) =>
    indentLines(text, host, place, { indent: prefix, blank, end }),
  );
  const isOpen = end === host.length && !host.endsWith("\n");
  return regionOf(decoding, { start, end }, (source) => {
    // The text after the block must start on a new line.
    if (!isOpen && source !== "" && !source.endsWith("\n")) return undefined;
    const block = blockAt(source, 0, fence);
    const isWhole = block.next === source.length && block.decoding.end === source.length;
    return isWhole ? block.decoding : undefined;
  });
}

/** The start of the line after an HTML comment, which ends at the end of its quote or list at the latest. */
function htmlEnd(text: string, start: number, { quotes, lists }: LineState): number {
  const listIndent = lists.at(-1) ?? 0;
  for (let at = start; at < text.length; ) {
    const isInside =
      at === start ||
      contentStart(text, at, { quotes, indent: listIndent, listIndent }) !== undefined;
    if (!isInside) return at;
    const end = nextLine(text, at);
    if (text.slice(at, end).includes("-->")) return end;
    at = end;
  }
  return text.length;
}

function lineEnd(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end;
}

function nextLine(text: string, at: number): number {
  return Math.min(text.length, lineEnd(text, at) + 1);
}
