import type {
  LogCondition,
  LogFieldType,
  LogOperator,
  LogTest,
  LogValue,
} from "../core/log-test.ts";
import { logFieldsOf, oppositeOperator } from "../languages.ts";

/** A condition that may explain bytes: one value of a field, a part of it, or a bound. */
export interface Atom extends Pick<LogCondition, "field" | "type"> {
  readonly operator: LogOperator;
  readonly value: LogValue;
  /** Whether it names a class of lines that people know, such as a path, instead of how they were sent. */
  readonly isTelling: boolean;
  /** A bound, or the opposite of a condition of what must stay, which alone explains nothing. */
  readonly isBound?: true;
}

/** A field whose values may explain bytes. */
export interface ExplainingField {
  readonly name: string;
  readonly type: LogFieldType;
  readonly isTelling: boolean;
  /** The values at which the field is usually split. */
  readonly bounds: readonly number[];
  readonly parts: (value: string) => readonly Part[];
}

type Part = readonly [operator: "startsWith" | "endsWith", value: string];

/** A line of the sample. */
export interface SampledLine {
  readonly value: (field: string) => unknown;
  readonly bytes: number;
  /** Whether the line must stay. */
  readonly isKept: boolean;
}

/** The fields that conditions may be about. Values that identify single lines or people explain nothing. */
export function explainingFields(
  dataset: string,
  extra: Parameters<typeof logFieldsOf>[1],
): readonly ExplainingField[] {
  const all = [...logFieldsOf(dataset, extra).values()];
  const hasPath = all.some((it) => it.shape === "path");
  return all.flatMap((field): ExplainingField[] => {
    const { name, type, shape, vocabulary, refused, deprecated } = field;
    const isScalar = type === "string" || type === "int" || type === "bool";
    const repeats = shape === "page" || (shape === "uri" && hasPath);
    const isUnfit = refused || deprecated || shape === "address" || repeats;
    if (!isScalar || isUnfit || identifying.test(name)) return [];
    const isAgent = /Agent$/.test(name);
    const isMedia = /ContentType$/.test(name);
    const parts = (value: string): readonly Part[] => {
      if (shape === "path" || shape === "uri") return pathParts(value);
      if (shape === "host" || shape === "domain") return hostParts(value);
      return isAgent || isMedia ? wordParts(value) : [];
    };
    const bounds = vocabulary === "http-status" ? [300, 400, 500] : [];
    return [{ name, type, isTelling: !incidental.test(name), bounds, parts }];
  });
}

const identifying =
  /(?:ID|IDs|Id|UUID|UID|Hash|Fingerprint|Token|Key|Serial|Email|Username|UserName|Latitude|Longitude|Checksum|SHA\d*|MD5)$|Timestamp|^Datetime$|Cookie|Header/;

/** How a line was sent, or from where: rarely a reason to leave it out. */
const incidental =
  /Method|Protocol|Scheme|SSL|TLS|Tls|Cipher|Country|City|Region|Colo|ASN|Device|Class|Port|Score|Bytes|Ms$|Pathing|Version|Bot|Ratio|Fill$|Query$/;

