import { describe, expect, test } from "vitest";
import { lpfilter } from "../server/src/lpfilter/language.ts";
import snippets from "../snippets/lpfilter.json" with { type: "json" };
import { analyse } from "./support/check.ts";
import { twoSpaces } from "./support/json.ts";

const address = `{ "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }`;
const method = `{ "key": "ClientRequestMethod", "operator": "eq", "value": "POST" }`;

describe("the snippets of lpfilter", () => {
  test.each(Object.entries(snippets))("%s is a filter without findings, in its layout", (_, it) => {
    const body = [it.body].flat().join("\n");
    const filled = body
      .replace(/\$\{\d+:([^}]*)\}/g, "$1")
      .replace(/\$\{\d+\}/g, "x")
      .replace("$0", `${address},\n    ${method}`);
    const analysis = analyse(lpfilter, wholeFilter(filled));
    expect(analysis.diagnostics().map((found) => found.message)).toEqual([]);
    expect(analysis.format(twoSpaces)).toEqual([]);
  });

  test("each has a prefix of its own", () => {
    const prefixes = Object.values(snippets).map((it) => it.prefix);
    expect(prefixes).toEqual([...new Set(prefixes)]);
  });
});

/** A part of a filter, put where it belongs. */
function wholeFilter(snippet: string): string {
  if (snippet.includes('"where"')) return `${snippet}\n`;
  if (snippet.startsWith("//")) return `{\n  ${snippet}\n  "where": ${address}\n}\n`;
  return `{\n  "where": ${snippet.replaceAll("\n", "\n  ")}\n}\n`;
}
