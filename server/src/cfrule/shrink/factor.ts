import { type Edit, replace } from "../../text/edit.ts";
import { hasComment, type Source } from "../rewrite/source.ts";
import { inSpelling, type Spelling } from "../rewrite/spelling.ts";
import type { Expression, Logical } from "../syntax/tree.ts";
import type { LocatedNode } from "./located-nodes.ts";

/** An operand of a logical expression that is a logical expression itself: `A and B` in `A and B or A and C`. */
interface Branch {
  readonly operand: Expression;
  readonly parts: readonly string[];
}

/**
 * `A and B or A and C or D` as `D or A and (B or C)`, and the same with `and` and `or` exchanged. One candidate per part that
 * several branches share, most shared first. Empty if a comment would be lost.
 */
export function factorings(
  source: Source,
  { node, above }: LocatedNode<Logical>,
  spelling: Spelling,
): readonly (() => readonly Edit[])[] {
  if (node.name === "xor" || hasComment(source, node)) return [];
  const inner = node.name === "or" ? "and" : "or";
  const branches = node.operands.flatMap((operand) => branchOf(operand, inner, source.text));
  const sharing = new Map<string, Branch[]>();
  for (const branch of branches) {
    for (const part of new Set(branch.parts)) {
      sharing.set(part, [...(sharing.get(part) ?? []), branch]);
    }
  }
  const ways = [...sharing].filter(([, some]) => some.length > 1);
  ways.sort(([, a], [, b]) => b.length - a.length);
  return ways.map(([, some]) => () => {
    const written = factored(node, some, source.text, spelling);
    const bare = node.name === "or" || isBare(above[above.length - 1]?.kind);
    return written === undefined ? [] : [replace(node, bare ? written : `(${written})`)];
  });
}

/** Whether an `or` needs no parentheses in this context. */
function isBare(around: string | undefined): boolean {
  return around === undefined || around === "group";
}

function branchOf(operand: Expression, name: "and" | "or", text: string): Branch[] {
  let inner = operand;
  while (inner.kind === "group") inner = inner.inner;
  if (inner.kind !== "logical" || inner.name !== name) return [];
  return [{ operand, parts: inner.operands.map((it) => text.slice(it.start, it.end)) }];
}

function factored(
  { name, operands }: Logical,
  branches: readonly Branch[],
  text: string,
  spelling: Spelling,
): string | undefined {
  const [first, ...others] = branches;
  const shared = (first?.parts ?? []).filter((it) => others.every((b) => b.parts.includes(it)));
  const rests = branches.map(({ parts }) => parts.filter((it) => !shared.includes(it)));
  if (shared.length === 0 || rests.some((it) => it.length === 0)) return undefined;
  const and = ` ${inSpelling(spelling, "and")} `;
  const or = ` ${inSpelling(spelling, "or")} `;
  const outside = operands
    .filter((it) => !branches.some(({ operand }) => operand === it))
    .map((it) => text.slice(it.start, it.end));
  if (name === "or") {
    const rest = rests.map((it) => it.join(and)).join(or);
    return [...outside, [...shared, `(${rest})`].join(and)].join(or);
  }
  const rest = rests.map((it) => (it.length > 1 ? `(${it.join(or)})` : it[0])).join(and);
  const together = [...shared, rest].join(or);
  return outside.length === 0 ? together : [...outside, `(${together})`].join(and);
}
