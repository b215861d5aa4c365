import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { Folder, weir } from "../support/cli.ts";

const filter = (operator: string, value: unknown, key = "EdgeResponseStatus") =>
  JSON.stringify({ where: { key, operator, value } });

describe("weir compare", () => {
  test("prints the relation with lines as evidence", async () => {
    using folder = new Folder({
      "a.lpfilter": filter("gt", 500),
      "b.lpfilter": filter("geq", 500),
    });
    const { status, out } = await weir(folder, ["compare", "a.lpfilter", "b.lpfilter"]);
    expect(out).toBe(
      `narrower: everything that a.lpfilter matches, b.lpfilter matches too.
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
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
        cwd: folder.path,
      });
    git("init", "-q");
    git("add", ".");
    git("commit", "-qm", "first");
    folder.write("a.lpfilter", filter("lt", 6));
    const { status, out } = await weir(folder, ["compare", "a.lpfilter", "--base", "HEAD"]);
    expect(out).toContain(
      "wider: everything that a.lpfilter in HEAD matches, a.lpfilter matches too.",
    );
    expect(out).toContain('only a.lpfilter: {"EdgeResponseStatus":5}');
    expect(status).toBe(1);
    folder.write("j.lpjob", '{ "name": "j", "dataset": "http_requests", "filter": "a.lpfilter" }');
    git("add", ".");
    git("commit", "-qm", "second");
    const elsewhere = await weir(folder, ["compare", "j.lpjob", "--base", "HEAD"]);
    expect(elsewhere.status).toBe(2);
    expect(elsewhere.err).toContain("The filter of 'j.lpjob' is in 'a.lpfilter'.");
    const missing = await weir(folder, ["compare", "a.lpfilter", "--base", "nowhere"]);
    expect(missing.status).toBe(2);
    expect(missing.err).toContain("Cannot read 'a.lpfilter' in 'nowhere'");
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
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
        cwd: folder.path,
      });
    git("init", "-q");
    git("add", ".");
    git("commit", "-qm", "first");
    const same = await weir(folder, ["compare", "rules.yaml", "--base", "HEAD"]);
    expect(same).toMatchObject({ status: 0, out: "one: equal\ntwo: equal\n" });
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
    });
    folder.write("rules.yaml", rules("ip.src in {192.0.2.0/24}"));
    const one = await weir(folder, ["compare", "rules.yaml#two", "rules.yaml:3"]);
    expect(one.out).toMatch(/^overlapping/);
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
