import { safeFix } from "../../../core/diagnostic.ts";
import { replace } from "../../../text/edit.ts";
import { isSingle, parseValueList } from "../../../text/several-values.ts";
import { cut } from "../../../text/shorten.ts";
import type { Span } from "../../../text/span.ts";
import { type Comparison, comparisonBySpelling } from "../../catalog/operators.ts";
import { code, isWord } from "../characters.ts";
import { type ExpectedValue, operatorText } from "../expected-value.ts";
import type { Description } from "../problems.ts";
import type { Reader } from "../reader.ts";
import { barePattern } from "../recovery/bare-pattern.ts";
import { skipFlags } from "../recovery/flags.ts";
import { membershipFix, setOnly } from "../recovery/membership.ts";
import { skipMore, withoutCommas } from "../recovery/stray-value.ts";
import { wrongValue } from "../recovery/wrong-value.ts";
import type {
  Comparand,
  IntegerLiteral,
  RegexLiteral,
  SetLiteral,
  Stray,
  StringLiteral,
} from "../tree.ts";
import { address } from "./addresses.ts";
import { anyLiteral } from "./any-literal.ts";
import { listReference, quotedList } from "./lists.ts";
import { atInteger, integer } from "./numbers.ts";
import { checkRegex, checkWildcard } from "./patterns.ts";
import { regexLiteral } from "./regex-literal.ts";
import { readSet, set, setItem } from "./sets.ts";
import { stringInQuotes, stringLiteral } from "./strings.ts";

/** The right side of a comparison. */
export function comparand(p: Reader, expected: ExpectedValue): Comparand {
  const hole = p.takeHole();
  if (hole) return valueAfter(p, hole, expected);
  const right = seenComparand(p, expected);
  if (p.isUnseen(right)) p.faults++;
  return right;
}

/** A hole may be empty, and the value follows it. */
function valueAfter(p: Reader, hole: Stray, expected: ExpectedValue): Stray {
  if (!valueStart.test(p.text.slice(p.at, p.at + 20))) return hole;
  const { quiet } = p;
  p.skip();
  p.quiet = true;
  const { end } = seenComparand(p, expected);
  p.quiet = quiet;
  p.faults++;
  return { ...hole, end };
}

