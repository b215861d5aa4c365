import type { AnyCheck, Check } from "../../core/check.ts";
import type { Document } from "../document.ts";
import type { ProblemCode } from "../syntax/problems.ts";
import type * as tree from "../syntax/tree.ts";

/** The nodes that a check can run on. */
export interface Nodes {
  /** Once per file. */
  rule: Document;
  /** Once per file that has comments. Directives and examples are comments. */
  comments: Document;
  /** Once per file that has valid regexes. */
  regexes: Document;
  logical: tree.Logical;
  not: tree.Not;
  group: tree.Group;
  quantifier: tree.Quantifier;
  comparison: tree.Comparison;
  constant: tree.Constant;
  field: tree.Field;
  call: tree.Call;
  indexed: tree.Indexed;
  index: tree.Index;
  set: tree.SetLiteral;
  list: tree.ListReference;
}

/** The input of a check besides its node. */
export interface Scope extends Document {
  /** The ancestors of the node, from the root down. */
  readonly above: readonly tree.Node[];
}

export type RuleCheck<Kind extends keyof Nodes> = Check<Nodes, Kind, Scope>;
/** A check that reports what the parser found and worded. The engine rejects each of these. */
export type ParserProblem = Pick<RuleCheck<"rule">, "summary" | "why" | "examples"> & {
  readonly code: ProblemCode;
};

export type AnyRuleCheck = AnyCheck<Nodes, Scope>;
