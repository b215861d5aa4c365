import { nestedLogFields } from "../../languages.ts";
import { isInBucket } from "../../logs/bucket-path.ts";
import { lineDatasets, Sample, TextReader } from "../../try/lab/lab.ts";
import type { SampleReader } from "../../try/lab/reader.ts";
import type { TriedText } from "../../try/subject.ts";
import { isBelow } from "../../workspace/files/parents.ts";
import { resolvePath } from "../files/uris.ts";
import { yieldToMessages } from "../files/yield-to-messages.ts";
import type { LogFiles } from "../platform.ts";
import { type AgreeParams, agreeRequest } from "../protocol.ts";
import type { ServerState } from "../server-state.ts";
import type { LabRefusal, LabSample } from "../shapes/lab.ts";

export interface OpenSample {
  readonly key: string;
  readonly name: string;
  readonly sample: Sample;
  /** Why not all lines are used. */
  readonly note?: string;
  readonly files?: readonly string[];
}

/** The samples in memory. Texts that are tried on the same sample share it. */
export class Samples {
  private readonly known = new Map<string, OpenSample>();
  /** Whether the user agrees to read a sample outside of the workspace. */
  private readonly questions = new Map<string, Promise<boolean>>();

  constructor(private readonly files: LogFiles | undefined) {}

  async open(
    asked: LabSample,
    tried: TriedText,
    uri: string,
    state: ServerState,
    lab: string,
  ): Promise<OpenSample | LabRefusal> {
    if (asked.kind === "text") return this.text(asked, tried, state);
    const { files } = this;
    if (!state.choices.trusted)
      return { refusal: "Logs are not read in an untrusted workspace. Paste lines instead." };
    if (!files) return this.sentByClient(asked, samplesOf(tried, uri, state), state);
    const where =
      asked.kind === "files" ? filesAt(asked.uris, files) : samplesOf(tried, uri, state);
    if ("refusal" in where) return where;
    if (asked.kind === "workspace") {
      const refused = await this.refusedOutside(where, files, state, lab);
      if (refused) return refused;
    }
    const watched =
      asked.kind === "files"
        ? asked.uris.map((it) => state.samples.watch(it, ""))
        : where.paths.map((it) => state.samples.watch(where.folder, it));
    const key = keyOf(where, state);
    const known = this.known.get(key);
    if (known) return known;
    const reader = await files.read(where.paths, where.folder, nestedIn(tried));
    if (!reader) return { refusal: "The document is not in a folder. Save it first." };
    const names = asked.kind === "files" ? where.paths.map(nameOf) : where.paths;
    // As lenses call it.
    const name = reader.path === undefined ? names.join(", ") : nameOf(reader.path);
    return this.keep(key, name, reader, { files: watched });
  }

  /** A repository may name any file of its user, who is asked once in each lab. */
  private async refusedOutside(
    { paths, folder }: Where,
    files: LogFiles,
    state: ServerState,
    lab: string,
  ): Promise<LabRefusal | undefined> {
    const outside = files.outside(paths.join(), folder);
    if (!outside || outside.isAgreed) return undefined;
    const { path: logs, refusal } = outside;
    const question = JSON.stringify([lab, logs]);
    const asking = this.questions.get(question) ?? agreesToRead(logs, state);
    this.questions.set(question, asking);
    if (!(await asking)) return { refusal, noSample: true };
    if (this.questions.delete(question)) {
      outside.agree();
      state.samples.outdate();
      state.changed("results");
    }
    return undefined;
  }

  /** The client reads the samples of `weir.json` where the server has no files. */
  private sentByClient(
    { kind }: LabSample,
    where: Where | LabRefusal,
    state: ServerState,
  ): OpenSample | LabRefusal {
    if (kind !== "workspace")
      return { refusal: "Log files cannot be read here. Paste lines, or select the file again." };
    if ("refusal" in where) return where;
    const key = keyOf(where, state);
    const { folder, paths } = where;
    if (paths.some((it) => !isBelow(resolvePath(`${folder}/`, it) ?? "", folder)))
      return { refusal: "The sample is outside of the workspace. Select a file instead." };
    for (const it of paths) state.samples.watch(folder, it);
    const files = { folder, path: paths.join() };
    const lacking = { refusal: "The sample has not been read.", lacks: key, files };
    return this.known.get(key) ?? lacking;
  }

  private async text(
    { id, name, text }: Extract<LabSample, { kind: "text" }>,
    tried: TriedText,
    { pulledLines }: ServerState,
  ): Promise<OpenSample | LabRefusal> {
    const known = this.known.get(id);
    if (known) return known;
    const pulled = pulledLines.get(id);
    const content = text ?? pulled?.text;
    if (content === undefined)
      return { refusal: "The lines are not in memory. Select the sample again.", lacks: id };
    const { files } = this;
    const reader = files
      ? await files.pasted(name, content, nestedIn(tried))
      : new TextReader(name, content, yieldToMessages);
    return this.keep(id, name, reader, pulled);
  }

  private keep(
    key: string,
    name: string,
    reader: SampleReader,
    { note, files }: Pick<OpenSample, "note" | "files"> = {},
  ): OpenSample {
    const about = { ...(note !== undefined && { note }), ...(files && { files }) };
    const opened = { key, name, sample: new Sample(reader), ...about };
    this.known.set(key, opened);
    return opened;
  }

  /** Frees all other samples. */
  keepOnly(used: readonly OpenSample[]): void {
    for (const it of [...this.known.values()]) if (!used.includes(it)) this.known.delete(it.key);
  }
}

interface Where {
  readonly paths: readonly string[];
  readonly folder: string;
}

async function agreesToRead(logs: string, { connection }: ServerState): Promise<boolean> {
  const asked: AgreeParams = { logs };
  const answer = await connection.sendRequest(agreeRequest, asked).catch(() => undefined);
  return answer === "yes";
}

/** Another one when files have changed: there may be more. */
function keyOf(where: Where, { samples }: ServerState): string {
  return JSON.stringify([where, samples.revision]);
}

function filesAt(uris: readonly string[], files: LogFiles): Where | LabRefusal {
  const paths = uris.flatMap((it) => files.pathOf(it) ?? []);
  return paths.length > 0 ? { paths, folder: "" } : { refusal: "The log file is not on disk." };
}

/** The samples of the nearest `weir.json`. */
function samplesOf(tried: TriedText, uri: string, state: ServerState): Where | LabRefusal {
  const config = state.sampleConfigFor(uri);
  const samples = config?.config.samples ?? {};
  const path = lineDatasets(tried)
    .map((it) => samples[it])
    .find((it) => it !== undefined);
  if (path !== undefined && isInBucket(path))
    return {
      refusal: `The sample '${path}' is in a bucket, which is only read when you choose it with 'Select sample…'.`,
      noSample: true,
    };
  if (config && path !== undefined) return { paths: [path], folder: config.folder };
  const what = tried.dataset === undefined ? "rules" : `'${tried.dataset}'`;
  return {
    refusal: `No sample logs for ${what}. Choose a log file, paste lines, or add 'samples' to 'weir.json'.`,
    noSample: true,
  };
}

/** The fields with arrays or objects, which CSV contains as JSON strings. */
function nestedIn(tried: TriedText): ReadonlySet<string> {
  const { extraFields } = tried.subject.context;
  return new Set(lineDatasets(tried).flatMap((it) => nestedLogFields(it, extraFields)));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
