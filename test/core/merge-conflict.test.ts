import { expect, test } from "vitest";
import { reportedDiagnostics } from "../../server/src/core/host-syntax.ts";
import {
  defaultContext,
  hostOfPath,
  languageOfPath,
  summaryOf,
} from "../../server/src/languages.ts";
import { applyEdits } from "../../server/src/text/edit.ts";

const analysisOf = (path: string, text: string, severity = {}) => {
  const language = languageOfPath(path) ?? hostOfPath(path);
  if (!language) throw new Error(`No language for ${path}`);
  return language.analyze(text, { ...defaultContext, severity });
};

const both = (ours: string, theirs: string, base = "") =>
  `<<<<<<< this file\n${ours}${base}=======\n${theirs}>>>>>>> the service\n`;
const status = (it: number) =>
  `{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": ${it} } }\n`;
const rules = (it: string) =>
  `resource "cloudflare_ruleset" "a" {\n  kind  = "zone"\n  phase = "http_request_firewall_custom"\n${it}}\n`;
const rule = (it: string) => `  rules = [{ action = "${it}", expression = "ssl" }]\n`;

test.each([
  ["a.lpfilter", (it: string) => it, status(400), status(500)],
  ["a.lpfilter, as Git shows it", (it: string) => it, status(400), status(500)],
  ["a.lpjob", (it: string) => `{ "dataset": "http_requests",\n${it}}\n`, '"name": "a"\n', "\n"],
  ["a.cfrule", (it: string) => `# @action block\n${it}`, "ssl\n", "not ssl\n"],
  ["main.tf", rules, rule("block"), rule("log")],
  [
    "a.yaml",
    (it: string) => `http_request_firewall_custom:\n${it}`,
    "  - { action: block, expression: ssl }\n",
    "  - { action: log, expression: ssl }\n",
  ],
])(
  "conflict markers are the only problem of %s, and a fix keeps a side",
  (name, around, ours, theirs) => {
    const base = name.includes("Git") ? `||||||| 1a2b3c4\n${status(503)}` : "";
    const [path = ""] = name.split(",");
    const text = around(both(ours, theirs, base));
    const analysis = analysisOf(path, text);
    const found = reportedDiagnostics(analysis, {});
    expect(found.map((it) => [it.code, it.severity, text.slice(it.start, it.end)])).toEqual([
      ["merge-conflict", "error", "<<<<<<< this file"],
    ]);
    expect(found[0]?.message).toBe(
      "'this file' and 'the service' have different lines here. Keep one side, or join both and remove the markers.",
    );
    const fixed = found[0]?.fixes.map((it) => [it.title, applyEdits(text, it.edits), it.guess]);
    expect(fixed).toEqual([
      ["Keep the lines of 'this file'", around(ours), true],
      ["Keep the lines of 'the service'", around(theirs), true],
    ]);
    if (!analysis.regions)
      expect([...analysis.lenses(), ...analysis.inlays({ start: 0, end: text.length })]).toEqual(
        [],
      );
  },
);

test.each([
  ["one marker", "# <<<<<<< a\nssl\n"],
  ["markers without an end", "<<<<<<< a\nssl\n=======\nssl\n"],
  ["an end without a start", "ssl\n=======\n>>>>>>> a\n"],
])("%s is no conflict", (_, text) => {
  const codes = analysisOf("a.cfrule", text)
    .diagnostics()
    .map((it) => it.code);
  expect(codes).not.toContain("merge-conflict");
});

test("each place of a text is reported, unless turned off", () => {
  const text = `${both("ssl\n", "not ssl\n")}and\n${both("ssl\n", "not ssl\n")}`;
  const codes = (severity?: object) =>
    analysisOf("a.cfrule", text, severity)
      .diagnostics()
      .map((it) => it.code);
  expect(codes()).toEqual(["merge-conflict", "merge-conflict"]);
  expect(codes({ "merge-conflict": "off" })).toContain("expression-syntax");
  expect(summaryOf("merge-conflict")).toContain("markers of a merge");
});

test("documentation may show markers", () => {
  const text = "```cfrule\nssl\n```\n\n```\n<<<<<<< a\nb\n=======\nc\n>>>>>>> d\n```\n";
  expect(analysisOf("a.md", text).diagnostics()).toEqual([]);
});