function pathParts(value: string): readonly Part[] {
  const end = value.search(/[?#]/);
  const path = end === -1 ? value : value.slice(0, end);
  const [, extension] = /(\.[A-Za-z0-9]{1,6})$/.exec(path.slice(-12)) ?? [];
  const second = path.indexOf("/", 1);
  const third = second === -1 ? -1 : path.indexOf("/", second + 1);
  return [
    ...(extension !== undefined && end === -1 ? [["endsWith", extension] as const] : []),
    ...[second, third].flatMap((at) =>
      at > 0 && at < longestPart ? [["startsWith", path.slice(0, at + 1)] as const] : [],
    ),
  ];
}

function hostParts(value: string): readonly Part[] {
  const dot = value.indexOf(".");
  const rest = value.slice(dot);
  return dot > 0 && rest.indexOf(".", 1) > 0 && rest.length <= longestPart
    ? [["endsWith", rest]]
    : [];
}

function wordParts(value: string): readonly Part[] {
  const at = value.search(/[/ ]/);
  return at > 1 && at < longestPart ? [["startsWith", value.slice(0, at + 1)]] : [];
}

const longestPart = 60;
/** Longer values would fill the filter. */
const longestValue = 120;

interface Weight {
  bytes: number;
  lines: number;
}

/** The commonest values and parts of values in a sample, and the bounds that the filters of what must stay use. */
export function atomsIn(
  lines: readonly SampledLine[],
  fields: readonly ExplainingField[],
  keeps: readonly LogTest[],
  most: number,
): readonly Atom[] {
  const free = lines.filter((it) => !it.isKept);
  const total = lines.reduce((sum, it) => sum + it.bytes, 0);
  const freeBytes = free.reduce((sum, it) => sum + it.bytes, 0);
  const found: (Atom & Weight)[] = [];
  for (const field of fields) {
    const weights = weightsOf(free, field);
    const atoms = [...weights.values()].filter(
      (it) =>
        it.bytes >= total * leastShare &&
        it.bytes <= freeBytes * (isRoutine(it) ? largestRoutine : largestShare),
    );
    found.push(...atoms);
  }
  const all = weightedBounds(lines, fields, keeps);
  const ranked = found.sort((a, b) => rankOf(b) - rankOf(a));
  const unique = new Map([...ranked, ...all].map((it) => [keyOf(it), it]));
  return [...all, ...ranked]
    .filter((it) => unique.get(keyOf(it)) === it)
    .slice(0, most)
    .map(({ bytes: _, lines: __, ...atom }) => atom);
}

function keyOf({ field, operator, value }: Atom): string {
  return JSON.stringify([field, operator, String(value)]);
}

const leastShare = 0.004;
/** A value of most lines explains nothing. */
const largestShare = 0.6;
const largestRoutine = 0.95;

/** Lines of machines that watch other machines are one class, however many there are. */
function isRoutine({ value }: Atom): boolean {
  return /health|probe|ping|monitor|uptime|\bcheck/i.test(String(value));
}

function rankOf({ bytes, isTelling }: Atom & Weight): number {
  return isTelling ? bytes : bytes / 4;
}

function weightsOf(
  lines: readonly SampledLine[],
  { name: field, type, isTelling, parts }: ExplainingField,
): ReadonlyMap<string, Atom & Weight> {
  const weights = new Map<string, Atom & Weight>();
  const add = (operator: LogOperator, value: LogValue, bytes: number) => {
    const key = `${operator} ${value}`;
    const known = weights.get(key);
    if (known) {
      known.bytes += bytes;
      known.lines++;
    } else weights.set(key, { field, type, operator, value, isTelling, bytes, lines: 1 });
  };
  for (const line of lines) {
    const value = line.value(field);
    if (typeof value === "string" && type === "string") {
      if (value.length <= longestValue) add("eq", value, line.bytes);
      for (const [operator, part] of parts(value)) add(operator, part, line.bytes);
    } else if (type === "int" && Number.isSafeInteger(value))
      add("eq", value as number, line.bytes);
    else if (type === "bool" && typeof value === "boolean") add("eq", value, line.bytes);
  }
  return weights;
}

/** The bounds, and the opposites of the conditions of what must stay, that hold on some lines and not on others. */
function weightedBounds(
  lines: readonly SampledLine[],
  fields: readonly ExplainingField[],
  keeps: readonly LogTest[],
): readonly (Atom & Weight)[] {
  const names = new Map(fields.map((it) => [it.name, it]));
  const usual = fields.flatMap(({ name: field, type, bounds }) =>
    bounds.flatMap((value) =>
      (["lt", "geq"] as const).map((operator) => ({ field, type, operator, value })),
    ),
  );
  const opposites = keeps.flatMap(conditionsOf).flatMap(({ field, type, operator, values }) => {
    const [value] = values;
    const isOne = values.length === 1 && value !== undefined && names.has(field);
    return isOne ? [{ field, type, operator: oppositeOperator(operator), value }] : [];
  });
  const unique = new Map(
    [...opposites, ...usual]
      .filter((it) => usable.includes(it.operator))
      .map((it) => [keyOf({ ...it, isTelling: false }), it]),
  );
  const values = new Map(
    fields.map((it) => [it.name, new Set(lines.map((line) => line.value(it.name)))]),
  );
  return [...unique.values()].flatMap((it) => {
    const isThere = (values.get(it.field)?.size ?? 0) > 1;
    return isThere ? [{ ...it, isTelling: false, isBound: true, bytes: 0, lines: 0 }] : [];
  });
}

/** The operators that have an opposite which the solver relates with others on the same field. */
const usable: readonly LogOperator[] = ["eq", "!eq", "lt", "leq", "gt", "geq", "!startsWith"];

function conditionsOf(test: LogTest): readonly LogCondition[] {
  return test.kind === "condition" ? [test] : test.parts.flatMap(conditionsOf);
}
