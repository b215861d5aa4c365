import { describe, expect, test } from "vitest";
import { readConfig } from "../../server/src/workspace/config/config.ts";
import { configFindings } from "../../server/src/workspace/config/diagnostics.ts";
import { Folder, weir } from "../support/programs/cli.ts";

function messages(text: string): string[] {
  return readConfig(text).problems.map((it) => it.message);
}

describe("every valid part is used", () => {
  test("of a file with everything in it", () => {
    const { config, problems } = readConfig(`// comments are fine
      {
        "$schema": "./weir.schema.json",
        "datasets": { "10/**": "dns_logs", "2/**": "gateway_dns" },
        "severity": { "prefer-in": "off", "weir-json": "warning" },
        "exclude": ["old/**"],
        "overrides": [{ "files": "legacy/**", "severity": { "unknown-field": "off" } }],
        "limits": { "operators": 5 },
        "fields": { "http_requests": { "New": "array[int]" }, "rules": { "a.b": "map < IP Address >" } },
        "lists": ["office_ips"],
        "plan": "pro", "zones": { "z_1": "example.com" }, "zone": { "urlNormalization": { "type": "cloudflare" } },
        "samples": { "http_requests": "logs/*.ndjson" },
        "terraform": [{ "root": "infra", "varFiles": ["a.tfvars"], "name": "a", "env": ["b"] }],
        "engines": { "pg": { "kind": "postgres", "url": "postgres://reader@db/logs", "table": "t" } },
        "embedded": [{ "files": "k8s/*.yaml", "path": "spec.rules[*].expression", "language": "cfrule" }],
        "policies": [{ "name": "named", "for": "job", "schema": { "required": ["name"] }, "files": "us/**" }],
        "format": { "operators": "english" },
        "defaultProfile": "local",
        "profiles": { "local": { "zone": "z_1", "rulesTarget": "rulesets", }, },
      }`);
    expect(problems).toEqual([]);
    expect(config).toEqual({
      exclude: ["old/**"],
      overrides: [{ files: ["legacy/**"], severity: { "unknown-field": "off" } }],
      // In the order of the file, even if the names look like numbers, because the last match wins.
      datasets: [
        ["10/**", "dns_logs"],
        ["2/**", "gateway_dns"],
      ],
      severity: { "prefer-in": "off", "weir-json": "warning" },
      limits: { operators: 5 },
      fields: { http_requests: { New: "array[int]" }, rules: { "a.b": "map < IP Address >" } },
      lists: ["office_ips"],
      plan: "pro",
      zones: { z_1: "example.com" },
      zone: { urlNormalization: { type: "cloudflare" } },
      review: {},
      env: {},
      terraform: [{ root: "infra", varFiles: ["a.tfvars"], name: "a", env: ["b"] }],
      samples: { http_requests: "logs/*.ndjson" },
      engines: { pg: { kind: "postgres", url: "postgres://reader@db/logs", table: "t" } },
      embedded: [{ files: "k8s/*.yaml", path: "spec.rules[*].expression", language: "cfrule" }],
      policies: [{ name: "named", for: "job", schema: { required: ["name"] }, files: ["us/**"] }],
      format: { operators: "english" },
      defaultProfile: "local",
      profiles: { local: { zone: "z_1", rulesTarget: "rulesets" } },
    });
  });

  test("and is not affected by errors beside it", () => {
    const { config, problems } = readConfig(
      '{ "lists": ["a", 1], "limits": { "bytes": 0, "operators": 3 }, "plan": "gold" }',
    );
    expect(problems).toHaveLength(3);
    expect(config).toMatchObject({ lists: ["a"], limits: { operators: 3 }, plan: undefined });
  });

  test.each(["", "[]", "{", "nonsense", "{ a: 1 }"])("%j is reported as invalid", (text) => {
    const { config, problems } = readConfig(text);
    expect(problems.length).toBeGreaterThan(0);
    expect(config.profiles).toEqual({});
  });

  test("any name is accepted, including those of JavaScript", () => {
    const { config, problems } = readConfig('{ "profiles": { "__proto__": {}, "toString": {} } }');
    expect(problems).toEqual([]);
    expect(Object.keys(config.profiles)).toEqual(["__proto__", "toString"]);
    expect(messages('{ "toString": 1 }')).toEqual(["Unknown setting 'toString'."]);
  });
});

