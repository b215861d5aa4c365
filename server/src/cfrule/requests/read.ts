import { type Fix, likelyFix, safeFix } from "../../core/diagnostic.ts";
import { replace } from "../../text/edit.ts";
import { nearest } from "../../text/nearest.ts";
import { jsonValue } from "../../text/record.ts";
import { shorten } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import { thousands } from "../../text/wording.ts";
import { formatAddress, parseAddress } from "../../vocabulary/ip.ts";
import type { Field } from "../catalog/fields.ts";
import type { Scheme } from "../catalog/scheme.ts";
import { isCollection, type Type, typeName } from "../catalog/type.ts";
import { type Address, addressIn, ParsedRequest } from "./request.ts";
import { type Setting, type SettingError, settingsIn, type Word, wordAt } from "./scan.ts";

export interface RequestProblem extends Span {
  readonly message: string;
  readonly fixes: readonly Fix[];
}

export interface RequestReading {
  /** Undefined if there are problems. */
  readonly request: ParsedRequest | undefined;
  readonly problems: readonly RequestProblem[];
}

/** Headers and fields in addition to the text of a request, such as command-line options. */
export interface RequestExtras {
  /** As in `x-a: 1`. */
  readonly headers?: readonly string[];
  /** As in `ip.src=192.0.2.1`. */
  readonly settings?: readonly string[];
}

/** Parses `METHOD URL field=value…`. Problems have spans in the text; the spans of extras are empty. */
export function readRequest(
  text: string,
  scheme: Scheme,
  { headers = [], settings = [] }: RequestExtras = {},
): RequestReading {
  const reader = new Reader(scheme);
  if (text.length > longest) {
    const message = `Test is longer than ${thousands(longest)} characters.`;
    return { request: undefined, problems: [{ start: 0, end: text.length, message, fixes: [] }] };
  }
  const method = wordAt(text, 0);
  const address = method && wordAt(text, method.end);
  reader.method(method, text.length);
  const place = reader.address(address, text.length);
  if (address) reader.settings(text, address.end);
  for (const header of headers) reader.header(header);
  for (const setting of settings) reader.extra(setting);
  const { problems, given, spelling } = reader;
  const isRead = problems.length === 0 && method && place;
  const request = isRead ? new ParsedRequest(method.text, place, given, spelling) : undefined;
  return { request, problems };
}

/** Longer texts are not examples, and would be slow to parse on every keystroke. */
const longest = 20_000;

/** A text with more problems is not a request. */
const mostProblems = 20;

class Reader {
  readonly problems: RequestProblem[] = [];
  readonly given = new Map<string, unknown>();
  /** The names of headers as they were given. */
  readonly spelling = new Map<string, string>();

  constructor(private readonly scheme: Scheme) {}

  private report({ start, end }: Span, message: string, fixes: readonly Fix[] = []): void {
    this.problems.push({ start, end, message, fixes });
  }

  method(word: Word | undefined, end: number): void {
    if (!word) {
      this.report({ start: 0, end }, "Missing request. Add one, as in 'GET https://example.com/'.");
      return;
    }
    if (/^[A-Z][A-Z-]*$/.test(word.text)) return;
    const upper = word.text.toUpperCase();
    if (!/^[A-Z][A-Z-]*$/.test(upper)) {
      this.report(word, `Expected a method such as GET, found ${shorten(word.text)}.`);
      return;
    }
    const fixes = [safeFix(`Use '${upper}'`, [replace(word, upper)])];
    this.report(word, `Methods are uppercase. Use '${upper}'.`, fixes);
  }

  address(word: Word | undefined, end: number): Address | undefined {
    if (!word) {
      if (end > 0) this.report({ start: 0, end }, "Missing URL after the method.");
      return undefined;
    }
    const read = addressIn(word.text);
    if (read) return read;
    const isBare = addressIn(`https://${word.text}`) !== undefined && /^[\w-]+\./.test(word.text);
    const fixes: Fix[] = isBare
      ? [likelyFix("Add 'https://'", [replace(word, `https://${word.text}`)])]
      : [];
    const advice = isBare ? " Add 'https://'." : "";
    this.report(
      word,
      `Expected a URL such as https://example.com/, found ${shorten(word.text)}.${advice}`,
      fixes,
    );
    return undefined;
  }

  settings(text: string, from: number): void {
    for (const found of settingsIn(text, from)) {
      this.setting(found);
      if (this.problems.length >= mostProblems) return;
    }
  }

  extra(text: string): void {
    const read = [...settingsIn(bare(text), 0)];
    for (const found of read) this.setting(found);
    if (read.length === 0) this.report(nowhere, "Expected field=value, as in ip.src=192.0.2.1.");
  }

