import { type Edit, insert, replace } from "../../text/edit.ts";
import {
  type ComparisonName,
  comparisonBySpelling,
  type LogicalName,
  logicalBySpelling,
} from "../catalog/operators.ts";
import { code, isSpace, isSymbol } from "../syntax/characters.ts";
import { eachChild } from "../syntax/children.ts";
import { eachSurePart } from "../syntax/recovery/recovered.ts";
import type { Node, Operator } from "../syntax/tree.ts";
import { hasComment, type Source } from "./source.ts";

export type Spelling = "English" | "C-like";

/** An operator with an English and a C-like spelling. */
export interface SpelledOperator {
  readonly operator: Operator;
  readonly spelling: Spelling;
  /** The other spelling. */
  readonly other: string;
}

/** In text order. */
export function spelledOperators(root: Node, text: string): SpelledOperator[] {
  const found: SpelledOperator[] = [];
  const visit = (node: Node): void => {
    if (node.kind === "operator") {
      const spelled = spelledOperator(node, text);
      if (spelled) found.push(spelled);
    } else if (node.kind === "recovered") {
      eachSurePart(node, visit);
    } else if (node.kind !== "set") {
      eachChild(node, visit);
    }
  };
  visit(root);
  return found;
}

function spelledOperator(operator: Operator, text: string): SpelledOperator | undefined {
  const row = comparisonBySpelling(operator.name) ?? logicalBySpelling(operator.name);
  const [symbol] = row?.symbols ?? [];
  if (!row || symbol === undefined) return undefined;
  const written = text.slice(operator.start, operator.end);
  if (written === row.name) return { operator, spelling: "English", other: symbol };
  return written === symbol ? { operator, spelling: "C-like", other: row.name } : undefined;
}

/** Kept, because each of many fixes may ask for it. */
const known = new WeakMap<Node, Spelling>();

/** The spelling of most operators of a rule. */
export function spellingOf({
  root,
  text,
}: {
  readonly root: Node;
  readonly text: string;
}): Spelling {
  const before = known.get(root);
  if (before) return before;
  const spelled = spelledOperators(root, text);
  const symbols = spelled.filter((it) => it.spelling === "C-like").length;
  const spelling = symbols * 2 > spelled.length ? "C-like" : "English";
  known.set(root, spelling);
  return spelling;
}

/** An operator in a given spelling. */
export function inSpelling(spelling: Spelling, name: ComparisonName | LogicalName): string {
  const row = comparisonBySpelling(name) ?? logicalBySpelling(name);
  return (spelling === "C-like" ? row?.symbols[0] : undefined) ?? name;
}

/** Edits to the other spelling. */
export function respell(source: Source, spelled: readonly SpelledOperator[]): Edit[] {
  return spelled.flatMap((it) =>
    it.spelling === "English" ? asSymbol(source, it) : asWord(source, it),
  );
}

/** `not ssl` is `!ssl`, without the space. */
function asSymbol(source: Source, { operator, other }: SpelledOperator): Edit[] {
  let { end } = operator;
  if (operator.name === "not") while (isSpace(source.text.charCodeAt(end))) end++;
  const span = { start: operator.start, end };
  return [replace(hasComment(source, span) ? operator : span, other)];
}

/** Unlike a symbol, a word needs spaces around it. A symbol directly before it gets its own space. */
function asWord({ text }: Source, { operator, other }: SpelledOperator): Edit[] {
  const { start, end } = operator;
  const before = text.charCodeAt(start - 1);
  const apart =
    start === 0 ||
    isSpace(before) ||
    isSymbol(before) ||
    before === code.openParenthesis ||
    before === code.comma;
  const edits = [replace(operator, apart ? other : ` ${other}`)];
  return isSpace(text.charCodeAt(end)) ? edits : [...edits, insert(end, " ")];
}
