import type { Witness } from "../core/meaning/meaning.ts";
import { always, and, type Formula, never, not, or } from "../core/solver/formula.ts";
import { kept } from "../core/solver/kept.ts";
import type { Clause } from "./clauses.ts";
import type { Asked } from "./conditions.ts";
import { allowed, type Mark, type Noticed } from "./effects.ts";

/** The outcome of a request in a ruleset. */
export interface Outcome {
  /** The end of the evaluation. */
  readonly end: Noticed;
  /** If it is allowed. */
  readonly marks: readonly Mark[];
  readonly key: string;
  /** The rules that it comes from. */
  readonly by: readonly Clause[];
}

/** The value of a setting. */
export interface Setting {
  readonly setting: string;
  /** Undefined if no rule sets it. */
  readonly value: Noticed | undefined;
}

export interface SettingValue {
  /** Undefined if no rule sets it. */
  readonly value: Noticed | undefined;
  readonly by: readonly Clause[];
}

/** The enabled rules of a ruleset as a function of a request. */
export class Side {
  private readonly places: ReadonlyMap<Clause, number>;
  private readonly reached: Formula[] = [];
  private readonly allowedUntil: Formula[] = [];
  private readonly isKey = new Map<string, Formula>();
  private readonly byEnds = new Map<string, Formula>();
  private readonly allMarks: ReadonlyMap<string, readonly Clause[]>;
  /** The marks that a request may get. */
  readonly marks: ReadonlyMap<string, Mark>;
  /** The possible ends of the evaluation. */
  readonly ends: ReadonlyMap<string, Noticed>;

  constructor(readonly clauses: readonly Clause[]) {
    this.places = new Map(clauses.map((it, index) => [it, index]));
    const marks = new Map<string, Clause[]>();
    for (const it of clauses)
      for (const { key } of it.effect.marks) marks.set(key, [...(marks.get(key) ?? []), it]);
    this.allMarks = marks;
    this.marks = new Map(clauses.flatMap((it) => it.effect.marks).map((it) => [it.key, it]));
    const ends = clauses.flatMap(({ effect }) => effect.ends ?? []);
    this.ends = new Map([allowed, ...ends].map((it) => [it.key, it]));
    let all: Formula = always;
    let allowing: Formula = always;
    for (const { effect, when } of clauses) {
      this.reached.push(all);
      this.allowedUntil.push(allowing);
      if (effect.ends) all = joined(all, not(when.formula));
      if (effect.ends?.key === allowed.key) allowing = joined(allowing, not(when.formula));
    }
    this.reached.push(all);
  }

  /** The rule matches, and no earlier one ended the evaluation. */
  acts(clause: Clause): Formula {
    return joined(clause.when.formula, this.reached[this.places.get(clause) ?? -1] ?? always);
  }

  /** The same of requests that are allowed: only rules that allow them have ended the evaluation. */
  actsIfAllowed(clause: Clause): Formula {
    return joined(clause.when.formula, this.allowedUntil[this.places.get(clause) ?? -1] ?? always);
  }

  /** The evaluation ends with one of these. */
  endsWith(isOne: (key: string) => boolean): Formula {
    const wanted = new Set([...this.ends.keys()].filter(isOne));
    return kept(this.byEnds, [...wanted].join("\n"), () => {
      const rows = this.clauses.flatMap(({ effect: { ends }, when }) =>
        ends ? [{ formula: when.formula, isOne: wanted.has(ends.key) }] : [],
      );
      return decided(rows.reverse(), wanted.has(allowed.key));
    });
  }

  /** The rule that ends the evaluation is one of these. Undefined if no rule does. */
  endedBy(isOne: (clause: Clause | undefined) => boolean): Formula {
    const rows = this.clauses.flatMap((it) =>
      it.effect.ends ? [{ formula: it.when.formula, isOne: isOne(it) }] : [],
    );
    return decided(rows.reverse(), isOne(undefined));
  }

  /** No rule before the first of these ended the evaluation. */
  reaches(isOne: (clause: Clause) => boolean): Formula {
    const at = this.clauses.findIndex(isOne);
    return this.reached[at === -1 ? this.clauses.length : at] ?? always;
  }

  /** Of requests that are allowed. */
  hasMark(key: string): Formula {
    return or(...(this.allMarks.get(key) ?? []).map((it) => this.actsIfAllowed(it)));
  }

