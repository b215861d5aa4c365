import type { Span } from "../../text/span.ts";
import type { Meaning } from "../meaning/meaning.ts";

/** A file with a rule. */
export interface SourceFile {
  /** The path that the caller uses. */
  readonly path: string;
  /** The name for messages. */
  readonly name: string;
  readonly text: string;
}

/** A rule of a set whose rules run in order. */
export interface OrderedRule extends Span {
  readonly text: string;
  readonly order: number;
  /** Undefined if the order of all rules is known, so that each runs after the rules with a lower `order`. */
  readonly isAfter?: ((earlier: OrderedRule) => boolean) | undefined;
  /** The file, if it contains only this rule. */
  readonly file?: SourceFile | undefined;
  /** Where it is, if lines do not tell: `rules[3]` in a plan. */
  readonly place?: string | undefined;
  /** Its name in the host. */
  readonly name: string | undefined;
  readonly action: string;
  /** Undefined when it is not known statically. */
  readonly isEnabled: boolean | undefined;
  /** No later rule sees the requests that this one matches. */
  readonly ends: boolean;
  /** Later rules may not see the requests that this one matches. */
  readonly mayEnd: boolean;
  /** Enabled rules with the same settings have the same effect. */
  readonly settings: string | undefined;
  readonly shape: RuleShape;
  readonly meaning: () => Meaning | undefined;
  /** The same in several versions of a document if the meaning is. */
  readonly kept?: object | undefined;
}

/** A rule that is useless because of earlier ones. */
export interface UselessRule {
  readonly kind: "unreachable" | "duplicate";
  readonly rule: OrderedRule;
  /** Several if only all of them together match everything that the rule matches. */
  readonly earlier: readonly [OrderedRule, ...OrderedRule[]];
}

/** A cheap summary of a rule's text, so that few pairs of rules need a proof. */
export interface RuleShape {
  /** A bit set of the fields. Several fields may share a bit. */
  readonly fields: number;
  /** All conditions must be true, so a rule without conditions on the same fields does not imply it. */
  readonly needsAll: boolean;
  /** If `needsAll`, the values that fields must have, as written. */
  readonly values: ReadonlyMap<string, string>;
  /** The same as one word each. */
  readonly needs: readonly string[];
  /** The contents of lists are unknown: the items in `weir.json` may be examples. */
  readonly hasList: boolean;
}

/** Deprecated fields have the same last name as the fields that replace them. */
const lastNames = /\b(?:[a-z]\w*\.)+(\w+)|\bssl\b/g;
/** Also an unclosed one, without the group, so that no part of it is searched again. */
const strings = /"(?:[^"\\]|\\.)*("|)/g;
const alternatives = /\b(?:or|xor)\b|\|\||\^\^|(?:\bnot\b|!)\s*\(/i;
/** Names are bounded, so that hostile texts take linear time. */
const equalities =
  /(\bnot\s+|!\s*)?\b([a-z]\w{0,40}(?:\.\w{1,40}){1,8})\s*(?:\beq\b|==)\s*("(?:[^"\\]|\\.)*"|[\w.:]+)/gi;

export function shapeOf(text: string): RuleShape {
  const plain = text.replace(strings, (all, end) => (end ? '""' : all));
  let fields = 0;
  for (const [whole, last] of plain.matchAll(lastNames)) fields |= 1 << hashOf(last ?? whole);
  const needsAll = !alternatives.test(plain);
  const values = new Map<string, string>();
  for (const [, not, field = "", value = ""] of needsAll ? text.matchAll(equalities) : []) {
    if (not === undefined) values.set(field, value);
  }
  const needs = Array.from(values, ([field, value]) => `${field} ${value}`);
  return { fields, needsAll, values, needs, hasList: plain.includes("$") };
}

function hashOf(name: string): number {
  let hash = 0;
  for (let i = 0; i < name.length; i++) hash = (hash * 31 + name.charCodeAt(i)) | 0;
  return (hash >>> 0) % 31;
}

type Shaped = Pick<OrderedRule, "shape">;

/** Whether one rule may match everything that the other matches, so that a proof is worth trying. */
export function mayCover(earlier: Shaped, later: Shaped): boolean {
  const { fields, needsAll, values } = earlier.shape;
  if (!needsAll) return (fields & later.shape.fields) !== 0;
  if ((fields & ~later.shape.fields) !== 0) return false;
  for (const [field, value] of values) {
    if ((later.shape.values.get(field) ?? value) !== value) return false;
  }
  return true;
}

const mostCovering = 24;

/** Rules that together may match every request before another rule. One that needs a certain value adds little, so it is left out. */
export function mayCoverAll(rules: readonly OrderedRule[]): readonly OrderedRule[] {
  const open = rules
    .slice(0, -1)
    .filter(
      ({ isEnabled, ends, shape }) =>
        isEnabled === true && ends && !shape.hasList && shape.values.size === 0,
    );
  let fields = 0;
  const isWorthAProof = open.some(({ shape }) => {
    const isShared = !shape.needsAll || (fields & shape.fields) !== 0;
    fields |= shape.fields;
    return isShared;
  });
  return isWorthAProof ? open.slice(0, mostCovering) : [];
}

/** Whether a rule with a lower `order` is known to run earlier. */
export function isBefore(earlier: OrderedRule, later: OrderedRule): boolean {
  return later.isAfter === undefined || later.isAfter(earlier);
}

type Effect = Pick<OrderedRule, "settings">;

export function doSame(earlier: Effect, later: Effect): boolean {
  return earlier.settings !== undefined && earlier.settings === later.settings;
}
