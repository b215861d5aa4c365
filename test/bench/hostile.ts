import { type AnyLanguage, defaultContext } from "../../server/src/languages.ts";
import { besideRow, ms, type Row, repeatsFor, timeOf } from "./measure.ts";

/** The maximum ratio to the time of `JSON.parse` for the same amount of JSON. */
const goal = 40;

/** The slowest of many hostile texts, compared with parsing the same amount of JSON on this machine. */
export async function slowestRow(
  name: string,
  language: AnyLanguage,
  texts: readonly string[],
): Promise<Row> {
  let worst = { ours: 0, other: 1 };
  for (const text of texts) {
    const json = jsonAsLongAs(text);
    const ours = await shortest(() => language.analyze(text, defaultContext).diagnostics());
    const once = await shortest(() => JSON.parse(json));
    const other = await shortest(() => JSON.parse(json), repeatsFor(ours / once).other);
    if (ours / other > worst.ours / worst.other) worst = { ours, other };
  }
  return besideRow(name, worst, goal, ms);
}

function jsonAsLongAs(text: string): string {
  const condition = '{"key":"ClientRequestHost","operator":"eq","value":"shop.example.com"}';
  const count = Math.max(1, Math.round(Buffer.byteLength(text) / (condition.length + 1)));
  return `{"where":{"and":[${Array(count).fill(condition).join(",")}]}}`;
}

/** The fastest of a few runs, because other load on the machine only adds to it. */
async function shortest(work: () => unknown, repeats = 1): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 3; i++) times.push(await timeOf(work, repeats));
  return Math.min(...times);
}
