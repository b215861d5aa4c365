import type { Forbidden } from "../core/configuration/forbidden.ts";
import type { Review } from "./types.ts";

/** The forbidden changes that happen, or cannot be excluded, as sentences. */
export function forbiddenIn(review: Review, forbidden: readonly Forbidden[]): readonly string[] {
  return forbidden.flatMap((one) =>
    review.rulesets.flatMap(({ outcomes, rest, name, phase }) => {
      const found = outcomes.filter(({ from, to }) => is(from, one.from) && is(to, one.to));
      const where = name === "" ? phase : name;
      const said = found.map(({ from, to, proof }) =>
        proof === "witness"
          ? `Forbidden by '${one.text}' in ${where}: ${from} → ${to}.`
          : `Not excluded, forbidden by '${one.text}' in ${where}: ${from} → ${to}.`,
      );
      if (rest === "proved" || found.length > 0) return said;
      return [`Not excluded, forbidden by '${one.text}' in ${where}: not everything was proved.`];
    }),
  );
}

/** Compares the first word. One that is not known may be any. */
function is(outcome: string, wanted: string): boolean {
  const [word] = outcome.split(" ");
  return wanted === "*" || word === "unknown" || word === wanted;
}