describe("default and duplicate names are validated", () => {
  test("an unknown default profile", () => {
    const profiles = '"profiles": { "local": {}, "production": {} }';
    const [problem] = readConfig(`{ "defaultProfile": "locl", ${profiles} }`).problems;
    expect(problem?.message).toBe("Unknown profile 'locl'. Did you mean 'local'?");
    expect(problem?.fixes[0]?.edits[0]?.newText).toBe('"local"');
    expect(messages('{ "defaultProfile": "local" }')).toEqual(["Unknown profile 'local'."]);
    expect(messages(`{ "defaultProfile": "production", ${profiles} }`)).toEqual([]);
  });

  test("a duplicate name", () => {
    const text = '{ "profiles": { "p": { "zone": "a" } }, "profiles": { "q": {}, "q": {} } }';
    expect(messages(text)).toEqual([
      "Duplicate property 'profiles'; only the last one is used. Remove one.",
      "Duplicate property 'q'; only the last one is used. Remove one.",
    ]);
    expect(readConfig(text).problems[0]).toMatchObject({ start: 2, end: 12 });
  });
});

describe("an invalid profile is reported at its position", () => {
  test.each([
    ['{ "baseUrl": "locahost:8787", "zone": "z" }', '"locahost:8787"', "is not a valid URL"],
    ['{ "baseUrl": "", "zone": "z" }', '""', "is not a valid URL"],
    ['{ "baseUrl": "http://a.example", "zone": "z" }', '"http://a.example"', "Use https"],
    ['{ "baseUrl": "https://u:p@a.example", "zone": "z" }', '"https://u:p@a.example"', "password"],
    [
      '{ "baseUrl": "https://a.example/?x", "zone": "z" }',
      '"https://a.example/?x"',
      "has a query or fragment",
    ],
    ['{ "baseUrl": "https://a.example:25", "zone": "z" }', '"https://a.example:25"', "Port 25"],
    ["{}", '"p"', "Profile 'p' has neither a zone nor an account"],
    ['{ "baseUrl": "https://a.example" }', '"p"', 'Add "zone", "account" or both.'],
  ])("%s", (profile, place, message) => {
    const text = `{ "profiles": { "good": { "zone": "z" }, "p": ${profile} } }`;
    const read = readConfig(text);
    const [finding, ...more] = configFindings(read);
    expect(more).toEqual([]);
    expect(finding).toMatchObject({
      code: "weir-json",
      severity: profile.includes("u:p@") ? "error" : "warning",
    });
    expect(finding?.message).toContain(message);
    expect(text.slice(finding?.start, finding?.end)).toBe(place);
    // The other profile can be used, and this one never falls back to the public host.
    expect(read.problems).toEqual([]);
    expect(read.config.profiles.p).toEqual(JSON.parse(profile));
  });

  test.each([
    '{ "zone": "z" }',
    '{ "account": "a" }',
    '{ "baseUrl": "http://127.0.0.1:8787/client/v4", "zone": "z" }',
  ])("%s can be used", (profile) => {
    expect(configFindings(readConfig(`{ "profiles": { "p": ${profile} } }`))).toEqual([]);
  });

  test("with the severity that the file sets", () => {
    const loud = (severity: string) =>
      configFindings(
        readConfig(`{ "severity": { "weir-json": "${severity}" }, "profiles": { "p": {} } }`),
      );
    expect(loud("error")).toMatchObject([{ severity: "error" }]);
    expect(loud("off")).toEqual([]);
  });
});

test("a hostile file gets a limited number of messages", () => {
  const names = Array.from({ length: 5000 }, (_, i) => `"sevrity${i}": 1`);
  expect(messages(`{ ${names.join()} }`).length).toBeLessThan(1100);
});

