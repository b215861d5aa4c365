import type { Fix } from "../../core/diagnostic.ts";
import { insert, remove, replace } from "../../text/edit.ts";
import { cut, shorten } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import { comparisons, logicals, meantBy } from "../catalogue/operators.ts";
import { codeAt, isWord } from "./characters.ts";
import { meantField } from "./meant-field.ts";
import type { Description } from "./problems.ts";
import type { Reader } from "./reader.ts";

export function unknownField(p: Reader, span: Span): void {
  p.problem("unknown-field", span, () => {
    const name = p.slice(span);
    const quantifier = p.scheme.function(name)?.quantifier;
    if (quantifier)
      return { message: `'${name}' takes what it asks for in parentheses: ${name}(…).` };
    return (
      aboutOperator(p, span) ??
      glued(p, span, name) ??
      splitNot(p, span, name) ??
      unknown(p, span, name)
    );
  });
}

export function unknownFunction(p: Reader, span: Span): void {
  p.problem("unknown-function", span, () => {
    const name = p.slice(span);
    const method = asMethod(p, name);
    if (method) return method;
    const guess = p.nearest(name, p.scheme.functionNames);
    return suggestion(`No function is named ${shorten(name)}.`, span, guess);
  });
}

/** The name of a function without the parentheses that call it. */
export function notCalled(p: Reader, span: Span): void {
  p.problem(
    "expression-syntax",
    span,
    () =>
      aboutOperator(p, span) ?? {
        message: `'${p.slice(span)}' is a function. Call it, as in ${p.slice(span)}(…).`,
      },
  );
}

export function spaceBeforeIndex(p: Reader, base: Span): void {
  p.problem("expression-syntax", { start: p.at, end: p.at + 1 }, () => ({
    message: "No space may stand before this '['.",
    fixes: [{ title: "Remove the space", edits: [remove({ start: base.end, end: p.at })] }],
  }));
}

function unknown(p: Reader, span: Span, name: string): Description {
  if (/^[\d.]/.test(name)) {
    return {
      message: `A comparison begins with a field, and ${shorten(name)} is none. Write the field first.`,
    };
  }
  const guess = meantField(p, span, name);
  return suggestion(`No field is named ${shorten(name)}.`, span, guess);
}

/** `http.host.contains("a")`, as languages with objects have it. */
function asMethod(p: Reader, name: string): Description | undefined {
  const dot = name.lastIndexOf(".");
  const field = name.slice(0, dot);
  const word = name.slice(dot + 1);
  const meant = dot > 0 && p.scheme.field(field) ? meantBy(word) : undefined;
  if (!meant || meant.kind === "logical") return undefined;
  const call = meant.kind === "function" || p.scheme.function(word) ? meant.name : undefined;
  const right = call && call !== "contains" ? `${call}(${field}, …)` : `${field} ${meant.name} …`;
  return { message: `Fields have no functions of their own. Write ${right}.` };
}

function suggestion(message: string, span: Span, guess: string | undefined): Description {
  if (guess === undefined) return { message };
  const fix: Fix = { title: `Write '${guess}'`, edits: [replace(span, guess)], guess: true };
  return { message: `${message} Did you mean '${guess}'?`, fixes: [fix] };
}

/** `http.host eq "a" or eq "b"`: an operator where its field should be. */
function aboutOperator(p: Reader, span: Span): Description | undefined {
  const meant = meantBy(p.slice(span));
  if (meant?.kind !== "comparison" || !/^\s*["'{$\d]/.test(p.text.slice(span.end, span.end + 20))) {
    return undefined;
  }
  const left = p.comparedStart === -1 ? "" : p.text.slice(p.comparedStart, p.comparedLeftEnd);
  const apart = isWord(codeAt(p.text, span.start - 1)) ? " " : "";
  const edits = [insert(span.start, `${apart}${left} `)];
  return {
    message: `A field is missing before ${shorten(p.slice(span))}.${left ? ` Write ${cut(left)} again.` : ""}`,
    fixes: left ? [{ title: `Insert '${cut(left)}'`, edits, guess: true }] : [],
  };
}

/** `http.hosteq`: names are read as far as they go, so an operator needs a space before it. */
function glued(p: Reader, span: Span, name: string): Description | undefined {
  for (const operator of wordOperators) {
    if (!name.endsWith(operator)) continue;
    const field = name.slice(0, -operator.length);
    if (!p.scheme.field(field)) continue;
    return {
      message: `'${name}' is read as one name. Put a space between '${field}' and '${operator}'.`,
      fixes: [{ title: "Insert a space", edits: [insert(span.start + field.length, " ")] }],
    };
  }
  return undefined;
}

const wordOperators = [...comparisons, ...logicals]
  .map((it) => it.name)
  .filter((it) => /^\w+$/.test(it));

/** `notice` is read as `not ice`. */
function splitNot(p: Reader, span: Span, name: string): Description | undefined {
  if (!p.text.startsWith("not", span.start - 3)) return undefined;
  return {
    message: `'not${name}' is read as 'not ${name}', and no field is named ${shorten(name)}.`,
  };
}
