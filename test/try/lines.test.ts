import { describe, expect, test } from "vitest";
import { defaultContext } from "../../server/src/languages.ts";
import { tryLines } from "../../server/src/try/lines.ts";

/** The reasons for each line, as in "a eq 1 is false". */
function reasons(path: string, text: string, line: object, offset?: number): readonly string[] {
  const subject = { path, file: `/${path}`, text, context: defaultContext };
  const found = tryLines(subject, JSON.stringify(line), offset);
  if ("refusal" in found) return [found.refusal];
  return (found.reasons[0] ?? []).map((it) => `${it.label} is ${it.holds}`);
}

const status = { key: "EdgeResponseStatus", operator: "geq", value: 500 };
const host = { key: "ClientRequestHost", operator: "eq", value: "a.example" };
const line = (EdgeResponseStatus: number, ClientRequestHost: string) => ({
  EdgeResponseStatus,
  ClientRequestHost,
});

describe("why a line is dropped", () => {
  test.each([
    ["the condition that decides", { and: [status, host] }, line(200, "a.example"), ["status"]],
    ["all that are false together", { and: [status, host] }, line(200, "b"), ["status", "host"]],
    ["every alternative", { or: [status, host] }, line(200, "b"), ["status", "host"]],
    ["only the group that is false", { and: [{ or: [status] }, host] }, line(500, "b"), ["host"]],
    ["nothing, if it is kept", { or: [status, host] }, line(200, "a.example"), []],
  ])("of a filter: %s", (_, where, row, expected) => {
    const names: Record<string, string> = {
      status: "EdgeResponseStatus geq 500 is false",
      host: 'ClientRequestHost eq "a.example" is false',
    };
    expect(reasons("a.lpfilter", JSON.stringify({ where }), row)).toEqual(
      expected.map((it) => names[it]),
    );
  });

  test("of a rule: a condition that is true, below 'not'", () => {
    const rule = 'http.host eq "a.example" and not ip.src in {192.0.2.0/24}';
    const row = { ClientRequestHost: "a.example", ClientIP: "192.0.2.7" };
    expect(reasons("a.cfrule", rule, row)).toEqual(["ip.src in {192.0.2.0/24} is true"]);
  });

  test("of the rule at the position in a Terraform file", () => {
    const terraform = `resource "cloudflare_ruleset" "waf" {
  phase = "http_request_firewall_custom"
  rules = [
    { action = "block", expression = "http.host eq \\"first\\"" },
    { action = "block", expression = "http.host eq \\"second\\"" },
  ]
}
`;
    const of = (name: string) =>
      reasons("a.tf", terraform, { ClientRequestHost: "x" }, terraform.indexOf(name));
    // As in the rule, without the backslashes of the file.
    expect(of("first")).toEqual(['http.host eq "first" is false']);
    expect(of("second")).toEqual(['http.host eq "second" is false']);
  });
});
