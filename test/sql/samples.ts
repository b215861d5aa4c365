/** Log lines and filters for the databases: few values, so that many conditions hold, all of them edge cases. */
import fc from "fast-check";
import type { FilterContext } from "../../server/src/lpfilter/language.ts";
import { defaultFilterContext } from "../../server/src/lpfilter/language.ts";
import type { Column } from "./databases.ts";

type SampleColumn = Column & { readonly type: Exclude<Column["type"], "timestamp"> };

export const columns: readonly SampleColumn[] = [
  { name: "Host", type: "string" },
  { name: "path name", type: "string" },
  { name: "Created", type: "string" },
  { name: "Status", type: "int" },
  { name: "Share", type: "float" },
  { name: "Allowed", type: "bool" },
  { name: "Time", type: "time" },
  { name: "Rules", type: "strings" },
  { name: "Scores", type: "ints" },
];

const fieldTypes = {
  string: "string",
  int: "int",
  float: "float",
  bool: "bool",
  time: "int or string",
  strings: "array[string]",
  ints: "array[int]",
} as const;

export const context: FilterContext = {
  ...defaultFilterContext,
  extraFields: {
    http_requests: Object.fromEntries(columns.map((it) => [it.name, fieldTypes[it.type]])),
  },
};

// biome-ignore format: one row each
const texts = ["", "a", "A", "ab", "abc", "a%b", "a_b", "axb", "%", "_", "'", "''", '"', "\\", "a\\b", "\\n", "\n", "a\nb", "\t", "é", "e", "😀", "--", "/*", "ß", "null", "5", "true", "2024-05-01", "10:00:00", "3f2504e0-4f89-11d3-9a0c-0305e82c3301", "$1", "{}", "[]", "\u2028", "`", "\0", "a\0"];
const integers = ["0", "1", "5", "200", "499", "500", "9007199254740992", "9007199254740993"];
const fractions = ["0", "0.1", "0.5", "1", "2.5", "100"];
const timesByFormat = {
  rfc3339: ["2024-05-01T10:00:00Z", "2024-05-01T10:00:01Z", "2023-12-31T23:59:59Z"],
  rfc3339ms: ["2024-05-01T10:00:00.120Z", "2024-05-01T10:00:00.123Z", "2024-05-01T10:00:01.500Z"],
  rfc3339ns: ["2024-05-01T10:00:00.120000001Z", "2024-05-01T10:00:00.123456789Z"],
  unix: ["1714557600", "1714557601", "1704067199"],
  unixnano: [
    "1714557600000000000",
    "1714557600000000001",
    "1714557600123456789",
    "1704067199000000000",
  ],
} as const;
const formats = Object.keys(timesByFormat) as (keyof typeof timesByFormat)[];

const quoted = (it: string) => JSON.stringify(it);
const json = (it: string) => (/^\d+$/.test(it) ? it : quoted(it));

/** Numbers, strings that are numbers, and strings that only some databases would convert. */
// biome-ignore format: one row
const mixedTimes = ["0", "5", "-1", "2.5", "1e3", '"5"', '"-1"', '"007"', '"1e3"', '"1714557600123456789"', '""', '" "', '" 5"', '"5 "', '"+5"', '"1_0"', '"0x10"', '"-"', '"a"', '"2024"', '"2024-05-01"', '"NaN"', '"inf"', '"Infinity"', ...formats.flatMap((it) => timesByFormat[it].map(json))];

export interface Dirt {
  /** Numbers in strings. */
  readonly numbers: boolean;
  /** The character U+0000 in strings. */
  readonly hasNul: boolean;
  /** Other values than strings in string fields. */
  readonly others: readonly string[];
}

