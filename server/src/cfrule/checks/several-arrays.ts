import { elementsKey } from "../logic/operand.ts";
import { quoted } from "../logic/wording.ts";
import { eachNode } from "../syntax/children.ts";
import type { Indexed, Quantifier } from "../syntax/tree.ts";
import { isEach } from "../syntax/types.ts";
import type { RuleCheck } from "./check.ts";

export const severalArrays: RuleCheck<"quantifier"> = {
  code: "several-arrays",
  severity: "warning",
  summary: "One `any` or `all` goes through two arrays at once.",
  why: "The service's pages allow `[*]` on one array only inside `any` or `all`. The engine takes two, and goes through both side by side, the first element with the first and so on, until the shorter one ends: elements at different places never meet. Two calls, joined by `and` or `or`, are fine.",
  on: "quantifier",
  run(quantifier, report, { text }) {
    const [first, second] = arraysIn(quantifier, text);
    if (!first || !second) return;
    report(
      second,
      `'${quantifier.name}' goes through ${quoted(text, first)} already, and pairs the elements of the two. Use an 'any' or 'all' for each.`,
      { related: [{ start: first.start, end: first.end, message: "The other array." }] },
    );
  },
  examples: [
    {
      text: `
any((http.request.headers.names[*] wildcard "x-*" and http.request.headers.values[*] eq "test"))
                                                      ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning: 'any' goes through 'http.request.headers.names[*]' already, and pairs the elements of the two. Use an 'any' or 'all' for each.
`,
    },
    {
      text: `
any((http.request.headers["accept"][*] contains "html" or lower(http.request.headers["accept"][*])[*] contains "json"))
`,
    },
    {
      text: `
any(http.request.headers.names[*] wildcard "x-*") and any(http.request.headers.values[*] eq "test")
`,
    },
  ],
};

/** The first mention of each array. */
function arraysIn({ argument }: Quantifier, text: string): readonly Indexed[] {
  const found = new Map<string, Indexed>();
  eachNode(argument, (node) => {
    if (found.size === 2 || node.kind !== "indexed" || !isEach(node)) return;
    // What a call has made for each element is told by its argument.
    if (node.base.kind === "call" && node.base.mapped) return;
    const key = elementsKey(node, text);
    if (!found.has(key)) found.set(key, node);
  });
  return [...found.values()];
}
