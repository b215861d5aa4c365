import { describe, expect, test } from "vitest";
import { basePath, createEmulator } from "../../../server/src/emulator/emulator.ts";
import { defaults } from "../../../server/src/emulator/state/defaults.ts";
import { Folder, weir } from "../../support/programs/cli.ts";

/** `weir trace --service`: the rules that a zone and its account have on the service. */

const { zone, account } = defaults;
const origin = "http://127.0.0.1:8787";
const baseUrl = `${origin}${basePath}`;
const env = { WEIR_API_TOKEN: defaults.token, WEIR_BASE_URL: baseUrl };
const config = JSON.stringify({ defaultProfile: "p", profiles: { p: { baseUrl, zone } } });

const refusal = { success: false, errors: [{ code: 10000, message: "Authentication error" }] };

/** An emulator with rules at both levels, and the reads that it gets. */
async function service(isRefused?: RegExp) {
  const { fetch } = createEmulator();
  const send = async (method: string, path: string, body: unknown) => {
    const headers = {
      authorization: `Bearer ${defaults.token}`,
      "content-type": "application/json",
    };
    const answer = await fetch(`${baseUrl}${path}`, {
      method,
      headers,
      body: JSON.stringify(body),
    });
    const { result, errors } = (await answer.json()) as { result: { id: string }; errors: unknown };
    expect(errors).toEqual([]);
    return result.id;
  };
  const list = async (name: string, kind: string, items: readonly object[]) => {
    const id = await send("POST", `/accounts/${account}/rules/lists`, { name, kind });
    await send("PUT", `/accounts/${account}/rules/lists/${id}/items`, items);
  };
  const ips = Array.from({ length: 1001 }, (_, i) => ({ ip: `10.0.${i >> 8}.${i & 255}` }));
  await list("office", "ip", ips);
  await list("unused", "ip", [{ ip: "192.0.2.1" }]);
  await list("moved", "redirect", [
    { redirect: { source_url: "example.com/old", target_url: "https://example.com/new" } },
  ]);
  const custom = await send("POST", `/accounts/${account}/rulesets`, {
    kind: "custom",
    name: "shared rules",
    phase: "http_request_firewall_custom",
    rules: [{ action: "block", expression: 'http.request.uri.path eq "/shared"', ref: "shared" }],
  });
  const entry = (scope: string, phase: string, rules: readonly object[]) =>
    send("PUT", `${scope}/rulesets/phases/${phase}/entrypoint`, { rules });
  await entry(`/accounts/${account}`, "http_request_firewall_custom", [
    { action: "execute", expression: "true", ref: "all", action_parameters: { id: custom } },
  ]);
  await entry(`/accounts/${account}`, "http_request_redirect", [
    {
      action: "redirect",
      ref: "moved",
      expression: "http.request.full_uri in $moved",
      action_parameters: { from_list: { name: "moved", key: "http.request.full_uri" } },
    },
  ]);
  await entry(`/zones/${zone}`, "http_request_firewall_custom", [
    { action: "block", expression: "ip.src in $office", ref: "office" },
    { action: "block", expression: 'http.request.uri.path eq "/admin"', ref: "admin" },
  ]);
  await send("PUT", `/zones/${zone}/url_normalization`, { type: "cloudflare", scope: "both" });
  const reads: string[] = [];
  const noting: typeof fetch = (input, init) => {
    const { pathname, search } = new URL(input instanceof Request ? input.url : input);
    const method = (input instanceof Request ? input.method : init?.method) ?? "GET";
    reads.push(`${method} ${pathname.slice(basePath.length)}${search}`);
    if (isRefused?.test(pathname)) return Promise.resolve(Response.json(refusal, { status: 403 }));
    return fetch(input, init);
  };
  return { fetch: noting, reads };
}

interface Run {
  readonly args?: readonly string[];
  readonly files?: Readonly<Record<string, string>>;
  /** The paths that the credential may not read. */
  readonly isRefused?: RegExp;
}

async function traced(request: string, { args = [], files = {}, isRefused }: Run = {}) {
  const emulator = await service(isRefused);
  using folder = new Folder({ "weir.json": config, ...files });
  const words = ["trace", "--service", ...args, "--request", request, "--format", "json"];
  const ran = await weir(folder, words, "", { env, fetch: emulator.fetch });
  const trace = ran.out === "" ? undefined : JSON.parse(ran.out);
  return { ...ran, ...emulator, trace, outcome: trace?.outcome };
}

