import { printable } from "../../text/printable.ts";
import type { Witness } from "./meaning.ts";
import type { Relation, RelationName } from "./relation.ts";

/** Describes a relation between two named texts: a sentence, then a line for each example. */
export function relationLines(found: Relation<Witness>, a: string, b: string): string[] {
  const rows = [
    [`only ${a}`, found.onlyFirst],
    [`only ${b}`, found.onlySecond],
    ["both", found.both],
  ] as const;
  const examples = rows.flatMap(([title, witness]) =>
    witness ? [`  ${title}: ${witnessText(witness)}`] : [],
  );
  return [sentences[found.name](a, b), ...examples].map(printable);
}

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
