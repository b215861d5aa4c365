import { relative } from "node:path";
import { compatibleFixes, isFixable } from "../../core/fix-all.ts";
import { hostOfPath } from "../../languages.ts";
import { applyEdits } from "../../text/edit.ts";
import { configLanguage } from "../../workspace/config-language.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import { TerraformFindings } from "../../workspace/terraform-findings.ts";
import { type BadInput, type Input, isBad, readInput, writeInput } from "../inputs.ts";
import type { Settings } from "../settings.ts";

/** Fixes texts that Terraform files take from others, such as a local, where they are written. Returns the files that were changed. */
export function fixElsewhere(
  inputs: readonly (Input | BadInput)[],
  settings: Settings,
  cwd: string,
  style: boolean,
): Set<string> {
  const changed = new Set<string>();
  for (let round = 0; round < rounds; round++) {
    settings.forgetTexts();
    const findings = findingsIn(inputs, settings);
    const fixed = findings.paths().filter((it) => fixIn(it, findings, cwd, style));
    if (fixed.length === 0) break;
    for (const it of fixed) changed.add(it);
  }
  return changed;
}

/** One fix may enable the next. */
const rounds = 4;

function findingsIn(inputs: readonly (Input | BadInput)[], settings: Settings): TerraformFindings {
  const found = new TerraformFindings();
  for (const input of inputs) {
    if (isBad(input) || input.language === configLanguage || input.language.id !== "terraform")
      continue;
    const read = readInput(input);
    if ("error" in read || input.language.mayHaveTexts?.(read.text) === false) continue;
    const analysis = input.language.analyse(read.text, settings.contextFor(input.file));
    const others = analysis.elsewhere?.();
    if (others) found.add(withForwardSlashes(input.file), others);
  }
  return found;
}

function fixIn(path: string, findings: TerraformFindings, cwd: string, style: boolean): boolean {
  const language = hostOfPath(path);
  const found = findings.diagnosticsIn(path, []).filter((it) => isFixable(it, style));
  if (!language || found.length === 0) return false;
  const shown = withForwardSlashes(relative(cwd, path));
  const input: Input = { path: shown, file: path, language, folder: cwd };
  const read = readInput(input);
  if ("error" in read || read.text !== findings.textOf(path)) return false;
  const text = applyEdits(read.text, compatibleFixes(found).flat());
  return text !== read.text && writeInput(input, text, read.bom) === undefined;
}