describe("what is read", () => {
  test.each([
    ["GET https://example.com/shared ip.src=192.0.2.1", { kind: "block", by: "shared" }],
    ["GET https://example.com/admin ip.src=192.0.2.1", { kind: "block", by: "admin" }],
    ["GET https://example.com//x/..//admin ip.src=192.0.2.1", { kind: "block", by: "admin" }],
    ["GET https://example.com/ ip.src=10.0.3.232", { kind: "block", by: "office" }],
    ["GET https://example.com/old ip.src=192.0.2.1", { kind: "redirect", by: "moved" }],
    ["GET https://example.com/ ip.src=192.0.2.1", { kind: "origin" }],
  ])("%s", async (request, expected) => {
    const { outcome, status, err } = await traced(request);
    expect(outcome).toMatchObject(expected);
    expect(err).toBe("");
    expect(status).toBe(0);
  });

  test("each collection once, and items of lists that rules name", async () => {
    const { reads, trace } = await traced("GET https://example.com/admin ip.src=192.0.2.1");
    expect(new Set(reads).size).toBe(reads.length);
    expect(reads.every((it) => it.startsWith("GET "))).toBe(true);
    const collections = reads.map((it) => it.replace(/[\da-f]{32}/g, "ID"));
    expect(collections.filter((it) => it.includes("/items"))).toEqual([
      "GET /accounts/ID/rules/lists/ID/items?per_page=500",
      "GET /accounts/ID/rules/lists/ID/items?per_page=500",
      "GET /accounts/ID/rules/lists/ID/items?per_page=500&cursor=500",
      "GET /accounts/ID/rules/lists/ID/items?per_page=500&cursor=1000",
    ]);
    expect(collections.filter((it) => it.endsWith("/rulesets"))).toHaveLength(2);
    const rules = trace.steps.flatMap((it: { rules: object[] }) => it.rules);
    expect(rules[0]).toMatchObject({ source: { path: "service" } });
  });
});

describe("files replace what they define", () => {
  const terraform = (more: string) => `resource "cloudflare_ruleset" "waf" {
  zone_id = ${more}
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  name    = "waf"
  rules = [{ action = "block", ref = "file", expression = "http.request.uri.path eq \\"/file\\"" }]
}
`;
  const request = "GET https://example.com/admin ip.src=192.0.2.1";

  test.each([
    ["a reference is the zone of the profile", "var.zone_id", { kind: "origin" }],
    ["its ID", `"${zone}"`, { kind: "origin" }],
    ["another zone", '"ffffffffffffffffffffffffffffffff"', { kind: "block", by: "admin" }],
  ])("%s", async (_, id, expected) => {
    const args = ["main.tf", "--zone", zone];
    const { outcome } = await traced(request, { args, files: { "main.tf": terraform(id) } });
    expect(outcome).toMatchObject(expected);
    expect(outcome.unknown).toBeUndefined();
  });

  test("rules of other phases and levels stay", async () => {
    const files = { "main.tf": terraform("var.zone_id") };
    const { outcome } = await traced("GET https://example.com/shared ip.src=192.0.2.1", {
      args: ["main.tf"],
      files,
    });
    expect(outcome).toMatchObject({ kind: "block", by: "shared" });
  });

  test("a rule file is one rule of the ruleset", async () => {
    const files = {
      "a.cfrule": '# @action block\n# @ref mine\nhttp.request.uri.path eq "/mine"\n',
    };
    const args = ["a.cfrule"];
    const mine = await traced("GET https://example.com/mine ip.src=192.0.2.1", { args, files });
    expect(mine.outcome).toMatchObject({ kind: "block", by: "mine" });
    const other = await traced(request, { args, files });
    expect(other.outcome).toMatchObject({ kind: "block", by: "admin" });
  });
});