/** One JSON value of a column, as text. */
function jsonOf(type: SampleColumn["type"], times: readonly string[], dirt: Dirt) {
  const text = fc
    .constantFrom(...texts.filter((it) => dirt.hasNul || !it.includes("\0")))
    .map(quoted);
  const integer = fc.constantFrom(...integers);
  const maybeQuoted = (it: fc.Arbitrary<string>) =>
    dirt.numbers ? fc.oneof(it, it.map(quoted)) : it;
  switch (type) {
    case "string":
      return fc.oneof({ weight: 5, arbitrary: text }, fc.constantFrom('""', ...dirt.others));
    case "int":
      return maybeQuoted(integer);
    case "float":
      return maybeQuoted(fc.constantFrom(...fractions));
    case "bool":
      return fc.constantFrom("true", "false");
    case "time":
      return fc.constantFrom(...times);
    case "strings":
      return fc.array(text, { maxLength: 3 }).map((it) => `[${it.join(",")}]`);
    case "ints":
      return fc.array(integer, { maxLength: 3 }).map((it) => `[${it.join(",")}]`);
  }
}

/** Lines of one job: its timestamps have one format, or anything if there may be dirt. A field may be missing or null. */
export function linesWith(dirt: Dirt): fc.Arbitrary<readonly string[]> {
  const clean = formats.map((it) => timesByFormat[it].map(json));
  return fc.constantFrom(...clean, ...(dirt.numbers ? [mixedTimes] : [])).chain((times) => {
    const properties = columns.map((column) => {
      const strings = column.name === "Created" ? timesByFormat.rfc3339.map(quoted) : undefined;
      const value = (strings ? fc.constantFrom(...strings) : jsonOf(column.type, times, dirt)).map(
        (it) => `${quoted(column.name)}:${it}`,
      );
      const missing = fc.constantFrom("", `${quoted(column.name)}:null`);
      return fc.oneof({ weight: 6, arbitrary: value }, { weight: 1, arbitrary: missing });
    });
    const line = fc.tuple(...properties).map((it) => `{${it.filter(Boolean).join(",")}}`);
    return fc.array(line, { minLength: 1, maxLength: 60 });
  });
}

const time = fc.constantFrom(...formats).chain((it) => fc.constantFrom(...timesByFormat[it]));

const operands: Readonly<Record<SampleColumn["type"], fc.Arbitrary<string>>> = {
  string: fc.constantFrom(...texts, ...timesByFormat.rfc3339, "2024-05", "T10:00", ":00Z"),
  int: fc.constantFrom(...integers),
  float: fc.constantFrom(...fractions),
  bool: fc.constantFrom("true", "false"),
  time: fc.oneof(
    { weight: 8, arbitrary: time },
    fc.constantFrom("", "2024", "17", "0", " 5", "5", "007", "a"),
  ),
  strings: fc.constantFrom(...texts),
  ints: fc.constantFrom(...integers),
};

const equal = ["eq", "!eq"];
const order = ["lt", "leq", "gt", "geq"];
const part = ["startsWith", "!startsWith", "endsWith", "!endsWith", "contains", "!contains"];
const list = ["in", "!in"];
const element = ["contains", "!contains"];
const operators: Readonly<Record<SampleColumn["type"], readonly string[]>> = {
  string: [...equal, ...part, ...list],
  int: [...equal, ...order, ...list],
  float: [...equal, ...order, ...list],
  bool: equal,
  time: [...equal, ...order, ...part, ...list],
  strings: element,
  ints: element,
};

const condition = fc
  .constantFrom(...columns)
  .chain(({ name, type }) =>
    fc
      .constantFrom(...operators[type])
      .chain((operator) =>
        (list.includes(operator) ? fc.array(operands[type], { maxLength: 3 }) : operands[type]).map(
          (value) => ({ key: name, operator, value }),
        ),
      ),
  );

/** Filters of a few conditions. */
export const where: fc.Arbitrary<object> = fc.letrec<{ node: object }>((tie) => ({
  node: fc.oneof(
    { weight: 5, arbitrary: condition },
    { weight: 1, arbitrary: fc.array(tie("node"), { maxLength: 3 }).map((and) => ({ and })) },
    { weight: 1, arbitrary: fc.array(tie("node"), { maxLength: 3 }).map((or) => ({ or })) },
  ),
})).node;
