import type { Language } from "../../server/src/core/analysis.ts";
import { defaultContext } from "../../server/src/core/context.ts";
import { boundRow, ms, type Row, timeOf } from "./measure.ts";

/** The slowest of many nasty texts: the time a server would be held. */
export async function slowestRow(
  name: string,
  language: Language,
  texts: readonly string[],
): Promise<Row> {
  let worst = 0;
  for (const text of texts) {
    const diagnose = () => language.analyse(text, defaultContext).diagnostics();
    worst = Math.max(worst, await shortest(diagnose));
  }
  return boundRow(name, worst, 250, ms);
}

/** The shortest of a few runs: what else the machine does can only add to it. */
async function shortest(work: () => unknown): Promise<number> {
  const times: number[] = [];
  for (let i = 0; i < 3; i++) times.push(await timeOf(work));
  return Math.min(...times);
}
