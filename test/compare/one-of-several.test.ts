import { afterEach, describe, expect, test } from "vitest";
import { compare, evaluate, shrink, toSql } from "../../server/src/library/library.ts";
import type { MeaningResult, Refusal } from "../../server/src/lsp/protocol.ts";
import { removeFolders } from "../support/folders.ts";
import { Folder, weir } from "../support/programs/cli.ts";
import { stopClients } from "../support/programs/lsp.ts";
import { saysYes, Workbench } from "../support/programs/workbench.ts";

afterEach(() => {
  stopClients();
  removeFolders();
});

/** A file with two items: the second matches less. Each has a line in it, and a name. */
interface Case {
  readonly path: string;
  readonly text: string;
  /** Where they start. */
  readonly starts: readonly [number, number];
  readonly first: readonly [line: number, name: string];
  readonly second: readonly [line: number, name: string];
}

const job = (name: string, value: string) => `resource "cloudflare_logpush_job" "${name}" {
  dataset = "http_requests"
  filter  = jsonencode({ where = { key = "ClientRequestHost", operator = "${value}", value = "a" } })
}
`;

const cases: readonly Case[] = [
  {
    path: "jobs.tf",
    starts: [1, 5],
    text: job("all", "contains") + job("one", "eq"),
    first: [1, "cloudflare_logpush_job.all"],
    second: [7, "cloudflare_logpush_job.one"],
  },
  {
    path: "rules.tf",
    starts: [3, 7],
    text: `resource "cloudflare_ruleset" "waf" {
  rules = [
    {
      ref        = "all"
      expression = "http.host contains \\"a\\""
    },
    {
      ref        = "one"
      expression = "http.host eq \\"a\\""
    },
  ]
}
`,
    first: [4, "all"],
    second: [8, "one"],
  },
  {
    path: "compact.tf",
    starts: [2, 5],
    text: `resource "cloudflare_ruleset" "waf" {
  rules = [{
    ref        = "all"
    expression = "http.host contains \\"a\\""
  }, {
    ref        = "one"
    expression = "http.host eq \\"a\\""
  }]
}
`,
    first: [2, "all"],
    second: [5, "one"],
  },
  {
    path: "rules.tf.json",
    starts: [2, 3],
    text: `{"resource": {"cloudflare_ruleset": {"waf": {"rules": [
  {"ref": "all", "expression": "http.host contains \\"a\\""},
  {"ref": "one", "expression": "http.host eq \\"a\\""}
]}}}}
`,
    first: [2, "all"],
    second: [3, "one"],
  },
  {
    path: "rules.yaml",
    starts: [2, 4],
    text: `waf_custom_rules:
  - ref: all
    expression: http.host contains "a"
  - ref: one
    expression: http.host eq "a"
`,
    first: [2, "all"],
    second: [5, "one"],
  },
  {
    path: "ruleset.json",
    starts: [2, 3],
    text: `{"phase": "http_request_firewall_custom", "rules": [
  {"ref": "all", "expression": "http.host contains \\"a\\""},
  {"ref": "one", "expression": "http.host eq \\"a\\""}
]}
`,
    first: [2, "all"],
    second: [3, "one"],
  },
  {
    path: "notes.md",
    starts: [2, 7],
    text: `\`\`\`cfrule
# @ref all
http.host contains "a"
\`\`\`

\`\`\`cfrule
# @ref one
http.host eq "a"
\`\`\`
`,
    first: [3, "all"],
    second: [8, "one"],
  },
];

const howToSelect = "Select one with 'ref', or with 'line', which counts from 0.";

/** As messages list them: where each starts, and the name that selects it. */
function places({ starts, first, second }: Case): string {
  return `line ${starts[0]} '${first[1]}', line ${starts[1]} '${second[1]}'`;
}