  /** Of requests that are allowed: they have exactly these marks. */
  hasMarks({ marks, key }: Outcome): Formula {
    const wanted = new Set(marks.map((it) => it.key));
    const made =
      this.isKey.get(key) ??
      and(
        ...[...this.marks.keys()].map((it) =>
          wanted.has(it) ? this.hasMark(it) : not(this.hasMark(it)),
        ),
      );
    this.isKey.set(key, made);
    return made;
  }

  /** The evaluation ends with this, or this is what is set. */
  hasOutcome(it: Outcome | Setting): Formula {
    if ("setting" in it) return this.sets(it.setting, (key) => key === it.value?.key);
    const isEnd = this.endsWith((key) => key === it.end.key);
    return it.end.key === allowed.key ? and(isEnd, this.hasMarks(it)) : isEnd;
  }

  /** The last rule that sets a setting. Undefined as a key if none does. */
  sets(setting: string, isOne: (key: string | undefined) => boolean): Formula {
    const rows = this.clauses.flatMap((it) => {
      const value = it.effect.settings.get(setting);
      return value ? [{ formula: this.acts(it), isOne: isOne(value.key) }] : [];
    });
    return decided(rows, isOne(undefined));
  }

  /** No later rule that acts sets it. */
  isLast(clause: Clause, setting: string): Formula {
    const later = this.clauses.slice((this.places.get(clause) ?? 0) + 1);
    const others = later.filter((it) => it.effect.settings.has(setting));
    return not(or(...others.map((it) => this.acts(it))));
  }

  /** Undefined if the evaluator does not know. Of the conditions in `assumed`, it is assumed that they are false. */
  outcomeOf(
    witness: Asked,
    ignoresOpenMarks = false,
    assumed?: ReadonlySet<Formula>,
  ): Outcome | undefined {
    let isOpen = false;
    const marks = new Map<string, Mark>();
    const marking: Clause[] = [];
    for (const clause of this.clauses) {
      const { effect, when } = clause;
      if (!effect.ends && effect.marks.length === 0) continue;
      const matches = assumed?.has(when.formula) ? false : when.matches(witness);
      if (matches === undefined && effect.ends) return undefined;
      isOpen ||= matches === undefined;
      if (!matches) continue;
      if (effect.ends && effect.ends.key !== allowed.key)
        return { end: effect.ends, marks: [], key: effect.ends.key, by: [clause] };
      for (const it of effect.marks) marks.set(it.key, it);
      marking.push(clause);
      if (effect.ends) break;
    }
    if (isOpen && !ignoresOpenMarks) return undefined;
    return allowedWith([...marks.values()], marking);
  }

  /** The rules of which the evaluator does not know whether they match, and on which the outcome may depend. */
  openOf(witness: Witness): readonly Clause[] {
    const open: Clause[] = [];
    for (const clause of this.clauses) {
      const { effect, when } = clause;
      if (!effect.ends && effect.marks.length === 0) continue;
      const matches = when.matches(witness);
      if (matches === undefined) open.push(clause);
      if (matches && effect.ends) break;
    }
    return open;
  }

  /** Undefined if the evaluator does not know. */
  valueOf(
    setting: string,
    witness: Asked,
    assumed?: ReadonlySet<Formula>,
  ): SettingValue | undefined {
    const all = this.clauses.filter((it) => it.effect.settings.has(setting));
    for (const clause of all.reverse()) {
      const { when } = clause;
      const matches = assumed?.has(when.formula) ? false : when.matches(witness);
      if (matches === undefined) return undefined;
      if (matches) return { value: clause.effect.settings.get(setting), by: [clause] };
    }
    return { value: undefined, by: [] };
  }
}

function joined(first: Formula, second: Formula): Formula {
  if (first === always) return second;
  return second === always ? first : and(first, second);
}

export function allowedWith(marks: readonly Mark[], by: readonly Clause[]): Outcome {
  const sorted = marks.toSorted((a, b) => (a.key < b.key ? -1 : 1));
  const key = JSON.stringify([allowed.key, ...sorted.map((it) => it.key)]);
  return { end: allowed, marks: sorted, key, by };
}

interface Row {
  readonly formula: Formula;
  readonly isOne: boolean;
}

/** The last row whose formula is true decides. Consecutive rows with the same result are one group. */
function decided(rows: readonly Row[], otherwise: boolean): Formula {
  let result = otherwise ? always : never;
  let at = 0;
  while (at < rows.length) {
    const isOne = rows[at]?.isOne;
    const group: Formula[] = [];
    for (; at < rows.length && rows[at]?.isOne === isOne; at++)
      group.push((rows[at] as Row).formula);
    result = isOne ? or(...group, result) : and(...group.map(not), result);
  }
  return result;
}
