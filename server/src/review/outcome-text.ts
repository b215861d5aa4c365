import type { Difference } from "./differences.ts";
import { allowed, type Mark, type Noticed } from "./effects.ts";
import type { Outcome, Setting } from "./side.ts";

/** The outcomes as texts: short ones, and longer ones where the short ones of two are the same. */
export class OutcomeTexts {
  private readonly owners = new Map<string, Set<string>>();
  private readonly texts = new Map<string, string>();

  constructor(differences: readonly Difference[]) {
    for (const { from, to } of differences)
      for (const it of [from, to]) {
        const short = textOf(it, "text");
        this.owners.set(short, (this.owners.get(short) ?? new Set()).add(this.keyOf(it)));
      }
  }

  of(outcome: Outcome | Setting): string {
    const key = this.keyOf(outcome);
    const known = this.texts.get(key);
    if (known !== undefined) return known;
    const short = textOf(outcome, "text");
    const isAlone = (this.owners.get(short)?.size ?? 0) < 2;
    const text = isAlone ? short : this.unused(textOf(outcome, "detail"));
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

type Length = keyof Pick<Noticed, "text" | "detail">;

function textOf(outcome: Outcome | Setting, length: Length): string {
  if ("setting" in outcome)
    return `effect ${outcome.value?.[length] ?? `${outcome.setting} not set`}`;
  const { end, marks } = outcome;
  if (end.key !== allowed.key) return end[length];
  const of = (kind: Mark["kind"]) =>
    marks
      .filter((it) => it.kind === kind)
      .map((it) => (kind === "skipping" ? it.text : it[length]));
  const limits = of("limit");
  const more = (["executing", "skipping", "doing"] as const).flatMap((kind) => {
    const names = of(kind);
    return names.length === 0 ? [] : [`${kind} ${names.join(", ")}`];
  });
  const first = limits.length > 0 ? `limit ${limits.join(" and ")}` : "allow";
  return [first, ...more].join(" ");
}
