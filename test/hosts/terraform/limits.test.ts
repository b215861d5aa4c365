// Files that call very many modules: the work is bounded, and diagnostics list the parts that are left out.
import { afterEach, expect, test, vi } from "vitest";
import { terraformResources } from "../../../server/src/hosts/configuration/terraform.ts";
import { Module } from "../../../server/src/hosts/terraform/module.ts";
import { defaultContext, hostOfPath } from "../../../server/src/languages.ts";
import { memoryFiles } from "./memory-files.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const range = (count: number) => Array.from({ length: count }, (_, index) => index);

function ruleset(count: number, repeated = ""): string {
  const rules = range(count).map(
    (it) => `{ action = "block", ref = "r${it}", expression = "http.host eq \\"a${it}\\"" }`,
  );
  return `resource "cloudflare_ruleset" "w" {
  ${repeated}
  kind  = "zone"
  phase = "http_request_firewall_custom"
  rules = [${rules.join(",\n")}]
}
`;
}

const calls = (count: number, source: string) =>
  range(count)
    .map((it) => `module "m${it}" {\n  source = "${source}"\n}\n`)
    .join("");

function analysisOf(texts: Readonly<Record<string, string>>) {
  const place = { path: "/w/main.tf", files: memoryFiles(texts) };
  const language = hostOfPath("main.tf");
  const analysis = language?.analyze(texts["main.tf"] ?? "", {
    ...defaultContext,
    terraform: place,
  });
  if (!analysis) throw new Error("No host language");
  return analysis;
}

const reasonsOf = (analysis: ReturnType<typeof analysisOf>) =>
  (analysis.notChecked?.() ?? []).map((it) => it.detail);

test("of many calls of a large module, the first are checked, and the others are reported", () => {
  const analysis = analysisOf({ "main.tf": calls(300, "./x"), "x/a.tf": ruleset(500) });
  expect(analysis.diagnostics()).toEqual([]);
  const checked = analysis.elsewhere?.().calls.length ?? 0;
  const reasons = reasonsOf(analysis);
  expect(checked).toBeGreaterThan(50);
  expect(reasons).toHaveLength(300 - checked);
  expect(reasons.at(-1)).toBe("module.m299 is over the limit for modules and repeated resources");
});

const many = 'module "n" {\n  source = "../x"\n  count  = 90\n}\n';

test.each([
  ["repeated", { "main.tf": 'module "m" {\n  source = "./y"\n  count  = 90\n}\n', "y/a.tf": many }],
  [
    "a call with many calls of its own",
    { "main.tf": calls(1, "./y"), "y/a.tf": calls(900, "../x") },
  ],
])("what is left out of modules is reported: %s", (_, texts: Record<string, string>) => {
  const analysis = analysisOf({ ...texts, "x/a.tf": ruleset(1) });
  expect(analysis.diagnostics()).toEqual([]);
  expect(reasonsOf(analysis)).toEqual([
    expect.stringMatching(/^module\.\w+ is over the limit for modules and repeated resources$/),
  ]);
});

test("a module that calls itself is followed as far as a large one", () => {
  const text = `${calls(50, "./")}${ruleset(2000)}`;
  const analysis = analysisOf({ "main.tf": text });
  expect(analysis.diagnostics()).toEqual([]);
  expect(analysis.elsewhere?.().calls.length).toBeLessThan(40);
  expect(reasonsOf(analysis)).toHaveLength(50);
});

test("of a large resource that is repeated, one is checked at least", () => {
  const analysis = analysisOf({ "main.tf": ruleset(2000, "count = 100") });
  expect(analysis.diagnostics()).toEqual([]);
  expect(reasonsOf(analysis)).toEqual([
    "cloudflare_ruleset.w is over the limit for modules and repeated resources",
  ]);
});

test("the rules of many modules are read for requests as far as they are checked", () => {
  const files = memoryFiles({ "main.tf": calls(300, "./x"), "x/a.tf": ruleset(500) });
  const place = { path: "/w/main.tf", files };
  const { resources } = terraformResources(files.read(place.path) ?? "", false, place);
  expect(resources.length).toBeGreaterThan(50);
  expect(resources.length).toBeLessThan(150);
});

const list =
  'resource "cloudflare_list" "l" {\n  account_id = "a"\n  name = "l"\n  kind = "ip"\n}\n';

test("calls are not looked at again for each module that is not followed", () => {
  const looked = vi.spyOn(Module.prototype, "folderOf");
  analysisOf({ "main.tf": `${calls(2000, "./")}${list}` });
  expect(looked.mock.calls.length).toBeLessThan(50_000);
});

test("resources without texts are not read for each call", () => {
  const read = vi.spyOn(Module.prototype, "partsOf");
  analysisOf({ "main.tf": `${calls(200, "./")}${list.repeat(200)}` });
  expect(read.mock.calls.length).toBe(200);
});

test("text that starts very many calls and completes none is searched once", () => {
  const analysis = analysisOf({ "main.tf": 'module "a" '.repeat(100_000) });
  expect(analysis.diagnostics()).toEqual([]);
});
