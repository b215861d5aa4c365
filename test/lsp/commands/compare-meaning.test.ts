import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { CommandArguments, MeaningResult, Refusal } from "../../../server/src/lsp/protocol.ts";
import { removeFolders, writeAt } from "../../support/folders.ts";
import { stopClients } from "../../support/programs/lsp.ts";
import { saysYes, Workbench } from "../../support/programs/workbench.ts";

afterEach(() => {
  stopClients();
  removeFolders();
  vi.unstubAllGlobals();
});

function filter(status: number): string {
  return `{ "where": { "key": "EdgeResponseStatus", "operator": "lt", "value": ${status} } }`;
}

const offers = { confirm: true, choose: true };
const files = {
  "a.lpfilter": filter(400),
  "b.lpfilter": filter(500),
  "in/a.lpfilter": filter(400),
  "a.lpjob": '{ "name": "a", "dataset": "http_requests", "filter": "a.lpfilter" }',
  "dns.lpfilter": `// @dataset dns_logs\n${filter(1).replace("EdgeResponseStatus", "ResponseCode")}`,
  "a.cfrule": "# @action block\nssl",
  "one.tf": `resource "cloudflare_ruleset" "waf" {\n  rules {\n    expression = "ip.src eq ${"$"}{var.a}"\n    action = "block"\n  }\n}\n`,
  "two.yaml": "waf_custom_rules:\n  - expression: ssl\n  - expression: not ssl\n",
};

async function start() {
  const bench = await Workbench.open({ files, offers, answers: saysYes });
  const compare = (name: string, args: CommandArguments = {}) =>
    bench.run<Partial<Exclude<MeaningResult, Refusal>> & Partial<Refusal>>("weir.compareMeaning", {
      uri: bench.uri(name),
      ...args,
    });
  return { bench, compare };
}

describe("a file is compared with another", () => {
  test("from the editor, with examples, and without a request", async () => {
    const { bench, compare } = await start();
    const other = bench.uri("b.lpfilter");
    expect(await compare("a.lpfilter", { other })).toEqual({
      version: 1,
      relation: "narrower",
      onlyFirst: null,
      onlySecond: { line: { EdgeResponseStatus: 400 } },
      both: { line: {} },
      text: [
        "narrower: b.lpfilter matches everything that a.lpfilter matches, and more.",
        '  only b.lpfilter: {"EdgeResponseStatus":400}',
        "  both: {}",
      ].join("\n"),
    });
    await bench.client.open(other, filter(300), "lpfilter");
    expect((await compare("a.lpfilter", { other })).relation).toBe("wider");
    expect((await compare("a.lpjob", { other })).relation).toBe("wider");
    expect(bench.sent).toEqual([]);
  });

  test("files with the same name are distinguished by their folders", async () => {
    const { bench, compare } = await start();
    const { text } = await compare("a.lpfilter", { other: bench.uri("in/a.lpfilter") });
    expect(text).toMatch(/^equal: \S+\/a\.lpfilter and in\/a\.lpfilter match the same\./);
  });

  test.each([
    ["a.cfrule", "'a.lpfilter' is for dataset 'http_requests', but 'a.cfrule' is for rules."],
    ["dns.lpfilter", "but 'dns.lpfilter' is for dataset 'dns_logs'."],
    ["gone.lpfilter", "File 'gone.lpfilter' not found."],
    ["two.yaml", "'two.yaml' has 2 filters and rules (lines 2, 3). Compare from that file"],
  ])("unless it cannot be: %s", async (name, says) => {
    const { bench, compare } = await start();
    const { refusal } = await compare("a.lpfilter", { other: bench.uri(name) });
    expect(refusal).toContain(says);
  });

  test("by the text at the cursor", async () => {
    const { bench, compare } = await start();
    const other = bench.uri("a.cfrule");
    const relation = async (line: number) =>
      (await compare("two.yaml", { other, position: { line, character: 18 } })).relation;
    expect([await relation(1), await relation(2)]).toEqual(["equal", "disjoint"]);
    expect((await compare("two.yaml", { other })).refusal).toContain("Place the cursor");
    const outside = await compare("two.yaml", { other, position: { line: 0, character: 0 } });
    expect(outside.refusal).toContain("Place the cursor");
  });

  test("not while it has errors", async () => {
    const { bench, compare } = await start();
    await bench.client.open(bench.uri("a.lpfilter"), "{", "lpfilter");
    const { refusal } = await compare("a.lpfilter", { other: bench.uri("b.lpfilter") });
    expect(refusal).toMatch(/^'a\.lpfilter' cannot be compared: it has errors/);
  });
});

