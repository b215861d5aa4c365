import { expect, test } from "vitest";
import { completeTraceTests } from "../../../server/src/hosts/trace-tests/complete.ts";

const field = (name: string) => ({ name, type: "String", doc: "", operators: [] });
const known = {
  rules: () => ["admin", "bots", "a rule with spaces"],
  fields: () => [field("ip.src"), field("ip.src.country")],
  skippable: () => ["http_ratelimit", "waf"],
};

/** The completions at `|`. */
function offered(text: string): readonly string[] {
  const offset = text.indexOf("|");
  return completeTraceTests(text.replace("|", ""), offset, known).map((it) => it.label);
}

const always = "always:\n  - when: ssl\n";
const test1 = "tests:\n  - request: GET https://example.com/\n";

test.each([
  ["|", ["rules", "tests", "always"]],
  ["rules: [infra]\nte|", ["rules", "tests", "always"]],
  [
    `${test1}    expect: { outcome: bl| }\n`,
    ["block", "challenge", "redirect", "error", "origin", "unknown"],
  ],
  [
    `${test1}    expect:\n      outcome: |\n`,
    ["block", "challenge", "redirect", "error", "origin", "unknown"],
  ],
  [`${test1}    expect: { outcome: block, by: | }`, ["admin", "bots"]],
  [`${test1}    expect: { not-matched: [admin, |] }`, ["admin", "bots"]],
  [`${test1}    expect:\n      matched:\n        - ad|`, ["admin", "bots"]],
  [`${test1}    set: { ip.| }`, ["ip.src", "ip.src.country"]],
  [`${test1}    set:\n      ip.src: 192.0.2.1\n      ip|`, ["ip.src", "ip.src.country"]],
  [`${test1}    response: { | }`, ["status", "headers"]],
  [`${test1}    expect: { response: { | } }`, ["status", "headers"]],
  [`${test1}    headers: { | }`, []],
  ["tests:\n  - request: GET |", []],
  [`${always}    |`, ["name", "when", "zone", "expect", "unknown"]],
  [
    `${always}    expect: { outcome: [block, |] }`,
    ["block", "challenge", "redirect", "error", "origin"],
  ],
  [`${always}    expect: { not-skipped: | }`, ["http_ratelimit", "waf"]],
  [`${always}    expect: { limited: | }`, ["true", "false"]],
  [`${always}    expect: { not-by: | }`, ["admin", "bots"]],
  [`${always}    unknown: |`, ["allow"]],
])("%j", (text, expected) => {
  expect(offered(text)).toEqual(expected);
});

test("the keys of a test and of what it expects", () => {
  expect(offered(`${test1}    |`)).toEqual(
    expect.arrayContaining(["name", "request", "set", "expect", "over"]),
  );
  expect(offered("tests:\n  - |")).toContain("request");
  expect(offered(`${test1}    expect: { outcome: block, | }`)).toContain("not-matched");
  expect(offered(`${test1}    expect:\n      |`)).toContain("outcome");
});

test("a key gets its colon, unless it has one", () => {
  const [first] = completeTraceTests("ru", 2, known);
  expect(first?.edit).toEqual({ start: 0, end: 2, newText: "rules: " });
  const [again] = completeTraceTests("ru: a", 2, known);
  expect(again?.edit.newText).toBe("rules");
});
