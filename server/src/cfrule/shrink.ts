import { nearLimit } from "../core/context.ts";
import type { Meaning } from "../core/meaning/meaning.ts";
import { type FormulaWithFacts, Parts } from "../core/shrink/proof.ts";
import { shortestProved, shrink, type Version } from "../core/shrink/shrink.ts";
import type { NotShrunk, Shrinking } from "../core/shrink/size.ts";
import type { Formula } from "../core/solver/formula.ts";
import { difference } from "../text/edit.ts";
import { hasHole } from "../text/hole.ts";
import { countCodePoints } from "../text/width.ts";
import { maxCharacters } from "./catalog/limits.ts";
import type { Document } from "./document.ts";
import { formulaOf } from "./logic/formula/formula.ts";
import type { Term } from "./logic/formula/term.ts";
import { factsAbout } from "./logic/formula/terms.ts";
import { keyOf } from "./logic/operand.ts";
import { lastSteps, stepsOf } from "./shrink/steps.ts";
import type { Parsed } from "./syntax/parse.ts";
import { pushedText } from "./syntax/print.ts";
import type { Expression } from "./syntax/tree.ts";

/** The shortest equivalent rule that was found; empty for a value expression. `read` parses another version of it. */
export function shrinkRule(
  doc: Document,
  read: (text: string) => Parsed,
  meaningOf: (doc: Document) => Meaning | undefined,
): readonly (Shrinking | NotShrunk)[] {
  const { text, root, form } = doc.parsed;
  if (form === "value") return [];
  const { start, end } = root;
  const meanings = new Meanings();
  const shrinkBy = (before: string, steps: typeof stepsOf) =>
    shrink(before, (it) => versionOf(read(it), meanings, steps));
  const versions = hasHole(text) ? [] : (shrinkBy(text, stepsOf) ?? []);
  const last = versions[versions.length - 1];
  const isLong = (last?.size.characters ?? 0) >= maxCharacters * nearLimit;
  const shorter = (last && isLong && shrinkBy(last.text, lastSteps)) || [];
  const found = shortestProved([...versions, ...shorter.slice(1)], (it) =>
    meaningOf({ ...doc, parsed: read(it) }),
  );
  if (!found || !versions[0]) return [{ start, end, error }];
  const limits = { characters: maxCharacters };
  const sizes = { before: versions[0].size, after: found.size, limits };
  const edits = difference(text, found.text);
  const { isUnproved, isCutShort } = found;
  return [{ start, end, ...sizes, edits, isUnproved, isCutShort }];
}

const error = "Cannot be shortened: the rule has errors, or parts that Weir cannot know.";

function versionOf(parsed: Parsed, meanings: Meanings, steps: typeof stepsOf): Version | undefined {
  if (parsed.problems.length > 0 || parsed.form === "value") return undefined;
  const characters = countCodePoints(pushedText(parsed));
  return {
    ...meanings.of(parsed),
    size: { characters },
    steps: () => steps(parsed),
  };
}

/** The meanings of the versions of a rule, which share most parts. */
class Meanings {
  private readonly parts = new Parts();
  private readonly terms = new Map<Formula, readonly Term[]>();
  private facts: readonly Formula[] = [];

  of({ root, text }: Parsed): FormulaWithFacts {
    const known = this.terms.size;
    const formula = this.formulaOf(root, text);
    // Facts are true of every request, so the facts of other versions can be kept.
    if (this.terms.size > known) this.facts = factsAbout([...this.terms.values()].flat());
    return { formula, facts: this.facts };
  }

  private formulaOf(node: Expression, text: string): Formula {
    if (node.kind === "group") return this.formulaOf(node.inner, text);
    if (node.kind === "not") return this.parts.not(this.formulaOf(node.operand, text));
    if (node.kind === "logical") {
      const operands = node.operands.map((it) => this.formulaOf(it, text));
      return node.name === "xor" ? this.parts.xor(operands) : this.parts.group(node.name, operands);
    }
    return this.parts.condition(spellingOf(node, text), () => {
      const { formula, terms } = formulaOf(node, text);
      if (terms.length > 0) this.terms.set(formula, terms);
      return formula;
    });
  }
}

/** A key that ignores whitespace and the spelling of operators in comparisons. */
function spellingOf(node: Expression, text: string): string {
  if (node.kind !== "comparison") return text.slice(node.start, node.end);
  const { left, operator, right } = node;
  const items = right.kind === "set" ? right.items : [right];
  const values = items.map((it) => text.slice(it.start, it.end)).join(" ");
  const isSet = right.kind === "set";
  return `${keyOf(left, text)} ${operator.name} ${isSet ? `{${values}}` : values}`;
}
