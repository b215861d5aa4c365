import { languageFor } from "../languages.ts";
import { thousands } from "../text/wording.ts";
import type { TriedCondition } from "./answer.ts";

/** As in "holds on 17, alone drops 38, alone keeps 2". */
export function conditionCountsText(
  { holds, decides, keeps }: Pick<TriedCondition, "holds" | "decides" | "keeps">,
  language: string,
): string {
  const isRule = language === languageFor("rule").id;
  const [drops, keeping] = isRule ? ["excludes", "matches"] : ["drops", "keeps"];
  const dropped = thousands(decides - keeps);
  return `holds on ${thousands(holds)}, alone ${drops} ${dropped}, alone ${keeping} ${thousands(keeps)}`;
}