const valueStart = /^\s*(?:["{$\d]|r["#])/;

function seenComparand(p: Reader, expected: ExpectedValue): Comparand {
  const { operand } = comparisonBySpelling(expected.operator.name) as Comparison;
  switch (operand) {
    case "set":
      return setOrList(p, expected);
    case "regex":
      return checkRegex(p, unflagged(p, expected, regexLiteral(p))) ?? notPattern(p, expected);
    case "wildcard":
      return checkWildcard(p, unflagged(p, expected, stringInQuotes(p))) ?? notPattern(p, expected);
    default:
      return literal(p, expected) ?? notOne(p, expected);
  }
}

/** One literal of the expected kind; undefined, without moving, for anything else. */
function literal(p: Reader, expected: ExpectedValue): Comparand | undefined {
  switch (expected.kind) {
    case "Integer":
      return atInteger(p) ? oneInteger(p, expected) : undefined;
    case "IP":
      return spacedNetwork(p, expected) ?? address(p);
    case "String":
      return unflagged(p, expected, stringLiteral(p));
    default:
      return oneOfAny(p);
  }
}

function unflagged<Found extends RegexLiteral | StringLiteral>(
  p: Reader,
  expected: ExpectedValue,
  found: Found | undefined,
): Found | undefined {
  const maySpace = found?.kind === "regex" || !expected.item;
  if (found && (isWord(p.char) || (maySpace && p.is(code.space)))) skipFlags(p, expected, found);
  return found;
}

function oneOfAny(p: Reader): Comparand | undefined {
  const found = anyLiteral(p);
  // Networks and ranges belong in a set, but the operator is the main problem.
  if (found?.kind !== "network" && found?.kind !== "range") return found;
  return { kind: "stray", start: found.start, end: found.end };
}

function notPattern(p: Reader, expected: ExpectedValue): Comparand {
  const other = expected.kind ? barePattern(p, expected) : oneOfAny(p);
  return other ?? notOne(p, expected);
}

/** A set, a list or something else where one value is expected. */
function notOne(p: Reader, expected: ExpectedValue): Comparand {
  if (p.is(code.openBrace) || p.is(code.openParenthesis) || p.is(code.openBracket)) {
    return setForOne(p, expected);
  }
  if (!p.is(code.dollar)) return wrongValue(p, expected);
  const list = listReference(p);
  p.problem("value-type", list, () => ({
    message: `${operatorText(p, expected)} needs one value. Only 'in' accepts a list.`,
    fixes: membershipFix(p.text, expected, { ...list, text: p.slice(list) }),
  }));
  return list;
}

function oneInteger(p: Reader, expected: ExpectedValue): IntegerLiteral | Stray {
  const first = integer(p);
  if (!p.text.startsWith("..", p.at)) return first;
  p.at = p.strayEnd();
  const span = { start: first.start, end: p.at };
  p.problem("value-type", span, () => ({
    message: `${operatorText(p, expected)} needs one number. Use in {${cut(p.slice(span))}}.`,
    fixes: membershipFix(p.text, expected, { ...span, text: `{${p.slice(span)}}` }),
  }));
  return { kind: "stray", ...span };
}

/** `192.0.2.0 / 24`, which belongs in a set, without spaces; undefined, without moving, for anything else. */
function spacedNetwork(p: Reader, expected: ExpectedValue): Stray | undefined {
  const start = p.at;
  spacedBits.lastIndex = start;
  const [whole] = spacedBits.exec(p.text) ?? [];
  const span = { start, end: start + (whole?.length ?? 0) };
  const description = whole && setOnly(p.text, expected, span, whole.replace(/[ \t]+/g, ""));
  if (!description) return undefined;
  p.at = span.end;
  p.problem("value-type", span, () => description);
  return { kind: "stray", ...span };
}

const spacedBits = /[\d.:a-fA-F]+(?:[ \t]+\/[ \t]*|\/[ \t]+)\d{1,3}(?![\w.:])/y;

function setOrList(p: Reader, expected: ExpectedValue): Comparand {
  if (p.is(code.openBrace)) return set(p, expected);
  if (p.is(code.dollar)) return listReference(p);
  if (p.is(code.openParenthesis) || p.is(code.openBracket)) return set(p, expected);
  const list = quotedList(p, expected);
  if (list) return list;
  const one = setItem(p, expected);
  if (!one) return wrongValue(p, expected);
  const values = [one.end, ...skipMore(p)];
  const items = { start: one.start, end: values[values.length - 1] ?? one.end };
  const [closer] = /^\s*\}/.exec(p.text.slice(items.end)) ?? [];
  if (closer !== undefined) return withoutBrace(p, items, closer);
  const span = items;
  p.problem("value-type", span, () => {
    if (one.kind === "string" && values.length === 1) return setOfText(one, p.slice(span));
    const set = `{${withoutCommas(p.slice(span))}}`;
    const fix = safeFix("Put it in braces", [replace(span, set)]);
    const single = values.length === 1;
    return {
      message: `'in' needs a set. Use ${cut(set)}.`,
      fixes: [single ? fix : { ...fix, title: "Put them in braces", guess: true }],
    };
  });
  return { kind: "stray", ...span };
}

/** `in "a" "b"}` */
function withoutBrace(p: Reader, items: Span, closer: string): Stray {
  const span = { start: items.start, end: items.end + closer.length };
  p.at = span.end;
  p.problem("value-type", span, () => {
    const set = `{${withoutCommas(p.slice(items))}}`;
    return {
      message: `'in' needs a set. Use ${cut(set)}.`,
      fixes: [safeFix("Add '{'", [replace(span, set)])],
    };
  });
  return { kind: "stray", ...span };
}

/** `"a.com b.com"` is one value or several: with braces only, the set may never match. */
function setOfText(literal: StringLiteral, written: string): Description {
  const parts = parseValueList(literal.value)?.items ?? [];
  const isList = parts.length > 1 && parts.every((it) => /^[\w./:-]+$/.test(it));
  const sets = isList ? [`{${parts.map((it) => `"${it}"`).join(" ")}}`] : [];
  sets.push(`{${written}}`);
  const guess = isSingle(literal.value) ? {} : { guess: true as const };
  return {
    message: `'in' needs a set. Use ${cut(sets[0] ?? "")}.`,
    fixes: sets.map((it) => ({
      title: sets.length === 1 ? "Put it in braces" : `Use ${cut(it)}`,
      edits: [replace(literal, it)],
      ...guess,
    })),
  };
}

/** Several values, or one in brackets, where one value is expected. */
function setForOne(p: Reader, expected: ExpectedValue): SetLiteral {
  const { node, closer } = readSet(p, {
    ...expected,
    operator: { ...expected.operator, name: "in" },
  });
  const [first, second] = node.items;
  const bare = node.closed && first && !second && closer !== "}" ? first : undefined;
  p.problem("value-type", node, () =>
    bare
      ? {
          message: `A single value needs no brackets. Use ${cut(p.slice(bare))}.`,
          fixes: [safeFix("Remove the brackets", [replace(node, p.slice(bare))])],
        }
      : severalValues(p, expected, node),
  );
  return node;
}

function severalValues(p: Reader, expected: ExpectedValue, node: SetLiteral): Description {
  const { name, negated } = expected.operator;
  const items = node.items.map((it) => p.slice(it));
  const membership = membershipFix(p.text, expected, { ...node, text: `{${items.join(" ")}}` });
  const each = items.map((it) => `${p.slice(expected.left)} ${name} ${it}`);
  const whole = `${negated ? "not " : ""}(${each.join(" or ")})`;
  const expanded = { start: expected.left.start, end: node.end };
  const expandable = membership.length === 0 && each.length > 0 && each.length <= maxExpanded;
  return {
    message: `${operatorText(p, expected)} needs one value, found a set. ${
      membership.length > 0 ? "Use 'in'." : `Use one '${name}' per value, joined by 'or'.`
    }`,
    fixes: expandable ? [safeFix("Use one per value", [replace(expanded, whole)])] : membership,
  };
}

/** Larger sets are not expanded. */
const maxExpanded = 20;