test("a file is compared with its version in a commit", async () => {
  const { bench, compare } = await start();
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
      cwd: fileURLToPath(bench.folder),
    });
  git("init", "-q");
  git("add", ".");
  git("commit", "-qm", "first");
  await bench.client.open(bench.uri("a.lpfilter"), filter(401), "lpfilter");
  const { text } = await compare("a.lpfilter", { commit: "HEAD" });
  expect(text).toMatch(/^wider: a\.lpfilter matches everything that a\.lpfilter in HEAD matches/);
  expect(text).toContain('only a.lpfilter: {"EdgeResponseStatus":400}');
  const refusal = async (name: string, commit: string) => (await compare(name, { commit })).refusal;
  const two = files["two.yaml"].replace("not ssl", "not ssl or ssl");
  await bench.client.open(bench.uri("two.yaml"), two, "yaml");
  const at = (line: number) =>
    compare("two.yaml", { commit: "HEAD", position: { line, character: 18 } });
  expect([(await at(1)).relation, (await at(2)).relation]).toEqual(["equal", "wider"]);
  await bench.client.open(
    bench.uri("two.yaml"),
    `${two}  - expression: http.host eq "a"\n`,
    "yaml",
  );
  expect([(await at(1)).relation, (await at(2)).relation]).toEqual(["equal", "wider"]);
  expect((await at(3)).refusal).toBe("'two.yaml in HEAD' has no such filter or rule.");
  const action = `${files["two.yaml"].trimEnd()}\n    action: log\n`;
  await bench.client.open(bench.uri("two.yaml"), action, "yaml");
  expect(await at(2)).toMatchObject({
    relation: "equal",
    changed: [{ property: "action", before: null, after: "log" }],
    text: "different: two.yaml and two.yaml in HEAD match the same, but differ in what they do.\n  action: (not set) → log",
  });
  expect((await compare("one.tf", { commit: "HEAD" })).relation).toBe("equal");
  await bench.client.open(
    bench.uri("one.tf"),
    files["one.tf"].replace("var.a", "var.b"),
    "terraform",
  );
  expect(await refusal("one.tf", "HEAD")).toContain("filled in later: var.b.");
  expect(await refusal("a.lpfilter", "gone")).toContain("Cannot read 'a.lpfilter' in 'gone'");
  expect(await refusal("a.lpfilter", "--help")).toBe("Invalid commit '--help'.");
  expect((await compare("a.lpjob", { commit: "HEAD" })).relation).toBe("wider");
  expect(bench.sent).toEqual([]);
});

test("a file is compared with the service", async () => {
  const { bench, compare } = await start();
  expect((await compare("a.cfrule")).refusal).toBe("'a.cfrule' is not on the service.");
  await bench.run("weir.push", bench.uri("a.cfrule"));
  expect((await compare("a.cfrule")).relation).toBe("equal");
  writeAt(bench.uri("a.cfrule"), '# @action block\nssl and http.host eq "a.example"');
  const { text } = await compare("a.cfrule");
  expect(text).not.toContain("action");
  expect(text).toMatch(
    /^narrower: a\.cfrule on the service matches everything that a\.cfrule matches, and more\./,
  );
  writeAt(bench.uri("a.cfrule"), "# @action log\n# @position first\nssl");
  expect(await compare("a.cfrule")).toMatchObject({
    relation: "equal",
    changed: [{ property: "action", before: "block", after: "log" }],
  });
});
