import { type AnyLanguage, defaultContext } from "../../server/src/languages.ts";
import { compare, type Row, withinRow } from "./measure.ts";

/** A text beside one of a tenth of its length. Both are measured in turn, as the two sides of other rows are. */
export async function growthRow(
  name: string,
  language: AnyLanguage,
  short: string,
  long: string,
): Promise<Row> {
  const diagnose = (text: string) => () => language.analyse(text, defaultContext).diagnostics();
  const pair = await compare(diagnose(long), diagnose(short), { runs: 100, warmUp: 60 });
  return withinRow(name, pair, 12);
}