describe("globs are matched with every file, so their number is limited", () => {
  test.each([
    ["exclude", (glob: string) => JSON.stringify(glob)],
    ["overrides", (glob: string) => JSON.stringify({ files: glob, severity: {} })],
  ])("in '%s'", (name, item) => {
    const text = (count: number) =>
      `{ "${name}": [${Array.from({ length: count }, (_, i) => item(`*${i}/**`)).join()}] }`;
    expect(messages(text(1000))).toEqual([]);
    const [message = "", ...more] = messages(text(10_000));
    expect(message).toMatch(/^Too many globs: those after the first \d+ items are ignored\. Use /);
    expect(more).toEqual([]);
  });

  const datasets = (globs: readonly string[]) =>
    `{ "datasets": { ${globs.map((it) => `${JSON.stringify(it)}: "dns_logs"`).join()} } }`;
  const many = (count: number, glob: (i: number) => string) =>
    datasets(Array.from({ length: count }, (_, i) => glob(i)));

  test.each([
    ["a thousand folders", 1000, (i: number) => `teams/team-${i}/**/*.lpfilter`],
    ["ten thousand files", 10_000, (i: number) => `teams/team-${i}/filters/errors.lpfilter`],
    ["many names in braces", 20, (i: number) => `{${"team,".repeat(60)}team}/${i}/**`],
  ])("%s are within the limit", (_, count, glob) => {
    const { config, problems } = readConfig(many(count, glob));
    expect(problems).toEqual([]);
    expect(config.datasets).toHaveLength(count);
  });

  test.each([
    ["braces", 500, (i: number) => `${"{a,b}".repeat(7)}*${i}`],
    ["stars", 100, (i: number) => `${i}${"*a".repeat(1000)}*b`],
    ["names", 25_000, (i: number) => `f${i}`],
  ])("%s exceed the limit, which is reported once", (_, count, glob) => {
    const text = many(count, glob);
    const { config, problems } = readConfig(text);
    expect(problems).toHaveLength(1);
    const [problem] = problems;
    const used = config.datasets.length;
    expect(used).toBeGreaterThan(0);
    expect(used).toBeLessThan(count);
    expect(problem?.message).toContain("Too many globs: this one and those after it are ignored.");
    expect(text.slice(problem?.start, problem?.end)).toBe(JSON.stringify(glob(used)));
  });
});

test("lists may have a type, and are known even if it is invalid", () => {
  const { config, problems } = readConfig(
    '{ "lists": { "office_ips": "ip", "bad_hosts": "hosts" } }',
  );
  expect(config).toMatchObject({
    lists: ["office_ips", "bad_hosts"],
    listKinds: { office_ips: "ip" },
  });
  expect(problems.map((it) => it.message)).toEqual([
    `Expected one of "ip", "hostname", "asn", "redirect", found '"hosts"'.`,
  ]);
});

test("lists may have items, which are checked by the type of the list", () => {
  const { config, problems } = readConfig(`{ "lists": {
    "office_ips": { "kind": "ip", "items": ["198.51.100.0/24", "2001:db8::1", "office"] },
    "networks": { "kind": "asn", "items": [64496, "AS64497", "x"] },
    "hosts": { "kind": "hostname", "items": ["*.example.com", "https://a.example/"] },
    "unknown": { "kind": "ip" }
  } }`);
  expect(config).toMatchObject({
    lists: ["office_ips", "networks", "hosts", "unknown"],
    listKinds: { office_ips: "ip", networks: "asn", hosts: "hostname", unknown: "ip" },
    listItems: { networks: [64496, "AS64497", "x"] },
  });
  expect(config.listItems).not.toHaveProperty("unknown");
  expect(problems.map((it) => it.message)).toEqual([
    "Expected an IP address or network, found 'office'.",
    "Expected an AS number, found 'x'.",
    "Expected a hostname, found 'https://a.example/'.",
  ]);
});

describe("credentials", () => {
  const key = ["ghp", "abcdefghijkl0123"].join("_");
  const running = (...command: readonly string[]) => ({
    engines: { lake: { kind: "command", table: "t", dialect: "duckdb", command } },
  });

  test.each([
    [{ apiToken: "x" }],
    [{ profiles: { a: { zone: "z", token: "x" } } }],
    [{ profiles: { a: { zone: "z", baseUrl: "https://u:pw@a.example" } } }],
    [{ profiles: { a: { zone: "z", baseUrl: "https://a.example/?api_key=x" } } }],
    [{ engines: { a: { kind: "clickhouse", url: "https://u:pw@a.example", table: "t" } } }],
    [
      {
        engines: { a: { kind: "clickhouse", url: "https://a.example", table: "t", password: "x" } },
      },
    ],
    [running("x", "--password=x")],
    [running("x", "--api-key", "hunter2")],
    [running("x", "-H", "Authorization: Bearer hunter2")],
    [running("x", "-H", "x-api-key:hunter2")],
    [{ samples: { http_requests: "https://a.example/?token=x" } }],
    [{ zones: { z: key } }],
  ])("are errors, whatever the severity: %j", (settings) => {
    const text = JSON.stringify({ severity: { "weir-json": "hint" }, ...settings });
    const found = configFindings(readConfig(text));
    expect(found.map((it) => it.severity)).toEqual(["error"]);
    for (const it of ["pw", key]) expect(found[0]?.message).not.toContain(it);
  });

  test("are errors, also if the other problems are not shown", () => {
    const text = JSON.stringify({
      severity: { "weir-json": "off" },
      apiToken: "x",
      defaultProfile: "y",
    });
    expect(configFindings(readConfig(text)).map((it) => it.severity)).toEqual(["error"]);
  });

  test.each([
    ["--password=hunter2"],
    ["-H", "Authorization: Bearer hunter2"],
    ["--token", "hunter2"],
    [["glpat", "hunter2-hunter2"].join("-")],
  ])("are not repeated in the excerpt: %j", async (...words) => {
    using folder = new Folder({ "weir.json": JSON.stringify(running("x", ...words)) });
    const { out, err, status } = await weir(folder, ["check"]);
    expect(status).toBe(1);
    expect(out + err).not.toContain("hunter2");
  });

  test("are not found in ordinary settings", () => {
    const text = JSON.stringify({
      profiles: { a: { zone: "z", baseUrl: "https://a.example/client/v4" } },
      engines: {
        ch: {
          kind: "command",
          table: "t",
          dialect: "clickhouse",
          command: ["ch", "--password", "--query", "--ask-password", "-H", "Accept: text/plain"],
        },
        pg: { kind: "postgres", url: "postgres://reader@db/logs", table: "http_requests" },
      },
      samples: { http_requests: "s3://logs/shop" },
      datasets: { "token: a/*.lpfilter": "http_requests" },
      lists: { auth_paths: { kind: "hostname", items: ["auth.example.com"] } },
      severity: { "secret-in-file": "error" },
    });
    expect(configFindings(readConfig(text))).toEqual([]);
  });

  test("fail a check, and are refused where they are used", async () => {
    const engine = {
      kind: "clickhouse",
      url: "https://a.example",
      table: "t",
      password: "hunter2",
    };
    using folder = new Folder({
      "weir.json": JSON.stringify({ engines: { lake: engine }, profiles: { a: { zone: "z" } } }),
      "a.cfrule": "ssl",
      "a.lpfilter": '{ "where": { "key": "RayID", "operator": "eq", "value": "a" } }',
    });
    const checked = await weir(folder, ["check"]);
    expect(checked.status).toBe(1);
    expect(checked.out + checked.err).not.toContain("hunter2");
    const tried = await weir(folder, ["try", "a.lpfilter", "--engine", "lake"]);
    expect(tried.status).toBe(2);
    expect(tried.err).toContain("The engine 'lake' has a credential in 'weir.json'.");
    expect((await weir(folder, ["push", "a.cfrule", "--yes"])).status).toBe(2);
  });
});