describe("what may not be read", () => {
  const request = "GET https://example.com/ ip.src=192.0.2.1";

  test("the account's rules are reported, and the outcome is not certain", async () => {
    const isRefused = /\/accounts\/\w+\/rulesets/;
    const { err, status, outcome } = await traced(request, { isRefused });
    expect(err).toMatch(/^The rulesets of account '\w+' could not be read: /);
    expect(err).not.toContain(defaults.token);
    expect(outcome).toMatchObject({ kind: "unknown", asRead: { kind: "origin" } });
    expect(outcome.notExamined).toEqual([expect.stringMatching(/^The rulesets of account /)]);
    expect(status).toBe(1);
  });

  test("one ruleset is reported", async () => {
    const { err, status } = await traced(request, { isRefused: /\/zones\/\w+\/rulesets\/\w/ });
    expect(err).toMatch(
      /^The ruleset 'default' of phase 'http_request_firewall_custom' could not be read: /,
    );
    expect(status).toBe(1);
  });

  test("without the zone's rules, nothing is traced", async () => {
    const { out, status } = await traced(request, { isRefused: /\/zones\/\w+\/rulesets/ });
    expect(JSON.parse(out)).toEqual({ version: 1, error: expect.any(String) });
    expect(status).toBe(2);
  });

  test.each([
    [["--profile", "p"], "'--profile' needs '--service' or '--live'."],
    [["--service", "--profile", "q"], "Unknown profile 'q'"],
  ])("%j", async (args, message) => {
    using folder = new Folder({ "weir.json": config });
    const words = ["trace", ...args, "--request", request];
    const { err, status } = await weir(folder, words, "", { env, fetch: createEmulator().fetch });
    expect(err).toContain(message);
    expect(status).toBe(2);
  });
});

describe("--live: the service's own trace", () => {
  const request = "GET https://example.com/admin ip.src=192.0.2.1 ip.src.country=AT";
  const live = ["--live"];
  const waf = (path: string) => ({
    "waf.json": JSON.stringify({
      zone_id: zone,
      kind: "zone",
      phase: "http_request_firewall_custom",
      rules: [{ ref: "admin", expression: `http.request.uri.path eq "${path}"`, action: "block" }],
    }),
  });

  test("is the same on the same rules", async () => {
    const { trace, status, reads } = await traced(request, { args: live });
    expect(trace.live).toEqual({
      status: 403,
      compared: 4,
      differences: [],
      notSent: ["ip.src"],
    });
    expect(reads.at(-1)).toBe(`POST /accounts/${account}/request-tracer/trace`);
    expect(status).toBe(0);
  });

  test("differs from files that are not applied", async () => {
    const files = waf("/other");
    const { trace, status } = await traced(request, { args: ["waf.json", ...live], files });
    expect(trace.outcome.kind).toBe("origin");
    expect(trace.live.differences).toEqual([
      {
        what: 'http.request.uri.path eq "/admin"',
        ours: "no such rule",
        theirs: "matched",
      },
    ]);
    expect(status).toBe(1);
  });

  test("in the terminal, and on files alone", async () => {
    using folder = new Folder({ "weir.json": config, ...waf("/none") });
    const { fetch } = await service();
    const words = ["trace", "waf.json", "--live", "--request", request];
    const { out, status } = await weir(folder, words, "", { env, fetch });
    expect(out).toContain("✓ reaches the origin: GET https://example.com/admin\n");
    expect(out).toContain(
      `Differs from the service's own trace, which answers 403 (0 rules compared):
  'http.request.uri.path eq "/admin"': no such rule here, matched on the service
Not sent, because the service's trace does not take it: ip.src.
`,
    );
    expect(status).toBe(1);
  });

  test.each([
    [
      /request-tracer/,
      request,
      "'--live' needs the permission Request Tracer: Read of the account.",
    ],
    [undefined, "GET /admin", "'--live' needs a URL with a host."],
    [undefined, "GET https://other.test/", "The account has no zone with the host 'other.test'."],
  ])("cannot run: %s %s", async (isRefused, asked, message) => {
    const { err, status } = await traced(asked, { args: live, ...(isRefused && { isRefused }) });
    expect(err).toContain(message);
    expect(err).not.toContain(defaults.token);
    expect(status).toBe(2);
  });

  test("sends what the endpoint accepts, and does not contact the origin", async () => {
    const emulator = await service();
    using folder = new Folder({ "weir.json": config, ...waf("/none") });
    const sent: unknown[] = [];
    const fetch: typeof globalThis.fetch = async (input, init) => {
      const asked = new Request(input, init);
      if (asked.method === "POST") sent.push(await asked.clone().json());
      return emulator.fetch(asked);
    };
    const words = ["trace", "waf.json", "--live", "--request", request, "--header"];
    await weir(folder, [...words, "cookie: a=1; b=2", "--header", "X-A: 1"], "", { env, fetch });
    expect(sent).toEqual([
      {
        method: "GET",
        url: "https://example.com/admin",
        headers: { "x-a": "1" },
        cookies: { a: "1", b: "2" },
        context: { geoloc: { iso_code: "AT" } },
        skip_response: true,
      },
    ]);
  });
});