describe.each(cases)("one of several in $path is selected by a line or a name", (it) => {
  const { path, text, first, second } = it;

  test("in a terminal", async () => {
    using folder = new Folder({ [path]: text });
    const relation = async (a: string, b: string) =>
      (await weir(folder, ["compare", a, b])).out.split(":")[0];
    expect(await relation(`${path}:${first[0]}`, `${path}#${second[1]}`)).toBe("wider");
    expect(await relation(`${path}#${first[1]}`, `${path}:${second[0]}`)).toBe("wider");
    const { err } = await weir(folder, ["compare", path, path]);
    expect(err).toContain(`has 2 filters and rules (${places(it)}). Use PATH:LINE or PATH#REF.`);
  });

  test("in a program", () => {
    const relation = (a: object, b: object) =>
      compare(text, text, { path, first: a, second: b }).relation;
    expect(relation({ line: first[0] - 1 }, { ref: second[1] })).toBe("wider");
    expect(relation({ ref: first[1] }, { line: second[0] - 1 })).toBe("wider");
    expect(() => compare(text, text, { path })).toThrow(
      `The first text has 2 filters and rules (${places(it)}). ${howToSelect}`,
    );
  });

  test("in a program, to evaluate, shorten or translate it", () => {
    const input = { request: "GET https://ba/", line: { ClientRequestHost: "ba" } };
    const matches = (select: object) => evaluate(text, input, { path, select });
    expect([matches({ line: first[0] - 1 }), matches({ ref: second[1] })]).toEqual([true, false]);
    const select = { ref: first[1] };
    expect(shrink(text, { path, select }).fits).toBe(true);
    const sql = toSql(text, { path, select, dialect: "duckdb" });
    expect(sql).not.toBe(toSql(text, { path, select: { ref: second[1] }, dialect: "duckdb" }));
    expect(() => evaluate(text, input, { path })).toThrow(
      `The text has 2 filters and rules (${places(it)}). ${howToSelect}`,
    );
  });

  test("in an editor", async () => {
    const bench = await Workbench.open({ files: { [path]: text }, offers: {}, answers: saysYes });
    const uri = bench.uri(path);
    const run = (args: object) =>
      bench.run<Partial<Exclude<MeaningResult, Refusal>> & Partial<Refusal>>(
        "weir.compareMeaning",
        args,
      );
    const position = { line: first[0] - 1, character: 4 };
    const byLine = await run({ uri, position, other: `${uri}#L${second[0]}` });
    expect(byLine.relation ?? byLine.refusal).toBe("wider");
    const byName = await run({ uri: `${uri}#${first[1]}`, other: `${uri}#${second[1]}` });
    expect(byName.relation ?? byName.refusal).toBe("wider");
  });
});

test("a job and its filter are one", () => {
  const text = job("a", "eq");
  const ask = (host: string) =>
    evaluate(text, { line: { ClientRequestHost: host } }, { path: "a.tf" });
  expect([ask("a"), ask("b")]).toEqual([true, false]);
});

test("a name that several have does not select one", () => {
  const ruleset = (name: string) => `resource "cloudflare_ruleset" "${name}" {
  rules = [{ ref = "admin", expression = "ssl" }]
}
`;
  const text = ruleset("a") + ruleset("b");
  expect(() => compare(text, text, { path: "a.tf", first: { ref: "admin" } })).toThrow(
    "(line 2 'cloudflare_ruleset.a', line 5 'cloudflare_ruleset.b')",
  );
});

test("what has no name is listed by its line", () => {
  const rules = "waf_custom_rules:\n  - expression: ssl\n  - expression: not ssl\n";
  expect(() => compare(rules, rules, { path: "a.yaml" })).toThrow("rules (lines 2, 3).");
});

test("a part that is filled in later is reported", () => {
  const text = `resource "cloudflare_filter" "a" {\n  expression = "http.host eq \\"\${var.host}\\""\n}\n`;
  expect(() => compare(text, text, { path: "a.tf" })).toThrow(
    /^The first text cannot be compared: it has parts that are filled in later: var\.host\.$/,
  );
});

test("how an expression is written is no difference", async () => {
  const filter = (expression: string) =>
    `resource "cloudflare_filter" "a" {\n  expression = "${expression}"\n}\n`;
  using folder = new Folder({ "a.tf": filter("ssl"), "b.tf": filter("(ssl)") });
  expect(await weir(folder, ["compare", "a.tf", "b.tf"])).toMatchObject({
    out: expect.stringMatching(/^equal/),
    status: 0,
  });
});

test.each(["WAF: admin", "admin #1", "a:7", "#1: a"])(
  "a rule named '%s' is selected",
  async (it) => {
    const rule = (name: string) =>
      `  - description: ${JSON.stringify(name)}\n    expression: ssl\n`;
    using folder = new Folder({ "a.yaml": `waf_custom_rules:\n${rule(it)}${rule("other")}` });
    const { out, err } = await weir(folder, ["compare", `a.yaml#${it}`, "a.yaml#other"]);
    expect(out + err).toMatch(/^equal/);
  },
);
