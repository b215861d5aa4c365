import { printable } from "../../text/printable.ts";
import type { Witness } from "./meaning.ts";
import type { Relation, RelationName } from "./relation.ts";

/** Describes a relation between two named texts: a sentence, then a line for each example, and for each that cannot be shown. */
export function relationLines(found: Relation<Witness>, a: string, b: string): string[] {
  const rows = [
    ["onlyFirst", `only ${a}`],
    ["onlySecond", `only ${b}`],
    ["both", "both"],
  ] as const;
  const examples = rows.flatMap(([key, title]) => {
    const witness = found[key];
    if (witness) return [`  ${title}: ${witnessText(witness)}`];
    return claimed[found.name].includes(key) ? [`  ${title}: ${withoutExample}`] : [];
  });
  return [sentences[found.name](a, b), ...examples].map(printable);
}

const withoutExample =
  "no example, because it depends on a value that no client can send, or that only Cloudflare knows";

/** The examples that exist if a relation is true. */
const claimed: Readonly<Record<RelationName, readonly (keyof Relation<Witness>)[]>> = {
  equal: [],
  narrower: ["onlySecond"],
  wider: ["onlyFirst"],
  disjoint: [],
  overlapping: ["onlyFirst", "onlySecond", "both"],
  unknown: [],
};

const sentences: Readonly<Record<RelationName, (a: string, b: string) => string>> = {
  equal: (a, b) => `equal: ${a} and ${b} match the same.`,
  narrower: (a, b) => `narrower: ${b} matches everything that ${a} matches, and more.`,
  wider: (a, b) => `wider: ${a} matches everything that ${b} matches, and more.`,
  disjoint: (a, b) => `disjoint: nothing matches both ${a} and ${b}.`,
  overlapping: (a, b) => `overlapping: ${a} and ${b} have some matches in common.`,
  unknown: (a, b) => `unknown: could not determine how ${a} and ${b} relate.`,
};

/** A log line as JSON, or a request as `METHOD URL field=value…`. */
export function witnessText(witness: Witness): string {
  if ("line" in witness) return JSON.stringify(witness.line);
  const fields = Object.entries(witness.fields);
  return [
    witness.request,
    ...fields.map(([name, value]) => `${name}=${JSON.stringify(value)}`),
  ].join(" ");
}
