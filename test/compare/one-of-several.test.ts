import { afterEach, describe, expect, test } from "vitest";
import { compare } from "../../server/src/library/library.ts";
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
    text: job("all", "contains") + job("one", "eq"),
    first: [1, "cloudflare_logpush_job.all"],
    second: [7, "cloudflare_logpush_job.one"],
  },
  {
    path: "rules.tf",
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
    path: "rules.tf.json",
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

describe.each(cases)("one of several in $path is selected by a line or a name", (it) => {
  const { path, text, first, second } = it;

  test("in a terminal", async () => {
    using folder = new Folder({ [path]: text });
    const relation = async (a: string, b: string) =>
      (await weir(folder, ["compare", a, b])).out.split(":")[0];
    expect(await relation(`${path}:${first[0]}`, `${path}#${second[1]}`)).toBe("wider");
    expect(await relation(`${path}#${first[1]}`, `${path}:${second[0]}`)).toBe("wider");
    const { err } = await weir(folder, ["compare", path, path]);
    expect(err).toMatch(/has 2 filters and rules \(lines \d+, \d+\)\. Use PATH:LINE or PATH#REF\./);
  });

  test("in a program", () => {
    const relation = (a: object, b: object) =>
      compare(text, text, { path, first: a, second: b }).relation;
    expect(relation({ line: first[0] }, { ref: second[1] })).toBe("wider");
    expect(relation({ ref: first[1] }, { line: second[0] })).toBe("wider");
    expect(() => compare(text, text, { path })).toThrow(
      /^The first text has 2 filters and rules \(lines \d+, \d+\)\. Select one with 'line' or 'ref'\./,
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
