import { textsIn } from "../../try/try.ts";
import { findFiles } from "../../workspace/files/find-files.ts";
import { readOptionalFile } from "../../workspace/files/own-files.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import type { Io } from "../io.ts";
import { Settings } from "../settings.ts";
import { isSubject } from "../try/report.ts";
import { findSubjects } from "../try/subjects.ts";

/** Tells whether a filter, a test or an SQL query of the workspace names a log field. */
export function usedFields(folder: string, io: Io): (field: string) => boolean {
  const used = new Set<string>();
  for (const subject of findSubjects([folder], io, new Settings(io, undefined))) {
    if (!isSubject(subject)) continue;
    for (const it of namesInTests(subject.text)) used.add(it);
    for (const { trial, readable, rule } of textsIn(subject))
      for (const it of (!rule && (trial ?? readable?.trial)?.fields) || []) used.add(it);
  }
  const words = new Set(wordsInQueries(withForwardSlashes(folder)));
  return (field) => used.has(field) || words.has(field.toLowerCase());
}

/** The keys of lines in '@keep' and '@drop'. */
function namesInTests(text: string): readonly string[] {
  const tests = text.match(/@(?:keep|drop)[ \t]*\{.*/g) ?? [];
  return tests.flatMap((it) => it.match(/(?<=")[A-Za-z]\w*(?="\s{0,9}:)/g) ?? []);
}

/** Engines ignore the case of names. */
function wordsInQueries(folder: string): readonly string[] {
  return findFiles(folder, (path) => path.endsWith(".sql")).flatMap((it) => {
    const text = "error" in it ? undefined : readOptionalFile(it.path, folder)?.toString();
    return text?.toLowerCase().match(/\b[a-z]\w*/g) ?? [];
  });
}

/** The folder of the `weir.json` of a file, or the working folder. */
export function workspaceFolder(file: string | undefined, settings: Settings, io: Io): string {
  const config = file === undefined ? undefined : settings.configFor(file);
  return config?.folder ?? withForwardSlashes(io.cwd);
}
