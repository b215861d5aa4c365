import { type Edit, insert, remove, replace } from "../../text/edit.ts";
import { cover } from "../../text/span.ts";
import type { Expression, Logical, Not } from "../syntax/tree.ts";
import { dropNot, hasComment, insertWord, type Source } from "./source.ts";

/** `not (a or b)` as `(not a and not b)`, without parentheses at the top level. */
export function spreadNot(source: Source, not: Not, { root }: { root: Expression }): Edit[] {
  const group = not.operand;
  if (group.kind !== "group" || !group.closed) return [];
  const { inner } = group;
  if (inner.kind !== "logical" || inner.name === "xor" || !inner.operands.every(isRead)) return [];
  const edits = [...flipped(source, inner), ...inner.operands.flatMap((it) => negated(source, it))];
  const before = { start: group.start, end: inner.start };
  const after = { start: inner.end, end: group.end };
  const alone = not === root && !hasComment(source, before) && !hasComment(source, after);
  // The first operand may be edited at the same offset, so the parenthesis comes first.
  return alone
    ? [remove(cover(not.operator, before)), ...edits, remove(after)]
    : [dropNot(source, not), ...edits];
}

/** `not a and not b` as `not (a or b)`. */
export function gatherNots(source: Source, logical: Logical): Edit[] {
  if (logical.name === "xor") return [];
  const nots = logical.operands.filter((it): it is Not => it.kind === "not");
  if (nots.length < logical.operands.length) return [];
  const drops = nots.map((it) => dropNot(source, it));
  const [first, ...others] = drops;
  if (!first) return [];
  return [
    replace(first, `${first.newText}not (`),
    ...others,
    ...flipped(source, logical),
    insert(logical.end, ")"),
  ];
}

function flipped({ text }: Source, { operators }: Logical): Edit[] {
  return operators.map((it) => replace(it, opposites[text.slice(it.start, it.end)] ?? it.name));
}

const opposites: Readonly<Record<string, string>> = {
  and: "or",
  or: "and",
  "&&": "||",
  "||": "&&",
};

/** For a recovered node the scope of a `not` is unknown. */
function isRead({ kind }: Expression): boolean {
  return kind !== "recovered" && kind !== "stray" && kind !== "missing";
}

function negated(source: Source, operand: Expression): Edit[] {
  if (operand.kind === "not") return [dropNot(source, operand)];
  if (operand.kind !== "logical") return [insertWord(source, operand.start, "not ")];
  return [insertWord(source, operand.start, "not ("), insert(operand.end, ")")];
}
