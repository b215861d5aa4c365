// Shapes of Terraform's language. In each, the characters in « » are wrong, and have to be found there and nowhere else; with
// the right ones, nothing is found. A line `? …` names what cannot be checked.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { defaultContext, hostOfPath } from "../../../server/src/languages.ts";
import { TerraformFindings } from "../../../server/src/workspace/terraform-findings.ts";
import { memoryFiles } from "./memory-files.ts";

const folder = join(import.meta.dirname, "shapes");

interface Shape {
  readonly files: Readonly<Record<string, string>>;
  readonly notChecked: readonly string[];
}

/** `=== title`, then `--- path` before each file; without one, the file is `main.tf`. */
function shapesIn(text: string): [string, Shape][] {
  return text
    .replaceAll("\r\n", "\n")
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const [title = "", ...lines] = part.split("\n");
      const files: Record<string, string> = {};
      const notChecked: string[] = [];
      let path = "main.tf";
      for (const line of lines) {
        const [, named] = /^--- (.+)$/.exec(line) ?? [];
        const [, reason] = /^\? (.+)$/.exec(line) ?? [];
        if (named !== undefined) path = named;
        else if (reason !== undefined) notChecked.push(reason);
        else files[path] = `${files[path] ?? ""}${line}\n`;
      }
      return [title, { files, notChecked }];
    });
}

/** The rules belong to one ruleset, unless the shape has its own. */
function whole(path: string, text: string): string {
  if (path !== "main.tf" || text.includes("resource ") || text.includes("module ")) return text;
  const rules = /^rules\s*=|^\s*dynamic "rules"/m;
  const at = text.search(rules);
  if (at === -1) return text;
  const header =
    'resource "cloudflare_ruleset" "w" {\nkind = "zone"\nphase = "http_request_firewall_custom"\n';
  return `${text.slice(0, at)}${header}${text.slice(at)}}\n`;
}

/** Wrong texts, with their codes and the right texts. */
const wrong = [
  ["http.hosst", "unknown-field", "http.host"],
  ["blokc", "unknown-action", "block"],
  ["redirect", "phase-action", "block"],
  ["http_request_firewal_custom", "unknown-phase", "http_request_firewall_custom"],
  ["30", "rule-setting", "60"],
] as const;
const codeOf = (part: string) => wrong.find(([it]) => it === part)?.[1];

const isShown = (severity: string) => severity === "error" || severity === "warning";

/** Where the wrong characters are, as in `locals.tf:2:10`. */
function found(files: Readonly<Record<string, string>>) {
  const all = memoryFiles(files);
  const elsewhere = new TerraformFindings();
  const notChecked: string[] = [];
  const analyses = Object.entries(files).flatMap(([name, text]) => {
    const path = `/w/${name}`;
    const language = /\.(?:tf|tofu)(?:\.json)?$/.test(name) ? hostOfPath(path) : undefined;
    if (!language) return [];
    const analysis = language.analyze(text, { ...defaultContext, terraform: { path, files: all } });
    const others = analysis.elsewhere?.();
    if (others) elsewhere.add(path, others);
    return [{ path, name, analysis }];
  });
  for (const { path, name, analysis } of analyses) {
    if (!elsewhere.isCalled(path))
      notChecked.push(...(analysis.notChecked?.() ?? []).map((it) => `${name} ${it.detail}`));
  }
  for (const name of Object.keys(files))
    notChecked.push(...elsewhere.notCheckedIn(`/w/${name}`).map((it) => `${name} ${it.detail}`));
  const places = Object.keys(files).flatMap((name) => {
    const path = `/w/${name}`;
    const mine = analyses.find((it) => it.path === path)?.analysis.diagnostics() ?? [];
    return elsewhere
      .diagnosticsIn(path, mine)
      .filter(({ code, severity }) => isShown(severity) || code === "rule-setting")
      .map((it) => `${name} ${it.code} ${it.start} ${files[name]?.slice(it.start, it.end)}`);
  });
  return { places: places.sort(), notChecked: [...new Set(notChecked)].sort() };
}

const shapes = readdirSync(folder).flatMap((it) =>
  shapesIn(readFileSync(join(folder, it), "utf8")),
);

test("there are shapes of all kinds", () => {
  expect(shapes.length).toBeGreaterThanOrEqual(60);
});

test.each(shapes)("%s", (_, { files, notChecked }) => {
  const marked = Object.entries(files).map(([path, text]) => [path, whole(path, text)] as const);
  const expected: string[] = [];
  const texts = marked.map(([path, text]) => {
    let plain = "";
    for (const [index, part] of text.split(/[«»]/).entries()) {
      if (index % 2 === 1) expected.push(`${path} ${codeOf(part)} ${plain.length} ${part}`);
      plain += part;
    }
    return [path, plain] as const;
  });
  const { places, notChecked: unread } = found(Object.fromEntries(texts));
  expect({ places, notChecked: unread }).toEqual({
    places: expected.sort(),
    notChecked: [...notChecked].sort(),
  });
  if (expected.length === 0) return;
  const right = texts.map(([path, text]) => {
    const fixed = wrong.reduce((it, [bad, , good]) => it.replaceAll(bad, good), text);
    return [path, fixed] as const;
  });
  expect(found(Object.fromEntries(right)).places).toEqual([]);
});
