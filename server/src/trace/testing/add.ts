import { readTraceTests } from "../../languages.ts";
import { jsonValue } from "../../text/record.ts";
import type { Trace } from "../types.ts";

/** A request as it is written in a file with tests. */
export interface TestRequest {
  readonly method: string;
  readonly url: string;
  /** As in `x-a: 1`. */
  readonly headers: readonly string[];
  /** As in `ip.src=192.0.2.1`. */
  readonly fields: readonly string[];
  readonly status?: number | undefined;
  readonly zone?: string | undefined;
}

/** The text of a file with one more test: that this happens to the request. Undefined if there is no place for it. */
export function withTest(
  text: string,
  request: TestRequest,
  { outcome }: Trace,
): { readonly text: string; readonly line: number } | undefined {
  const eol = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text === "" ? [] : text.trimEnd().split(/\r?\n/);
  const head = lines.findIndex((it) => /^tests\s*:\s*(?:#.*)?$/.test(it));
  if (head === -1 && lines.some((it) => /^tests\s*:/.test(it))) return undefined;
  const next = head === -1 ? -1 : lines.findIndex((it, at) => at > head && /^[^\s#-]/.test(it));
  const end = next === -1 ? lines.length : next;
  const first = lines.slice(head + 1, end).find((it) => /^\s*- /.test(it));
  const indent = (head !== -1 && first?.match(/^\s*/)?.[0]) || (first && head !== -1 ? "" : "  ");
  const test = testLines(request, outcome).map((it) => `${indent}${it}`);
  const start = head === -1 ? ["tests:"] : [];
  const whole = [...lines.slice(0, end), ...start, ...test, ...lines.slice(end)];
  const result = `${whole.join(eol)}${eol}`;
  const [before, after] = [readTraceTests(text), readTraceTests(result)];
  const isAdded =
    after.tests.length === before.tests.length + 1 &&
    after.problems.length <= before.problems.length;
  return isAdded ? { text: result, line: end + start.length } : undefined;
}

function testLines(
  { method, url, headers, fields, status, zone }: TestRequest,
  { kind, by, status: answered, location, request }: Trace["outcome"],
): readonly string[] {
  const path = request?.url.replace(/^https?:\/\/[^/]*/, "").split("?")[0];
  const expected: readonly (readonly [string, string | number | undefined])[] = [
    ["outcome", kind],
    ["by", by],
    ["status", kind === "redirect" ? answered : undefined],
    ["location", location],
    ["path", kind === "origin" ? path : undefined],
  ];
  return [
    `- request: ${scalar(`${method} ${url}`)}`,
    ...(zone === undefined ? [] : [`  zone: ${scalar(zone)}`]),
    ...mapping(
      "headers",
      grouped(headers.map((it) => pair(it, ":"))).map(([name, all]) => [name, listOf(all)]),
    ),
    ...mapping(
      "set",
      fields.map((it) => pair(it, "=")).map(([name, it]) => [name, scalar(unquoted(it))]),
    ),
    ...(status === undefined ? [] : [`  response: { status: ${status} }`]),
    ...mapping(
      "expect",
      expected.flatMap(([name, it]) => (it === undefined ? [] : [[name, scalar(it)] as const])),
    ),
  ];
}

function mapping(
  name: string,
  rows: readonly (readonly [name: string, value: string])[],
): readonly string[] {
  if (rows.length === 0) return [];
  return [`  ${name}: { ${rows.map(([key, it]) => `${scalar(key)}: ${it}`).join(", ")} }`];
}

function pair(text: string, separator: string): readonly [string, string] {
  const at = text.indexOf(separator);
  return [text.slice(0, at).trim(), text.slice(at + 1).trim()];
}

function grouped(
  rows: readonly (readonly [string, string])[],
): readonly (readonly [string, readonly string[]])[] {
  const found = new Map<string, string[]>();
  for (const [name, value] of rows) found.set(name, [...(found.get(name) ?? []), value]);
  return [...found];
}

function listOf(values: readonly string[]): string {
  const [only = ""] = values;
  return values.length === 1 ? scalar(only) : `[${values.map(scalar).join(", ")}]`;
}

/** Values of fields are written as in an example, where texts may be quoted. */
function unquoted(value: string): string | number | boolean {
  const read = jsonValue(value);
  const isPlain = typeof read === "string" || typeof read === "number" || typeof read === "boolean";
  return isPlain ? read : value;
}

/** Plain where YAML reads the same text, else quoted. */
function scalar(value: string | number | boolean): string {
  if (typeof value !== "string") return String(value);
  const isPlain =
    /^[A-Za-z/][\w ./:?&=%+~@-]*$/.test(value) &&
    !/: |:$| $|^(?:true|false|null|yes|no|on|off|y|n)$/i.test(value);
  return isPlain ? value : JSON.stringify(value);
}
