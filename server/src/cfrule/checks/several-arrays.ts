import { elementsKey } from "../logic/operand.ts";
import { quoted } from "../logic/wording.ts";
import { eachNode } from "../syntax/children.ts";
import type { Indexed, Quantifier } from "../syntax/tree.ts";
import { isEach } from "../syntax/types.ts";
import type { RuleCheck } from "./check.ts";

export const severalArrays: RuleCheck<"quantifier"> = {
  code: "several-arrays",
  severity: "warning",
  summary: "One `any` or `all` iterates over two arrays.",
  why: "Cloudflare's documentation allows `[*]` on only one array inside `any` or `all`. The engine accepts two and iterates over both in parallel, pairing the first elements and so on, until the shorter array ends: elements at different positions are never compared. Use two calls, joined by `and` or `or`.",
  on: "quantifier",
  run(quantifier, report, { text }) {
    const [first, second] = arraysIn(quantifier, text);
    if (!first || !second) return;
    report(
      second,
      `'${quantifier.name}' already iterates over ${quoted(text, first)}, so the elements are paired. Use a separate 'any' or 'all' for each array.`,
      { related: [{ start: first.start, end: first.end, message: "Other array." }] },
    );
  },
  examples: `
any((http.request.headers.names[*] wildcard "x-*" and http.request.headers.values[*] eq "test"))
                                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'any' already iterates over 'http.request.headers.names[*]', so the elements are paired. Use a separate 'any' or 'all' for each array.
---
any((http.request.headers["accept"][*] contains "html" or lower(http.request.headers["accept"][*])[*] contains "json"))
---
any(http.request.headers.names[*] wildcard "x-*") and any(http.request.headers.values[*] eq "test")
`,
};

/** The first use of each array. */
function arraysIn({ argument }: Quantifier, text: string): readonly Indexed[] {
  const found = new Map<string, Indexed>();
  eachNode(argument, (node) => {
    if (found.size === 2 || node.kind !== "indexed" || !isEach(node)) return;
    // The result of a call per element is represented by its argument.
    if (node.base.kind === "call" && node.base.mapped) return;
    const key = elementsKey(node, text);
    if (!found.has(key)) found.set(key, node);
  });
  return [...found.values()];
}
