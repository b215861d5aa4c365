import { describe, expect, test } from "vitest";
import { defaultContext, hostOfPath, languageOfPath } from "../../server/src/languages.ts";
import { explain } from "../../server/src/library/library.ts";
import { applyEdits } from "../../server/src/text/edit.ts";
import { readConfig } from "../../server/src/workspace/config/config.ts";

/** The diagnostics about comments, with the text of their ranges. */
function reported(path: string, text: string, severity = {}): string[] {
  const language = languageOfPath(path) ?? hostOfPath(path);
  const found = language?.analyze(text, { ...defaultContext, severity }).diagnostics() ?? [];
  return found
    .filter((it) => it.code === "ignore-comment")
    .map((it) => `${text.slice(it.start, it.end)}: ${it.message}`);
}

const unknown = "unknown-feild: Unknown code 'unknown-feild'. Did you mean 'unknown-field'?";
const missing =
  "weir-ignore: Missing code after 'weir-ignore'. Add one, as in 'weir-ignore unknown-field'.";

test("a code may have its name from before it was renamed", () => {
  const text = 'http.request.uri.path eq "/a/../b"\n';
  const codes = (given: string, context = defaultContext) =>
    languageOfPath("a.cfrule")
      ?.analyze(given, context)
      .diagnostics()
      .map((it) => it.code);
  expect(codes(text)).toContain("normalized-path");
  for (const code of ["normalised-path", "normalized-path"]) {
    expect(codes(`# weir-ignore ${code}\n${text}`)).not.toContain("normalized-path");
    expect(reported("a.cfrule", `# weir-ignore ${code}\n${text}`)).toEqual([]);
    const { config, problems } = readConfig(`{ "severity": { "${code}": "off" } }`);
    expect([config.severity, problems]).toEqual([{ "normalized-path": "off" }, []]);
    expect(explain(code)[0]?.code).toBe("normalized-path");
  }
});

describe("in our own files", () => {
  test.each<[string, string, string[]]>([
    ["a.cfrule", "# weir-ignore unknown-feild\nssl\n", [unknown]],
    ["a.cfrule", "# weir-ignore\nssl\n", [missing]],
    ["a.cfrule", "#weir-ignore: mixed-spelling, unknown-feild because\nssl\n", [unknown]],
    ["a.cfrule", "# weir-ignore xyzzy-plugh\nssl", ["xyzzy-plugh: Unknown code 'xyzzy-plugh'."]],
    [
      "a.cfrule",
      "# weir-ignore-next-line unknown-field\nssl\n",
      ["weir-ignore-next-line: Unknown directive 'weir-ignore-next-line'. Use 'weir-ignore'."],
    ],
    ["a.cfrule", "# weir-ignore unknown-field\n# weir-ignore-file regex-glob\nssl\n", []],
    ["a.cfrule", "# Comments with weir-ignore apply to the next line.\nssl\n", []],
    ["a.cfrule", "# weir-ignore-file ignore-comment\n# weir-ignore\nssl\n", []],
    ["a.lpfilter", '// weir-ignore unknown-feild\n{ "where": {} }', [unknown]],
    ["a.lpfilter", '/*\n * weir-ignore\n */ { "where": {} }', [missing]],
    ["a.lpjob", '{\n  // weir-ignore\n  "dataset": "http_requests"\n}', [missing]],
    ["a.lpjob", '{ "filter": {\n  // weir-ignore unknown-feild\n  "where": {} } }', [unknown]],
  ])("%s: %j", (path, text, expected) => {
    expect(reported(path, text)).toEqual(expected);
  });

  test("after any number of stars, in linear time", () => {
    const comment = `/${"*".repeat(200_000)}`;
    expect(reported("a.lpfilter", `${comment} weir-ignore */ { "where": {} }`)).toEqual([missing]);
    expect(reported("a.lpfilter", `${comment} a */ { "where": {} } // weir-ignore `)).toEqual([
      missing,
    ]);
  });

  test("unless it is off", () => {
    expect(reported("a.cfrule", "# weir-ignore\nssl\n", { "ignore-comment": "off" })).toEqual([]);
  });
});

