import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fixAll } from "../../../server/src/core/fix-all.ts";
import type { Embedded } from "../../../server/src/hosts/embedded.ts";
import { jsonTexts } from "../../../server/src/hosts/json.ts";
import { markdownTexts } from "../../../server/src/hosts/markdown.ts";
import { hostEdits } from "../../../server/src/hosts/region.ts";
import { terraformJsonTexts, terraformTexts } from "../../../server/src/hosts/terraform.ts";
import { yamlTexts } from "../../../server/src/hosts/yaml.ts";
import { defaultContext, hostOfPath } from "../../../server/src/languages.ts";
import { applyEdits } from "../../../server/src/text/edit.ts";
import type { Random } from "../../conformance/random.ts";
import { checkOffsets, editOf } from "../../hosts/laws.ts";
import { everyFeatureAnswers } from "../../properties/laws.ts";
import type { Target } from "../target.ts";

const folder = join(process.cwd(), "test/hosts/fixtures");

function fixtures(extension: string): string[] {
  return readdirSync(folder)
    .filter((it) => it.slice(it.indexOf(".")) === extension)
    .map((it) => readFileSync(join(folder, it), "utf8"));
}

/** Host documents: embedded texts are located correctly, and edits of a text leave the rest of the document unchanged. */
function targetOf(
  name: string,
  extension: string,
  read: (text: string) => readonly Embedded[],
  ...samples: string[]
): Target {
  const language = hostOfPath(`a${extension}`);
  assert(language);
  return {
    name,
    samples: [...fixtures(extension), ...samples],
    run(text, random) {
      const found = read(text);
      for (const { region } of found.slice(0, mostChecked)) {
        if (region.text.length < longest) checkOffsets(text, region);
      }
      const [one] = found.length > 0 ? [random.pick(found)] : [];
      if (one && one.region.text.length < longest) checkAnyEdit(text, one, random);
      if (text.length > longest) language.analyze(text, defaultContext).diagnostics();
      else {
        everyFeatureAnswers(language, text, random.below(text.length + 1));
        fixAll(language, text, defaultContext, { style: true });
      }
    },
  };
}

/** Longer texts take as long as a hundred others. */
const longest = 5000;
const mostChecked = 20;

const written = ["", "x", '"', "\\", "\n", "${", "%{a}", "'", "é😀", " #", ": ", "\ufdd0", "EOT"];

function checkAnyEdit(host: string, { region }: Embedded, random: Random): void {
  const at = random.below(1_000_000);
  const edit = editOf(region.text, at, random.below(12), random.pick(written));
  const edits = hostEdits(region, [edit]);
  if (!edits) return;
  const after = applyEdits(host, edits);
  const end = region.end + after.length - host.length;
  assert.equal(after.slice(0, region.start), host.slice(0, region.start));
  assert.equal(after.slice(end), host.slice(region.end));
  const again = region.reread(after.slice(region.start, end));
  assert.equal(again?.text.length, applyEdits(region.text, [edit]).length);
}

export const hostTargets: readonly Target[] = [
  targetOf(
    "terraform",
    ".tf",
    terraformTexts,
    "# weir: cfrule\na = <<-EOT\n  %{ if b ~}\n  ssl\n  %{ else ~}\n  c\n  %{ endif ~}\n  EOT\n",
    'resource "cloudflare_logpush_job" "j" {\n  filter = jsonencode(merge({ where = { key = "a" } }, var.b))\n}\n',
  ),
  targetOf("terraform-json", ".tf.json", terraformJsonTexts),
  targetOf("json-body", ".json", (text) => jsonTexts(text)),
  targetOf(
    "yaml",
    ".yaml",
    (text) => yamlTexts(text, [{ path: "a.b[*]", language: "cfrule" }]),
    "x: &a\n  expression: >2-\n      ssl\n\n      and b\ncache_rules:\n  - <<: *a\n  - *a\n",
    "# weir: template\na:\n  b:\n    - 'http.host eq \"{{ .c }}\"' # weir: cfrule\n",
  ),
  targetOf("markdown", ".md", markdownTexts),
];
