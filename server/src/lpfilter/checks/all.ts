import type { Report } from "../../core/check.ts";
import type { Context } from "../../core/context.ts";
import type { Diagnostic } from "../../core/diagnostic.ts";
import { Findings } from "../../core/findings.ts";
import { silence } from "../../core/silence.ts";
import type { Field } from "../catalogue/dataset.ts";
import type { Filter, FilterNode } from "../filter.ts";
import type { AnyFilterCheck, FilterCheck, Nodes, Scope } from "./check.ts";
import { jsonSyntax } from "./json-syntax.ts";
import { missingWhere } from "./missing-where.ts";
import { unknownField } from "./unknown-field.ts";

/** Every check of the language, in the order of the manual. A new one is added here and nowhere else. */
export const checks: readonly AnyFilterCheck[] = [jsonSyntax, missingWhere, unknownField];

/** What is still looked at in a text too large for every check on each keystroke. */
const briefChecks = new Set(["json-syntax", "too-many-operators", "filter-too-large"]);

/** Runs every check over one filter, in a single walk. */
export function check(
  filter: Filter,
  about: {
    readonly context: Context;
    readonly datasets: readonly string[];
    readonly fields: ReadonlyMap<string, Field>;
  },
): readonly Diagnostic[] {
  const { context } = about;
  const findings = new Findings(context.severity);
  const scope: Scope = {
    text: filter.json.text,
    filter,
    datasets: about.datasets,
    fields: about.fields,
    context,
    operatorCount: countConditions(filter.node),
  };
  const chosen = context.brief ? checks.filter((it) => briefChecks.has(it.code)) : checks;
  for (const [each, report] of running("filter", chosen, findings)) each.run(filter, report, scope);
  const walk = new Walk(chosen, findings, scope);
  if (filter.node) walk.visit(filter.node);
  return silence(scope.text, filter.json.comments, findings.all());
}

/** The conditions of a filter are its operators; groups cost nothing. */
export function countConditions(node: FilterNode | undefined): number {
  if (!node || node.kind === "stray") return 0;
  if (node.kind === "condition") return 1;
  let count = 0;
  for (const item of node.items) count += countConditions(item);
  return count;
}

class Walk {
  private readonly onGroup;
  private readonly onCondition;
  private readonly onStray;

  constructor(
    chosen: readonly AnyFilterCheck[],
    private readonly findings: Findings,
    private readonly scope: Scope,
  ) {
    this.onGroup = running("group", chosen, findings);
    this.onCondition = running("condition", chosen, findings);
    this.onStray = running("stray", chosen, findings);
  }

  visit(node: FilterNode): void {
    if (this.findings.full) return;
    switch (node.kind) {
      case "condition":
        for (const [each, report] of this.onCondition) each.run(node, report, this.scope);
        return;
      case "stray":
        for (const [each, report] of this.onStray) each.run(node, report, this.scope);
        return;
      case "group":
        for (const [each, report] of this.onGroup) each.run(node, report, this.scope);
        for (const item of node.items) this.visit(item);
    }
  }
}

/** The checks of one kind of node that the workspace has not switched off. */
function running<Kind extends keyof Nodes>(
  kind: Kind,
  chosen: readonly AnyFilterCheck[],
  findings: Findings,
): [FilterCheck<Kind>, Report][] {
  const pairs: [FilterCheck<Kind>, Report][] = [];
  for (const each of chosen) {
    if (each.on !== kind) continue;
    const report = findings.reporter(each);
    if (report) pairs.push([each as unknown as FilterCheck<Kind>, report]);
  }
  return pairs;
}
