// `weir mcp` as assistants use it, through the official client. One process serves all of these tests.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { type CallToolResult, CallToolResultSchema } from "@modelcontextprotocol/sdk/types.js";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { isLong } from "../support/long.ts";
import { Folder } from "../support/programs/cli.ts";
import { bundlePath } from "../support/programs/dist.ts";

const cli = bundlePath("cli.cjs");
// The client validates every result against the schema of its tool.
const client = new Client({ name: "test", version: "1" });
const folder = new Folder({ "secret.lpfilter": "not read" });
const complaints: string[] = [];

beforeAll(async () => {
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: [cli, "mcp"],
    cwd: folder.path,
    stderr: "pipe",
  });
  transport.stderr?.on("data", (it) => complaints.push(String(it)));
  await client.connect(transport);
  await client.listTools();
});

afterAll(async () => {
  await client.close();
  folder[Symbol.dispose]();
});

async function call(name: string, args: object): Promise<CallToolResult> {
  const params = { name, arguments: { ...args } };
  return CallToolResultSchema.parse(await client.callTool(params));
}

/** The structured result of a tool. */
// biome-ignore lint/suspicious/noExplicitAny: the shapes are checked by the schemas of the tools.
async function ask(name: string, args: object): Promise<any> {
  const result = await call(name, args);
  expect(result.isError, textOf(result)).toBeUndefined();
  return result.structuredContent;
}

/** The text of a result. */
function textOf({ content }: CallToolResult): string {
  return content.map((it) => (it.type === "text" ? it.text : "")).join("\n");
}

const filter = (key: string, value: string) =>
  JSON.stringify({ where: { key, operator: "eq", value } });
const lines = [
  { ClientRequestHost: "shop.example.com", EdgeResponseStatus: 500 },
  { ClientRequestHost: "shop.example.com", EdgeResponseStatus: 200 },
  { ClientRequestHost: "blog.example.com", EdgeResponseStatus: 500 },
]
  .map((it) => `${JSON.stringify(it)}\n`)
  .join("");

describe("the description for assistants", () => {
  test("there are thirteen tools, which are read-only and closed to the world", async () => {
    const { tools } = await client.listTools();
    const names = [
      "check",
      "fix",
      "explain",
      "fields",
      "functions",
      "try",
      "cost",
      "trace",
      "review",
      "always",
      "compare",
      "shrink",
      "sql",
    ];
    expect(tools.map((it) => it.name)).toEqual(names);
    for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
      expect(description?.length, name).toBeGreaterThan(80);
      expect(outputSchema, name).toBeDefined();
      expect(annotations, name).toMatchObject({ readOnlyHint: true, openWorldHint: false });
      for (const it of Object.values(inputSchema.properties ?? {}))
        expect(it, name).toHaveProperty("description");
    }
  });

  test("arguments are those of the contract", async () => {
    const { tools } = await client.listTools();
    const of = (name: string) => tools.find((it) => it.name === name)?.inputSchema;
    for (const name of ["check", "fix", "shrink"]) {
      const optional = name === "fix" ? ["dataset", "style"] : ["dataset"];
      const names = Object.keys(of(name)?.properties ?? {});
      expect(names).toEqual(["text", "language", ...optional]);
      expect(of(name)?.required).toEqual(["text", "language"]);
    }
    expect(of("explain")?.required).toEqual(["code"]);
  });

  test("the server describes its purpose", async () => {
    expect(client.getServerVersion()).toMatchObject({ name: "weir" });
    const { tools } = await client.listTools();
    for (const { name } of tools) expect(client.getInstructions()).toContain(`'${name}'`);
  });

  test("the list is short, and a parameter has one name", async () => {
    const { tools } = await client.listTools();
    // 16,000 for eleven tools, 'cost' and 'always'.
    expect(JSON.stringify({ tools }).length).toBeLessThan(18_600);
    const names = new Set(tools.flatMap((it) => Object.keys(it.inputSchema.properties ?? {})));
    expect([...names].sort()).toEqual(
      "after before code count dataset dialect first keep language limit lines policies request search second style table text zone".split(
        " ",
      ),
    );
  });
});