  header(text: string): void {
    const parts = /^([!#$%&'*+.^_`|~0-9A-Za-z-]+)[ \t]*:(.*)/s.exec(text);
    if (!parts) {
      this.report(nowhere, `Expected a header such as 'x-api-key: 1', found ${shorten(text)}.`);
      return;
    }
    const [, name = "", value = ""] = parts;
    const trimmed = value.replace(/^[ \t]+|(?<![ \t])[ \t]+$/g, "");
    this.add("http.request.headers", this.lowercase(name), [trimmed]);
  }

  private setting(found: Setting | SettingError): void {
    if ("message" in found) {
      this.report(found, found.message);
      return;
    }
    const { name, key, value } = found;
    const field = this.scheme.field(name.text);
    if (!field || field.pseudo) {
      if (field) this.report(name, `'${name.text}' is a constant and cannot be set.`);
      else this.unknownField(name);
      return;
    }
    const { type } = field;
    if (key === undefined) {
      const read = this.typed(value, type, name.text);
      if (read !== undefined) for (const each of this.namesOf(field)) this.given.set(each, read);
      return;
    }
    if (type.kind !== "Map") {
      this.report(name, `'${name.text}' is of type ${typeName(type)} and has no keys.`);
      return;
    }
    const read = this.typed(value, type.of, `${name.text}["${key}"]`);
    if (read !== undefined) this.add(name.text, field.keys ? this.lowercase(key) : key, read);
  }

  private lowercase(header: string): string {
    const name = header.toLowerCase();
    this.spelling.set(name, header);
    return name;
  }

  /** The field, and its old or new name. */
  private namesOf({ name, deprecated }: Field): readonly string[] {
    const old = this.scheme.fieldNames.filter((it) => this.scheme.field(it)?.deprecated === name);
    return deprecated === undefined ? [name, ...old] : [name, deprecated];
  }

  /** Several values of one key are combined. */
  private add(name: string, key: string, value: unknown): void {
    const map = new Map((this.given.get(name) as ReadonlyMap<string, unknown> | undefined) ?? []);
    const before = map.get(key);
    map.set(key, Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value);
    this.given.set(name, map);
  }

  private unknownField(name: Word): void {
    const guess = nearest(name.text, this.scheme.fieldNames);
    const fixes: Fix[] = guess ? [likelyFix(`Use '${guess}'`, [replace(name, guess)])] : [];
    const advice = guess ? ` Did you mean '${guess}'?` : "";
    this.report(name, `Unknown field ${shorten(name.text)}.${advice}`, fixes);
  }

  private typed(value: Word, type: Type, name: string): unknown {
    const read = typedValue(value.text, type);
    if (read !== undefined) return read;
    const what = `'${name}' is of type ${typeName(type)}, found ${shorten(value.text)}.`;
    this.report(value, `${what}${hint(type)}`);
    return undefined;
  }
}

const nowhere: Span = { start: 0, end: 0 };

/** A value from the command line may contain spaces, because the shell has removed its quotes. */
function bare(text: string): string {
  const equals = text.indexOf("=");
  const value = text.slice(equals + 1);
  const isWord = equals === -1 || /^["[{]/.test(value) || !/\s/.test(value);
  return isWord ? text : `${text.slice(0, equals + 1)}${JSON.stringify(value)}`;
}

function hint(type: Type): string {
  if (type.kind === "Boolean") return " Use true or false.";
  return isCollection(type) ? " Use JSON." : "";
}

/** Undefined if the text is not a value of the type. Strings need no quotes. */
function typedValue(text: string, type: Type): unknown {
  const json = /^["[{]/.test(text) ? jsonValue(text) : undefined;
  if (json !== undefined) return typedJson(json, type);
  if (type.kind === "Array") return arrayOf([text], type.of, typedValue);
  return type.kind === "Map" ? undefined : scalarIn(text, type);
}

/** Undefined if the JSON value does not have the type. */
function typedJson(json: unknown, type: Type): unknown {
  switch (type.kind) {
    case "Array":
      return arrayOf(Array.isArray(json) ? json : [json], type.of, typedJson);
    case "Map":
      return mapOf(json, type.of);
    case "String":
    case "IP":
      return typeof json === "string" ? scalarIn(json, type) : undefined;
    default:
      return typeof json === "string" ? undefined : scalarIn(JSON.stringify(json), type);
  }
}

function scalarIn(text: string, { kind }: Type): unknown {
  switch (kind) {
    case "String":
      return text;
    case "Integer":
      return /^-?\d{1,19}$/.test(text) ? BigInt(text) : undefined;
    case "Boolean":
      return text === "true" ? true : text === "false" ? false : undefined;
    case "IP": {
      const address = parseAddress(text);
      return address && formatAddress(address);
    }
    default:
      return undefined;
  }
}

function arrayOf<Item>(
  items: readonly Item[],
  type: Type,
  read: (item: Item, type: Type) => unknown,
): readonly unknown[] | undefined {
  const values = items.map((it) => read(it, type));
  return values.includes(undefined) ? undefined : values;
}

function mapOf(json: unknown, type: Type): ReadonlyMap<string, unknown> | undefined {
  if (typeof json !== "object" || json === null || Array.isArray(json)) return undefined;
  const entries = Object.entries(json).map(([key, it]) => [key, typedJson(it, type)] as const);
  return entries.some(([, value]) => value === undefined) ? undefined : new Map(entries);
}
