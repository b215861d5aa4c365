import type { Report } from "../../core/check.ts";
import { type Fix, likelyFix } from "../../core/diagnostic.ts";
import { type Edit, insert, replace } from "../../text/edit.ts";
import type { Span } from "../../text/span.ts";
import {
  endsWithPlanTest,
  enterprise,
  isEnterprise,
  isPlanTest,
  planTest,
} from "../account-level.ts";
import { actionIn, actionOf } from "../directives/directive-words.ts";
import type { Document } from "../document.ts";
import type { OperandPosition } from "../logic/groups.ts";
import { removeOperand } from "../rewrite/remove.ts";
import { hasComment } from "../rewrite/source.ts";
import { eachNode } from "../syntax/children.ts";
import type { Parsed } from "../syntax/parse.ts";
import type { Expression, Field } from "../syntax/tree.ts";
import { rewriteString } from "../values/spelling.ts";
import type { RuleCheck } from "./check.ts";

export const accountPlanTest: RuleCheck<"rule"> = {
  code: "account-plan-test",
  severity: "info",
  summary: "An account-level rule does not end with the zone plan test.",
  why: 'Rules that use zone fields are account-level and run on Enterprise zones only. The service accepts an `execute` there only when its conditions are in parentheses, followed by `and cf.zone.plan eq "ENT"`, so this is an error with that action. Rules inside a custom ruleset do not need the test.',
  on: "rule",
  run(rule, report) {
    const { parsed, text } = rule;
    if (!text.includes("cf.zone.") || parsed.form === "value") return;
    const field = accountField(rule);
    if (!field) return;
    checkPlans(rule, report);
    const directive = actionIn(parsed);
    if (directive?.value === "skip") noSkip(directive.valueSpan, field, report);
    const action = actionOf(rule);
    // Rules with other actions are inside a ruleset; the rule that executes it has the test.
    if (action !== "" && action !== "execute") return;
    if (endsWithPlanTest(parsed.root)) return;
    const { advice, fixes } = adviceFor(rule);
    const message = `'${field.name}' makes this an account-level rule. ${advice}`;
    report(field, message, action ? { fixes, severity: "error" } : { fixes });
  },
  examples: `
# @action execute
cf.zone.name eq "example.com"
^^^^^^^^^^^^ error: 'cf.zone.name' makes this an account-level rule. End it with 'and cf.zone.plan eq "ENT"'.
=>
# @action execute
(cf.zone.name eq "example.com") and cf.zone.plan eq "ENT"
---
cf.zone.name in {"example.com" "example.net"} or cf.zone.plan eq "ENT"
^^^^^^^^^^^^ info: 'cf.zone.name' makes this an account-level rule. Test the plan only at the end, with 'and cf.zone.plan eq "ENT"'.
---
cf.zone.plan eq "ENT" and cf.zone.name eq "example.com"
^^^^^^^^^^^^ info: 'cf.zone.plan' makes this an account-level rule. Move 'cf.zone.plan eq "ENT"' to the end.
=>
(cf.zone.name eq "example.com") and cf.zone.plan eq "ENT"
---
# @action skip
          ^^^^ warning: 'cf.zone.name' makes this an account-level rule, which cannot use 'skip'. Use another action.
# @skip ruleset=current
cf.zone.name eq "example.com"
---
(ssl) and cf.zone.plan eq "Enterprise"
                          ^^^^^^^^^^^^ warning: The Enterprise plan is 'ENT' in 'cf.zone.plan'. Use 'ENT'.
=>
(ssl) and cf.zone.plan eq "ENT"
---
# @action execute
(cf.zone.name eq "example.com") and cf.zone.plan eq "ENT"
`,
};

