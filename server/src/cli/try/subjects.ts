import { dirname, resolve } from "node:path";
import { brokenGap, refusalText } from "../../core/configuration/broken.ts";
import { filterFileOf, hostLanguages, isJob, ownFaultIn, syntaxFaultIn } from "../../languages.ts";
import type { SyntaxFault } from "../../text/span.ts";
import type { Subject } from "../../try/subject.ts";
import { plainContext } from "../../try/try.ts";
import { baseFor } from "../../workspace/files/contained-paths.ts";
import { withForwardSlashes } from "../../workspace/files/paths.ts";
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
    const fault = faultIn(input, read.text);
    if (fault && input.isNamed)
      throw new UsageError(refusalText(brokenGap(input.path, read.text, fault)));
    if (fault) return [badInput(input, fault.message)];
    return [subjectOf(input, read.text, io, settings)];
  });
}

/** The texts of a host file that is not valid may not be all. A file that is not named has to be one of ours. */
function faultIn({ path, language, isNamed }: Input, text: string): SyntaxFault | undefined {
  if (!hostLanguages.includes(language)) return undefined;
  return isNamed ? syntaxFaultIn(text, path) : ownFaultIn(text, path);
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