test("a problem is found, explained and corrected in one conversation", async () => {
  const written = '(http.hots eq "shop.example.com") && http.request.method = "POST"';
  const { diagnostics } = await ask("check", { text: written, language: "cfrule" });
  const codes = diagnostics.map((it: { code: string }) => it.code);
  expect(codes).toContain("unknown-field");
  const explained = await ask("explain", { code: "unknown-field" });
  expect(explained.entries.map((it: { texts: string }) => it.texts)).toContain("rule expression");
  const { fields } = await ask("fields", { language: "cfrule", search: "host" });
  expect(fields[0]).toMatchObject({ name: "http.host", type: "String" });
  const fixed = await ask("fix", {
    text: written.replace("hots", "host"),
    language: "cfrule",
  });
  expect(fixed.changed).toBe(true);
  expect(fixed.summary.errors).toBe(0);
  const request = "POST https://shop.example.com/";
  const { results } = await ask("try", { text: fixed.text, language: "cfrule", request });
  expect(results).toMatchObject([{ kept: 1 }]);
  const { relation } = await ask("compare", {
    first: fixed.text,
    second: 'http.host eq "shop.example.com" and http.request.method eq "POST"',
    language: "cfrule",
  });
  expect(relation).toBe("equal");
});

describe("each tool", () => {
  test("check lists problems with their ranges and fixes", async () => {
    const text = filter("ClientIPP", "192.0.2.1");
    const result = await call("check", { text, language: "lpfilter" });
    expect(result.structuredContent).toMatchObject({
      diagnostics: [
        {
          code: "unknown-field",
          severity: "error",
          range: { start: { line: 0, character: 16 }, end: { line: 0, character: 27 } },
          excerpt: '"ClientIPP"',
          fixes: [{ title: "Use 'ClientIP'", guess: true }],
        },
      ],
      summary: { errors: 1, warnings: 0, infos: 0, hints: 0 },
    });
    expect(textOf(result)).toBe(
      "1 error:\n1:17 error unknown-field: 'http_requests' has no field 'ClientIPP'. Did you mean 'ClientIP'? Possible fix: Use 'ClientIP'.",
    );
  });

  test("check finds nothing in a valid text", async () => {
    const text = filter("ClientIP", "192.0.2.1");
    expect(textOf(await call("check", { text, language: "lpfilter" }))).toBe("No problems found.");
  });

  test("check uses the given dataset", async () => {
    const text = filter("QueryName", "example.com");
    const check = (more: object) => ask("check", { text, language: "lpfilter", ...more });
    expect((await check({})).summary.errors).toBe(1);
    expect((await check({ dataset: "dns_logs" })).summary.errors).toBe(0);
  });

  test("check finds rules inside other files", async () => {
    const text = `resource "cloudflare_filter" "a" {\n  expression = "http.hots eq \\"a\\""\n}\n`;
    const { diagnostics } = await ask("check", { text, language: "terraform" });
    expect(diagnostics).toMatchObject([{ code: "unknown-field", embedded: "cfrule" }]);
    const json = JSON.stringify({
      resource: { cloudflare_filter: { a: { expression: 'http.hots eq "a"' } } },
    });
    const inJson = await ask("check", { text: json, language: "terraform" });
    expect(inJson.diagnostics).toMatchObject([{ code: "unknown-field" }]);
    const none = await call("check", { text: "a: 1\n", language: "yaml" });
    expect(textOf(none)).toContain("contains no filters, jobs or rules");
  });

  test("check lists errors first, and not all of a thousand", async () => {
    const many = Array.from({ length: 300 }, (_, i) => `http.hots eq "${i}"`).join(" or ");
    const answer = await ask("check", { text: many, language: "cfrule" });
    expect(answer.diagnostics).toHaveLength(50);
    expect(answer.omitted).toBeGreaterThan(200);
    expect(answer.diagnostics[0].severity).toBe("error");
  });

  test("fix applies safe fixes and leaves guesses", async () => {
    const text = '{ "where": { "key": "ClientIPP", "operator": "==", "value": "192.0.2.1" } }';
    const result = await call("fix", { text, language: "lpfilter" });
    expect(result.structuredContent).toMatchObject({
      text: text.replace("==", "eq"),
      changed: true,
      applied: [{ title: "Use 'eq'", range: { start: { line: 0, character: 45 } } }],
      diagnostics: [{ code: "unknown-field" }],
    });
    expect(result.content).toHaveLength(2);
    expect(await ask("fix", { text: "ssl", language: "cfrule" })).toMatchObject({
      text: "ssl",
      changed: false,
    });
  });

  test("explain has a page for every language with the code", async () => {
    const { entries, url } = await ask("explain", { code: "never-matches" });
    expect(entries.length).toBeGreaterThan(1);
    expect(entries[0].examples[0].text).toContain("^^^");
    expect(url).toContain("never-matches");
    expect(textOf(await call("explain", { code: "unreachable-rule" }))).toContain(
      "Rules run in order",
    );
  });

  test("fields searches names, then descriptions and values", async () => {
    const search = async (args: object) => {
      const { fields } = await ask("fields", args);
      return fields.map((it: { name: string }) => it.name);
    };
    expect(await search({ language: "lpfilter", search: "client country" })).toEqual([
      "ClientCountry",
    ]);
    expect(await search({ language: "lpfilter", search: "revalidated" })).toContain(
      "CacheCacheStatus",
    );
    expect(await search({ language: "lpjob", dataset: "dns_logs", search: "query" })).toContain(
      "QueryName",
    );
    expect((await search({ language: "cfrule", limit: 3 })).length).toBe(3);
    const { fields } = await ask("fields", { language: "lpfilter", search: "Cookies" });
    expect(fields[0]).toMatchObject({ operators: [], note: expect.stringContaining("Cannot") });
    const most = await call("fields", { language: "cfrule", search: "host zzzz" });
    expect(textOf(most)).toMatch(/^No field matches every word of 'host zzzz'\..*\s+http\.host /);
    const none = await call("fields", { language: "lpfilter", search: "ClientContry" });
    expect(textOf(none)).toBe("No field matches 'ClientContry'. Did you mean 'ClientCountry'?");
  });

  test("try counts lines, explains conditions and shows some lines", async () => {
    const text = JSON.stringify({
      where: {
        and: [
          { key: "ClientRequestHost", operator: "eq", value: "shop.example.com" },
          { key: "EdgeResponseStatus", operator: "geq", value: 500 },
        ],
      },
    });
    const answer = await ask("try", { text, language: "lpfilter", lines: `${lines}broken\n` });
    const [first, second, third] = lines.trim().split("\n");
    expect(answer).toMatchObject({
      lines: 4,
      unreadable: 1,
      unreadableLines: [{ line: 4 }],
      results: [
        {
          language: "lpfilter",
          kept: 1,
          dropped: 2,
          undetermined: 0,
          conditions: [
            { text: expect.stringContaining("ClientRequestHost"), holds: 2, decides: 2 },
            { text: expect.stringContaining("EdgeResponseStatus"), holds: 2, decides: 2 },
          ],
          keptLines: [first],
          droppedLines: [second, third],
        },
      ],
    });
  });

  test("try does not explain many conditions, which would take long", async () => {
    const or = Array.from({ length: isLong ? 3000 : 300 }, (_, i) => ({
      key: "ClientRequestHost",
      operator: "startsWith",
      value: `h${i}`,
    }));
    const count = isLong ? 2000 : 200;
    const many = Array.from({ length: count }, (_, i) => `{"ClientRequestHost":"x${i}"}\n`).join(
      "",
    );
    const text = JSON.stringify({ where: { or } });
    const { results } = await ask("try", { text, language: "lpfilter", lines: many });
    expect(results).toMatchObject([{ kept: 0, dropped: count }]);
    expect(results[0]).not.toHaveProperty("conditions");
  });

  test("try reads CSV, jobs and rules", async () => {
    const csv = "ClientRequestHost,EdgeResponseStatus\nshop.example.com,500\nb,200\n";
    const kept = async (args: object) => (await ask("try", args)).results[0].kept;
    const text = filter("ClientRequestHost", "shop.example.com");
    expect(await kept({ text, language: "lpfilter", lines: csv })).toBe(1);
    const job = JSON.stringify({
      name: "a",
      dataset: "http_requests",
      destination_conf: "s3://logs/{DATE}?region=eu-central-1",
      filter: JSON.parse(text),
    });
    expect(await kept({ text: job, language: "lpjob", lines })).toBe(2);
    const rule = 'http.host eq "blog.example.com"';
    expect(await kept({ text: rule, language: "cfrule", lines })).toBe(1);
    const undetermined = await ask("try", { text: "ssl", language: "cfrule", lines });
    expect(undetermined.results).toMatchObject([{ undetermined: 3, missed: ["ssl"] }]);
    const bots = JSON.stringify({ where: { key: "BotScore", operator: "lt", value: 30 } });
    const missing = await ask("try", { text: bots, language: "lpfilter", lines: '{"RayID":"a"}' });
    expect(missing.results).toMatchObject([
      { kept: 0, dropped: 0, undetermined: 1, missed: ["BotScore"], keptLines: [] },
    ]);
  });

  test("compare proves how two texts relate", async () => {
    const one = filter("ClientCountry", "de");
    const two = JSON.stringify({
      where: { key: "ClientCountry", operator: "in", value: ["de", "fr"] },
    });
    const compare = (first: string, second: string) =>
      ask("compare", { first, second, language: "lpfilter" });
    const rules = { first: "# @action block\nssl", second: "# @action log\nssl" };
    const result = await call("compare", { ...rules, language: "cfrule" });
    expect(result.structuredContent).toMatchObject({
      relation: "equal",
      changed: [{ property: "action", before: "block", after: "log" }],
    });
    expect(JSON.stringify(result.content)).toContain(
      "different: 'first' and 'second' match the same",
    );
    expect(await compare(one, two)).toMatchObject({
      relation: "narrower",
      onlyFirst: null,
      onlySecond: { line: { ClientCountry: "fr" } },
    });
    expect(await compare(two, one)).toMatchObject({ relation: "wider" });
  });

  test("functions are found by their names and descriptions", async () => {
    expect(await ask("functions", { search: "lowercase", limit: 1 })).toMatchObject({
      functions: [{ name: "lower", signature: expect.stringContaining("lower(") }],
    });
    expect((await ask("functions", { limit: 500 })).total).toBeGreaterThan(30);
    const none = await call("functions", { search: "lowr" });
    expect(none.structuredContent).toMatchObject({ functions: [], total: 0 });
    expect(textOf(none)).toContain("Did you mean 'lower'?");
  });

  test("sql translates each filter and rule", async () => {
    const text = filter("ClientRequestHost", "shop.example.com");
    const given = { text, language: "lpfilter", dialect: "duckdb", table: "logs", count: true };
    const { statements } = await ask("sql", given);
    expect(statements).toHaveLength(1);
    for (const it of ["COUNT(*)", "FROM logs", "ClientRequestHost"])
      expect(statements[0].sql).toContain(it);
  });

  test("shrink shortens a text", async () => {
    const or = ["de", "fr", "it"].map((value) => ({ key: "ClientCountry", operator: "eq", value }));
    const text = JSON.stringify({ where: { or } });
    const answer = await ask("shrink", { text, language: "lpfilter" });
    expect(JSON.parse(answer.text).where).toMatchObject({ operator: "in" });
    expect(answer).toMatchObject({
      changed: true,
      results: [{ before: { operators: 3 }, after: { operators: 1 }, fits: true }],
    });
    const rule = await ask("shrink", { text: "ssl", language: "cfrule" });
    expect(rule).toMatchObject({ text: "ssl", changed: false });
  });
});