/** Reports the name of the plan, where the service expects its code. Another check reports wrong case. */
function checkPlans({ parsed, text }: Document, report: Report): void {
  eachNode(parsed.root, (node) => {
    if (node.kind !== "comparison" || node.right.kind !== "string") return;
    const { left, right } = node;
    if (left.kind !== "field" || left.name !== "cf.zone.plan") return;
    if (!isEnterprise(right.value) || right.value.length === enterprise.length) return;
    report(right, `The Enterprise plan is '${enterprise}' in 'cf.zone.plan'.`, {
      fix: likelyFix(`Use '${enterprise}'`, [
        replace(right, rewriteString(right, enterprise, text)),
      ]),
      severity: "warning",
    });
  });
}

/** The first field that is only available in account-level rules. */
function accountField({ parsed }: Document): Field | undefined {
  let found: Field | undefined;
  eachNode(parsed.root, (node) => {
    if (found || node.kind !== "field" || node.definition?.scope !== "account") return;
    found = node;
  });
  return found;
}

function noSkip(span: Span, { name }: Field, report: Report): void {
  const message = `'${name}' makes this an account-level rule, which cannot use 'skip'. Use another action.`;
  report(span, message, { severity: "warning" });
}

interface Advice {
  readonly advice: string;
  readonly fixes: readonly Fix[];
}

function adviceFor({ parsed }: Document): Advice {
  const { root, problems, text } = parsed;
  const fixable = problems.length === 0 && !hasComment(parsed, root);
  const guess = (title: string, edits: readonly Edit[]): readonly Fix[] =>
    fixable && edits.length > 0 ? [likelyFix(title, edits)] : [];
  if (!asksForPlan(root)) {
    const fixes = guess(`Add '${planTest}'`, endedWith(root, ` and ${planTest}`));
    return { advice: `End it with 'and ${planTest}'.`, fixes };
  }
  const early = earlyTest(root);
  if (early) {
    return {
      advice: `Move '${planTest}' to the end.`,
      fixes: guess("Move to the end", moveToEnd(parsed, early)),
    };
  }
  const plain = root.kind === "comparison" && root.left.kind === "field";
  const other = plain && root.operator.name === "eq" ? root.right : undefined;
  const edits =
    other?.kind === "string" ? [replace(other, rewriteString(other, enterprise, text))] : [];
  return {
    advice: `Test the plan only at the end, with 'and ${planTest}'.`,
    fixes: guess(`Use '${enterprise}'`, edits),
  };
}

function asksForPlan(root: Expression): boolean {
  let found = false;
  eachNode(root, (node) => {
    if (node.kind === "field" && node.name === "cf.zone.plan") found = true;
  });
  return found;
}

/** The plan test, if something follows it. */
function earlyTest(root: Expression): OperandPosition | undefined {
  const logical = root.kind === "group" ? root.inner : root;
  if (logical.kind !== "logical" || logical.name !== "and") return undefined;
  const index = logical.operands.findIndex(isPlanTest);
  return index === -1 ? undefined : { logical, index };
}

function moveToEnd(parsed: Parsed, { logical, index }: OperandPosition): readonly Edit[] {
  const { operands, operators } = logical;
  const [test, operator] = [operands[index], operators[0]];
  const removal = removeOperand(parsed, { logical, index });
  if (!test || !operator || removal.length === 0) return [];
  const slice = (span: Span) => parsed.text.slice(span.start, span.end);
  const end = ` ${slice(operator)} ${slice(test)}`;
  const rest = operands.filter((it) => it !== test);
  const bare = rest.length === 1 && rest[0]?.kind === "group" && parsed.root === logical;
  const around = bare ? [insert(logical.end, end)] : endedWith(parsed.root, end);
  // The parenthesis may be inserted where the test is removed, so it comes first.
  return [...around, ...removal];
}

/** Wraps the rule in parentheses and appends to it. */
function endedWith(root: Expression, end: string): Edit[] {
  if (root.kind === "group") return [insert(root.end, end)];
  return [insert(root.start, "("), insert(root.end, `)${end}`)];
}
