import { compareMeanings, type Witness } from "../../core/solver/meaning.ts";
import type { Relation } from "../../core/solver/relation.ts";
import { type FileContext, languageFor } from "../../languages.ts";
import { textResources } from "./describe.ts";
import type { Change } from "./settings.ts";

/** What a changed filter or expression keeps or matches, compared with before. Undefined if that is not known. */
export function describeMeaning(
  changes: readonly Change[],
  contextOf: () => FileContext,
): string | undefined {
  for (const { name, before, after } of changes) {
    const resource = textResources[name];
    if (!resource || typeof before !== "string" || typeof after !== "string") continue;
    const language = languageFor(resource);
    const context = contextOf();
    const was = language.analyse(before, context).meaning?.();
    const is = language.analyse(after, context).meaning?.();
    if (!was || !is || was.scope !== is.scope) continue;
    return sentence(compareMeanings(is, was), resource === "rule" ? requests : lines);
  }
  return undefined;
}

interface Words {
  readonly keeps: string;
  readonly kept: string;
  readonly what: string;
}

const lines: Words = { keeps: "Keeps", kept: "kept", what: "lines" };
const requests: Words = { keeps: "Matches", kept: "matched", what: "requests" };

function sentence(found: Relation<Witness>, { keeps, kept, what }: Words): string | undefined {
  const gained = found.onlyFirst && `${what} such as ${shown(found.onlyFirst)}`;
  const lost = found.onlySecond && `${what} such as ${shown(found.onlySecond)}`;
  switch (found.name) {
    case "equal":
      return `The same ${what} as before: only the text changes.`;
    case "wider":
      return `${keeps} everything it ${kept}, and also ${gained}.`;
    case "narrower":
      return `${keeps} less than before: no longer ${lost}.`;
    case "overlapping":
      return `${keeps} other ${what} than before: also ${gained}, but no longer ${lost}.`;
    case "disjoint":
      return `${keeps} nothing that it ${kept}: now ${gained}, but no longer ${lost}.`;
    case "unknown":
      return undefined;
  }
}

function shown(witness: Witness): string {
  if ("line" in witness) return JSON.stringify(witness.line);
  const fields = Object.entries(witness.fields).map(
    ([name, value]) => ` ${name}=${JSON.stringify(value)}`,
  );
  return `'${witness.request}${fields.join("")}'`;
}
