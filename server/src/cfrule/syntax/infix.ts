import { likelyFix, safeFix } from "../../core/diagnostic.ts";
import { type Edit, replace } from "../../text/edit.ts";
import { cut, shorten } from "../../text/shorten.ts";
import { booleanType } from "../catalog/type.ts";
import { code, isWord } from "./characters.ts";
import { addressShape } from "./literals/addresses.ts";
import { stringLiteral } from "./literals/strings.ts";
import { foreignOperator } from "./operators.ts";
import type { Description } from "./problems.ts";
import type { Reader } from "./reader.ts";
import { skipValue } from "./recovery/skip.ts";
import { isValueMissing } from "./recovery/wrong-value.ts";
import type { Call, Comparison, Not, Operand } from "./tree.ts";
import { booleansType, isEach, truthType } from "./types.ts";
import { insertNot } from "./word-edits.ts";

/** `x not in {…}` as a `not` node around the comparison, with an empty operator span. */
export function negate(operand: Comparison | Call): Not {
  const { start, end } = operand;
  const operator = { kind: "operator", start, end: start, name: "not", guessed: true } as const;
  return { kind: "not", start, end, operator, operand, type: truthType(operand) };
}

/** `http.host starts_with "x"`: a function as an infix operator; or `between`, which has two values. */
export function infixOperation(p: Reader, left: Operand): Call | Comparison | Not | undefined {
  const range = betweenAt(p);
  return range ? between(p, left, range) : infixFunction(p, left);
}

function infixFunction(p: Reader, left: Operand): Call | Not | undefined {
  const foreign = foreignOperator(p);
  if (foreign?.suggested.kind !== "function") return undefined;
  const { name } = foreign.suggested;
  p.at = foreign.end;
  p.skip();
  const value = stringLiteral(p);
  if (!value && !isValueMissing(p)) skipValue(p);
  const end = value?.end ?? Math.max(foreign.end, p.lastEnd);
  p.problem("unknown-operator", foreign, () => {
    const call = `${foreign.suggested.negated ? "not " : ""}${name}(${p.slice(left)}, ${value ? p.slice(value) : "…"})`;
    return {
      message: `'${name}' is a function. Use ${call}.`,
      fixes: value ? [safeFix(`Use ${call}`, [replace({ start: left.start, end }, call)])] : [],
    };
  });
  const definition = p.scheme.function(name);
  const args = value ? [left, value] : [left];
  const rest = { args, commas: [], closed: true, mapped: isEach(left), type: booleanType };
  const callee = { start: foreign.start, end: foreign.end };
  const { start } = left;
  const call: Call = { kind: "call", start, end, name, callee, definition, ...rest };
  return foreign.suggested.negated ? negate(call) : call;
}

interface Between {
  readonly whole: string;
  readonly word: string;
  readonly denied: boolean;
  readonly first: string;
  readonly last: string;
}

/** `between 500 and 599`, as in SQL. */
export function betweenAt({ text, at, char }: Reader): Between | undefined {
  if (!isWord(char) && char !== code.bang) return undefined;
  const found = betweenShape.exec(text.slice(at, at + 120));
  if (!found) return undefined;
  const [whole, word = "", not, first = "", last = ""] = found;
  return { whole, word, denied: not !== undefined, first, last };
}

const betweenShape =
  /^((not\s+|!\s*)?between)\s+("[^"\\]*"|[^\s"'(){}[\],]+)\s+(?:and|&&|to)\s+("[^"\\]*"|[^\s"'(){}[\],]+)/i;

function between(p: Reader, left: Operand, range: Between): Comparison | Not {
  const { at: start } = p;
  const span = { start, end: start + range.word.length };
  p.at = start + range.whole.length;
  const right = { kind: "stray", start: span.end, end: p.at } as const;
  p.problem("unknown-operator", span, () => asRange(p, left, { ...range, start }));
  const operator = { kind: "operator", ...span, name: "in", guessed: true } as const;
  const type = isEach(left) ? booleansType : booleanType;
  const end = p.at;
  const node: Comparison = {
    kind: "comparison",
    start: left.start,
    end,
    left,
    operator,
    right,
    type,
  };
  return range.denied ? negate(node) : node;
}

function asRange(p: Reader, left: Operand, range: Between & { start: number }): Description {
  const { start, whole, word, denied, first, last } = range;
  const unknown = `Unknown operator ${shorten(word)}.`;
  const not = denied ? "not " : "";
  const span = { start, end: start + whole.length };
  const found = rangeOf(left, first, last);
  if (found) {
    const edits: Edit[] = [replace(span, `in {${found.range}}`)];
    if (denied) edits.push(insertNot(p.text, left.start));
    const suggested = `${denied ? "not … " : ""}in {${found.range}}`;
    const fix = safeFix(`Use ${suggested}`, edits);
    return {
      message: `${unknown} Use ${suggested}.`,
      fixes: [found.sure ? fix : { ...fix, guess: true }],
    };
  }
  const field = p.slice(left);
  const both = `${field} ge ${first} and ${field} le ${last}`;
  const edits = [replace({ start: left.start, end: span.end }, `${not}(${both})`)];
  return {
    message: `${unknown} Use ${denied ? `not (${cut(both)})` : cut(both)}.`,
    fixes: [likelyFix("Use 'ge' and 'le'", edits)],
  };
}

/** Only numbers and addresses have ranges. A reversed range is ambiguous. */
function rangeOf({ type }: Operand, first: string, last: string) {
  const range = `${first}..${last}`;
  if (type?.kind === "IP")
    return addressShape(range) === "range" ? { range, sure: true } : undefined;
  const whole = /^(?:0|-?[1-9]\d{0,14})$/;
  if (type?.kind !== "Integer" || !whole.test(first) || !whole.test(last)) return undefined;
  const sure = Number(first) <= Number(last);
  return { range: sure ? range : `${last}..${first}`, sure };
}
