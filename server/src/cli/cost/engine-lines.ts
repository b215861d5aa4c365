import { Readable } from "node:stream";
import { defaultContext } from "../../languages.ts";
import type { Subject } from "../../try/subject.ts";
import { textsIn } from "../../try/try.ts";
import type { TryRequest } from "../../try/try-request.ts";
import { type Io, UsageError } from "../io.ts";
import type { Settings } from "../settings.ts";
import { runOnEngine } from "../try/engine-run.ts";

/** The lines of a database, which are measured like lines of a file. */
export async function engineLines(
  { name, command }: { readonly name: string; readonly command: string | undefined },
  subjects: readonly Subject[],
  window: Pick<TryRequest, "since" | "until">,
  { io, settings }: { readonly io: Io; readonly settings: Settings },
): Promise<{ readonly logs: readonly string[]; readonly stdin: Readable }> {
  const datasets = new Set(subjects.flatMap(textsIn).flatMap((it) => it.dataset ?? []));
  const [dataset, ...others] = datasets;
  const [first] = subjects;
  if (dataset === undefined || !first || others.length > 0)
    throw new UsageError("'--engine' needs jobs of a single dataset.");
  const everything: Subject = {
    path: first.path,
    file: `${first.file.slice(0, first.file.lastIndexOf("/") + 1)}everything.lpjob`,
    text: JSON.stringify({ dataset }),
    context: { ...defaultContext, extraFields: first.context.extraFields },
  };
  const chunks: Buffer[] = [];
  const capture: Io = Object.create(io, {
    out: { value: (text: string) => chunks.push(Buffer.from(text)) },
    outBytes: { value: (bytes: Uint8Array) => void chunks.push(Buffer.from(bytes)) },
  });
  const request: TryRequest = {
    subjects: [{ ...everything, path: "everything.lpjob" }],
    logs: [],
    folder: io.cwd,
    ...window,
    question: { by: [], explain: false, print: "kept", head: undefined },
  };
  const given = await runOnEngine({ name, command, dryRun: false }, request, settings, capture);
  if (typeof given === "number") throw new UsageError(`The engine '${name}' was interrupted.`);
  return { logs: ["-"], stdin: Readable.from(chunks) };
}
