import { relative } from "node:path";
import {
  appliedFixes,
  applySafeFixes,
  compatibleFixes,
  type FixedText,
  isFixable,
} from "../../core/fix-all.ts";
import { hostOfPath } from "../../languages.ts";
import { applyEdits, difference } from "../../text/edit.ts";
import { configLanguage } from "../../workspace/config-language.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import { TerraformFindings } from "../../workspace/terraform-findings.ts";
import { type BadInput, type Input, isBad, readInput, writeInput } from "../inputs.ts";
import type { Progress } from "../progress.ts";
import type { Settings } from "../settings.ts";

/** The safe fixes to apply: of errors and warnings, and with "style" also of hints and remarks. */
export type Fixing = "safe" | "style" | undefined;

/** A file before and after its fixes. */
export interface FixedFile {
  readonly input: Input;
  readonly before: string;
  readonly after: string;
  readonly applied: FixedText["applied"];
  readonly bom: boolean;
}

/** Which files may be fixed. */
interface ToFix {
  readonly inputs: readonly (Input | BadInput)[];
  /** Files that are fixed through others that use them, too. */
  readonly used: ReadonlySet<string>;
}

/**
 * The changes that the fixes of files make, by path; nothing is written. Texts of Terraform are fixed where they are
 * written, such as in a local.
 */
export function fixesOf(
  { inputs, used }: ToFix,
  settings: Settings,
  fix: Fixing,
  progress?: Progress,
): ReadonlyMap<string, FixedFile> {
  const fixes = new Map<string, FixedFile>();
  for (const input of inputs) {
    progress?.step();
    const fixed = input.mayUse ? undefined : fixedText(input, settings, fix);
    if (fixed) fixes.set(fixed.input.file, fixed);
  }
  for (let round = 0; round < rounds; round++) {
    settings.forgetTexts(new Map(Array.from(fixes, ([path, it]) => [path, it.after])));
    const findings = findingsIn({ inputs, used }, fixes, settings);
    const more = findings.paths().flatMap((it) => {
      const fixed = fixedElsewhere(it, findings, fixes, settings.io.cwd, fix);
      return fixed ? [fixed] : [];
    });
    if (more.length === 0) break;
    for (const it of more) fixes.set(it.input.file, it);
  }
  settings.forgetTexts();
  return fixes;
}

/** One fix may enable the next. */
const rounds = 4;

/** Writes fixes. Returns the error messages of files that could not be written, by path. */
export function writeFixes(fixes: ReadonlyMap<string, FixedFile>): ReadonlyMap<string, string> {
  const errors = new Map<string, string>();
  for (const [path, { input, after, bom }] of fixes) {
    const error = writeInput(input, after, bom);
    if (error !== undefined) errors.set(path, error);
  }
  return errors;
}

/** A file with its own fixes; undefined if there are none. */
export function fixedText(
  input: Input | BadInput,
  settings: Settings,
  fix: Fixing,
): FixedFile | undefined {
  if (isBad(input) || input.language === configLanguage) return undefined;
  const read = readInput(input);
  if ("error" in read) return undefined;
  const { text: before, bom } = read;
  const context = settings.contextFor(input.file);
  const style = fix === "style";
  const { text: after, applied } = applySafeFixes(input.language, before, context, { style });
  return after === before ? undefined : { input, before, after, applied, bom };
}

function findingsIn(
  { inputs, used }: ToFix,
  fixes: ReadonlyMap<string, FixedFile>,
  settings: Settings,
): TerraformFindings {
  const found = new TerraformFindings();
  for (const input of inputs) {
    if (isBad(input) || input.language === configLanguage || input.language.id !== "terraform")
      continue;
    const text = textOf(input, fixes);
    if (text === undefined || input.language.mayHaveTexts?.(text) === false) continue;
    const others = input.language.analyze(text, settings.contextFor(input.file)).elsewhere?.();
    if (!others) continue;
    const files = others.files.filter((it) => !input.mayUse || used.has(it.path));
    found.add(input.file, { ...others, files });
  }
  return found;
}

function textOf(input: Input, fixes: ReadonlyMap<string, FixedFile>): string | undefined {
  const fixed = fixes.get(input.file);
  if (fixed) return fixed.after;
  const read = readInput(input);
  return "error" in read ? undefined : read.text;
}

function fixedElsewhere(
  path: string,
  findings: TerraformFindings,
  fixes: ReadonlyMap<string, FixedFile>,
  cwd: string,
  fix: Fixing,
): FixedFile | undefined {
  const language = hostOfPath(path);
  const found = findings.diagnosticsIn(path, []).filter((it) => isFixable(it, fix === "style"));
  if (!language || found.length === 0) return undefined;
  const shown = withForwardSlashes(relative(cwd, path));
  const input: Input = { path: shown, file: path, language, folder: cwd };
  const read = readInput(input);
  if ("error" in read) return undefined;
  const known = fixes.get(path);
  const text = known?.after ?? read.text;
  if (text !== findings.textOf(path)) return undefined;
  const chosen = compatibleFixes(found);
  const after = applyEdits(
    text,
    chosen.flatMap((it) => it.fixes[0]?.edits ?? []),
  );
  if (after === text) return undefined;
  const before = known?.before ?? read.text;
  const added = appliedFixes(chosen, [difference(before, text)]);
  const applied = [...(known?.applied ?? []), ...added];
  return { input, before, after, applied, bom: read.bom };
}
