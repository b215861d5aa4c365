import { datasetNames, logFieldsOf } from "../../languages.ts";
import { Lines } from "../../text/lines.ts";
import { type Expression, Reader } from "./expression.ts";
import { functions } from "./functions.ts";
import { type Token, tokensOf } from "./tokens.ts";
import { compared, type Line, QueryError, textOf, truth, type Value } from "./values.ts";

export type LogRecord = Readonly<Record<string, unknown>>;

export interface Transformer {
  readonly dataset: string;
  /** The record as it is sent; null if it is dropped. */
  run(input: LogRecord): LogRecord | null;
}

/** SQL that Cloudflare documents as not supported, and SQL that it supports but the emulator does not. */
const refused: readonly (readonly [RegExp, string])[] = [
  [/\b(?:JOIN|UNION|OVER|ORDER\s+BY|GROUP\s+BY|HAVING|LIMIT)\b/i, "is not supported"],
  [/\b(?:COUNT|SUM|AVG|MIN|MAX)\s*\(/i, "is an aggregate, which is not supported"],
  [/\bWITH\b|\bUNNEST\b|->>?|\[|\bnamed_struct\b|\bextract\b/i, "is not supported by the emulator"],
];

/** Reads the SQL of a transformer. Errors name the line and the column, as the service does. */
export function readTransformer(sql: string): Transformer {
  const plain = sql.replaceAll(/'[^']*'|"[^"]*"/g, (it) => " ".repeat(it.length));
  for (const [pattern, why] of refused) {
    const found = pattern.exec(plain);
    if (found) throw errorAt(sql, found.index, `'${found[0].trim()}' ${why}.`);
  }
  const dataset = /\bFROM\s+(\w+)/i.exec(plain)?.[1] ?? "";
  if (!datasetNames.includes(dataset))
    throw errorAt(sql, Math.max(0, plain.search(/\bFROM\b/i)), "FROM needs the name of a dataset.");
  const names = [...logFieldsOf(dataset, {}).keys()];
  const columns = new Set(names.map((it) => it.toLowerCase()));
  let reader: Reader | undefined;
  try {
    reader = new Reader(tokensOf(sql), columns, transformerFunctions);
    return { dataset, run: readStatement(reader) };
  } catch (error) {
    if (!(error instanceof QueryError)) throw error;
    throw errorAt(sql, error.at ?? reader?.place ?? 0, error.message);
  }
}

function errorAt(sql: string, offset: number, message: string): QueryError {
  const { line, character } = new Lines(sql).positionAt(offset);
  return new QueryError(`${message} (line ${line + 1}, column ${character + 1})`);
}

interface Item {
  readonly name: string;
  readonly value: (line: Line, input: LogRecord) => unknown;
}

function readStatement(reader: Reader): Transformer["run"] {
  reader.needs("SELECT");
  const items = reader.takes("*") ? undefined : readItems(reader);
  reader.needs("FROM");
  reader.take();
  const where: Expression = reader.takes("WHERE") ? reader.condition() : () => true;
  if (reader.next.kind !== "end") throw new QueryError(`Unexpected '${reader.next.text}'.`);
  return (input) => {
    const line = lineOf(input);
    if (truth(where(line)) !== true) return null;
    if (!items) return input;
    return Object.fromEntries(items.map(({ name, value }) => [name, value(line, input) ?? null]));
  };
}

function readItems(reader: Reader): Item[] {
  const items: Item[] = [];
  do {
    const first = reader.next;
    const value = reader.condition();
    const isAlone = isName(first) && (reader.isNext(",") || reader.isNext("FROM"));
    const name = reader.takes("AS") ? reader.take().text : isAlone ? first.text : undefined;
    items.push({ name: name ?? `column${items.length}`, value: (line) => value(line) });
  } while (reader.takes(","));
  return items;
}

function isName({ kind }: Token): boolean {
  return kind === "word" || kind === "name";
}

/** Names are found in any letter case, as in Log Explorer: that is inferred. */
function lineOf(input: LogRecord): Line {
  return Object.fromEntries(
    Object.entries(input).map(([name, value]) => [name.toLowerCase(), value as Value]),
  );
}

/** Functions of DataFusion: that the service has them is inferred, except for the first three. */
const transformerFunctions: typeof functions = {
  LOWER: functions.LOWER as (typeof functions)[string],
  UPPER: functions.UPPER as (typeof functions)[string],
  COALESCE: (values) => values.find((it) => it !== null) ?? null,
  SUBSTR: functions.SUBSTR as (typeof functions)[string],
  STARTS_WITH: ofTexts(([text = "", start = ""]) => text.startsWith(start)),
  ENDS_WITH: ofTexts(([text = "", end = ""]) => text.endsWith(end)),
  STRPOS: ofTexts(([text = "", part = ""]) => {
    const at = text.indexOf(part);
    return at === -1 ? 0 : [...text.slice(0, at)].length + 1;
  }),
  OCTET_LENGTH: ofTexts(([text = ""]) => new TextEncoder().encode(text).length),
  TRANSLATE: ofTexts(([text = "", from = "", to = ""]) => {
    const [known, others] = [[...from], [...to]];
    return [...text]
      .map((it) => (known.includes(it) ? (others[known.indexOf(it)] ?? "") : it))
      .join("");
  }),
  ARRAY_HAS: ([array = null, element = null]) => {
    if (array === null || element === null) return null;
    if (!Array.isArray(array)) throw new QueryError("'array_has' needs an array.");
    return array.some((it) => compared(it as Value, element) === 0);
  },
};

function ofTexts(run: (texts: readonly string[]) => Value): (values: readonly Value[]) => Value {
  return (values) => {
    const texts = values.map(textOf);
    return texts.every((it) => it !== null) ? run(texts) : null;
  };
}
