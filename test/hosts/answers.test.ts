import { expect, test } from "vitest";
import { defaultContext, hostOfPath } from "../../server/src/languages.ts";
import { contains, type Span } from "../../server/src/text/span.ts";

/** Every result at every offset is inside the region of the offset, and splits no character. */

const rule = 'http.hots eq "é😀" and lower(http.host) in {"b" "a"} and ip.src in $office';

const files: readonly (readonly [string, string])[] = [
  [
    "main.tf",
    `# 😀\nresource "cloudflare_filter" "f" {\n  expression = <<-EOT\n    ${rule}\n      or ssl\n  EOT\n  description = "😀 ${"$"}{var.x}"\n}\n`,
  ],
  [
    "quoted.tf",
    `resource "cloudflare_filter" "f" {\n  expression = "${"$"}{var.a} eq 1 and ${rule.replaceAll('"', '\\"')}" # 😀\n}\n`,
  ],
  [
    "job.tf",
    'resource "cloudflare_logpush_job" "j" {\n  dataset          = "http_requests" # 😀\n  destination_conf = "gs://a/b"\n  filter = jsonencode({ where = { key = "ClientIPP", operator = "eq", value = "é😀" } })\n}\n',
  ],
  [
    "rules.yaml",
    `# 😀\ncache_rules:\n  - ref: 😀\n    expression: >-\n      ${rule}\n\n      or ssl\n    action: set_cache_settings\n  - expression: '${rule}'\nother: ssl\n`,
  ],
  [
    "set.json",
    `{\n  "phase": "http_ratelimit", "name": "😀",\n  "rules": [{ "expression": ${JSON.stringify(rule)} }]\n}\n`,
  ],
  ["runbook.md", `# 😀\n\n> \`\`\`cfrule\n> ${rule}\n>   or ssl\n> \`\`\`\n\nhttp.host eq 1\n`],
];

test.each(files)("results in %s", (name, lines) => {
  const text = lines.replaceAll("\n", "\r\n");
  const analysis = hostOfPath(name)?.analyze(text, defaultContext);
  if (!analysis) throw new Error(`No host for ${name}`);
  const regions = analysis.regions?.() ?? [];
  expect(regions.length).toBeGreaterThan(0);
  const wrong: string[] = [];
  const check = (what: string, spans: readonly Span[], around: readonly Span[]): void => {
    for (const it of spans) {
      const isInside = around.some((region) => contains(region, it));
      if (!isInside || splits(text, it.start) || splits(text, it.end)) {
        wrong.push(`${what}: ${JSON.stringify(text.slice(it.start, it.end))}`);
      }
    }
  };
  check("diagnostics", analysis.diagnostics(), regions);
  check(
    "fixes",
    analysis.diagnostics().flatMap((it) => it.fixes.flatMap((fix) => fix.edits)),
    regions,
  );
  check("tokens", analysis.tokens(), regions);
  check("lenses", analysis.lenses(), regions);
  check("links", analysis.links(), regions);
  check("lists", analysis.listReferences?.() ?? [], regions);
  const inlays = analysis.inlays({ start: 0, end: text.length });
  check(
    "inlays",
    inlays.map(({ offset }) => ({ start: offset, end: offset })),
    regions,
  );
  for (let offset = 0; offset <= text.length; offset++) {
    // Clients send no positions inside a character.
    if (splits(text, offset)) continue;
    const here = regions.filter((it) => it.start <= offset && offset <= it.end);
    const hover = analysis.hover(offset);
    check(`hover at ${offset}`, hover ? [hover] : [], here);
    check(`highlights at ${offset}`, analysis.highlights(offset), here);
    // Completion is slow, so it is only requested at some offsets.
    if (here.length === 0 || offset % 5 === 0) {
      const offered = analysis.complete(offset).map((it) => it.edit);
      check(`completion at ${offset}`, offered, here);
    }
    if (here.length > 0) continue;
    const others = [analysis.signature?.(offset), ...analysis.selections(offset)];
    if (others.some((it) => it !== undefined)) wrong.push(`an answer at ${offset}`);
    const actions = analysis.refactorings({ start: offset, end: offset });
    if (actions.length > 0) wrong.push(`${actions[0]?.title} at ${offset}`);
  }
  expect(wrong).toEqual([]);
});

/** Whether an offset splits a surrogate pair or a CRLF. */
function splits(text: string, offset: number): boolean {
  const pair = text.slice(offset - 1, offset + 1);
  return pair === "\r\n" || /^[\ud800-\udbff][\udc00-\udfff]$/.test(pair);
}
