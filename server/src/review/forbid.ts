import type { Review } from "./types.ts";

/** A change of outcomes that must not happen, as in `block->allow`. */
export interface Forbidden {
  readonly text: string;
  readonly from: string;
  readonly to: string;
}

/** The first words of outcomes. */
const words = [
  "allow",
  "block",
  "challenge",
  "js_challenge",
  "managed_challenge",
  "redirect",
  "error",
  "limit",
  "effect",
  "*",
] as const;

export function readForbidden(text: string): Forbidden | { readonly problem: string } {
  const [from = "", to = "", more] = text.split("->").map((it) => it.trim());
  if (to === "" || more !== undefined)
    return { problem: `'--forbid' needs 'FROM->TO', as in 'block->allow', found '${text}'.` };
  const unknown = [from, to].find((it) => !words.some((word) => word === it));
  if (unknown === undefined) return { text, from, to };
  return { problem: `Unknown outcome '${unknown}' in '--forbid'. Use ${words.join(", ")}.` };
}

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
