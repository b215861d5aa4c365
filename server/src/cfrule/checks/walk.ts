import type { CheckManual, Report } from "../../core/check.ts";
import { type Collector, noteCrash } from "../../core/collector.ts";
import type { Document } from "../document.ts";
import { eachChild } from "../syntax/children.ts";
import { eachSurePart } from "../syntax/recovery/recovered.ts";
import type { Node } from "../syntax/tree.ts";
import type { Nodes, RuleCheck, Scope } from "./check.ts";

/** Nodes without children that checks run on. */
type Bare = Extract<
  Node,
  { kind: "operator" | "string" | "integer" | "address" | "network" | "field" | "set" }
>;

export type ChecksByKind = { readonly [Kind in keyof Nodes]?: readonly RuleCheck<Kind>[] };

/** Runs the checks over a rule. */
export class Walk {
  private current: CheckManual | undefined;
  private readonly above: Node[] = [];
  private readonly scope: Scope;
  /** One function for all checks, so that texts without diagnostics allocate none. */
  private readonly report: Report = (span, message, extras) =>
    this.current && this.collector.reporter(this.current)?.(span, message, extras);

  constructor(
    private readonly checks: ChecksByKind,
    private readonly collector: Collector,
    private readonly document: Document,
  ) {
    const { text, parsed, context, scheme, pushed, length, plan, phase } = document;
    const { above } = this;
    this.scope = { text, parsed, context, scheme, pushed, length, plan, phase, above };
  }

  rule(): void {
    this.run(this.checks.rule, this.document);
    if (!this.document.context.brief) this.visit(this.document.parsed.root);
  }

  /** Recursion is safe: the parser bounds the depth. Most common kinds first. */
  private visit(node: Node): void {
    switch (node.kind) {
      // No check runs on operators and values, which are most nodes.
      case "operator":
      case "string":
      case "integer":
      case "address":
      case "network":
        return;
      case "field":
        this.run(this.checks.field, node);
        return;
      case "set":
        this.run(this.checks.set, node);
        return;
      default:
        if (!this.collector.full) this.visitInner(node);
    }
  }

  private visitInner(node: Exclude<Node, Bare>): void {
    const { above } = this;
    switch (node.kind) {
      case "comparison":
        this.run(this.checks.comparison, node);
        above.push(node);
        this.visit(node.left);
        this.visit(node.right);
        break;
      case "logical":
        this.run(this.checks.logical, node);
        above.push(node);
        for (const operand of node.operands) this.visit(operand);
        break;
      case "group":
        this.run(this.checks.group, node);
        above.push(node);
        this.visit(node.inner);
        break;
      case "recovered":
        above.push(node);
        eachSurePart(node, this.visitChild);
        break;
      default:
        this.run(this.checks[node.kind as keyof Nodes], node as Nodes[keyof Nodes]);
        above.push(node);
        eachChild(node, this.visitChild);
    }
    above.pop();
  }

  private readonly visitChild = (child: Node): void => this.visit(child);

  private run<Kind extends keyof Nodes>(
    chosen: readonly RuleCheck<Kind>[] | undefined,
    node: Nodes[Kind],
  ): void {
    if (!chosen) return;
    for (const each of chosen) {
      this.current = each;
      try {
        each.run(node, this.report, this.scope);
      } catch (error) {
        noteCrash(this.scope.context, each.code, error);
      }
    }
  }
}
