import { compile } from "../../server/src/cfrule/evaluation/evaluate.ts";
import { cfrule } from "../../server/src/cfrule/language.ts";
import { parse } from "../../server/src/cfrule/syntax/parse.ts";
import { fixAll } from "../../server/src/core/fix-all.ts";
import { type AnyLanguage, defaultContext } from "../../server/src/languages.ts";
import { readDocument } from "../../server/src/lpfilter/document.ts";
import { predicateOf } from "../../server/src/lpfilter/evaluation/evaluate.ts";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import { applyEdits } from "../../server/src/text/edit.ts";
import { holeCharacter } from "../../server/src/text/hole.ts";
import type { Random } from "../conformance/random.ts";
import { filterDomains, filterTree, writeFilter } from "./filter-texts.ts";
import { ruleDomains, ruleTree, writeRule } from "./rule-texts.ts";
import { fieldsIn, type Tree, worldOf } from "./trees.ts";

/** Changes that claim to keep the meaning of a text: shrinking, each safe fix, and all fixes together. */

type Sample = Readonly<Record<string, unknown>>;

/** Undefined for a text that the service refuses. */
type Evaluate = (text: string) => ((sample: Sample) => string) | undefined;

interface ProvedLanguage {
  readonly language: AnyLanguage;
  readonly tree: (random: Random) => Tree;
  readonly write: (tree: Tree, random: Random) => string;
  readonly domains: Readonly<Record<string, readonly unknown[]>>;
  readonly evaluate: Evaluate;
  /** The conditions that a hole may become. */
  readonly fills: readonly string[];
}

/** Fields for which the documentation and the engine differ, because they may be missing. */
const mayBeMissing = /headers|score/;
const twice = {
  true: "true true",
  false: "false false",
  undetermined: "undetermined undetermined",
};

const rules: ProvedLanguage = {
  language: cfrule,
  tree: ruleTree,
  write: writeRule,
  domains: ruleDomains,
  evaluate(text) {
    const { root, problems } = parse(text);
    if (problems.length > 0) return undefined;
    const holds = compile(root);
    if (!mayBeMissing.test(text)) return (sample) => twice[`${holds(sample)}`];
    const holdsInEngine = compile(root, { missing: "engine" });
    return (sample) => `${holds(sample)} ${holdsInEngine(sample)}`;
  },
  fills: [
    "ssl",
    "not ssl",
    '(ssl or http.host eq "b")',
    'ssl or http.host eq "b"',
    'http.host eq "b" and ssl',
    "ssl xor tcp.dstport eq 80",
  ],
};

const filters: ProvedLanguage = {
  language: lpfilter,
  tree: filterTree,
  write: writeFilter,
  domains: filterDomains,
  evaluate(text) {
    const { json, filter } = readDocument(text, defaultContext);
    const holds = json.errors.length === 0 ? predicateOf(filter) : undefined;
    return holds && ((line) => String(holds(line)));
  },
  fills: [
    '{"key":"ClientCountry","operator":"eq","value":"de"}',
    '{"or":[{"key":"ClientCountry","operator":"eq","value":"de"},{"key":"EdgeResponseStatus","operator":"gt","value":2}]}',
    '{"key":"ClientCountry","operator":"eq","value":"de"},{"key":"ClientCountry","operator":"!eq","value":"fr"}',
  ],
};

/** The result for one text. */
export interface ChangeResult {
  readonly text: string;
  readonly isChanged: boolean;
  /** Whether something shorter could not be proved. */
  readonly isUnknown: boolean;
  /** Undefined if the meaning was kept. */
  readonly wrong: string | undefined;
}

export interface ChangeKind {
  readonly name: string;
  readonly run: (random: Random) => ChangeResult;
  /** The maximum share of unknown results, from 0 to 1. By default, one in a hundred. */
  readonly mostUnknown?: number;
}

/** Compares texts with the one they were made of. */
function comparison(evaluate: Evaluate, before: string, world: () => readonly Sample[]) {
  const was = evaluate(before);
  let expected: readonly (readonly [Sample, string])[] | undefined;
  return (after: string): string | undefined => {
    if (!was || before === after) return undefined;
    const is = evaluate(after);
    if (!is) return `${after}\n  is refused`;
    expected ??= world().map((it) => [it, was(it)] as const);
    const different = expected.find(([sample, result]) => is(sample) !== result);
    if (!different) return undefined;
    const [sample, result] = different;
    return `${after}\n  ${result} → ${is(sample)} for ${JSON.stringify(sample)}`;
  };
}

