import type { Report } from "../../core/check.ts";
import type { Fix } from "../../core/diagnostic.ts";
import { insert, replace } from "../../text/edit.ts";
import type { Span } from "../../text/span.ts";
import { endsWithPlanTest, enterprise, isEnterprise, planTest } from "../account-level.ts";
import { actionIn } from "../directive-words.ts";
import type { Document } from "../document.ts";
import { hasComment } from "../rewrite/source.ts";
import { respelt } from "../spelling.ts";
import { eachNode, type Field } from "../syntax/tree.ts";
import type { RuleCheck } from "./check.ts";

export const accountPlanTest: RuleCheck<"rule"> = {
  code: "account-plan-test",
  severity: "info",
  summary: "The rule of an account does not end with the test of the zone's plan.",
  why: 'Rules that ask for the zone belong to an account, and act on Enterprise zones only. The service takes an `execute` there only when its conditions stand in parentheses before `and cf.zone.plan eq "ENT"`, so that it is an error with that action. A rule inside a custom rule set needs no such test.',
  on: "rule",
  run(rule, report) {
    const { parsed, text } = rule;
    if (!text.includes("cf.zone.") || parsed.form === "value") return;
    const field = accountField(rule);
    if (!field) return;
    lookAtPlans(rule, report);
    const action = actionIn(parsed);
    if (action?.value === "skip") noSkip(action.valueSpan, field, report);
    // What another action does stands inside a rule set, which is tested where it is run.
    if (action && action.value !== "execute") return;
    if (endsWithPlanTest(parsed.root)) return;
    const message = `'${field.name}' makes this a rule of an account, which ends with 'and ${planTest}'. Add it.`;
    const fixes = fixesFor(rule);
    report(field, message, action ? { fixes, severity: "error" } : { fixes });
  },
  examples: [
    {
      text: `
# @action execute
cf.zone.name eq "example.com"
^^^^^^^^^^^^ error: 'cf.zone.name' makes this a rule of an account, which ends with 'and cf.zone.plan eq "ENT"'. Add it.
`,
      fixed: `
# @action execute
(cf.zone.name eq "example.com") and cf.zone.plan eq "ENT"
`,
    },
    {
      text: `
cf.zone.name in {"example.com" "example.net"} or cf.zone.plan eq "ENT"
^^^^^^^^^^^^ info: 'cf.zone.name' makes this a rule of an account, which ends with 'and cf.zone.plan eq "ENT"'. Add it.
`,
    },
    {
      text: `
# @action skip
          ^^^^ warning: 'cf.zone.name' makes this a rule of an account, and those cannot skip. Use another action.
# @skip ruleset=current
cf.zone.name eq "example.com"
`,
    },
    {
      text: `
(ssl) and cf.zone.plan eq "Enterprise"
                          ^^^^^^^^^^^^ warning: 'cf.zone.plan' has the Enterprise plan as 'ENT'. Write 'ENT'.
`,
      fixed: `
(ssl) and cf.zone.plan eq "ENT"
`,
    },
    {
      text: `
# @action execute
(cf.zone.name eq "example.com") and cf.zone.plan eq "ENT"
`,
    },
  ],
};

/** The plan has a code here, and no name. Of its letter case another check speaks. */
function lookAtPlans({ parsed, text }: Document, report: Report): void {
  eachNode(parsed.root, (node) => {
    if (node.kind !== "comparison" || node.right.kind !== "string") return;
    const { left, right } = node;
    if (left.kind !== "field" || left.name !== "cf.zone.plan") return;
    if (!isEnterprise(right.value) || right.value.length === enterprise.length) return;
    report(
      right,
      `'cf.zone.plan' has the Enterprise plan as '${enterprise}'. Write '${enterprise}'.`,
      {
        fixes: [
          {
            title: `Write '${enterprise}'`,
            edits: [replace(right, respelt(right, enterprise, text))],
          },
        ],
        severity: "warning",
      },
    );
  });
}

/** The first field that only the rules of an account have. */
function accountField({ parsed, scheme }: Document): Field | undefined {
  let found: Field | undefined;
  eachNode(parsed.root, (node) => {
    if (found || node.kind !== "field" || scheme.field(node.name)?.scope !== "account") return;
    found = node;
  });
  return found;
}

function noSkip(span: Span, { name }: Field, report: Report): void {
  const message = `'${name}' makes this a rule of an account, and those cannot skip. Use another action.`;
  report(span, message, { severity: "warning" });
}

function fixesFor({ parsed }: Document): readonly Fix[] {
  const { root, problems } = parsed;
  if (problems.length > 0 || hasComment(parsed, root)) return [];
  const [open, close] = root.kind === "group" ? ["", ""] : ["(", ")"];
  const edits = [insert(root.start, open), insert(root.end, `${close} and ${planTest}`)];
  return [{ title: `Add '${planTest}'`, edits, guess: true }];
}
