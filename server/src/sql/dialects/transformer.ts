import { type Dialect, isNumeric, number, quoteByDoubling } from "../dialect.ts";
import { plainLike, plainTests, typedColumns } from "../plain-text.ts";
import { asciiCase, refuseControls, refuseHere } from "../text-functions.ts";

const title = "transformers";

const string = (text: string) => quoteByDoubling(refuseControls(text, title), "'");

/** Functions of DataFusion: that the service has them is inferred. */
const tests = plainTests(string, {
  startsWith: (it, start) => `starts_with(${it}, ${string(start)})`,
  endsWith: (it, end) => `ends_with(${it}, ${string(end)})`,
  contains: (it, part) => `strpos(${it}, ${string(part)}) > 0`,
});

const noConversion = refuseHere(`The values of a column cannot be converted in ${title}.`);

export const transformer: Dialect = {
  title,
  note: ", the SQL that a job runs on each line",
  identifier: (name) => quoteByDoubling(name, '"'),
  string,
  isPlain: true,
  perLine: { mostCharacters: 32_768, safeBytes: 10_240 },
  hasNul: true,
  orMissing: (column, test) => `(${test} OR ${column} IS NULL)`,
  ...typedColumns(noConversion),
  ...tests,
  ...asciiCase,
  byteLength: (it) => `octet_length(${it})`,
  position: (it, part) => `strpos(${it}, ${string(part)})`,
  like: plainLike({ title, string, ...tests, lower: asciiCase.lower }),
  hasElement: (column, element) =>
    `array_has(${column}, ${isNumeric(element) ? number(element) : string(String(element))})`,
};
