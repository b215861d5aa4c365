import { cachedByTree } from "./cache.ts";
import type { Literal, RegexNode } from "./syntax/tree.ts";
import { sequenceOf } from "./syntax/walk.ts";
import { canBeEmpty } from "./widths.ts";

/** A regex that is equivalent to a plain comparison with one or a few strings. */
export interface LiteralForm {
  readonly form: "exact" | "prefix" | "suffix" | "contains";
  /** In text order, without duplicates. */
  readonly values: readonly string[];
  /** ASCII letters of either case match. */
  readonly ignoreCase: boolean;
}

/** Regexes with more strings are not converted. */
const maxValues = 64;

/** `^/login$`, `^/(a|b)/`, `example\.com`, `^a$|^b$`. Undefined for anything more complex. */
export const literalForm = cachedByTree((root) => formOf(root, false));

/** The same for texts without line breaks, where `^.*` and `.*$` have no effect. */
export const literalFormOfLine = cachedByTree((root) => formOf(root, true));

function formOf(root: RegexNode, isLine: boolean): LiteralForm | undefined {
  const branches = root.kind === "alternation" ? root.branches : [root];
  if (branches.length > maxValues) return undefined;
  const forms = branches.map((it) => branchForm(it, isLine));
  const [first] = forms;
  if (!first) return undefined;
  const cases = new Set<boolean>();
  for (const it of forms) {
    if (it?.form !== first.form) return undefined;
    if (it.ignoreCase !== undefined) cases.add(it.ignoreCase);
  }
  const values = [...new Set(forms.flatMap((it) => it?.values ?? []))];
  if (cases.size > 1 || values.length > maxValues) return undefined;
  return { form: first.form, values, ignoreCase: cases.has(true) };
}

interface BranchForm extends Omit<LiteralForm, "ignoreCase"> {
  /** Undefined if there are no letters. */
  readonly ignoreCase: boolean | undefined;
}

function branchForm(branch: RegexNode, isLine: boolean): BranchForm | undefined {
  const items = sequenceOf(branch);
  let fromStart = isPlace(items[0], ["line-start", "text-start"]);
  if (fromStart) items.shift();
  if (isLine && isAnything(items[0])) fromStart = false;
  let toEnd = isPlace(items[items.length - 1], ["line-end", "text-end"]);
  if (toEnd) items.pop();
  if (isLine && isAnything(items[items.length - 1])) toEnd = false;
  // Without an anchor, an optional item at the edge has no effect.
  while (!fromStart && isOptional(items[0])) items.shift();
  while (!toEnd && isOptional(items[items.length - 1])) items.pop();
  const texts = textsOf(items);
  if (!texts || (texts.values.includes("") && !(fromStart && toEnd))) return undefined;
  const form = fromStart ? (toEnd ? "exact" : "prefix") : toEnd ? "suffix" : "contains";
  return { form, ...texts };
}

function isOptional(node: RegexNode | undefined): boolean {
  return node?.kind === "repetition" && canBeEmpty(node);
}

function isAnything(node: RegexNode | undefined): boolean {
  if (node?.kind !== "repetition" || node.child.kind !== "dot") return false;
  return node.min === 0 && node.max === Number.POSITIVE_INFINITY;
}

function isPlace(node: RegexNode | undefined, places: readonly string[]): boolean {
  return node?.kind === "assertion" && places.includes(node.place) && !node.flags.multiLine;
}

type Texts = Pick<BranchForm, "values" | "ignoreCase">;

/** All strings that the items match. Alternatives multiply them. */
function textsOf(items: readonly RegexNode[]): Texts | undefined {
  let values: string[] = [""];
  let ignoreCase: boolean | undefined;
  for (const item of items) {
    const next = item.kind === "alternation" ? alternatives(item.branches) : literalText(item);
    if (!next || values.length * next.values.length > maxValues) return undefined;
    if (next.ignoreCase !== undefined) {
      if (ignoreCase !== undefined && ignoreCase !== next.ignoreCase) return undefined;
      ignoreCase = next.ignoreCase;
    }
    values = values.flatMap((value) => next.values.map((it) => value + it));
  }
  return { values, ignoreCase };
}

function alternatives(branches: readonly RegexNode[]): Texts | undefined {
  if (branches.length > maxValues) return undefined;
  const texts = branches.map((it) => textsOf(sequenceOf(it)));
  const cases = new Set(texts.map((it) => it?.ignoreCase).filter((it) => it !== undefined));
  if (texts.includes(undefined) || cases.size > 1) return undefined;
  return { values: texts.flatMap((it) => it?.values ?? []), ignoreCase: [...cases][0] };
}

function literalText(node: RegexNode): Texts | undefined {
  if (node.kind !== "literal" || node.isByte) return undefined;
  const value = String.fromCodePoint(node.code);
  if (!isLetter(node)) return { values: [value], ignoreCase: undefined };
  // With Unicode 'k' also matches the Kelvin sign, unlike string comparisons.
  if (node.flags.ignoreCase && node.flags.unicode) return undefined;
  return { values: [value], ignoreCase: node.flags.ignoreCase };
}

function isLetter({ code, flags }: Literal): boolean {
  return /[A-Za-z]/.test(String.fromCodePoint(code)) || (flags.unicode && code >= 0x80);
}
