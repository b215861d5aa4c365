import { type ConfiguredRule, type ListItem, UnknownPart } from "../core/configuration/model.ts";
import type { Meaning, Witness } from "../core/meaning/meaning.ts";
import { and, type Formula, not } from "../core/solver/formula.ts";
import { kept } from "../core/solver/kept.ts";
import type { RequestFields, RequestTrial } from "../core/trial.ts";
import { type FileContext, languageFor, ruleKey } from "../languages.ts";

/** When a rule matches. */
export interface Condition {
  /** Conditions with equal keys are true of the same requests, on both sides. */
  readonly key: string;
  readonly formula: Formula;
  /** Of the expressions in it. Empty if it is not known or cannot be read. */
  readonly meanings: readonly Meaning[];
  readonly matches: (witness: Asked) => boolean | undefined;
  /** The first error of the expression, which is why it cannot be read. */
  readonly problem?: string | undefined;
  /** The expressions in it, as they are tried on requests. */
  readonly trials: () => readonly ListedTrial[];
}

/** With the items of its lists, for those that translate it. */
export interface ListedTrial extends RequestTrial {
  readonly listItems: NonNullable<FileContext["listItems"]>;
}

/** An example, or a request of the logs. */
export type Asked = Witness | RequestFields;

/** The context that the conditions of one side are read with. */
export interface ConditionContext {
  readonly context: FileContext;
  /** The items of the lists that are known. */
  readonly lists: ReadonlyMap<string, readonly ListItem[]>;
  /** Different for the two sides: what is not known may not be the same on both. */
  readonly side: string;
  /** The source of a rule, which tells parts apart that are filled in later. */
  readonly sourceOf: (rule: ConfiguredRule) => string | undefined;
}

const listNumbers = new WeakMap<Map<string, Condition>, Map<string, number>>();

/** The conditions of one side, each read once. */
export class Conditions {
  private readonly known = new Map<string, Condition>();
  private patternsLeft = mostPatterns;
  private listsKey: string | undefined;

  constructor(
    private readonly from: ConditionContext,
    /** Of both sides, so that equal conditions are the same object. */
    private readonly shared: Map<string, Condition>,
  ) {}

  of(rule: ConfiguredRule): Condition {
    const { expression } = rule;
    if (expression instanceof UnknownPart) return this.unknown(expression.source, rule);
    const { text, hasHoles } = expression;
    if (hasHoles)
      return this.unknown(`${text} in ${this.from.sourceOf(rule) ?? this.from.side}`, rule);
    const known = this.known.get(text);
    if (known) return known;
    const fresh = this.read(text);
    this.known.set(text, fresh);
    return fresh;
  }

  /** A part of a rule that is not known. */
  unknown(source: string, rule: ConfiguredRule): Condition {
    const own = ofSide(source, rule, this.from.side);
    return opaque(`${own} with lists ${this.listsNumber()}`, this.shared);
  }

  /** Equal for equal items. Unknown conditions may use any list. */
  private listsNumber(): number {
    this.listsKey ??= JSON.stringify([...this.from.lists].sort(([a], [b]) => (a < b ? -1 : 1)));
    const numbers = kept(listNumbers, this.shared, () => new Map<string, number>());
    return kept(numbers, this.listsKey, () => numbers.size);
  }

  private read(text: string): Condition {
    const { lists } = this.from;
    const names = new Set(Array.from(text.matchAll(/\$([\w.]+)/g), ([, name = ""]) => name));
    const used = [...names].flatMap((name) => {
      const items = lists.get(name);
      return items?.every((it) => typeof it !== "object") ? [[name, items] as const] : [];
    });
    const context = {
      ...this.from.context,
      listItems: Object.fromEntries(used) as FileContext["listItems"],
      ruleSet: undefined,
    };
    const words = JSON.stringify([text, used]);
    if (this.shared.has(opaqueKey(words))) return opaque(words, this.shared);
    const structure = ruleKey(text, context) ?? `text ${text}`;
    const key = JSON.stringify([structure, used]);
    const known = this.shared.get(key);
    if (known) return known;
    const length = patternLength(text);
    if (length > this.patternsLeft) return opaque(words, this.shared);
    this.patternsLeft -= length;
    const analysis = languageFor("rule").analyze(text, context);
    const meaning = analysis.meaning?.();
    if (!meaning) {
      const problem = analysis.diagnostics().find((it) => it.severity === "error")?.message;
      const unread: Condition = { ...opaque(text, this.shared), problem };
      this.shared.set(unread.key, unread);
      return unread;
    }
    const { formula } = meaning;
    const matches = remembering(meaning.matches);
    let trials: readonly ListedTrial[] | undefined;
    const fresh: Condition = {
      key,
      formula,
      meanings: [meaning],
      matches,
      trials: () => (trials ??= trialsIn(text, context)),
    };
    this.shared.set(key, fresh);
    return fresh;
  }
}

