import { dirname, resolve } from "node:path";
import { refusalText } from "../../core/configuration/broken.ts";
import { filterFileOf, isJob } from "../../languages.ts";
import type { Subject } from "../../try/subject.ts";
import { plainContext } from "../../try/try.ts";
import { baseFor } from "../../workspace/files/contained-paths.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
import { brokenSource } from "../broken-source.ts";
import { type BadInput, findInputs, type Input, isBad, isForeign, readInput } from "../inputs.ts";
import { type Io, UsageError } from "../io.ts";
import type { Settings } from "../settings.ts";

/** A file to try, or why it cannot be read. */
export type FoundSubject = Subject | BadInput;

/** The texts of the paths. Unreadable host files are skipped unless the user named them. */
export function findSubjects(
  paths: readonly string[],
  io: Io,
  settings: Settings,
): readonly FoundSubject[] {
  const inputs = findInputs(paths, io, { hosts: true });
  settings.know(inputs, paths);
  return inputs.flatMap((input): readonly FoundSubject[] => {
    if (isBad(input)) return [input];
    const read = readInput(input);
    if ("error" in read) return isForeign(input) ? [] : [badInput(input, read.error)];
    const fault = brokenSource(input, read.text);
    if (fault && input.isNamed) throw new UsageError(refusalText(fault));
    if (fault) return [badInput(input, `${fault.why}.`)];
    return [subjectOf(input, read.text, io, settings)];
  });
}

function badInput({ path, language }: Input, error: string): BadInput {
  return { path, language, error };
}

function subjectOf({ path, file }: Input, text: string, io: Io, settings: Settings): Subject {
  const context = plainContext(settings.contextFor(file));
  const filter = isJob(file) ? filterFileOf(text)?.path : undefined;
  if (filter === undefined) return { path, file, text, context };
  const place = withForwardSlashes(resolve(dirname(file), filter));
  const read = readInput({ file: place, folder: baseFor(place, withForwardSlashes(io.cwd)) });
  return {
    path,
    file,
    text,
    context,
    filter: "error" in read ? read : { path: filter, text: read.text },
  };
}
