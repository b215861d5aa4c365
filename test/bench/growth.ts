import { type AnyLanguage, defaultContext } from "../../server/src/languages.ts";
import { compareEvenly, type Row, withinRow } from "./measure.ts";

/** Compares a text with one of a tenth of its length. Both are measured in turn, the short one ten times as often. */
export async function growthRow(
  name: string,
  language: AnyLanguage,
  short: string,
  long: string,
): Promise<Row> {
  const diagnose = (text: string) => () => language.analyze(text, defaultContext).diagnostics();
  const pair = await compareEvenly(diagnose(long), diagnose(short), { runs: 100, warmUp: 60 });
  return withinRow(name, pair, 12);
}
