import { delimiter, isAbsolute } from "node:path";
import type { Dialect } from "../../sql/dialect.ts";
import { isRecord } from "../../text/record.ts";
import { bytesText } from "../../text/wording.ts";
import { runAgreedProgram } from "../../workspace/programs.ts";
import {
  type Connection,
  type ConnectionOptions,
  EngineError,
  engineError,
  firstLine,
  RefusedError,
  type Row,
} from "../engine.ts";

export interface CommandTarget {
  readonly words: readonly string[];
  readonly dialect: Dialect;
  readonly table: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** A program that reads a statement and prints rows as JSON or CSV. */
export function openCommand(target: CommandTarget, options: ConnectionOptions): Connection {
  const rows = async (statement: string) => {
    const text = await outputOf(target, statement, options);
    if (text.trim() === statement.trim())
      throw new EngineError("The program prints the statement back instead of running it.");
    return rowsIn(text);
  };
  return {
    dialect: target.dialect,
    ...(target.dialect.mostPredicates === undefined && { server: target.words.join(" ") }),
    table: target.table,
    async columns() {
      const [row] = await rows(`SELECT * FROM ${target.table} LIMIT 1`);
      if (!row) throw new EngineError("The table has no lines, so its columns are not known.");
      return Object.keys(row).map((name) => ({ name, kind: undefined }));
    },
    rows,
    hidesNull: true,
    async estimate(statement) {
      const words = dryWords(target.words);
      return words && bytesIn(await outputOf({ ...target, words }, statement, options));
    },
    close: async () => {},
  };
}

/** The words with which a program only estimates what a statement would read; BigQuery's program can. */
function dryWords(words: readonly string[]): readonly string[] | undefined {
  const [program = "", ...rest] = words;
  const at = rest.indexOf("query");
  if (!/(?:^|[\\/])bq(?:\.cmd|\.exe)?$/i.test(program) || at < 0) return undefined;
  return [program, ...rest.slice(0, at + 1), "--dry_run", ...rest.slice(at + 1)];
}

/** In a sentence or in JSON, depending on the format that was asked for. */
function bytesIn(text: string): string | undefined {
  const [, bytes] =
    /(?:"totalBytesProcessed":\s*"?|will process (?:\w+ bound of )?)(\d+)/.exec(text) ?? [];
  return bytes === undefined ? undefined : bytesText(Number(bytes));
}

/** Without the credentials of Weir and the service, and without folders of the working directory on the PATH. */
export function commandEnvironment(env: CommandTarget["env"]): Record<string, string> {
  const kept = Object.entries(env).filter(
    (it): it is [string, string] => it[1] !== undefined && !/^(WEIR|CLOUDFLARE)_/i.test(it[0]),
  );
  return Object.fromEntries(
    kept.map(([name, value]) => [
      name,
      /^path$/i.test(name) ? value.split(delimiter).filter(isAbsolute).join(delimiter) : value,
    ]),
  );
}

async function outputOf(
  { words, env }: CommandTarget,
  statement: string,
  { stop }: ConnectionOptions,
): Promise<string> {
  const [program = ""] = words;
  const given = await runAgreedProgram(words, `${statement}\n`, commandEnvironment(env), stop);
  if ("out" in given) return given.out;
  const { code } = given.error as { code?: string | number | null };
  const how = typeof code === "number" ? `failed with ${code}.` : `could not run (${code}).`;
  const problem = `'${program}' ${how} ${firstLine(given.complaint)}`.trim();
  throw engineError(
    typeof code === "number" ? new RefusedError(problem) : new Error(problem),
    stop,
    "",
  );
}

/** A JSON array of objects, one object on each line, or CSV with a header line. */
export function rowsIn(text: string): readonly Row[] {
  const trimmed = text.trim();
  if (trimmed === "") return [];
  if (trimmed.startsWith("[") || trimmed.startsWith("{")) return jsonRows(trimmed);
  const [header = [], ...records] = csvRecords(trimmed);
  if (records.some((it) => it.length !== header.length))
    throw new EngineError(
      `The output is neither JSON nor CSV, so nothing was counted: ${firstLine(trimmed)}`,
    );
  return records.map((it) => Object.fromEntries(header.map((name, at) => [name, it[at] ?? ""])));
}

function jsonRows(text: string): readonly Row[] {
  try {
    const values: unknown[] = text.startsWith("[")
      ? JSON.parse(text)
      : text.split(/\r?\n/).flatMap((it) => (it.trim() === "" ? [] : JSON.parse(it)));
    if (Array.isArray(values) && values.every(isRecord)) return values;
  } catch {
    // Cut off in the middle, or not JSON.
  }
  throw new EngineError(`The output is not JSON rows, so nothing was counted: ${firstLine(text)}`);
}

function csvRecords(text: string): string[][] {
  const records: string[][] = [[]];
  // Outside of quotes are the parts at even places.
  let cell = "";
  for (const [index, part] of text.split('"').entries()) {
    if (index % 2 === 1) {
      cell += part;
      continue;
    }
    // A doubled quote ends one quoted part and begins the next.
    if (index > 0 && part === "") cell += '"';
    for (const [line, rest] of part.split(/\r?\n/).entries()) {
      if (line > 0) {
        records.at(-1)?.push(cell);
        cell = "";
        records.push([]);
      }
      const [first = "", ...others] = rest.split(",");
      cell += first;
      for (const it of others) {
        records.at(-1)?.push(cell);
        cell = it;
      }
    }
  }
  records.at(-1)?.push(cell.replace(/"$/, ""));
  return records;
}
