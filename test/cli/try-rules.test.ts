import { describe, expect, test } from "vitest";
import { Folder, weir } from "../support/cli.ts";

const lines = [
  { ClientRequestURI: "/login?a=1", ClientCountry: "de", ClientIP: "198.51.100.9", BotScore: 5 },
  { ClientRequestURI: "/login", ClientCountry: "us", ClientIP: "203.0.113.7", BotScore: 90 },
  { ClientRequestURI: "/cart", ClientCountry: "us", ClientIP: "203.0.113.7", BotScore: 3 },
  { ClientRequestURI: "/cart", ClientCountry: "us", RequestHeaders: { "x-a": "1" } },
];
const logs = lines.map((it) => `${JSON.stringify(it)}\n`).join("");

async function tried(files: Record<string, string>, ...args: readonly string[]) {
  using folder = new Folder({ "log.ndjson": logs, ...files });
  const paths = Object.keys(files).filter((it) => it !== "weir.json");
  const { status, out, err } = await weir(folder, ["try", ...paths, "--format", "json", ...args]);
  return { status, err, ...(out === "" ? {} : JSON.parse(out)) };
}

const onLog = ["--logs", "log.ndjson"] as const;

describe("rules on log lines", () => {
  test("count matches", async () => {
    const { status, results } = await tried(
      { "a.cfrule": 'http.request.uri.path eq "/login" and ip.src.country eq "US"' },
      ...onLog,
    );
    expect(status).toBe(0);
    expect(results).toMatchObject([
      { path: "a.cfrule", language: "cfrule", kept: 1, undetermined: 0, missed: [] },
    ]);
  });

  test("are undetermined where a field that decides is not in the line", async () => {
    const { results } = await tried(
      {
        "a.cfrule": 'http.request.uri.path eq "/cart" and cf.bot_management.score lt 30',
        "b.cfrule": 'ssl and http.request.uri.path eq "/cart"',
        "c.cfrule": 'any(http.request.headers["x-a"][*] eq "1")',
      },
      ...onLog,
    );
    expect(results).toMatchObject([
      { kept: 1, undetermined: 1, missed: ["cf.bot_management.score"] },
      { kept: 0, undetermined: 2, missed: ["ssl"] },
      { kept: 1, undetermined: 3, missed: ["http.request.headers"] },
    ]);
  });

  test("--explain counts where each condition holds and decides", async () => {
    const { results } = await tried(
      { "a.cfrule": 'http.request.uri.path eq "/login" and ip.src.country eq "US"' },
      ...onLog,
      "--explain",
    );
    expect(results[0].conditions).toEqual([
      {
        range: { start: { line: 0, character: 0 }, end: { line: 0, character: 33 } },
        holds: 2,
        decides: 3,
      },
      {
        range: { start: { line: 0, character: 38 }, end: { line: 0, character: 60 } },
        holds: 3,
        decides: 2,
      },
    ]);
  });

  test("lists have the items of weir.json", async () => {
    const rule = { "a.cfrule": "ip.src in $office" };
    const items = { lists: { office: { kind: "ip", items: ["198.51.100.0/24"] } } };
    expect((await tried(rule, ...onLog)).results).toMatchObject([
      { kept: 0, undetermined: 4, missed: ["$office", "ip.src"] },
    ]);
    expect(
      (await tried({ ...rule, "weir.json": JSON.stringify(items) }, ...onLog)).results,
    ).toMatchObject([{ kept: 1, undetermined: 1 }]);
  });

  test("an invalid rule has an error, and other datasets have no requests", async () => {
    const invalid = await tried({ "a.cfrule": "http.hots eq 1" }, ...onLog);
    expect(invalid).toMatchObject({
      status: 1,
      results: [{ error: "Unknown field 'http.hots'. Did you mean 'http.host'?" }],
    });
    const other = await tried({ "a.cfrule": "ssl" }, ...onLog, "--dataset", "dns_logs");
    expect(other.results[0].error).toBe(
      "Rules cannot be tried on lines of 'dns_logs'. Use 'http_requests' or 'firewall_events'.",
    );
  });

  test("rules of a rule set run in order, up to a terminating action", async () => {
    const rule = (action: string, expression: string, more = "") =>
      `{ action = "${action}", ${more} expression = ${JSON.stringify(expression)} },`;
    const terraform = `resource "cloudflare_ruleset" "a" {
  phase = "http_request_firewall_custom"
  rules = [
    ${rule("log", 'http.request.uri.path eq "/cart"')}
    ${rule("block", 'http.request.uri.path eq "/login" and ip.src.country eq "DE"')}
    ${rule("managed_challenge", 'http.request.uri.path eq "/login"', "enabled = false,")}
    ${rule("skip", 'http.request.uri.path eq "/cart"', 'action_parameters = { ruleset = "current" },')}
    ${rule("block", 'http.request.uri.path contains "/"')}
  ]
}
`;
    const { results } = await tried({ "main.tf": terraform }, ...onLog);
    expect(results.map((it: { kept: number; reached: number }) => [it.kept, it.reached])).toEqual([
      [2, 4],
      [1, 4],
      [2, 3],
      [2, 3],
      [4, 1],
    ]);
    expect(results[0].range.start).toEqual({ line: 3, character: 36 });
  });
});
