import type { CheckManual, Report } from "../../core/check.ts";
import { Collector, noteCrash } from "../../core/collector.ts";
import type { Diagnostic } from "../../core/diagnostic.ts";
import { suppress } from "../../core/suppress.ts";
import { pushedLength } from "../../json/format/pushed-length.ts";
import { pathAt, propertyOf } from "../../json/syntax/tree.ts";
import type { FilterContext } from "../context.ts";
import type { Document } from "../document.ts";
import { type Condition, conditionsIn, type Filter, type FilterNode } from "../syntax/filter.ts";
import { hasOddText } from "../values/compared.ts";
import { alwaysMatches } from "./always-matches.ts";
import { badAddress } from "./bad-address.ts";
import type { AnyFilterCheck, FilterCheck, Nodes, Scope } from "./check.ts";
import { deprecatedField } from "./deprecated-field.ts";
import { duplicateCondition } from "./duplicate-condition.ts";
import { duplicateProperty } from "./duplicate-property.ts";
import { duplicateValue } from "./duplicate-value.ts";
import { emptyGroup } from "./empty-group.ts";
import { escapedFilter } from "./escaped-filter.ts";
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

/** Every check of the language, in the order of the manual. A new one is added here and nowhere else. */
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

/** What is still looked at in a text too large for every check on each keystroke. */
const briefChecks = new Set([
  "json-syntax",
  "too-deep",
  "escaped-filter",
  "too-many-operators",
  "filter-too-large",
]);

/** Runs every check over one filter, in a single walk. */
export function check(doc: Document): readonly Diagnostic[] {
  const { text, filter, context, directive, datasets, fields, nameDataset } = doc;
  const collector = new Collector(context.severity, text);
  const scope: Scope = {
    text,
    filter,
    directive,
    datasets,
    fields,
    nameDataset,
    context,
    operatorCount: conditionsIn(filter.node),
    byteCount: pushedLength(filter.json),
  };
  new Walk(chosenFor(context), collector, scope).filter(filter);
  const found = collector.all();
  return suppress(text, filter.json.comments, found, (start) => conditionEnd(filter, start));
}

/** A condition is one thing, however many lines it takes. */
function conditionEnd({ json }: Filter, start: number): number {
  const object = pathAt(json.root, start).findLast((it) => it.start === start);
  const isCondition = object?.kind === "object" && propertyOf(object, "key") !== undefined;
  return isCondition ? object.end : start;
}

/** The checks by what they look at, sorted once and not for each text. */
type ChecksByKind = { readonly [Kind in keyof Nodes]: readonly FilterCheck<Kind>[] };

const every = byKind(checks);
const brief = byKind(checks.filter((it) => briefChecks.has(it.code)));

/** Disabled checks do not run. */
function chosenFor({ brief: isBrief, severity }: FilterContext): ChecksByKind {
  const off = Object.keys(severity).filter((code) => severity[code] === "off");
  if (off.length === 0) return isBrief ? brief : every;
  return byKind(
    checks.filter((it) => !off.includes(it.code) && (!isBrief || briefChecks.has(it.code))),
  );
}

function byKind(chosen: readonly AnyFilterCheck[]): ChecksByKind {
  const of = <Kind extends keyof Nodes>(kind: Kind) =>
    chosen.filter((it) => it.on === kind) as unknown as FilterCheck<Kind>[];
  return {
    filter: of("filter"),
    group: of("group"),
    condition: of("condition"),
    oddCondition: of("oddCondition"),
    oddValue: of("oddValue"),
    stray: of("stray"),
  };
}

class Walk {
  private current: CheckManual = jsonSyntax;
  /** One function for all checks: most texts have nothing to report, and should not pay for the means. */
  private readonly report: Report = (span, message, extras) =>
    this.collector.add(this.current, span, message, extras);

  constructor(
    private readonly checks: ChecksByKind,
    private readonly collector: Collector,
    private readonly scope: Scope,
  ) {}

  filter(filter: Filter): void {
    // Of a text of another kind nothing else is worth saying.
    const ofFile = this.checks.filter;
    this.run(filter.pasted ? ofFile.filter((it) => it === jsonSyntax) : ofFile, filter);
    if (this.scope.context.brief || filter.escaped) return;
    if (filter.node) this.visit(filter.node);
    for (const node of filter.aside) this.visit(node);
  }

  private visit(node: FilterNode): void {
    if (this.collector.full) return;
    switch (node.kind) {
      case "condition":
        if (this.isOdd(node)) this.run(this.checks.oddCondition, node);
        this.run(this.checks.condition, node);
        if (hasOddText(node)) this.run(this.checks.oddValue, node);
        return;
      case "stray":
        this.run(this.checks.stray, node);
        return;
      case "group":
        this.run(this.checks.group, node);
        for (const item of node.items) this.visit(item);
    }
  }

  private isOdd({ field, comparison, value, fits }: Condition): boolean {
    if (!field || !comparison || !value || !fits || field.deprecated || field.refused) return true;
    // A field of one dataset may be unknown in the next.
    return this.scope.datasets.length > 1;
  }

  private run<Kind extends keyof Nodes>(
    checks: readonly FilterCheck<Kind>[],
    node: Nodes[Kind],
  ): void {
    for (const each of checks) {
      this.current = each;
      try {
        each.run(node, this.report, this.scope);
      } catch (error) {
        noteCrash(this.scope.context, each.code, error);
      }
    }
  }
}
