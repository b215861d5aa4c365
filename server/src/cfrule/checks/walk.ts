import type { CheckManual, Report } from "../../core/check.ts";
import { type Findings, noteCrash } from "../../core/findings.ts";
import type { Document } from "../document.ts";
import { eachSurePart } from "../syntax/recovered.ts";
import { eachChild, type Node } from "../syntax/tree.ts";
import type { Nodes, RuleCheck, Scope } from "./check.ts";

export type ChecksByKind = { readonly [Kind in keyof Nodes]?: readonly RuleCheck<Kind>[] };

/** Takes the checks through one rule. */
export class Walk {
  private current: CheckManual | undefined;
  private readonly above: Node[] = [];
  private readonly scope: Scope;
  /** One function for all checks: most texts have nothing to report, and should not pay for the means. */
  private readonly report: Report = (span, message, extras) =>
    this.current && this.findings.reporter(this.current)?.(span, message, extras);

  constructor(
    private readonly checks: ChecksByKind,
    private readonly findings: Findings,
    private readonly document: Document,
  ) {
    const { text, parsed, context, scheme, pushed, length, plan, phase } = document;
    const { above } = this;
    this.scope = { text, parsed, context, scheme, pushed, length, plan, phase, above };
  }

  rule(): void {
    this.run("rule", this.document);
    if (!this.document.context.brief) this.visit(this.document.parsed.root);
  }

  /** The parser bounds the depth of a tree, so this may recurse. */
  private visit(node: Node): void {
    if (isBare(node) || this.findings.full) return;
    this.run(node.kind as keyof Nodes, node as Nodes[keyof Nodes]);
    if (node.kind === "field" || node.kind === "set") return;
    this.above.push(node);
    if (node.kind === "recovered") eachSurePart(node, this.visitChild);
    else eachChild(node, this.visitChild);
    this.above.pop();
  }

  private readonly visitChild = (child: Node): void => this.visit(child);

  private run<Kind extends keyof Nodes>(kind: Kind, node: Nodes[Kind]): void {
    const chosen = this.checks[kind] as readonly RuleCheck<Kind>[] | undefined;
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

/** Most nodes are words and values, which no check is about, and of which alone a set consists. */
function isBare({ kind }: Node): boolean {
  switch (kind) {
    case "operator":
    case "string":
    case "integer":
    case "address":
    case "network":
      return true;
    default:
      return false;
  }
}
