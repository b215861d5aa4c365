import { type Difference, meaningChange } from "../core/meaning/difference.ts";
import type { Meaning, Witness } from "../core/meaning/meaning.ts";
import type { Relation, RelationName } from "../core/meaning/relation.ts";
import { defaultContext, languageFor } from "../languages.ts";
import { cutTo } from "../text/shorten.ts";
import type { Clause } from "./clauses.ts";
import { canonical, type Noticed } from "./effects.ts";
import { differing, NoticeTexts } from "./outcome-text.ts";
import { executionOf } from "./pairs.ts";

interface Edited {
  readonly before: Clause;
  readonly after: Clause;
  readonly relation: Relation<Witness>;
  /** Says for which requests it changed. */
  readonly isLong: boolean;
  readonly work: number;
}

/** The changes in a rule, in words. */
export function changeText(edited: Edited): string {
  const { before, after, relation } = edited;
  const parts = [
    ...enabledText(before, after),
    ...(relation.name === "equal" ? [] : [matchText(edited)]),
    ...effectTexts(before, after),
  ];
  return parts.join("; ");
}

/** Of a rule whose expression cannot be read. */
export function errorText({ expression: { problem } }: Clause): string | undefined {
  return problem === undefined ? undefined : `has errors: ${problem}`;
}

function enabledText(before: Clause, after: Clause): readonly string[] {
  if (before.isEnabled === after.isEnabled) return [];
  if (after.isEnabled === undefined) return ["not known whether it is enabled"];
  return [after.isEnabled ? "enabled" : "disabled"];
}

function matchText({ before, after, relation, isLong, work }: Edited): string {
  const [was, is] = [before.expression, after.expression];
  const [first, second] = [is.meanings[0], was.meanings[0]];
  if (is.problem !== undefined) return `has errors: ${is.problem}`;
  if (was.problem !== undefined) return `had errors: ${was.problem}`;
  if (relation.name === "unknown" || !first || !second)
    return "Weir cannot tell which requests change";
  if (!isLong) return lead[relation.name];
  const read = (text: string): Meaning | undefined =>
    languageFor("rule").analyze(text, defaultContext).meaning?.();
  const { gained, lost } = meaningChange(first, second, read, work, relation);
  const also = gained && where(gained, "also");
  const less = lost && where(lost, "no longer");
  return [lead[relation.name], [also, less].filter((it) => it !== undefined).join(", ")]
    .filter((it) => it !== undefined && it !== "")
    .join(": ");
}

const lead: Readonly<Record<RelationName, string>> = {
  equal: "matches the same",
  wider: "matches more",
  narrower: "matches less",
  overlapping: "matches other requests",
  disjoint: "matches entirely other requests",
  unknown: "",
};

function where({ where: found }: Difference, word: string): string | undefined {
  if (!found) return undefined;
  const shown = found.statements.map((it) => it.shown).join(" and ");
  return `${word} ${found.form === "within" ? "some " : ""}requests where ${cutTo(shown, 160)}`;
}

function effectTexts(before: Clause, after: Clause): readonly string[] {
  const [was, is] = [noticesOf(before), noticesOf(after)];
  const gone = [...was].filter(([key]) => !is.has(key)).map(([, it]) => it);
  const fresh = [...is].filter(([key]) => !was.has(key)).map(([, it]) => it);
  if (gone.length === 0 && fresh.length === 0) return [];
  const texts = new NoticeTexts([...gone, ...fresh]);
  const shown = (all: readonly Noticed[]) =>
    all.length === 0 ? "nothing" : all.map((it) => texts.of(it)).join(", ");
  return [differing(shown(gone), shown(fresh), 80).join(" → ")];
}

function noticesOf(clause: Clause): Map<string, Noticed> {
  const { ends, marks, settings } = clause.effect;
  const all = [...(ends ? [ends] : []), ...marks, ...settings.values()];
  if (all.length > 0) return new Map(all.map((it) => [it.key, it]));
  const execution = executionOf(clause);
  const text = execution ? `executing ${execution[0]}` : String(clause.rule.action);
  const data = execution ?? [text];
  const key = canonical(data);
  return new Map([[key, { key, text, detail: text, data }]]);
}
