import type { Diagnostic } from "../../core/diagnostic.ts";
import { CheckRunner, type ChecksByKind } from "../../core/runner.ts";
import type { Document } from "../document.ts";
import { eachChild } from "../syntax/children.ts";
import { eachSurePart } from "../syntax/recovery/recovered.ts";
import type { Node } from "../syntax/tree.ts";
import { valueFacts } from "../values/value-uses.ts";
import type { Nodes, Scope } from "./check.ts";

/** Nodes without children that checks run on. */
type Bare = Extract<
  Node,
  { kind: "operator" | "string" | "integer" | "address" | "network" | "field" | "set" }
>;

/** Passes the nodes of a rule to its checks. */
export class Walk {
  private readonly above: Node[] = [];
  private readonly runner: CheckRunner<Nodes, Scope>;

  constructor(
    private readonly checks: ChecksByKind<Nodes, Scope>,
    private readonly document: Document,
  ) {
    const { text, parsed, context, scheme, pushed, length, plan, phase } = document;
    const { above } = this;
    const scope = { text, parsed, context, scheme, pushed, length, plan, phase, above };
    this.runner = new CheckRunner(scope);
  }

  rule(): Diagnostic[] {
    const { checks, document, runner } = this;
    const { parsed, context } = document;
    if (parsed.comments.length > 0) runner.run(checks.comments, document);
    if (checks.regexes && valueFacts(document).regexes.length > 0) {
      runner.run(checks.regexes, document);
    }
    runner.run(checks.rule, document);
    if (!context.brief) this.visit(parsed.root);
    return this.runner.diagnostics();
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
        this.runner.run(this.checks.field, node);
        return;
      case "set":
        this.runner.run(this.checks.set, node);
        return;
      default:
        if (!this.runner.full) this.visitInner(node);
    }
  }

  private visitInner(node: Exclude<Node, Bare>): void {
    const { above } = this;
    switch (node.kind) {
      case "comparison":
        this.runner.run(this.checks.comparison, node);
        above.push(node);
        this.visit(node.left);
        this.visit(node.right);
        break;
      case "logical":
        this.runner.run(this.checks.logical, node);
        above.push(node);
        for (const operand of node.operands) this.visit(operand);
        break;
      case "group":
        this.runner.run(this.checks.group, node);
        above.push(node);
        this.visit(node.inner);
        break;
      case "recovered":
        above.push(node);
        eachSurePart(node, this.visitChild);
        break;
      default:
        this.runner.run(this.checks[node.kind as keyof Nodes], node as Nodes[keyof Nodes]);
        above.push(node);
        eachChild(node, this.visitChild);
    }
    above.pop();
  }

  private readonly visitChild = (child: Node): void => this.visit(child);
}