describe("in hosts", () => {
  const filter = (inner: string) => `resource "cloudflare_filter" "f" {\n  ${inner}\n}\n`;
  test.each<[string, string, string[]]>([
    ["a.tf", filter('# weir-ignore unknown-feild\n  expression = "ssl"'), [unknown]],
    ["a.tf", filter('// weir-ignore\n  expression = "ssl"'), [missing]],
    ["a.tf", filter("expression = <<EOT\n# weir-ignore\nssl\nEOT"), [missing]],
    ["a.tf", filter('expression = "ssl"\n  description = "# weir-ignore"'), []],
    ["a.tf", "# weir-ignore\nlocals {}\n", []],
    ["a.yaml", "cache_rules:\n  # weir-ignore\n  - expression: ssl\n", [missing]],
    ["a.md", "<!-- weir-ignore unknown-feild -->\n```cfrule\nssl\n```\n", [unknown]],
    ["a.md", "# weir-ignore\n\n```cfrule\n# weir-ignore\nssl\n```\n", [missing]],
  ])("%s: %j", (path, text, expected) => {
    expect(reported(path, text)).toEqual(expected);
  });
});

describe("after other text", () => {
  const misplaced = (comment: string, codes: string) =>
    `${comment}: 'weir-ignore' applies to the next line, which has no problem with ${codes}. Put the comment on the line before the problem.`;
  const here = "# weir-ignore unknown-field";
  const rules = (after: string, second = 'http.host eq "a"') => `resource "cloudflare_ruleset" "r" {
  phase = "http_request_firewall_custom"
  rules = [{
    action     = "block"
    expression = "cf.brand.new eq 1"
  }, ${after}
  {
    action     = "log"
    expression = "${second.replaceAll('"', '\\"')}"
  }]
}
`;
  test.each<[string, string, string[]]>([
    ["a.cfrule", `cf.brand.new eq 1 ${here}\n`, [misplaced(here, "'unknown-field'")]],
    ["a.cfrule", `ssl ${here}\nand cf.brand.new eq 1\n`, []],
    ["a.cfrule", `ssl # weir-ignore unknown-feild\n`, [unknown]],
    ["a.tf", rules(here), [misplaced(here, "'unknown-field'")]],
    ["a.tf", rules("# weir-ignore"), [missing]],
    ["a.tf", rules("# the second one"), []],
    [
      "a.tf",
      rules("").replace('eq 1"', `eq 1" // weir-ignore unknown-field, list-name`),
      [misplaced("// weir-ignore unknown-field, list-name", "'unknown-field' or 'list-name'")],
    ],
    ["a.tf", rules("").replace('"block"', `"block" ${here}`), []],
    ["a.tf", rules("").replace('"block"', '"block # weir-ignore unknown-field"'), []],
    [
      "a.yaml",
      `cache_rules:\n  - expression: cf.brand.new eq 1 ${here}\n`,
      [misplaced(here, "'unknown-field'")],
    ],
    [
      "a.yaml",
      `cache_rules:\n  - expression: 'ssl ${here}'\n`,
      [misplaced(here, "'unknown-field'")],
    ],
    [
      "a.tf",
      `resource "cloudflare_filter" "f" {\n  expression = <<EOT\nssl ${here}\nand cf.brand.new eq 1\nEOT\n}\n`,
      [],
    ],
  ])("%s: %j", (path, text, expected) => {
    expect(reported(path, text)).toEqual(expected);
  });

  test("unless the code is off", () => {
    const text = `cf.brand.new eq 1 ${here}\n`;
    expect(reported("a.cfrule", text, { "unknown-field": "off" })).toEqual([]);
  });

  test("a fix moves the comment to the line before", () => {
    const text = `cache_rules:\n  - action: set_cache_settings\n    expression: cf.brand.new eq 1 ${here}\n`;
    const found = hostOfPath("a.yaml")?.analyze(text, defaultContext).diagnostics() ?? [];
    const [fix] = found.find((it) => it.code === "ignore-comment")?.fixes ?? [];
    expect(fix?.guess).toBe(true);
    const after = applyEdits(text, fix?.edits ?? []);
    expect(after).toBe(
      `cache_rules:\n  - action: set_cache_settings\n    ${here}\n    expression: cf.brand.new eq 1\n`,
    );
    expect(hostOfPath("a.yaml")?.analyze(after, defaultContext).diagnostics()).toEqual([]);
  });
});
