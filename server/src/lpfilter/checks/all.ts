import type { Diagnostic } from "../../core/diagnostic.ts";
import { policyFindings } from "../../core/policies.ts";
import { CheckRunner, CheckSet, type ChecksByKind, respectingHoles } from "../../core/runner.ts";
import { suppress } from "../../core/suppression/suppress.ts";
import { safetyAroundHoles } from "../../json/rewrite/around-holes.ts";
import { pathAt, propertyOf } from "../../json/syntax/tree.ts";
import { type Document, filterSubject } from "../document.ts";
import { type Condition, type Filter, type FilterNode, isLoose } from "../syntax/filter.ts";
import { sizeOf } from "../syntax/size.ts";
import { hasOddText } from "../values/compared.ts";
import { alwaysMatches } from "./always-matches.ts";
import { badAddress } from "./bad-address.ts";
import type { AnyFilterCheck, Nodes, Scope } from "./check.ts";
import { deprecatedField } from "./deprecated-field.ts";
import { duplicateCondition } from "./duplicate-condition.ts";
import { duplicateProperty } from "./duplicate-property.ts";
import { duplicateValue } from "./duplicate-value.ts";
import { emptyGroup } from "./empty-group.ts";
import { escapedFilter } from "./escaped-filter.ts";
import { exampleSyntax } from "./example-syntax.ts";
import { failedExample } from "./failed-example.ts";
import { filterTooLarge } from "./filter-too-large.ts";
import { groupNotArray } from "./group-not-array.ts";
import { jobDataset } from "./job-dataset.ts";
import { jsonSyntax } from "./json-syntax.ts";
import { missingKey } from "./missing-key.ts";
import { missingOperator } from "./missing-operator.ts";
import { missingValue } from "./missing-value.ts";
import { missingWhere } from "./missing-where.ts";
import { mixedNode } from "./mixed-node.ts";
import { nearOperatorLimit } from "./near-operator-limit.ts";
import { nearSizeLimit } from "./near-size-limit.ts";
import { nestedWhere } from "./nested-where.ts";
import { neverMatches } from "./never-matches.ts";
import { notANode } from "./not-a-node.ts";
import { operatorType } from "./operator-type.ts";
import { patternValue } from "./pattern-value.ts";
import { placeholder } from "./placeholder.ts";
import { preferIn } from "./prefer-in.ts";
import { redundantCondition } from "./redundant-condition.ts";
import { redundantGroup } from "./redundant-group.ts";
import { timestampValue } from "./timestamp-value.ts";
import { tooDeep } from "./too-deep.ts";
import { tooManyOperators } from "./too-many-operators.ts";
import { unfilterableField } from "./unfilterable-field.ts";
import { unknownDataset } from "./unknown-dataset.ts";
import { unknownField } from "./unknown-field.ts";
import { unknownOperator } from "./unknown-operator.ts";
import { unknownProperty } from "./unknown-property.ts";
import { unknownValue } from "./unknown-value.ts";
import { valueCase } from "./value-case.ts";
import { valueRange } from "./value-range.ts";
import { valueShape } from "./value-shape.ts";
import { valueType } from "./value-type.ts";

/** All checks of the language, in the order of the documentation. New checks are added only here. */
export const checks: readonly AnyFilterCheck[] = [
  jsonSyntax,
  tooDeep,
  escapedFilter,
  missingWhere,
  nestedWhere,
  unknownProperty,
  duplicateProperty,
  notANode,
  mixedNode,
  missingKey,
  missingOperator,
  missingValue,
  groupNotArray,
  emptyGroup,
  unknownDataset,
  exampleSyntax,
  failedExample,
  jobDataset,
  unknownField,
  unfilterableField,
  deprecatedField,
  unknownOperator,
  operatorType,
  valueType,
  tooManyOperators,
  filterTooLarge,
  nearOperatorLimit,
  nearSizeLimit,
  unknownValue,
  valueCase,
  patternValue,
  valueShape,
  badAddress,
  valueRange,
  timestampValue,
  placeholder,
  neverMatches,
  alwaysMatches,
  duplicateCondition,
  duplicateValue,
  redundantCondition,
  redundantGroup,
  preferIn,
];

/** The checks that still run on each keystroke for a very large text. */
const briefChecks = new Set([
  "json-syntax",
  "too-deep",
  "escaped-filter",
  "too-many-operators",
  "filter-too-large",
]);

const checkSet = new CheckSet(checks, briefChecks);
/** For texts that are not a filter: other diagnostics would not help. */
const pastedChecks = new CheckSet<Nodes, Scope>([jsonSyntax], briefChecks);

/** Runs all checks on a filter in a single traversal. */
export function check(doc: Document): readonly Diagnostic[] {
  const { text, filter, context, directive, datasets, fields, nameDataset, examples } = doc;
  const scope: Scope = {
    text,
    filter,
    directive,
    datasets,
    fields,
    nameDataset,
    examples,
    context,
    size: sizeOf(filter),
  };
  const chosen = (filter.pasted ? pastedChecks : checkSet).enabledIn(context);
  const found = new Walk(chosen, scope).filter();
  const isSafe = safetyAroundHoles(filter.json, context);
  const own = isSafe ? respectingHoles(found, isSafe, checks) : found;
  const policies = policyFindings(context, "filter", () => filterSubject(doc)).diagnostics;
  const all = policies.length === 0 ? own : [...own, ...policies].sort((a, b) => a.start - b.start);
  return suppress(text, filter.json.comments, all, context, {
    endOf: (start) => conditionEnd(filter, start),
  });
}

/** A condition is one unit, even on several lines. */
function conditionEnd({ json }: Filter, start: number): number {
  const object = pathAt(json.root, start).findLast((it) => it.start === start);
  const isCondition = object?.kind === "object" && propertyOf(object, "key") !== undefined;
  return isCondition ? object.end : start;
}

/** Passes the nodes of a filter to its checks. */
class Walk {
  private readonly runner: CheckRunner<Nodes, Scope>;

  constructor(
    private readonly checks: ChecksByKind<Nodes, Scope>,
    private readonly scope: Scope,
  ) {
    this.runner = new CheckRunner(scope);
  }

  filter(): Diagnostic[] {
    const { filter, context } = this.scope;
    this.runner.run(this.checks.filter, filter);
    if (!context.brief && !filter.escaped) {
      if (filter.node) this.visit(filter.node);
      for (const node of filter.aside) this.visit(node);
    }
    return this.runner.diagnostics();
  }

  private visit(node: FilterNode): void {
    const { runner, checks } = this;
    if (runner.full) return;
    switch (node.kind) {
      case "condition":
        if (this.isOdd(node)) runner.run(checks.oddCondition, node);
        if (isLoose(node)) return;
        runner.run(checks.condition, node);
        if (hasOddText(node)) runner.run(checks.oddValue, node);
        return;
      case "stray":
        runner.run(checks.stray, node);
        return;
      case "group":
        runner.run(checks.group, node);
        for (const item of node.items) this.visit(item);
    }
  }

  private isOdd({ field, comparison, value, fits }: Condition): boolean {
    if (!field || !comparison || !value || !fits || field.deprecated || field.refused) return true;
    // A field of one dataset may be unknown in the next.
    return this.scope.datasets.length > 1;
  }
}