describe("invalid input gets an error with advice", () => {
  const good = { text: "ssl", language: "cfrule" };

  test.each([
    ["check", "Missing argument 'language'. A filter, job or rule", { text: "ssl" }],
    ["check", "Missing argument 'text'. The text itself, not a path", { language: "cfrule" }],
    ["check", "'text' needs a string, found the number 5.", { ...good, text: 5 }],
    ["check", "'text' needs a string, found an array.", { ...good, text: ["ssl"] }],
    ["check", "Did you mean 'cfrule'?", { ...good, language: "cfrules" }],
    ["check", "Did you mean 'http_requests'?", { ...good, dataset: "http_request" }],
    ["check", "Unknown argument 'path'. Use 'text', 'language'", { ...good, path: "a.cfrule" }],
    ["check", "Unknown argument 'langauge'. Did you mean", { ...good, langauge: "cfrule" }],
    ["check", "1,000,001 characters; the limit is", { ...good, text: "a".repeat(1_000_001) }],
    ["explain", "Did you mean 'unknown-field'?", { code: "unknown-feild" }],
    ["explain", "Use a code that 'check' reports.", { code: "zzzzzz" }],
    ["fields", "'language' needs 'lpfilter', 'lpjob' or 'cfrule'", { language: "terraform" }],
    ["fields", "needs an integer from 1 to 500, found 0.", { language: "cfrule", limit: 0 }],
    ["try", "Use either 'lines' or, for rules, 'request'.", good],
    ["try", "'lines' has no log lines.", { ...good, lines: "" }],
    ["try", "Pass the lines themselves", { ...good, lines: "./secret.lpfilter" }],
    ["try", "Invalid request:", { ...good, request: "GET" }],
    ["try", "Call 'check' for details.", { ...good, text: "ssl and", lines }],
    ["try", "request", { ...good, text: filter("a", "b"), language: "lpfilter", request: "GET /" }],
    [
      "compare",
      "The second text cannot be compared",
      { first: "ssl", second: "ssl and", language: "cfrule" },
    ],
    ["compare", "No filter or rule found", { first: "a", second: "a", language: "yaml" }],
    ["shrink", "Unclosed '{'.", { text: "{", language: "lpfilter" }],
    ["shrink", "contains no filters", { text: "a: 1", language: "yaml" }],
    ["sql", "contains no filters", { text: "a: 1", language: "yaml", dialect: "duckdb" }],
  ])("%s: %s", async (name, message, args) => {
    const result = await call(name, args);
    expect(result.isError).toBe(true);
    expect(textOf(result)).toContain(message);
    expect(textOf(result)).not.toContain("bug in Weir");
  });

  test("null is treated as omitted", async () => {
    expect(await ask("check", { ...good, dataset: null })).toMatchObject({ diagnostics: [] });
  });

  test("an unknown tool is a protocol error", async () => {
    await expect(call("push", {})).rejects.toThrow("Unknown tool 'push'. The tools are 'check',");
  });
});

