import type { Forbidden } from "../core/configuration/forbidden.ts";
import { outcomesText } from "./claims.ts";
import type { Review } from "./types.ts";

/** The forbidden changes that happen, or cannot be excluded, as sentences. */
export function forbiddenIn(review: Review, forbidden: readonly Forbidden[]): readonly string[] {
  const isWhole = review.rulesets.every((it) => it.rest === "proved");
  return forbidden.flatMap((one) => {
    const said = review.rulesets.flatMap(({ outcomes, rest, unknownBecause, name, phase }) => {
      const found = outcomes.filter((it) => isForbidden(it, one));
      const where = name === "" ? phase : name;
      if (rest !== "proved" && found.length === 0)
        return [
          `Not excluded, forbidden by '${one.text}' in ${where}: ${reasonText(unknownBecause)}.`,
        ];
      return found.map((it) => {
        const lead =
          it.proof === "witness" && wordsOf(it).every((word) => word !== undefined)
            ? "Forbidden"
            : "Not excluded, forbidden";
        return `${lead} by '${one.text}' in ${where}: ${outcomesText(it, 200)}.`;
      });
    });
    // What was not read may belong to no ruleset at all.
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
  const [was, is] = wordsOf(pair);
  const matches = (word: string | undefined, wanted: string) =>
    wanted === "*" || word === undefined || word === wanted;
  return matches(was, from) && matches(is, to);
}

/** The first words. Undefined if it may be any: it is not known, or rules that are not given run only there. */
function wordsOf({ from, to }: Pair): readonly (string | undefined)[] {
  const isExecuting = (it: string) => / executing /.test(it);
  return [from, to].map((it) => {
    const [word] = it.split(" ");
    const isOpen =
      word === "unknown" || (isExecuting(it) && !(isExecuting(from) && isExecuting(to)));
    return isOpen ? undefined : word;
  });
}
