import type { FormatOptions } from "../../core/analysis.ts";
import type { Edit } from "../../text/edit.ts";
import { childrenOf } from "../syntax/children.ts";
import type { Parsed } from "../syntax/parse.ts";
import { withoutRecoveredMark } from "../syntax/recovery/recovered.ts";
import type { Call, Group, Logical, Node, Quantifier, SetLiteral } from "../syntax/tree.ts";
import { afterSpace, Gaps } from "./gaps.ts";

const maxColumns = 100;

/**
 * Text that fits goes on one line, but line breaks at logical operators are kept. Text that does not fit breaks before
 * all of its operators, with parentheses indented; sets are filled line by line.
 */
export function formatEdits(parsed: Parsed, options: FormatOptions): readonly Edit[] {
  const gaps = new Gaps(parsed, options, maxColumns);
  gaps.lead();
  new Layout(gaps, parsed.text).node(parsed.root, 0);
  gaps.finish();
  return gaps.edits;
}

class Layout {
  constructor(
    private readonly gaps: Gaps,
    private readonly text: string,
  ) {}

  /** Whether the author put the node's content on several lines. */
  private isKeptBroken(node: Node): boolean {
    if (!/[\r\n]/.test(this.text.slice(node.start, node.end))) return false;
    if (node.kind === "logical" && node.operators.some((_, index) => this.isBroken(node, index)))
      return true;
    return childrenOf(node).some((it) => this.isKeptBroken(it));
  }

  /** Whether a line break is next to the operator. */
  private isBroken({ operands }: Logical, index: number): boolean {
    const [left, right] = operands.slice(index, index + 2);
    return left !== undefined && right !== undefined
      ? /[\r\n]/.test(this.text.slice(left.end, right.start))
      : false;
  }

  /** Recursion is safe: the parser bounds the depth. */
  node(node: Node, level: number): void {
    this.gaps.to(node.start, "space", { level });
    if (this.gaps.fits(node) && !this.isKeptBroken(node)) {
      this.gaps.to(node.end, "space", { level });
      return;
    }
    this.broken(node, level);
    this.gaps.to(node.end, "space", { level });
  }

  private broken(node: Node, level: number): void {
    switch (node.kind) {
      case "logical":
        this.logical(node, level);
        break;
      case "recovered":
        this.broken(node.inner, level);
        break;
      case "not":
        this.node(node.operand, level);
        break;
      case "group":
        this.bracketed(node, [node.inner], level);
        break;
      case "quantifier":
        this.bracketed(node, [node.argument], level);
        break;
      case "call":
        this.bracketed(node, node.args, level);
        break;
      case "comparison":
        this.node(node.left, level);
        this.node(node.right, level);
        break;
      case "indexed":
        this.node(node.base, level);
        break;
      case "set":
        this.set(node, level);
        break;
    }
  }

  /** The operator starts the line. Operands with tighter operators are indented. */
  private logical(node: Logical, level: number): void {
    const { operands, operators } = node;
    const isWide = !this.gaps.fits(node);
    operands.forEach((operand, index) => {
      const operator = operators[index - 1];
      const breaks = isWide || this.isBroken(node, index - 1);
      if (operator) this.gaps.to(operator.start, breaks ? { level } : "space", { level });
      this.node(operand, withoutRecoveredMark(operand).kind === "logical" ? level + 1 : level);
    });
  }

  /** The parentheses are on their own lines if the author put them there. */
  private bracketed(node: Group | Quantifier | Call, inside: readonly Node[], level: number): void {
    const [first] = inside;
    if (!first) return;
    const inner = { level: level + 1 };
    this.gaps.to(first.start, inner, inner);
    inside.forEach((it, index) => {
      if (index > 0) this.gaps.to(it.start, inner, inner);
      this.node(it, level + 1);
    });
    if (node.closed && afterSpace(this.text, node.end - 1)) {
      this.gaps.to(node.end - 1, { level }, { level });
    }
  }

  private set(node: SetLiteral, level: number): void {
    const [first] = node.items;
    const inner = { level: level + 1 };
    if (!first || !node.closed) return;
    this.gaps.to(first.start, inner, inner);
    this.gaps.to(first.end, "space", inner);
    let before = first.end;
    for (const item of node.items.slice(1)) {
      const onLine =
        !this.gaps.hasComment(before, item.start) &&
        this.gaps.fits({ start: item.start - 1, end: item.end });
      this.gaps.to(item.start, onLine ? "space" : inner, inner);
      this.gaps.to(item.end, "space", inner);
      before = item.end;
    }
    if (afterSpace(this.text, node.end - 1)) this.gaps.to(node.end - 1, { level }, { level });
  }
}
