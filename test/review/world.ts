import {
  type Configuration,
  type ConfiguredRule,
  type ConfiguredRuleset,
  emptyConfiguration,
  type PartObject,
  UnknownPart,
} from "../../server/src/core/configuration/model.ts";

/** A small world of requests, all of which can be tried. The last value of each field is in no rule. */
export const fields = {
  "http.host": ["a.example", "b.example", "c.example"],
  "ip.src.country": ["DE", "FR", "US"],
  "http.request.method": ["GET", "POST", "PUT"],
} as const;

export type Field = keyof typeof fields;
export type WorldRequest = Readonly<Record<Field, string>>;

export const requests: readonly WorldRequest[] = fields["http.host"].flatMap((host) =>
  fields["ip.src.country"].flatMap((country) =>
    fields["http.request.method"].map((method) => ({
      "http.host": host,
      "ip.src.country": country,
      "http.request.method": method,
    })),
  ),
);

/** Whether a condition that is not known is true. */
export type Hidden = (name: string, of: string) => boolean;

/** An expression, and what it means here. */
export interface Test {
  readonly text: string;
  readonly holds: (request: WorldRequest, hidden?: Hidden) => boolean;
  /** A part of it is filled in later. */
  readonly hasHoles?: boolean;
  /** Nothing of it is known, but why. */
  readonly source?: string;
}

/** Numbers from 0 to less than 1 that depend on the seed only. */
export function randomOf(seed: number): () => number {
  let state = (seed * 2654435761) >>> 0 || 1;
  return () => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    state >>>= 0;
    return state / 2 ** 32;
  };
}

export class World {
  constructor(readonly random: () => number) {}

  one<Item>(items: readonly Item[]): Item {
    return items[Math.floor(this.random() * items.length)] as Item;
  }

  test(depth = 2): Test {
    const kind = depth === 0 ? 0 : this.random();
    if (kind < 0.45) return this.comparison();
    if (kind < 0.6) {
      const { text, hasHoles = false, holds } = this.test(depth - 1);
      return { text: `not (${text})`, hasHoles, holds: (...it) => !holds(...it) };
    }
    const [a, b] = [this.test(depth - 1), this.test(depth - 1)];
    const hasHoles = a.hasHoles === true || b.hasHoles === true;
    return kind < 0.8
      ? {
          text: `(${a.text}) and (${b.text})`,
          hasHoles,
          holds: (...it) => a.holds(...it) && b.holds(...it),
        }
      : {
          text: `(${a.text}) or (${b.text})`,
          hasHoles,
          holds: (...it) => a.holds(...it) || b.holds(...it),
        };
  }

  protected comparison(): Test {
    const field = this.one(Object.keys(fields) as Field[]);
    const values = fields[field].slice(0, -1);
    const value = this.one(values);
    const kind = this.random();
    if (kind < 0.6) return { text: `${field} eq "${value}"`, holds: (it) => it[field] === value };
    if (kind < 0.8)
      return {
        text: `${field} in {${values.map((it) => `"${it}"`).join(" ")}}`,
        holds: (it) => values.some((one) => one === it[field]),
      };
    return { text: `not ${field} eq "${value}"`, holds: (it) => it[field] !== value };
  }
}

/** The effect of a rule, and the text of its outcome. */
export interface Act {
  readonly action: string;
  readonly parameters?: PartObject;
  readonly ends?: string;
  readonly skips?: readonly string[];
  readonly sets?: readonly (readonly [setting: string, value: string])[];
}

export interface WorldRule {
  readonly ref: string | undefined;
  readonly test: Test;
  readonly act: Act;
  readonly enabled: boolean;
}

export function configurationOf(
  phase: string,
  rules: readonly WorldRule[],
  more: readonly ConfiguredRuleset[] = [],
): Configuration {
  const ruleset: ConfiguredRuleset = {
    level: "zone",
    phase,
    kind: "zone",
    rules: rules.map(configured),
  };
  return { ...emptyConfiguration, rulesets: [ruleset, ...more] };
}

export function configured({ ref, test, act, enabled }: WorldRule): ConfiguredRule {
  return {
    ref,
    action: act.action,
    parameters: act.parameters ?? {},
    expression:
      test.source === undefined
        ? { text: test.text, hasHoles: test.hasHoles === true }
        : new UnknownPart(test.source),
    enabled,
  };
}