function shrunk({ language, tree, write, domains, evaluate }: ProvedLanguage) {
  return (random: Random): ChangeResult => {
    const made = tree(random);
    const text = write(made, random);
    const analysis = language.analyze(text, defaultContext);
    const [found] = analysis.shrink?.({ start: 0, end: text.length }) ?? [];
    if (!found || "error" in found) {
      return { text, isChanged: false, isUnknown: evaluate(text) !== undefined, wrong: undefined };
    }
    const compare = comparison(evaluate, text, () => worldOf(fieldsIn(made), domains, random));
    const wrong = compare(applyEdits(text, found.edits));
    return { text, isChanged: found.edits.length > 0, isUnknown: found.isUnproved, wrong };
  };
}

function fixed({ language, tree, write, domains, evaluate }: ProvedLanguage) {
  return (random: Random): ChangeResult => {
    const made = tree(random);
    const text = write(made, random);
    const results = fixedTexts(language, text, defaultContext);
    const compare = comparison(evaluate, text, () => worldOf(fieldsIn(made), domains, random));
    const wrong = firstOf(results, compare);
    return { text, isChanged: results.length > 0, isUnknown: false, wrong };
  };
}

/** Conditions are replaced by holes. Whatever fills them, the fixed text must mean the same as the given one. */
function fixedWithHoles({ language, tree, write, domains, evaluate, fills }: ProvedLanguage) {
  return (random: Random): ChangeResult => {
    const made = tree(random);
    const hole = holeCharacter(0);
    const text = write(made, random).replace(anyLeaf(made, random), hole);
    const results = fixedTexts(language, text, { ...defaultContext, hasHoles: true });
    const fields = [...fieldsIn(made), ...fieldsOfFills].filter((it) => it in domains);
    const wrong = firstOf(results.length > 0 ? fills : [], (fill) => {
      const filled = (it: string): string => it.replaceAll(hole, () => fill);
      const world = () => worldOf(new Set(fields), domains, random);
      const compare = comparison(evaluate, filled(text), world);
      return firstOf(results, (it) => {
        const found = compare(filled(it));
        return found && `${it}\n  filled with ${fill}: ${found}`;
      });
    });
    return { text, isChanged: results.length > 0, isUnknown: false, wrong };
  };
}

const fieldsOfFills = ["ssl", "http.host", "tcp.dstport", "ClientCountry", "EdgeResponseStatus"];

function anyLeaf(tree: Tree, random: Random): string {
  if (tree.kind === "leaf") return tree.leaf.text;
  return anyLeaf(tree.kind === "not" ? tree.part : random.pick(tree.parts), random);
}

/** The text after each safe fix alone, and after all of them. */
function fixedTexts(
  language: AnyLanguage,
  text: string,
  context: typeof defaultContext,
): readonly string[] {
  const edits = language
    .analyze(text, context)
    .diagnostics()
    .flatMap(({ fixes: [fix] }) => (fix && !fix.guess ? [fix.edits] : []));
  if (edits.length === 0) return [];
  const alone = edits.map((it) => applyEdits(text, it));
  return [...new Set([...alone, fixAll(language, text, context, { style: true })])];
}

function firstOf<Item, Found>(
  items: readonly Item[],
  find: (item: Item) => Found | undefined,
): Found | undefined {
  for (const item of items) {
    const found = find(item);
    if (found !== undefined) return found;
  }
  return undefined;
}

export const changeKinds: readonly ChangeKind[] = [
  { name: "shrink-filters", run: shrunk(filters) },
  { name: "shrink-rules", run: shrunk(rules) },
  { name: "fix-filters", run: fixed(filters) },
  { name: "fix-rules", run: fixed(rules) },
  { name: "fix-filters-with-holes", run: fixedWithHoles(filters) },
  { name: "fix-rules-with-holes", run: fixedWithHoles(rules) },
];