test("a filter that a job has in another file is not read", async () => {
  const text = JSON.stringify({
    name: "a",
    dataset: "http_requests",
    destination_conf: "s3://logs/{DATE}?region=eu-central-1",
    filter: "./secret.lpfilter",
  });
  expect(await ask("check", { text, language: "lpjob" })).toMatchObject({ summary: { errors: 0 } });
  const tried = await call("try", { text, language: "lpjob", lines });
  expect(textOf(tried)).toContain("is in another file");
});

test("canceled calls do not block the next ones", async () => {
  const aborter = new AbortController();
  const or = Array.from({ length: 4000 }, (_, i) => `http.host contains "${i}a"`).join(" or ");
  const params = { name: "shrink", arguments: { text: or, language: "cfrule" } };
  const slow = client.callTool(params, undefined, { signal: aborter.signal });
  const waiting = client.callTool(params, undefined, { signal: aborter.signal });
  const next = ask("check", { text: "ssl", language: "cfrule" });
  aborter.abort("enough");
  await expect(slow).rejects.toThrow("enough");
  await expect(waiting).rejects.toThrow("enough");
  expect(await next).toMatchObject({ diagnostics: [] });
});

test("the server logged no errors", () => {
  expect(complaints).toEqual([]);
});

describe("in a separate process", () => {
  const start = { jsonrpc: "2.0", id: 1, method: "initialize" };
  const clientInfo = { name: "raw", version: "1" };
  const params = { protocolVersion: "2025-06-18", capabilities: {}, clientInfo };

  test("invalid lines are reported, pending calls are completed, and it exits at the end of input", async () => {
    const child = spawn(process.execPath, [cli, "mcp"], { stdio: "pipe" });
    let out = "";
    let err = "";
    child.stdout.on("data", (it) => {
      out += it;
    });
    child.stderr.on("data", (it) => {
      err += it;
    });
    const callOf = (id: number, text: string) => ({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      params: { name: "check", arguments: { text, language: "cfrule" } },
    });
    const messages = [{ ...start, params }, callOf(2, "ssl"), callOf(3, "http.hots eq 1")];
    child.stdin.end(`no message\n[]\n${messages.map((it) => `${JSON.stringify(it)}\n`).join("")}`);
    const [status] = await once(child, "close");
    const answers = out
      .trim()
      .split("\n")
      .map((it) => JSON.parse(it));
    expect(status).toBe(0);
    expect(answers.map((it) => it.id)).toEqual([1, 2, 3]);
    expect(answers[2].result.structuredContent.summary.errors).toBeGreaterThan(0);
    expect(err).toMatch(/^weir: .*JSON.*\nweir: Ignored a message that is not JSON-RPC 2\.0\.\n$/);
  });
});

