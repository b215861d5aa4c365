import process from "node:process";
import { fetchBehindProxy } from "../../api/proxy.ts";
import { Secrets } from "../../api/redaction.ts";
import { textAt } from "../../core/trial.ts";
import { EngineError, openCounter, PasswordError } from "../../engines/engines.ts";
import { logStore } from "../../push/log-store.ts";
import { canceled } from "../../push/result.ts";
import { isInBucket, runTry, textsIn } from "../../try/try.ts";
import type { ResolvedTry, Runner, TryRequest } from "../../try/try-request.ts";
import {
  type EngineKind,
  type EngineSettings,
  engineAddress,
  schemesOf,
} from "../../workspace/config/engines.ts";
import type { Snapshot } from "../documents/snapshots.ts";
import { subjectOf } from "../documents/subject.ts";
import { pathOf } from "../files/disk.ts";
import { countsIn } from "../lab/report.ts";
import type { EngineRow, EnginesResult, LabEngineAnswer, Refusal } from "../protocol.ts";
import { engineEnvironment, loginOf, mayRun } from "./running/engine-questions.ts";
import { type Command, type Running, readOnly } from "./running/running.ts";

/** The engines and buckets of the `weir.json` of a document. Sends nothing. */
export const engines: Command = {
  async run(running): Promise<EnginesResult> {
    const { samples = {} } = running.editor.sampleConfigFor(running.args.uri ?? "")?.config ?? {};
    return {
      engines: Object.entries(enginesFor(running)).map(([name, it]) => rowOf(name, it)),
      buckets: Object.entries(samples).flatMap(([dataset, path]) =>
        isInBucket(path) ? [{ dataset, path }] : [],
      ),
    };
  },
};

const titles: Readonly<Record<EngineKind, string>> = {
  "log-explorer": "Log Explorer",
  clickhouse: "ClickHouse",
  postgres: "PostgreSQL",
  trino: "Trino",
  command: "Command",
};

function rowOf(name: string, { kind, table, url = "", command }: EngineSettings): EngineRow {
  const address = engineAddress(url, schemesOf(kind));
  const host = "url" in address ? ` on ${address.url.host}` : "";
  const [program] = command ?? [];
  return {
    name,
    about: `${[titles[kind], program, table].filter((it) => it !== undefined).join(", ")}${host}`,
    ...(kind === "log-explorer" && { needsTimes: true }),
  };
}

function enginesFor({ args, editor }: Running): Readonly<Record<string, EngineSettings>> {
  return editor.sampleConfigFor(args.uri ?? "")?.config.engines ?? {};
}

const hour = 3_600_000;

/** Counts the text at a position on an engine, for the lab. Only runs when the user asks for it. */
export const countOnEngine: Command = {
  title: "Counting",
  async run(running): Promise<LabEngineAnswer | Refusal> {
    const { uri = "", engine: name = "", position } = running.args;
    const { editor } = running;
    const snapshot = editor.snapshots.of(uri);
    if (!snapshot) return { refusal: "The document is not open, or not a filter, job or rule." };
    const known = enginesFor(running);
    const settings = Object.hasOwn(known, name) ? known[name] : undefined;
    if (!settings)
      return { refusal: `Unknown engine '${name}'. Add it to 'engines' in 'weir.json'.` };
    const subject = subjectOf(snapshot.source, uri, (it) => editor.read(it));
    const tried = textAt(textsIn(subject), position ? snapshot.places.offset(position) : 0);
    if (!tried?.trial) return { refusal: tried?.error ?? "Nothing to try in this document." };
    const resolved = { texts: [tried], groups: [] };
    return new EngineRun(running, snapshot, name, settings).count(subject, resolved);
  },
};

class EngineRun {
  /** A server may repeat a password in its answer. */
  private readonly secrets = new Secrets();

  constructor(
    private readonly running: Running,
    private readonly snapshot: Snapshot,
    private readonly name: string,
    private readonly settings: EngineSettings,
  ) {}

  async count(
    subject: TryRequest["subjects"][number],
    given: ResolvedTry,
  ): Promise<LabEngineAnswer | Refusal> {
    const { running, settings } = this;
    try {
      return await this.run(subject, given);
    } catch (error) {
      if (!(error instanceof EngineError)) throw error;
      if (running.isCanceled) return { refusal: canceled };
      const login = error instanceof PasswordError ? loginOf(settings) : undefined;
      return { refusal: this.shown(error.message), ...(login && { password: login }) };
    }
  }

  private shown(message: string): string {
    const words = message.replace(", as in '--since 1h'", "");
    return this.running.hide(this.secrets.hide(words));
  }

  private async run(
    subject: TryRequest["subjects"][number],
    given: ResolvedTry,
  ): Promise<LabEngineAnswer | Refusal> {
    const { running, name, settings } = this;
    const { hours, uri = "" } = running.args;
    const { signal, progress } = running.options;
    const isStore = settings.kind === "log-explorer";
    const path = pathOf(uri);
    if (isStore && path === undefined)
      return { refusal: "The file was never saved. Save it first." };
    if (isStore && hours === undefined)
      return { refusal: "Log Explorer needs a time range. Select the sample again." };
    const opened = isStore
      ? await running.sessions(readOnly, settings.profile)(path ?? "")
      : undefined;
    if (opened && "refusal" in opened) return opened;
    const start = Date.now();
    const end = start - (start % 1000);
    const window = hours === undefined ? undefined : { since: end - hours * hour, until: end };
    const since = window && BigInt(window.since) * 1_000_000n;
    const until = window && BigInt(window.until) * 1_000_000n;
    // Log Explorer accepts few predicates in a statement.
    const question = { by: [], explain: !isStore, print: undefined, head: undefined };
    const request = { subjects: [subject], logs: [], folder: "", question, since, until };
    const counter = await openCounter(name, settings, given.texts, {
      env: await engineEnvironment(name, settings, running, this.secrets),
      fetch: fetchBehindProxy(process.env),
      stop: signal,
      progress: (text) => progress.report(text),
      isAgreed: (words, sqlOn) => mayRun(words, name, running, sqlOn),
      storeOf: async () => {
        if (!opened) throw new EngineError("The engine has no profile.");
        return logStore(opened.session);
      },
      ...{ isDry: false, since, until, head: undefined },
    });
    try {
      let counted: Awaited<ReturnType<Runner>> | undefined;
      const run: Runner = async (...asked) => {
        const report = await counter.run(...asked);
        if (!asked[1].find) counted = report;
        return report;
      };
      const resolved = await counter.resolve(given, name);
      await runTry(request, resolved, {}, run);
      const [tried] = resolved.texts;
      const counts = counted?.counts.results[0];
      if (running.isCanceled) return { refusal: canceled };
      if (!tried?.trial || !counted || !counts)
        return { refusal: this.shown(tried?.error ?? "The engine counted nothing.") };
      const { lines } = counted.counts.logs;
      const scope = { lines, bytes: null, ...(window && { window }) };
      const { statements, scannedBytes } = counter;
      const now = Date.now();
      const seconds = (now - start) / 1000;
      return {
        ...countsIn({ snapshot: this.snapshot, tried }, counts, scope),
        ...(tried.region && { range: this.snapshot.places.range(tried.region) }),
        engine: { name, at: now, seconds, scannedBytes, statements },
      };
    } finally {
      await counter.close();
    }
  }
}
