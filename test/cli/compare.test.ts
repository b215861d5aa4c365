import { execFileSync } from "node:child_process";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { Folder, weir } from "../support/programs/cli.ts";

const filter = (operator: string, value: unknown, key = "EdgeResponseStatus") =>
  JSON.stringify({ where: { key, operator, value } });

function commitAll(folder: Folder): void {
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
      cwd: folder.path,
    });
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "files");
}

describe("weir compare", () => {
  test("prints the relation with lines as evidence", async () => {
    using folder = new Folder({
      "a.lpfilter": filter("gt", 500),
      "b.lpfilter": filter("geq", 500),
    });
    const { status, out } = await weir(folder, ["compare", "a.lpfilter", "b.lpfilter"]);
    expect(out).toBe(
      `narrower: b.lpfilter matches everything that a.lpfilter matches, and more.
  only b.lpfilter: {"EdgeResponseStatus":500}
  both: {"EdgeResponseStatus":501}
`,
    );
    expect(status).toBe(1);
  });

  test("prints the same as JSON", async () => {
    using folder = new Folder({
      "a.lpfilter": filter("gt", 500),
      "b.lpfilter": filter("geq", 500),
    });
    const { out } = await weir(folder, ["compare", "a.lpfilter", "b.lpfilter", "--format", "json"]);
    expect(JSON.parse(out)).toEqual({
      version: 1,
      relation: "narrower",
      onlyFirst: null,
      onlySecond: { line: { EdgeResponseStatus: 500 } },
      both: { line: { EdgeResponseStatus: 501 } },
    });
  });

  test("exits with 0 for equal filters", async () => {
    using folder = new Folder({ "a.lpfilter": filter("lt", 5), "b.lpfilter": filter("leq", "4") });
    const { status, out } = await weir(folder, ["compare", "a.lpfilter", "b.lpfilter"]);
    expect([status, out.split(":")[0]]).toEqual([0, "equal"]);
  });

  test.each([
    ["a value that no client can send", 'http.request.uri.path.extension eq "JPG" or ssl'],
    ["the items of a list", "ip.src in $office or ssl"],
  ])("says that a difference has no example: %s", async (_, text) => {
    using folder = new Folder({ "a.cfrule": text, "b.cfrule": "ssl" });
    const { out } = await weir(folder, ["compare", "a.cfrule", "b.cfrule"]);
    expect(out).toMatch(/^wider: .*\n {2}only a\.cfrule: no example, because .*\n {2}both: GET/);
  });

  test("an unknown relation has a reason", async () => {
    const [ne, eq] = ["ne", "eq"].map((it) => `http.request.headers["y"][0] ${it} "/"`);
    using folder = new Folder({ "a.cfrule": ne ?? "", "b.cfrule": `not ${eq}` });
    const { status, out } = await weir(folder, ["compare", "a.cfrule", "b.cfrule"]);
    expect(out.split("\n")[0]).toBe(
      "unknown: could not determine how a.cfrule and b.cfrule relate. It depends on what 'ne' does if a value is missing, which the documentation leaves open.",
    );
    expect(status).toBe(2);
  });

  test("compares jobs by their filters", async () => {
    const job = (filter: unknown) =>
      JSON.stringify({
        name: "j",
        dataset: "http_requests",
        destination_conf: "s3://b?region=x",
        filter,
      });
    using folder = new Folder({
      "file.lpjob": job("./a.lpfilter"),
      "a.lpfilter": filter("lt", 5),
      "inline.lpjob": job(JSON.parse(filter("lt", 5))),
      "escaped.lpjob": job(filter("lt", 5)),
      "all.lpjob": job(undefined),
    });
    expect((await weir(folder, ["compare", "file.lpjob", "inline.lpjob"])).out).toMatch(/^equal/);
    expect((await weir(folder, ["compare", "escaped.lpjob", "a.lpfilter"])).out).toMatch(/^equal/);
    expect((await weir(folder, ["compare", "file.lpjob", "all.lpjob"])).out).toMatch(/^narrower/);
  });

  test("compares a file with its version in Git", async () => {
    using folder = new Folder({ "a.lpfilter": filter("lt", 5) });
    commitAll(folder);
    folder.write("a.lpfilter", filter("lt", 6));
    const { status, out } = await weir(folder, ["compare", "a.lpfilter", "--base", "HEAD"]);
    expect(out).toContain(
      "wider: a.lpfilter matches everything that a.lpfilter in HEAD matches, and more.",
    );
    expect(out).toContain('only a.lpfilter: {"EdgeResponseStatus":5}');
    expect(status).toBe(1);
    folder.write("j.lpjob", '{ "name": "j", "dataset": "http_requests", "filter": "a.lpfilter" }');
    commitAll(folder);
    const elsewhere = () => weir(folder, ["compare", "j.lpjob", "--base", "HEAD"]);
    expect((await elsewhere()).out).toMatch(/^equal/);
    folder.write("a.lpfilter", filter("lt", 7));
    expect((await elsewhere()).out).toContain('only j.lpjob: {"EdgeResponseStatus":6}');
    folder.write("b/c.lpfilter", filter("lt", 5));
    const job = (path: string) => `{ "dataset": "http_requests", "filter": "${path}" }`;
    folder.write("j.lpjob", job("b/c.lpfilter"));
    expect((await elsewhere()).out).toMatch(/^narrower/);
    commitAll(folder);
    folder.remove("b");
    folder.write("j.lpjob", job("a.lpfilter"));
    expect((await elsewhere()).out).toMatch(/^wider/);
    folder.write("k.lpjob", job("new.lpfilter"));
    commitAll(folder);
    folder.write("new.lpfilter", filter("lt", 5));
    const absent = await weir(folder, ["compare", "k.lpjob", "--base", "HEAD"]);
    expect(absent.status).toBe(2);
    expect(absent.err).toContain("Cannot read 'new.lpfilter' in 'HEAD'");
    const missing = await weir(folder, ["compare", "a.lpfilter", "--base", "nowhere"]);
    expect(missing.status).toBe(2);
    expect(missing.err).toContain("Cannot read 'a.lpfilter' in 'nowhere'");
  });

  test("a commit that only a remote has is not fetched, and no command of the repository runs", async () => {
    using origin = new Folder({ "a.lpfilter": filter("lt", 5) });
    commitAll(origin);
    using folder = new Folder();
    const git = (...args: string[]) => execFileSync("git", args, { cwd: folder.path });
    git("-C", origin.path, "config", "uploadpack.allowFilter", "true");
    git("clone", "-q", "--no-checkout", "--filter=blob:none", `file://${origin.path}`, ".");
    git("config", "remote.origin.uploadpack", `touch "${folder.path}/ran"; git-upload-pack`);
    folder.write("a.lpfilter", filter("lt", 6));
    const { status, err } = await weir(folder, ["compare", "a.lpfilter", "--base", "HEAD"]);
    expect(status).toBe(2);
    expect(err).toContain("'a.lpfilter' in 'HEAD' is not in this partial clone.");
    expect(existsSync(join(folder.path, "ran"))).toBe(false);
  });

  test("compares every rule of a file with its version in Git", async () => {
    const rules = (second: string) =>
      [
        "waf_custom_rules:",
        "  - ref: one",
        "    expression: ssl",
        "    action: block",
        "  - ref: two",
        `    expression: ${second}`,
        "    action: block",
        "",
      ].join("\n");
    using folder = new Folder({ "rules.yaml": rules("ip.src eq 192.0.2.1") });
    commitAll(folder);
    const same = await weir(folder, ["compare", "rules.yaml", "--base", "HEAD"]);
    expect(same).toMatchObject({
      status: 0,
      out: 'rules.yaml:2: waf_custom_rules "one": equal\nrules.yaml:5: waf_custom_rules "two": equal\n',
    });
    folder.write("rules.yaml", rules("ip.src in {192.0.2.0/24}"));
    const { status, out } = await weir(folder, [
      "compare",
      "rules.yaml",
      "--base",
      "HEAD",
      "--format",
      "json",
    ]);
    expect(JSON.parse(out).results).toMatchObject([
      { text: "one", relation: "equal" },
      { text: "two", relation: "wider", onlySecond: null },
    ]);
    expect(status).toBe(1);
    folder.write("rules.yaml", rules("ip.src in"));
    const open = await weir(folder, ["compare", "rules.yaml", "--base", "HEAD", "--format=json"]);
    expect(open.status).toBe(2);
    expect(JSON.parse(open.out).results[1]).toEqual({
      text: "two",
      relation: "unknown",
      onlyFirst: null,
      onlySecond: null,
      both: null,
      reason: "It has errors. Run 'weir check' to see them.",
      name: 'waf_custom_rules "two"',
      line: 5,
    });
    folder.write("rules.yaml", rules("ip.src in {192.0.2.0/24}"));
    const one = await weir(folder, ["compare", "rules.yaml#two", "rules.yaml:3"]);
    expect(one.out).toMatch(/^overlapping/);
  });

  const hole = (name: string) => `${"$"}{var.${name}}`;
  const same = (value: string) => `ip.src eq ${value}`;
  test.each([
    ["an unchanged rule", same(hole("a")), same(hole("a")), "equal"],
    ["another hole", same(hole("a")), same(hole("b")), undefined],
    ["another text", same(hole("a")), `${same(hole("a"))} or ssl`, undefined],
    ["a hole that is filled in", same(hole("a")), same("192.0.2.1"), undefined],
    ["no hole", same("192.0.2.1"), same("192.0.2.1"), "equal"],
  ])("holes are equal if they are written the same: %s", async (_, before, now, relation) => {
    const rule = (ref: string, text: string) =>
      `  rules {\n    ref = "${ref}"\n    expression = "${text}"\n    action = "block"\n  }\n`;
    const file = (...rules: string[]) =>
      `resource "cloudflare_ruleset" "waf" {\n  phase = "http_request_firewall_custom"\n${rules.join("")}}\n`;
    const versions = (text: string) => ({
      "one.tf": file(rule("a", text)),
      "two.tf": file(rule("a", text), rule("b", "ssl")),
    });
    using folder = new Folder(versions(before));
    commitAll(folder);
    for (const [name, text] of Object.entries(versions(now))) folder.write(name, text);
    const status = relation ? 0 : 2;
    const compared = (name: string) =>
      weir(folder, ["compare", name, "--base", "HEAD", "--format=json"]);
    const two = await compared("two.tf");
    expect(two.status).toBe(status);
    expect(JSON.parse(two.out).results).toMatchObject([
      { text: "a", relation: relation ?? "unknown" },
      { text: "b", relation: "equal" },
    ]);
    for (const name of ["one.tf", "two.tf#a"]) {
      const one = await compared(name);
      expect(one.status).toBe(status);
      expect(JSON.parse(one.out)).toMatchObject({ relation: relation ?? "unknown" });
    }
  });

  test.each([
    ['format("ip.src eq %s", var.a)', 'format("ip.src eq %s", var.b)'],
    ['format(\n"ip.src eq %s",\nvar.a)', 'format(\n"ip.src eq %s",\nvar.b)'],
    ['replace(\n"ip.src eq X",\n"X", var.a)', 'replace(\n"ip.src eq X",\n"X", var.b)'],
    [`"http.host eq \\"${hole("a")}\\""`, `lower("http.host eq \\"${hole("a")}\\"")`],
  ])("the value of a hole may be beside the text: %s", async (before, now) => {
    const file = (expression: string) =>
      `resource "cloudflare_ruleset" "waf" {\n  rules {\n    expression = ${expression}\n    action = "block"\n  }\n}\n`;
    using folder = new Folder({ "one.tf": file(before) });
    commitAll(folder);
    folder.write("one.tf", file(now));
    expect((await weir(folder, ["compare", "one.tf", "--base", "HEAD"])).status).toBe(2);
    folder.write("one.tf", file(before));
    expect((await weir(folder, ["compare", "one.tf", "--base", "HEAD"])).status).toBe(0);
  });

  test.each([
    ['variable "a" {\n  default = "DEFAULT"\n}', "var.a", 1],
    ['locals {\n  a = "DEFAULT"\n}', "local.a", 1],
    ['data "http" "a" {\n  url = "DEFAULT"\n}', "data.http.a.response_body", 2],
    ["# DEFAULT", "each.value", 2],
  ])("a value may be defined in the file: %s", async (defined, value, status) => {
    const file = (text: string) =>
      `${defined.replace("DEFAULT", text)}\nresource "cloudflare_ruleset" "waf" {\n  rules {\n    expression = "http.host eq \\"${"$"}{${value}}\\""\n    action = "block"\n  }\n}\n`;
    using folder = new Folder({ "one.tf": file("a.example.com") });
    commitAll(folder);
    expect((await weir(folder, ["compare", "one.tf", "--base", "HEAD"])).status).toBe(0);
    folder.write("one.tf", file("b.example.com"));
    expect((await weir(folder, ["compare", "one.tf", "--base", "HEAD"])).status).toBe(status);
  });

  test("compares the jobs of a file by their filters", async () => {
    const job = (name: string, value: string) =>
      `resource "cloudflare_logpush_job" "${name}" {\n  dataset = "http_requests"\n  filter = jsonencode({ where = { key = "ClientRequestHost", operator = "eq", value = ${value} } })\n}\n`;
    using folder = new Folder({ "jobs.tf": job("a", "var.a") + job("b", '"b"') });
    commitAll(folder);
    const compared = () => weir(folder, ["compare", "jobs.tf", "--base", "HEAD"]);
    expect(await compared()).toMatchObject({
      status: 0,
      out: "jobs.tf:1: cloudflare_logpush_job.a: equal; not compared: var.a\njobs.tf:5: cloudflare_logpush_job.b: equal\n",
    });
    folder.write("jobs.tf", job("a", "var.a") + job("b", '"c"'));
    const { status, out } = await compared();
    expect(status).toBe(1);
    expect(out).toMatch(
      /a: equal; not compared: var\.a\n.*b: disjoint\n {2}now: .*\n {2}no longer: /,
    );
  });

  test.each([
    [["a.lpfilter"], "needs two files"],
    [
      ["a.lpfilter", "dns.lpfilter"],
      "dataset 'http_requests', but 'dns.lpfilter' is for dataset 'dns_logs'",
    ],
    [["a.lpfilter", "broken.lpfilter"], "'broken.lpfilter' cannot be compared"],
    [["a.lpfilter", "missing.lpfilter"], "'missing.lpfilter': "],
    [["a.lpfilter", "b", "--base", "HEAD"], "one path is needed"],
    [["a.lpfilter", "--base=--output=x"], "Invalid commit"],
    [["a.lpfilter", "."], "Expected one file"],
  ])("refuses %j", async (args, message) => {
    using folder = new Folder({
      "a.lpfilter": filter("lt", 5),
      "dns.lpfilter": `// @dataset dns_logs\n${filter("eq", "x", "QueryName")}`,
      "broken.lpfilter": filter("lt", "many"),
    });
    const { status, err } = await weir(folder, ["compare", ...args]);
    expect(err).toContain(message);
    expect(status).toBe(2);
  });
});
