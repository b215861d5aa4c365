import type { RequestFields } from "../core/trial.ts";
import type { Clause } from "./clauses.ts";
import type { OutcomeTexts } from "./outcome-text.ts";
import type { Outcome, Setting, Side } from "./side.ts";
import type { OutcomeReview, RulesetReview, ValueCount } from "./types.ts";

/** Two versions of a ruleset, to be asked about requests of the logs. */
export interface RulesetSides {
  readonly before: Side;
  readonly after: Side;
  /** The rules that differ. A request that none of them matches has the same outcome on both sides. */
  readonly changed: readonly Clause[];
  readonly texts: OutcomeTexts;
  /** As the rule is called now. */
  readonly nameOf: (clause: Clause) => string;
}

interface PairCounts {
  readonly because: readonly Clause[];
  lines: number;
  /** By field, then by value. */
  readonly values: Map<string, Map<string | number | boolean, number>>;
}

/** Counts the requests of the logs whose outcomes differ. */
export class LineCounts {
  private readonly pairs = new Map<string, PairCounts>();
  private readonly missed = new Set<string>();
  private undetermined = 0;
  private readonly settings: readonly string[];

  constructor(
    private readonly sides: RulesetSides,
    /** Requests for other hosts do not arrive here. */
    private readonly zone: string | undefined,
  ) {
    const all = [...sides.before.clauses, ...sides.after.clauses];
    this.settings = [...new Set(all.flatMap((it) => [...it.effect.settings.keys()]))];
  }

  /** Several lines may be about equal requests. */
  count(request: RequestFields, lines = 1): void {
    const { before, after, changed } = this.sides;
    if (!this.isOfZone(request)) return;
    if (changed.every((it) => it.when.matches(request) === false)) return;
    const compare = (from: Decided | undefined, to: Decided | undefined) =>
      this.compare(request, lines, from, to);
    let isOpen = compare(before.outcomeOf(request), after.outcomeOf(request));
    for (const setting of this.settings) {
      const [was, is] = [before, after].map((it) => it.valueOf(setting, request));
      isOpen ||= compare(
        was && { setting, value: was.value, by: was.by },
        is && { setting, value: is.value, by: is.by },
      );
    }
    if (!isOpen) return;
    this.undetermined += lines;
    for (const { when } of [...before.clauses, ...after.clauses]) {
      if (when.matches(request) !== undefined) continue;
      for (const trial of when.trials())
        for (const it of trial.missed(request)) this.missed.add(it);
    }
  }

  /** Returns whether it is not known whether they differ. */
  private compare(
    request: RequestFields,
    lines: number,
    from: Decided | undefined,
    to: Decided | undefined,
  ): boolean {
    if (!from || !to) return true;
    const { texts } = this.sides;
    if (texts.keyOf(from) === texts.keyOf(to)) return false;
    if (isUnknown(from) || isUnknown(to)) return true;
    const key = JSON.stringify([texts.of(from), texts.of(to)]);
    const because = [...new Set([...from.by, ...to.by])];
    const pair = this.pairs.get(key) ?? { because, lines: 0, values: new Map() };
    this.pairs.set(key, pair);
    pair.lines += lines;
    const fields = new Set(because.flatMap(({ own }) => own.trials().flatMap((it) => it.fields)));
    for (const field of fields) {
      const value = request.get(field);
      if (typeof value !== "string" && typeof value !== "number" && typeof value !== "boolean")
        continue;
      const counts = pair.values.get(field) ?? new Map();
      pair.values.set(field, counts);
      if (counts.size < mostValues || counts.has(value))
        counts.set(value, (counts.get(value) ?? 0) + lines);
    }
    return false;
  }

  private isOfZone(request: RequestFields): boolean {
    const host = request.get("http.host");
    if (this.zone === undefined || !this.zone.includes(".") || typeof host !== "string")
      return true;
    const name = host.replace(/:\d+$/, "").toLowerCase();
    return name === this.zone || name.endsWith(`.${this.zone}`);
  }

  /** The review with what was counted. */
  added(review: RulesetReview): RulesetReview {
    const left = new Map(this.pairs);
    const known = review.outcomes.map((it): OutcomeReview => {
      const key = JSON.stringify([it.from, it.to]);
      const counts = left.get(key);
      left.delete(key);
      return { ...it, lines: counts?.lines ?? 0, ...(counts && { values: valuesOf(counts) }) };
    });
    const found = [...left].map(([key, counts]): OutcomeReview => {
      const [from, to] = JSON.parse(key) as [string, string];
      const because = [...new Set(counts.because.map(this.sides.nameOf))];
      const { lines } = counts;
      return { from, to, proof: "witness", lines, values: valuesOf(counts), because };
    });
    const missing = [...this.missed].sort();
    return {
      ...review,
      outcomes: [...known, ...found],
      ...(this.undetermined > 0 && { undetermined: { lines: this.undetermined, missing } }),
    };
  }
}

type Decided = (Outcome | Setting) & { readonly by: readonly Clause[] };

function isUnknown(it: Decided): boolean {
  return ("setting" in it ? it.value?.isUnknown : it.end.isUnknown) === true;
}

/** Others are not counted, so that memory does not grow with the logs. */
const mostValues = 10_000;
const mostShown = 5;

function valuesOf({ values }: PairCounts): Readonly<Record<string, readonly ValueCount[]>> {
  const all = [...values].map(([field, counts]) => {
    // Lines have no order on an engine.
    const sorted = [...counts].sort(
      ([one, a], [other, b]) => b - a || (String(one) < String(other) ? -1 : 1),
    );
    return [field, sorted.slice(0, mostShown)] as const;
  });
  return Object.fromEntries(all);
}
