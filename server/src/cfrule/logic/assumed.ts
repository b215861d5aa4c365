import { impossibleIn } from "../../core/logic/confirmed.ts";
import type { Claim } from "../../core/logic/questions.ts";
import { Budget } from "../../core/solver/budget.ts";
import { and, type Formula, not } from "../../core/solver/formula.ts";
import { solve } from "../../core/solver/solve.ts";
import { anyElements, FormulaBuilder } from "./formula/formula.ts";
import { factsAbout } from "./formula/terms.ts";
import { opaqueAtom } from "./formula/variables.ts";
import { conditionKey } from "./operand.ts";
import type { RuleFinding, RulePart } from "./part.ts";

/** The limit per finding: several times the limit of the question that found it. */
const proofWork = 30_000;

/**
 * Marks what follows only from what the service documents, such as the range of a score. The engine can hold any value of the
 * type, so a fix that relies on it is only offered.
 */
export function withAssumed(
  findings: readonly RuleFinding[],
  root: RulePart,
  text: string,
): readonly RuleFinding[] {
  return findings.map((finding) => {
    if (finding.kind === "clash" || finding.kind === "canceled") return finding;
    // Parts inside of a quantifier are about an element.
    const isProved = [undefined, anyElements].some((elements) => {
      const builder = new FormulaBuilder(text, { elements });
      return impossibleClaims(finding, root, builder).every((claims) => {
        const whole = and(...claims, ...factsAbout(builder.terms));
        return solve(whole, new Budget(proofWork)).kind === "impossible";
      });
    });
    return isProved ? finding : { ...finding, isAssumed: true };
  });
}

function impossibleClaims(
  finding: Exclude<RuleFinding, { readonly kind: "clash" | "canceled" }>,
  root: RulePart,
  builder: FormulaBuilder,
): readonly (readonly Formula[])[] {
  const meaning = ({ part, isTrue }: Claim<RulePart>): Formula => {
    const formula = formulaOf(part, builder);
    return isTrue ? formula : not(formula);
  };
  if (finding.kind !== "value")
    return impossibleIn(finding, root).map((claims) => claims.map(meaning));
  const { part, value, by } = finding;
  return [[...by.map(meaning), builder.listed(part.node.bare, value.index)]];
}

function formulaOf(part: RulePart, builder: FormulaBuilder): Formula {
  const { logical, parts, node } = part;
  if (logical) return { kind: logical, parts: parts.map((it) => formulaOf(it, builder)) };
  const { bare, isDenied } = node;
  const formula = part.isKnown
    ? builder.expression(bare)
    : opaqueAtom(conditionKey(bare, builder.text));
  return isDenied ? not(formula) : formula;
}
