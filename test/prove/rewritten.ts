import { cfrule } from "../../server/src/cfrule/language.ts";
import { compareMeanings } from "../../server/src/core/meaning/meaning.ts";
import { type AnyLanguage, defaultContext } from "../../server/src/languages.ts";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import type { Random } from "../conformance/random.ts";
import type { ChangeKind } from "./changes.ts";
import { filterTree, writeFilter } from "./filter-texts.ts";
import { ruleTree, writeRule } from "./rule-texts.ts";
import type { Tree } from "./trees.ts";

/** Texts compared with another way to write them, which must be equal: other orders, repetitions, and for rules negations. */

export function rewritten(tree: Tree, random: Random, hasNot: boolean): Tree {
  const turned = hasNot && random.chance(0.2) ? opposite(opposite(tree)) : tree;
  if (turned.kind === "leaf") return turned;
  if (turned.kind === "not") return { kind: "not", part: rewritten(turned.part, random, hasNot) };
  const parts = turned.parts.map((it) => rewritten(it, random, hasNot));
  if (random.chance(0.5)) parts.reverse();
  const [first] = parts;
  if (turned.kind === "xor" || !first) return { kind: turned.kind, parts };
  if (random.chance(0.2)) parts.push(first);
  const whole: Tree = { kind: turned.kind, parts };
  return hasNot && random.chance(0.3) ? { kind: "not", part: deMorgan(whole) } : whole;
}

function opposite(part: Tree): Tree {
  return { kind: "not", part };
}

function deMorgan(tree: Tree): Tree {
  if (tree.kind === "not") return tree.part;
  if (tree.kind === "leaf" || tree.kind === "xor") return opposite(tree);
  return { kind: tree.kind === "and" ? "or" : "and", parts: tree.parts.map(deMorgan) };
}

function comparing(
  name: string,
  language: AnyLanguage,
  tree: (random: Random) => Tree,
  write: (tree: Tree, random: Random) => string,
): ChangeKind {
  return {
    name,
    run(random) {
      const made = tree(random);
      const other = rewritten(made, random, language === cfrule);
      const texts = [made, other].map((it) => write(it, random));
      const [a, b] = texts.map((it) => language.analyze(it, defaultContext).meaning?.());
      const relation = a && b ? compareMeanings(a, b).name : "refused";
      const isUnknown = relation === "unknown";
      const wrong = relation === "equal" || isUnknown ? undefined : relation;
      return { text: texts.join("\n  "), isChanged: true, isUnknown, wrong };
    },
  };
}

export const rewrittenKinds: readonly ChangeKind[] = [
  comparing("rewritten-filters", lpfilter, filterTree, writeFilter),
  comparing("rewritten-rules", cfrule, ruleTree, writeRule),
];
