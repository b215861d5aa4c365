import { likelyFix } from "../../../core/diagnostic.ts";
import { replace } from "../../../text/edit.ts";
import { cut } from "../../../text/shorten.ts";
import type { Span } from "../../../text/span.ts";
import type { RuleFunction } from "../../catalog/functions.ts";
import { booleanType } from "../../catalog/type.ts";
import type { Reader } from "../reader.ts";
import type { Call } from "../tree.ts";

/**
 * `ends_with(path, ".php" or ".js")` and `ends_with(host, ["a", "b"])`: several strings for a function that needs
 * one. Skips the arguments and suggests a call per string; undefined, without moving, for anything else. The reader is at
 * the opening parenthesis.
 */
export function severalTexts(
  p: Reader,
  callee: Span,
  definition: RuleFunction | undefined,
): Call | undefined {
  const name = p.slice(callee);
  if (name !== "starts_with" && name !== "ends_with") return undefined;
  severalShape.lastIndex = p.at;
  const [whole, operand = "", list = ""] = severalShape.exec(p.text) ?? [];
  if (whole === undefined) return undefined;
  const texts = list.match(/"[^"\\]*"/g) ?? [];
  const end = p.at + whole.length;
  const span = { start: p.at + whole.lastIndexOf(list), end: end - 1 };
  p.at = end;
  p.problem("argument-count", span, () => {
    const calls = texts.map((it) => `${name}(${operand}, ${it})`).join(" or ");
    return {
      message: `'${name}' needs one string. Use ${calls}.`,
      fixes: [
        likelyFix(`Use ${cut(calls)}`, [replace({ start: callee.start, end }, `(${calls})`)]),
      ],
    };
  });
  const rest = { args: [], commas: [], closed: true, mapped: false, type: booleanType };
  return { kind: "call", start: callee.start, end, name, callee, definition, ...rest };
}

const anOperand = String.raw`[\w.]+(?:\[(?:"[^"\]]{0,80}"|\d+)\])*|(?:lower|upper)\([\w.]+\)`;
const aText = String.raw`"[^"\\\n]{0,200}"`;
const between = String.raw`(?:\s*(?:,|\|\|?|\bor\b)\s*|\s+)`;

const severalShape = new RegExp(
  String.raw`\(\s*(${anOperand})\s*,\s*((?:[[{(]\s*)?${aText}(?:${between}${aText}){1,20}(?:\s*[\]})])?)\s*\)`,
  "y",
);
