import { expect, test } from "vitest";
import { defaultContext, hostOfPath } from "../../../server/src/languages.ts";

function analysisOf(text: string, rules: readonly string[] = ["admin"]) {
  const context = { ...defaultContext, rulesOfTests: () => rules };
  return hostOfPath("a.trace.yaml")?.analyze(text, context);
}

/** The problems of a file, each with its text. */
function problemsIn(text: string): readonly string[] {
  const found = analysisOf(text)?.diagnostics() ?? [];
  return found.map((it) => `${text.slice(it.start, it.end)}: ${it.message}`);
}

const entry = (lines: string) => `always:\n  - ${lines.replaceAll("\n", "\n    ")}\n`;

test.each([
  ["when: true\nexpect: { outcome: block, by: admin }", []],
  [
    "when: http.hots eq 1\nexpect: { outcome: block }",
    ["http.hots: Unknown field 'http.hots'. Did you mean 'http.host'?"],
  ],
  [
    'when: >-\n  http.host eq "a"\n  and http.hots eq 1\nexpect: { outcome: block }',
    ["http.hots: Unknown field 'http.hots'. Did you mean 'http.host'?"],
  ],
  ["when: true", ["when: The entry has no 'expect'."]],
  ["expect: { outcome: block }", ["expect: The entry has no 'when'."]],
  ["when: true\nexpect: {}", ["when: The entry expects nothing. Add 'outcome' to 'expect'."]],
  [
    "when: true\nexpect: { outcome: [block, deny] }",
    ["deny: Unknown outcome 'deny'. Use 'block', 'challenge', 'redirect', 'error' or 'origin'."],
  ],
  ["when: true\nexpect: { not-by: admni }", ["admni: Unknown rule 'admni'. Did you mean 'admin'?"]],
  [
    "when: true\nexpect: { not-skipped: http_ratelimits }",
    ["http_ratelimits: Unknown phase or product 'http_ratelimits'. Did you mean 'http_ratelimit'?"],
  ],
  ["when: true\nexpect: { outcome: block, limited: 3 }", ["3: 'limited' needs 'true' or 'false'."]],
  ["when: 3\nexpect: { limited: true }", ["3: 'when' needs an expression."]],
  [
    "when: true\nexpect: { limited: true }\nunknown: deny",
    ["deny: Unknown unknown 'deny'. Use 'allow'."],
  ],
])("%j", (lines, expected) => {
  expect(problemsIn(entry(lines))).toEqual(expected);
});

test("an expression is completed and explained like a rule", () => {
  const text = entry('when: http.request.uri.path eq "/" and ip.sr\nexpect: { outcome: block }');
  const analysis = analysisOf(text);
  const offered = analysis?.complete(text.indexOf("ip.sr") + 5) ?? [];
  expect(offered.map((it) => it.label)).toContain("ip.src");
  expect(analysis?.hover(text.indexOf("uri.path"))?.markdown).toContain("path");
  expect(analysis?.hover(text.indexOf("outcome"))?.markdown).toMatch(/^What may happen/);
});
