import { type Forbidden, isMeant } from "../core/configuration/forbidden.ts";
import { listOf } from "../text/wording.ts";
import { outcomesText } from "./claims.ts";
import type { Review } from "./types.ts";

/** The forbidden changes that happen, or cannot be excluded, as sentences. */
export function forbiddenIn(review: Review, forbidden: readonly Forbidden[]): readonly string[] {
  const isWhole = review.rulesets.every((it) => it.rest === "proved");
  return forbidden.flatMap((one) => {
    const said = review.rulesets.flatMap((ruleset) => {
      const { outcomes, rest, unknownBecause, name, phase, environments } = ruleset;
      const found = outcomes.filter((it) => isForbidden(it, one));
      const of = environments ? ` of ${listOf(environments, "and")}` : "";
      const where = `${name === "" ? phase : name}${of}`;
      if (rest !== "proved" && found.length === 0)
        return [
          `Not excluded, forbidden by '${one.text}' in ${where}: ${reasonText(unknownBecause)}.`,
        ];
      return found.map((it) => {
        const lead =
          it.proof === "witness" && knownOf(it).every((known) => known !== undefined)
            ? "Forbidden"
            : "Not excluded, forbidden";
        return `${lead} by '${one.text}' in ${where}: ${outcomesText(it, 200)}.`;
      });
    });
    // The parts that were not read may belong to no ruleset at all.
    if (review.rest !== "unknown" || !isWhole) return said;
    return [
      ...said,
      `Not excluded, forbidden by '${one.text}': ${reasonText(review.unknownBecause)}.`,
    ];
  });
}

function reasonText(because: readonly string[] = []): string {
  return because.length === 0 ? "not everything was proved" : because.join(", ");
}

type Pair = Pick<Review["rulesets"][number]["outcomes"][number], "from" | "to">;

function isForbidden(pair: Pair, { from, to }: Forbidden): boolean {
  const [was, is] = knownOf(pair);
  return (was === undefined || isMeant(was, from)) && (is === undefined || isMeant(is, to));
}

/** Undefined for an outcome that may be any: it is not known, or rules that are not given run only there. */
function knownOf({ from, to }: Pair): readonly (string | undefined)[] {
  const isExecuting = (it: string) => / executing /.test(it);
  const isOnlyOne = isExecuting(from) !== isExecuting(to);
  const isOpen = (it: string) => it.startsWith("unknown") || (isOnlyOne && isExecuting(it));
  return [from, to].map((it) => (isOpen(it) ? undefined : it));
}