/** A part that is known later may differ between the sides; others differ if what they depend on does. */
export function ofSide(source: string, { dependsOn }: ConfiguredRule, side: string): string {
  const isHidden = dependsOn === undefined && source.includes("(sensitive)");
  if (isHidden || source.includes("known after apply")) return `${source} ${side}`;
  return dependsOn === undefined ? source : `${source} by ${dependsOn}`;
}

function trialsIn(text: string, context: FileContext): readonly ListedTrial[] {
  const all = languageFor("rule").analyze(text, context).trials?.() ?? [];
  return all.flatMap(({ rule }) => (rule ? { ...rule, listItems: context.listItems ?? {} } : []));
}

/** Both sides, and each part of a question, ask about the same example. */
function remembering(matches: Condition["matches"]): Condition["matches"] {
  let last: Asked | undefined;
  let holds: boolean | undefined;
  return (witness) => {
    if (witness !== last) [last, holds] = [witness, matches(witness)];
    return holds;
  };
}

/** The characters of the regexes of a side. Each needs some kilobytes of memory when it is tried. */
const mostPatterns = 12_000;

function patternLength(text: string): number {
  const all = text.matchAll(/(?:matches|~) {0,9}r?#{0,9}"([^"]*)"/g);
  return Array.from(all, ([, pattern = ""]) => pattern.length).reduce((sum, it) => sum + it, 0);
}

function opaqueKey(words: string): string {
  return JSON.stringify(["opaque", words]);
}

/** Proofs hold whatever such a condition means. The evaluator rejects examples that depend on it. */
export function opaque(words: string, shared: Map<string, Condition>): Condition {
  const key = opaqueKey(words);
  const variable = JSON.stringify([words, "opaque", "is not known"]);
  const known: Condition = shared.get(key) ?? {
    key,
    formula: { kind: "flag", variable, isOpaque: true, usual: false },
    meanings: [],
    matches: () => undefined,
    trials: () => [],
  };
  shared.set(key, known);
  return known;
}

export const alwaysTrue: Condition = {
  key: "true",
  formula: { kind: "truth", value: true },
  meanings: [],
  matches: () => true,
  trials: () => [],
};

/** Conditions that are made of others, so that equal ones are the same object. Keys made of texts would grow with each step. */
const joined = new WeakMap<Condition, WeakMap<Condition, Condition>>();
const opposites = new WeakMap<Condition, Condition>();
let made = 0;

export function both(first: Condition, second: Condition): Condition {
  if (first === alwaysTrue) return second;
  if (second === alwaysTrue) return first;
  const seconds = kept(joined, first, () => new WeakMap<Condition, Condition>());
  return kept(seconds, second, () => ({
    key: `made ${made++}`,
    formula: and(first.formula, second.formula),
    meanings: [...new Set([...first.meanings, ...second.meanings])],
    matches: remembering((witness) => {
      const [one, other] = [first.matches(witness), second.matches(witness)];
      if (one === false || other === false) return false;
      return one && other;
    }),
    trials: () => [...first.trials(), ...second.trials()],
  }));
}

export function opposite(condition: Condition): Condition {
  const { formula, meanings, matches, trials } = condition;
  return kept(opposites, condition, () => ({
    key: `made ${made++}`,
    formula: not(formula),
    meanings,
    matches: (witness) => {
      const holds = matches(witness);
      return holds === undefined ? undefined : !holds;
    },
    trials,
  }));
}
