/** Recognizes text of other kinds in a JSON file, and the JSON inside it. */
import type { Span } from "../../text/span.ts";
import { type Json, parseJson } from "../syntax/parse.ts";
import { Scanner } from "../syntax/scan.ts";
import { commandData } from "./command-data.ts";

export interface Pasted {
  /** The span of the diagnostic. */
  readonly mark: Span;
  /** The problem with the text, and the advice. */
  readonly message: string;
  /** The title of the fix that extracts the JSON. */
  readonly title: string;
  /** The span that the fix replaces. */
  readonly around: Span;
  /** The JSON, if it has no errors. */
  readonly inner: string | undefined;
  /** Whether the JSON is the value of a property, so the rest of the file is kept. */
  readonly isPart: boolean;
}

/** The expected content of the file. */
export type ExpectedContent = "filter" | "job";

/** Only examines texts with errors, so valid files do not pay for it. */
export function pastedText(json: Json, wanted: ExpectedContent): Pasted | undefined {
  if (!json.errors.some((it) => !it.isDepth)) return undefined;
  const { text } = json;
  const start = firstOf(text);
  const unescaped = unescapedObject(json, start);
  if (unescaped) return unescaped;
  // A text that starts like JSON is most likely intended as JSON.
  if (start === text.length || /[{["]/.test(text.charAt(start))) return undefined;
  const fenced = fence(json, start, wanted);
  if (fenced) return fenced;
  const row = rows.find((it) => it.is(text, start));
  if (!row) return undefined;
  const inner = row.inner?.(text.slice(start));
  const advice = row.inner && inner === undefined ? undefined : row.advice?.[wanted];
  return {
    mark: { start, end: endOfWord(text, start) },
    message: `${row.problem} ${advice ?? `A ${wanted} is JSON: use ${forms[wanted]}.`}`,
    title: row.title ?? keepOnly(wanted),
    around: { start, end: text.trimEnd().length },
    inner,
    isPart: false,
  };
}

function keepOnly(wanted: ExpectedContent): string {
  return `Keep only the ${wanted}`;
}

const forms: Readonly<Record<ExpectedContent, string>> = {
  filter: '{ "where": … }',
  job: '{ "dataset": …, "destination_conf": … }',
};

interface Row {
  readonly is: (text: string, start: number) => boolean;
  readonly problem: string;
  readonly advice?: Readonly<Partial<Record<ExpectedContent, string>>>;
  readonly inner?: (text: string) => string | undefined;
  readonly title?: string;
}

const comparison = '{ "key": …, "operator": …, "value": … }';

const rows: readonly Row[] = [
  {
    is: at(/(?:[$>]\s+)?curl(?:\.exe)?\s/y),
    problem: "This is a curl command.",
    advice: {
      filter: "Keep only the filter in its data.",
      job: "Keep only its data, the JSON after '--data'.",
    },
    inner: (text) => valid(commandData(text)),
  },
  {
    is: at(
      /select\s[^{}]{0,2000}?\s(?:from|where)\s|delete\s+from\s|where\s+\(*\w+\s*(?:[=<>!]|(?:not|in|like|is|between)\s)/iy,
    ),
    problem: "This is an SQL query.",
    advice: { filter: `Rewrite each comparison as ${comparison} in { "where": … }.` },
  },
  {
    is: at(
      /[\s(!]*(?:not\s+)?(?:[a-z_]+\s*\(\s*)*(?:(?:http|ip|cf|tcp|udp|icmp|raw)\.[a-z_]|ssl(?=\s*(?:$|\)|(?:and|or|eq|ne)\b|[=&|])))/y,
    ),
    problem: "This is a rule expression.",
    advice: {
      filter: `Move it to a '.cfrule' file, or rewrite each comparison as ${comparison}.`,
      job: "Move it to a '.cfrule' file.",
    },
  },
  {
    is: at(
      /[\s(!]*(?:not\s+)?[A-Z]\w*\s*(?:[=<>!]=?=?|(?:not\s+)?(?:eq|ne|lt|le|leq|gt|ge|geq|in|contains|matches|like|startsWith|endsWith)\s)\s*[-\w"'([{]/y,
    ),
    problem: "This is an expression, not JSON.",
    advice: { filter: `Rewrite each comparison as ${comparison} in { "where": … }.` },
  },
  {
    is: at(/(?:\w+=)?%(?:25)*(?:7B|5B|22)/iy),
    problem: "This is percent-encoded.",
    advice: { filter: "Decode it.", job: "Decode it." },
    inner: decoded,
    title: "Decode it",
  },
  {
    is: at(/(?:resource|data|module|variable|locals|terraform)\s+(?:"[^"\n]*"\s+){0,2}\{/y),
    problem: "This is Terraform.",
  },
  { is: at(/<(?:!doctype|\?xml|[a-z]+[\s>])/iy), problem: "This is HTML or XML." },
  { is: isYaml, problem: "This is YAML." },
];

function at(pattern: RegExp): Row["is"] {
  return (text, start) => {
    pattern.lastIndex = start;
    return pattern.test(text);
  };
}

/** The offset after whitespace and comments of any language. */
function firstOf(text: string): number {
  const blank = /(?:\s|#[^\n]*|\/\/[^\n]*)*/y;
  blank.test(text);
  return blank.lastIndex;
}

function endOfWord(text: string, start: number): number {
  const word = /[^\s"'`,:;%]{1,40}|.{1,3}/y;
  word.lastIndex = start;
  return start + (word.exec(text)?.[0].length ?? 1);
}

/** Lines with names and colons, without the punctuation at the end of JSON lines. */
function isYaml(text: string, start: number): boolean {
  const lines = text
    .slice(start, start + 2000)
    .split(/\r?\n/)
    .filter((it) => /\S/.test(it) && !/^\s*#|^---\s*$/.test(it))
    .slice(0, 4);
  const isLine = (it: string) => /^\s*(?:- +)*[\w.-]+:(?:\s|$)|^\s*- /.test(it);
  return lines.length > 1 && lines.every((it) => isLine(it) && !/[,{[]\s*$/.test(it));
}

/** A Markdown code block, optionally with text before it. */
function fence(
  { text, comments }: Json,
  start: number,
  wanted: ExpectedContent,
): Pasted | undefined {
  const opening = /^[ \t]*(`{3,}|~{3,}(?!~))[^\r\n\u2028\u2029`]*\r?\n/m.exec(
    text.slice(0, start + 2000),
  );
  const sign = opening?.[1];
  if (!opening || !sign) return undefined;
  const { index } = opening;
  if (comments.some((it) => it.block && it.start < index && index < it.end)) return undefined;
  const from = index + opening[0].length;
  const mark = { start: text.indexOf(sign, index), end: from - 1 };
  const close = text.indexOf(`\n${sign}`, from - 1);
  const inner = valid(text.slice(from, close === -1 ? text.length : close).trim());
  const around = { start, end: text.trimEnd().length };
  const message = "This is a Markdown code block. Keep only what is inside it.";
  return { mark, message, title: keepOnly(wanted), around, inner, isPart: false };
}

/** `"{"where": …}"`: the string of a job whose quotes are not escaped. */
function unescapedObject({ text, comments }: Json, start: number): Pasted | undefined {
  const open = openingOf(text, start);
  if (open === undefined || comments.some((it) => it.start < open && open < it.end))
    return undefined;
  const mark = { start: text.lastIndexOf('"', open), end: open + 1 };
  const close = closingBrace(text, open) ?? open;
  const quote = /^\s*"(?=\s*(?:[,}]|$))/.exec(text.slice(close, close + 200))?.[0];
  return {
    mark,
    message: "The quotes in this string are not escaped. Use an object, without quotes around it.",
    title: "Use an object",
    around: { start: mark.start, end: close + (quote?.length ?? 0) },
    inner: quote === undefined ? undefined : valid(text.slice(open, close)),
    isPart: true,
  };
}

/** The brace after the quote, at the start of the file or after the name 'filter'. */
function openingOf(text: string, start: number): number | undefined {
  if (at(/"\s*\{\s*"\w/y)(text, start)) return text.indexOf("{", start);
  const named = /\bfilter["']?\s*[:=]\s*"\s*(?=\{\s*"\w)/.exec(text);
  return named ? named.index + named[0].length : undefined;
}

function closingBrace(text: string, open: number): number | undefined {
  const scanner = new Scanner(text.slice(open, open + mostRead));
  let depth = 0;
  do {
    scanner.next();
    if (scanner.kind === "{") depth++;
    else if (scanner.kind === "}") depth--;
  } while (depth > 0 && scanner.kind !== "end");
  return depth === 0 ? open + scanner.end : undefined;
}

function decoded(text: string): string | undefined {
  let inner = text.trim().replace(/^\w+=/, "");
  if (inner.length > mostRead) return undefined;
  try {
    for (let level = 0; level < 3 && inner.startsWith("%"); level++)
      inner = decodeURIComponent(inner);
  } catch {
    return undefined;
  }
  // Forms write a space as '+'.
  return valid(inner) ?? valid(inner.replaceAll("+", " "));
}

/** Longer texts, at a hundred times the service's limit, are not decoded. */
const mostRead = 100_000;

function valid(text: string | undefined): string | undefined {
  if (text === undefined || text === "" || text.length > mostRead) return undefined;
  return parseJson(text).errors.length === 0 ? text : undefined;
}
