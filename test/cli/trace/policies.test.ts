import { describe, expect, test } from "vitest";
import { Folder, weir } from "../../support/programs/cli.ts";

const phase = "http_request_firewall_custom";
const block = {
  ...{ ref: "staging", action: "block" },
  expression: 'http.host eq "staging.example.com" and not ip.src in {198.51.100.0/24}',
};
const partners = {
  ...{ ref: "partners", action: "skip", action_parameters: { ruleset: "current" } },
  expression: 'ip.src.country eq "DE"',
};

function rulesetOf(...rules: readonly object[]): string {
  return JSON.stringify({ kind: "zone", phase, rules }, undefined, 1);
}

const entry = `
  - name: staging only from the VPN
    when: http.host eq "staging.example.com" and not ip.src in {198.51.100.0/24}
    expect: { outcome: block }
`;
const policies = `rules: [waf.json]\nalways:${entry}`;

describe("weir test", () => {
  test("a policy that is proved", async () => {
    using folder = new Folder({ "waf.json": rulesetOf(block), "a.trace.yaml": policies });
    const { status, out } = await weir(folder, ["test"]);
    expect(out).toBe(
      "✓ staging only from the VPN  holds for every request (proved)\n\n1 test passed.\n",
    );
    expect(status).toBe(0);
  });

  test("a policy that is broken, as text, JSON and JUnit", async () => {
    using folder = new Folder({ "waf.json": rulesetOf(partners, block), "a.trace.yaml": policies });
    const { status, out } = await weir(folder, ["test"]);
    expect(out).toMatch(
      /^✗ staging only from the VPN {2}broken: GET https:\/\/staging\.example\.com\/ .*ip\.src\.country="DE"/,
    );
    expect(out).toContain(
      "    'partners' (waf.json:5) skips the rest of the ruleset before 'staging' (waf.json:13)\n",
    );
    expect(status).toBe(1);
    const json = JSON.parse((await weir(folder, ["test", "--format", "json"])).out);
    expect(json.results).toMatchObject([
      {
        ...{ kind: "always", name: "staging only from the VPN", passed: false, result: "broken" },
        path: "a.trace.yaml",
        range: { start: { line: 3, character: 10 } },
        request: "GET https://staging.example.com/",
        fields: { "ip.src.country": "DE" },
        because: [expect.stringMatching(/^'partners'/)],
        assuming: [],
      },
    ]);
    const junit = (await weir(folder, ["test", "--format", "junit"])).out;
    expect(junit).toContain('name="staging only from the VPN"');
    expect(junit).toContain("broken: GET https://staging.example.com/");
  });

  test("nothing is proved past a file with a syntax error", async () => {
    using folder = new Folder({
      "waf/a.json": rulesetOf(block),
      "waf/b.json": rulesetOf(block).slice(0, -20),
      "a.trace.yaml": `rules: [waf]\nalways:${entry}`,
    });
    const { status, out } = await weir(folder, ["test"]);
    expect(out).toContain("? staging only from the VPN  not known\n    waf/b.json");
    expect(status).toBe(2);
  });

  test("a condition with errors is an error of the check, and a failed test", async () => {
    using folder = new Folder({
      "waf.json": rulesetOf(block),
      "a.trace.yaml": "rules: [waf.json]\nalways:\n  - when: sls\n    expect: { outcome: block }\n",
    });
    const checked = await weir(folder, ["check", "a.trace.yaml"]);
    expect(checked.out).toContain("Unknown field 'sls'. Did you mean 'ssl'?");
    const tested = await weir(folder, ["test"]);
    expect([tested.status, tested.out]).toEqual([1, expect.stringContaining("Invalid 'when'")]);
  });
});

describe("weir review", () => {
  const files = {
    "before.json": rulesetOf(block),
    "after.json": rulesetOf(partners, block),
    "a.trace.yaml": `rules: [after.json]\nalways:${entry}`,
  };
  const args = ["review", "before.json", "after.json", "--format"];

  test("a policy that no longer holds comes first, and fails", async () => {
    using folder = new Folder(files);
    const { status, out } = await weir(folder, [...args, "markdown"]);
    const [, , first] = out.split("\n");
    expect(first).toMatch(/^\*\*Policy 'staging only from the VPN' .*no longer holds: broken/);
    expect(status).toBe(1);
    const json = JSON.parse((await weir(folder, [...args, "json"])).out);
    expect(json.policies).toMatchObject([
      { name: "staging only from the VPN", before: "holds", after: "broken", breaks: true },
    ]);
    const pretty = await weir(folder, [...args, "pretty"]);
    expect(pretty.out).toMatch(/^Policy 'staging only from the VPN'/);
  });

  test("it is only reported if weir.json says so", async () => {
    const settings = JSON.stringify({ review: { policies: "report" } });
    using folder = new Folder({ ...files, "weir.json": settings });
    expect((await weir(folder, [...args, "pretty"])).status).toBe(0);
  });

  test("a policy that was broken before does not fail", async () => {
    using folder = new Folder({ ...files, "before.json": files["after.json"] });
    expect((await weir(folder, [...args, "pretty"])).status).toBe(0);
  });

  test("policies about other files are not examined", async () => {
    using folder = new Folder({ ...files, "a.trace.yaml": `rules: [other.tf]\nalways:${entry}` });
    const { status, out } = await weir(folder, [...args, "pretty"]);
    expect([status, out]).toEqual([0, expect.stringContaining("policies of a.trace.yaml")]);
  });
});
