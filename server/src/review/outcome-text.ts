import { isPartObject, type Part, UnknownPart } from "../core/configuration/model.ts";
import { replaceHoles } from "../text/hole.ts";
import { cutTo } from "../text/shorten.ts";
import { plainOf } from "../trace/configuration/parameters.ts";
import type { Difference } from "./differences.ts";
import { allowed, canonical, type Mark, type Noticed } from "./effects.ts";
import type { Outcome, Setting } from "./side.ts";

/** The outcomes as texts: short ones, and longer ones where the short ones of two are the same. */
export class OutcomeTexts {
  private readonly texts = new Map<string, string>();
  private readonly notices: NoticeTexts;

  constructor(differences: readonly Difference[]) {
    const all = differences.flatMap(({ from, to }) => [from, to]);
    this.notices = new NoticeTexts(all.flatMap(noticesIn));
  }

  of(outcome: Outcome | Setting): string {
    const key = this.keyOf(outcome);
    const known = this.texts.get(key);
    if (known !== undefined) return known;
    const text = this.unused(shownText(textOf(outcome, (it) => this.notices.of(it))));
    this.texts.set(key, text);
    return text;
  }

  keyOf(outcome: Outcome | Setting): string {
    return "setting" in outcome
      ? JSON.stringify([outcome.setting, outcome.value?.key])
      : `outcome ${outcome.key}`;
  }

  private unused(text: string): string {
    const taken = new Set(this.texts.values());
    for (let count = 1; ; count++) {
      const numbered = count === 1 ? text : `${text} (${count})`;
      if (!taken.has(numbered)) return numbered;
    }
  }
}

/** Of those with the same short text, each says in which of its parts it differs. */
export class NoticeTexts {
  private readonly groups = new Map<string, Map<string, Noticed>>();

  constructor(notices: readonly Noticed[]) {
    for (const it of notices) {
      const group = this.groups.get(it.text) ?? new Map<string, Noticed>();
      this.groups.set(it.text, group.set(it.key, it));
    }
  }

  of(notice: Noticed): string {
    const { text, data, key } = notice;
    const others = [...(this.groups.get(text)?.values() ?? [])].filter((it) => it.key !== key);
    const parts = new Map(
      others.flatMap((it) => differences(data as readonly Part[], it.data as readonly Part[])),
    );
    const shown = [...parts].slice(0, mostParts).map(([name, it]) => `${name}${it}`);
    return shown.length === 0 ? text : `${text} (${shown.join(", ")})`;
  }
}

const mostParts = 3;

/** The parts of the first that are others in the second, by their names. */
function differences(
  mine: Part | undefined,
  theirs: Part | undefined,
  name = "",
): readonly (readonly [name: string, text: string])[] {
  if (canonical(mine) === canonical(theirs)) return [];
  const names = [mine, theirs].flatMap((it) =>
    isPartObject(it) || Array.isArray(it) ? Object.keys(it) : [],
  );
  const isNested = [mine, theirs].every((it) => it === undefined || typeof it === "object");
  if (!isNested || names.length === 0 || [mine, theirs].some((it) => it instanceof UnknownPart))
    return [[name === "" ? "" : `${name} `, valueText(mine, theirs)]];
  const at = (it: Part | undefined, key: string) =>
    it === undefined ? undefined : (it as Readonly<Record<string, Part>>)[key];
  return [...new Set(names)].flatMap((key) =>
    differences(at(mine, key), at(theirs, key), /^\d+$/.test(key) ? name : key),
  );
}

function valueText(mine: Part | undefined, theirs: Part | undefined): string {
  if (mine === undefined) return "not set";
  const [own = "", other = ""] = [mine, theirs].map((it) =>
    it === undefined ? "" : typeof it === "string" ? it : JSON.stringify(plainOf(it)),
  );
  return differing(own, other, 60)[0];
}

/** Two different texts, cut so that they still differ. */
export function differing(from: string, to: string, most: number): readonly [string, string] {
  const cut = [cutTo(from, most), cutTo(to, most)] as const;
  if (cut[0] !== cut[1] || from === to) return cut;
  let same = 0;
  while (from[same] === to[same]) same++;
  // The start says what it is.
  const lead = Math.floor(most / 3);
  const shown = (it: string) =>
    `${it.slice(0, lead)}…${cutTo(it.slice(Math.max(lead, same - 8)), most - lead)}`;
  return [shown(from), shown(to)];
}

function noticesIn(outcome: Outcome | Setting): readonly Noticed[] {
  if ("setting" in outcome) return outcome.value ? [outcome.value] : [];
  return outcome.end.key === allowed.key ? outcome.marks : [outcome.end];
}

function textOf(outcome: Outcome | Setting, shown: (notice: Noticed) => string): string {
  if ("setting" in outcome)
    return `effect ${outcome.value ? shown(outcome.value) : `${outcome.setting} not set`}`;
  const { end, marks } = outcome;
  if (end.key !== allowed.key) return shown(end);
  const of = (kind: Mark["kind"]) => marks.filter((it) => it.kind === kind).map(shown);
  const limits = of("limit");
  const more = (["executing", "skipping", "doing"] as const).flatMap((kind) => {
    const names = of(kind);
    return names.length === 0 ? [] : [`${kind} ${names.join(", ")}`];
  });
  const first = limits.length > 0 ? `limit ${limits.join(" and ")}` : "allow";
  return [first, ...more].join(" ");
}

/** A text with expressions, in which `…` is what is filled in later. */
export function shownText(text: string): string {
  return replaceHoles(text, () => "…");
}