test("policies are proved or refuted", async () => {
  const text = JSON.stringify({
    ...{ kind: "zone", phase: "http_request_firewall_custom" },
    rules: [{ ref: "admin", action: "block", expression: 'http.request.uri.path eq "/admin"' }],
  });
  const entry = (when: string) =>
    `\n- { name: ${when}, when: ${when}, expect: { outcome: block } }`;
  const policies = `always:${entry("ssl")}`;
  const { results } = await ask("always", { text, policies, language: "json" });
  expect(results).toMatchObject([{ name: "ssl", result: "broken", passed: false }]);
  const wrong = await call("always", {
    text,
    policies: `always:${entry("sls")}`,
    language: "json",
  });
  expect([wrong.isError, textOf(wrong)]).toEqual([
    true,
    "Invalid 'when': Unknown field 'sls'. Did you mean 'ssl'?",
  ]);
});

test("a change of rulesets is reviewed, with a request for each outcome", async () => {
  const ruleset = (expression: string) =>
    JSON.stringify({
      kind: "zone",
      phase: "http_request_firewall_custom",
      rules: [{ ref: "a", action: "block", expression }],
    });
  const [before, after] = [ruleset('http.host eq "a.example"'), ruleset("ssl")];
  const found = await call("review", { before, after, language: "json" });
  expect(textOf(found)).toBe(
    "allow -> block because of a, such as GET https://example.com/\nblock -> allow because of a, such as GET http://a.example/\nNo other kind of change (proved).",
  );
  const none = await call("review", { before: "{}", after: "[]", language: "json" });
  expect([none.isError, textOf(none)]).toEqual([true, "There are no rulesets to review."]);
});
