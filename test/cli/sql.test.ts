import { describe, expect, test } from "vitest";
import { Folder, weir } from "../support/programs/cli.ts";

const filter = `// @dataset http_requests
{ // server errors of the shop
  "where": {
    "and": [
      { "key": "ClientRequestHost", "operator": "eq", "value": "shop.example.com" }, // the shop
      /* all of them,
       * also -- custom ones */
      { "key": "EdgeResponseStatus", "operator": "geq", "value": "500" },
      { "or": [
        { "key": "ClientRequestPath", "operator": "!startsWith", "value": "/it's" },
        { "key": "SecurityActions", "operator": "contains", "value": "block" }
      ] }
    ]
  }
}
`;

describe("weir sql", () => {
  test("prints a whole statement with one condition per line, and the comments", async () => {
    using folder = new Folder({ "a.lpfilter": filter });
    expect(await weir(folder, ["sql", "a.lpfilter", "--dialect", "postgres"])).toEqual({
      status: 0,
      err: "",
      out: `SELECT *
FROM http_requests
WHERE
  -- @dataset http_requests
  -- server errors of the shop
  -- the shop
  "ClientRequestHost" = 'shop.example.com'
  -- all of them,
  -- also -- custom ones
  AND "EdgeResponseStatus" >= 500
  AND (
    NOT (starts_with(coalesce("ClientRequestPath", ''), '/it''s'))
    OR to_jsonb("SecurityActions") @> '"block"'
  );
`,
    });
  });

  test("prints only the condition, without comments around it", async () => {
    const where =
      '{ "where": { "or": [ // one\n { "key": "RayID", "operator": "eq", "value": "a" }, // two\n { "key": "RayID", "operator": "eq", "value": "b" }\n /* three */ ] } }';
    using folder = new Folder({ "a.lpfilter": where });
    const { status, out } = await weir(folder, [
      "sql",
      "a.lpfilter",
      "--dialect=postgres",
      "--where",
    ]);
    expect(status).toBe(0);
    expect(out).toBe(`(
  -- one
  -- two
  "RayID" = 'a'
  OR "RayID" = 'b'
)
`);
    using single = new Folder({
      "a.lpfilter": `// one\n{ "where": { "key": "RayID", "operator": "eq", "value": "a" } } // two`,
    });
    const bare = await weir(single, ["sql", "a.lpfilter", "--dialect=postgres", "--where"]);
    expect(bare.out).toBe(`"RayID" = 'a'\n`);
  });

  test("keeps the parentheses of a single group in other groups", async () => {
    const id = (value: string) => ({ key: "RayID", operator: "eq", value });
    const alone = { and: [{ or: [{ or: [id("a"), id("b")] }] }] };
    using folder = new Folder({
      "first.lpfilter": JSON.stringify({ where: { and: [alone, id("c")] } }),
      "second.lpfilter": JSON.stringify({ where: { and: [id("c"), alone] } }),
      "whole.lpfilter": JSON.stringify({ where: alone }),
    });
    const run = async (name: string) =>
      (await weir(folder, ["sql", name, "--dialect=postgres", "--where"])).out;
    const group = `(\n  "RayID" = 'a'\n  OR "RayID" = 'b'\n)\n`;
    expect(await run("first.lpfilter")).toBe(`${group}AND "RayID" = 'c'\n`);
    expect(await run("second.lpfilter")).toBe(`"RayID" = 'c'\nAND ${group}`);
    expect(await run("whole.lpfilter")).toBe(group);
  });

  test("selects from the given table, and from files in DuckDB", async () => {
    using folder = new Folder({ "a.lpfilter": '{ "where": { "and": [] } }' });
    const given = await weir(folder, [
      "sql",
      "a.lpfilter",
      "--dialect=trino",
      "--table",
      'logs."2024"',
    ]);
    expect(given.out).toBe('SELECT *\nFROM logs."2024"\nWHERE\n  TRUE;\n');
    const files = await weir(folder, ["sql", "a.lpfilter", "--dialect=duckdb"]);
    expect(files.out).toBe("SELECT *\nFROM read_ndjson('logs/*.ndjson*')\nWHERE\n  TRUE;\n");
  });

  test("counts the lines, with timestamps as the table stores them", async () => {
    const where = { key: "EdgeStartTimestamp", operator: "geq", value: "2025-11-12T00:00:00Z" };
    using folder = new Folder({
      "a.lpfilter": JSON.stringify({ where }),
      "a.cfrule": "ssl",
    });
    const run = async (...args: string[]) => (await weir(folder, ["sql", ...args, "--count"])).out;
    expect(await run("a.lpfilter", "--dialect=clickhouse", "--timestamps=unixnano")).toBe(
      "SELECT COUNT(*)\nFROM http_requests\nWHERE\n  `EdgeStartTimestamp` >= 1762905600000000000;\n",
    );
    expect(await run("a.cfrule", "--dialect=trino")).toBe(
      "SELECT COUNT(*)\nFROM http_requests\nWHERE\n  \"ClientRequestScheme\" = 'https';\n",
    );
  });

  test("translates a job by its filter, inline, escaped or in a file, for its dataset", async () => {
    const node = { key: "QueryName", operator: "eq", value: "a" };
    const job = (it: object) => JSON.stringify({ dataset: "dns_logs", ...it });
    using folder = new Folder({
      "inline.lpjob": job({ filter: { where: node } }),
      "escaped.lpjob": job({ filter: JSON.stringify({ where: node }) }),
      "path.lpjob": job({ filter: "sub/f.lpfilter" }),
      "none.lpjob": job({}),
      "gone.lpjob": job({ filter: "gone.lpfilter" }),
      "variable.lpjob": job({ filter: { where: { ...node, value: `$${"{env:NAME}"}` } } }),
      "sub/f.lpfilter": JSON.stringify({ where: node }),
    });
    const run = (name: string) => weir(folder, ["sql", name, "--dialect=clickhouse"]);
    for (const name of ["inline", "escaped", "path"]) {
      const { out, err, status } = await run(`${name}.lpjob`);
      expect({ out, err, status }).toEqual({
        status: 0,
        err: "",
        out: "SELECT *\nFROM dns_logs\nWHERE\n  `QueryName` = 'a';\n",
      });
    }
    expect((await run("none.lpjob")).out).toContain("TRUE;");
    expect(await run("gone.lpjob")).toEqual({
      status: 1,
      out: "",
      err: "gone.lpjob:1:32: 'gone.lpfilter': No such file or folder.\n",
    });
    expect(await run("variable.lpjob")).toEqual({
      status: 1,
      out: "",
      err: "variable.lpjob:1:41: A part of the text is only known when it is deployed.\n",
    });
  });

  test("prints a statement for each filter of a host file, and names those that cannot be translated", async () => {
    const place = (
      name: string,
      expression: string,
    ) => `resource "cloudflare_logpush_job" "${name}" {
  dataset = "http_requests"
  filter  = ${expression}
}
`;
    const plain = 'jsonencode({ where = { key = "RayID", operator = "eq", value = "a" } })';
    const open = 'jsonencode({ where = { key = "RayID", operator = "eq", value = var.ray } })';
    using folder = new Folder({
      "one.tf": place("a", plain),
      "two.tf": place("a", plain) + place("b", plain),
      "open.tf": place("a", open),
      "unseen.tf": place("a", "var.filter"),
      "none.tf": "locals {}\n",
    });
    const run = (name: string, ...more: string[]) =>
      weir(folder, ["sql", name, "--dialect=bigquery", ...more]);
    expect((await run("one.tf", "--where")).out).toBe("`RayID` = 'a'\n");
    const two = await run("two.tf");
    expect(two.status).toBe(0);
    expect(two.out.match(/^-- two\.tf:\d+:\d+$/gm)).toHaveLength(2);
    expect(await run("two.tf", "--where")).toMatchObject({
      status: 2,
      err: expect.stringContaining("'--where' needs a file with one filter or rule, found 2"),
    });
    for (const name of ["open.tf", "unseen.tf"]) {
      const { status, err, out } = await run(name);
      expect({ status, out }).toEqual({ status: 1, out: "" });
      expect(err).toContain("only known when it is deployed");
    }
    expect(await run("none.tf")).toMatchObject({
      status: 2,
      err: "weir: none.tf: No filter, job or rule in this file.\n",
    });
  });

  test("translates rules, and names what it cannot translate", async () => {
    using folder = new Folder({
      "a.cfrule": '# @action block\n# logins\nhttp.request.uri.query eq "a" # one\nand not ssl\n',
      "b.cfrule": 'ssl and\nhttp.request.body.raw eq "a"\n',
      "c.cfrule": "ssl and\n",
    });
    const run = (name: string, ...more: string[]) =>
      weir(folder, ["sql", name, "--dialect=snowflake", ...more]);
    expect(await run("a.cfrule", "--dataset=firewall_events")).toEqual({
      status: 0,
      err: "",
      out: `SELECT *
FROM firewall_events
WHERE
  -- @action block
  -- logins
  -- one
  CASE WHEN STARTSWITH("ClientRequestQuery", '?') THEN substr("ClientRequestQuery", 2) ELSE "ClientRequestQuery" END = 'a'
  AND NOT ("ClientRequestScheme" = 'https');
`,
    });
    expect(await run("b.cfrule")).toEqual({
      status: 1,
      out: "",
      err: "b.cfrule:2:1: 'http.request.body.raw' is not in the log lines of 'http_requests'.\n",
    });
    expect(await run("c.cfrule")).toMatchObject({ status: 1, out: "" });
  });

  test("what cannot be translated has the place of its condition, in any file", async () => {
    const broken = { key: "RayID", operator: "eq", value: "\ud800" };
    const where = { and: [{ key: "RayID", operator: "eq", value: "a" }, broken] };
    const rule = 'ssl and\n  (http.host eq "a" or not ip.src in {2001:db8::/32})';
    using folder = new Folder({
      "a.lpfilter": `{ "where":\n ${JSON.stringify(where)} }`,
      "inline.lpjob": `{ "filter": { "where":\n ${JSON.stringify(where)} } }`,
      "escaped.lpjob": JSON.stringify({ filter: JSON.stringify({ where }) }),
      "path.lpjob": '{ "dataset": "http_requests",\n  "filter": "a.lpfilter" }',
      "rule.cfrule": `# a comment\n${rule}\n`,
      "rules.tf": `resource "cloudflare_ruleset" "a" {
  phase = "http_request_firewall_custom"
  rules = [{
    action     = "block"
    expression = "ssl and \\"a\\" eq \\"b\\""
  }, {
    action     = "block"
    expression = "\${var.a} or ssl"
  }, {
    action     = "block"
    expression = <<-EOT
      ssl and
      len(http.request.body.raw) gt 5
    EOT
  }]
}
`,
    });
    const places = async (name: string) => {
      const { err, status } = await weir(folder, ["sql", name, "--dialect=duckdb"]);
      expect(status).toBe(1);
      return err.split("\n").filter(Boolean);
    };
    const half =
      "A value of 'RayID' has half of a surrogate pair, which SQL strings cannot contain.";
    const at = JSON.stringify(where).lastIndexOf("{");
    expect(await places("a.lpfilter")).toEqual([`a.lpfilter:2:${at + 2}: ${half}`]);
    expect(await places("inline.lpjob")).toEqual([`inline.lpjob:2:${at + 2}: ${half}`]);
    const escaped = folder.read("escaped.lpjob").lastIndexOf("{");
    expect(await places("escaped.lpjob")).toEqual([`escaped.lpjob:1:${escaped + 1}: ${half}`]);
    expect(await places("path.lpjob")).toEqual([`path.lpjob:2:13: 'a.lpfilter', line 2: ${half}`]);
    expect(await places("rule.cfrule")).toEqual([
      "rule.cfrule:3:28: IPv6 addresses cannot be compared in DuckDB.",
    ]);
    expect(await places("rules.tf")).toEqual([
      expect.stringMatching(/^rules\.tf:5:27: /),
      "rules.tf:8:19: A part of the text is only known when it is deployed.",
      "rules.tf:13:7: 'http.request.body.raw' is not in the log lines of 'http_requests'.",
    ]);
  });

  test("diagnostics do not prevent it, but syntax and type errors do", async () => {
    using folder = new Folder({
      "unknown.lpfilter": '{ "where": { "key": "Nonsense", "operator": "eq", "value": "a" } }',
      "broken.lpfilter": '{ "where": \n',
      "typed.lpfilter":
        '{ "where": { "key": "EdgeResponseStatus", "operator": "eq", "value": "many" } }',
      "surrogate.lpfilter": '{ "where": { "key": "RayID", "operator": "eq", "value": "\\ud800" } }',
    });
    const run = (name: string) => weir(folder, ["sql", name, "--dialect=duckdb"]);
    expect((await run("unknown.lpfilter")).status).toBe(0);
    for (const name of ["broken", "typed", "surrogate"]) {
      const { status, out, err } = await run(`${name}.lpfilter`);
      expect({ status, out }).toEqual({ status: 1, out: "" });
      expect(err).toMatch(new RegExp(`^${name}\\.lpfilter:\\d+:\\d+: .+\\n$`));
    }
  });

  test.each([
    [["sql", "--dialect=duckdb"], "'weir sql' needs exactly one file."],
    [["sql", "a.lpfilter"], "Missing '--dialect'. Use 'duckdb', 'clickhouse'"],
    [["sql", "a.lpfilter", "--dialect=duckbd"], "Did you mean 'duckdb'?"],
    [
      ["sql", "a.lpfilter", "--dialect=duckdb", "--where", "--table=t"],
      "'--where' prints no table.",
    ],
    [
      ["sql", "a.lpfilter", "--dialect=duckdb", "--where", "--count"],
      "'--where' prints no SELECT.",
    ],
    [["sql", "a.lpfilter", "--dialect=duckdb", "--timestamps=unx"], "Did you mean 'unix'?"],
    [
      ["sql", "a.lpfilter", "--dialect=sqlite", "--timestamps=timestamp"],
      "SQLite has no type for timestamps.",
    ],
    [["sql", "missing.lpfilter", "--dialect=duckdb"], "missing.lpfilter"],
  ])("%j could not run", async (args, message) => {
    using folder = new Folder({ "a.lpfilter": '{ "where": { "and": [] } }' });
    const { status, err, out } = await weir(folder, args);
    expect({ status, out }).toEqual({ status: 2, out: "" });
    expect(err).toContain(message);
  });
});
