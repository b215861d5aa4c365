import type { CancellationToken } from "vscode-languageserver";
import { textAt, unreadableTrial } from "../../core/trial.ts";
import { keepsAll } from "../../languages.ts";
import {
  addedCondition,
  addedExample,
  addedRange,
  LabSession,
  textsIn,
} from "../../try/lab/lab.ts";
import type { WorkEvents } from "../../try/lab/slices.ts";
import type { TriedText } from "../../try/subject.ts";
import type { Snapshot } from "../documents/snapshots.ts";
import { subjectOf } from "../documents/subject.ts";
import { resolvePath } from "../files/uris.ts";
import { yieldToMessages } from "../files/yield-to-messages.ts";
import type { LogFiles } from "../platform.ts";
import type { ServerState } from "../server-state.ts";
import type {
  LabAddParams,
  LabAnswer,
  LabEdits,
  LabIdentifier,
  LabLine,
  LabLineParams,
  LabLines,
  LabLinesParams,
  LabParams,
  LabProgress,
  LabRefusal,
  LabTexts,
  ShownLines,
} from "../shapes/lab.ts";
import { toEdits } from "../wire/convert.ts";
import { EarlierTexts, type TextIn, textsTogether } from "./others.ts";
import { answerOf, canAddValue, countsOf } from "./report.ts";
import { type OpenSample, Samples } from "./samples.ts";

/** A lab that a client shows: a text that is tried on a sample. */
interface Lab {
  readonly session: LabSession;
  readonly opened: OpenSample;
  /** The number of the newest request; older ones stop. */
  turn: number;
  asked: LabParams | undefined;
}

/** Limits of one response: characters of log lines, and table rows. */
const mostText = 1_000_000;
const mostRows = 500;

/** The open labs, and the responses to their requests. */
export class Labs {
  private readonly labs = new Map<string, Lab>();
  private readonly samples: Samples;
  private readonly earlier: EarlierTexts;
  private turns = 0;

  constructor(
    private readonly state: ServerState,
    { logs }: { readonly logs?: LogFiles },
    private readonly tell: (progress: LabProgress) => void,
  ) {
    this.samples = new Samples(logs);
    this.earlier = new EarlierTexts(logs);
  }

  /** Undefined if a newer request arrived in the meantime. */
  async ask(
    asked: LabParams,
    token: CancellationToken,
  ): Promise<LabAnswer | LabRefusal | undefined> {
    const snapshot = this.state.snapshots.of(asked.textDocument.uri);
    if (!snapshot) return { refusal: "The document is not open, or not a filter, job or rule." };
    const found = this.textIn(snapshot, asked);
    if (!found) return { refusal: "Nothing to try in this document." };
    const { tried } = found;
    const mine = ++this.turns;
    const { uri } = snapshot.source;
    const opened = await this.samples.open(asked.sample, tried, uri, this.state, asked.lab);
    if ("refusal" in opened) return opened;
    // A newer request may have opened its sample first.
    const newest = this.labs.get(asked.lab)?.turn ?? 0;
    if (newest > mine || token.isCancellationRequested) return undefined;
    const lab = this.labFor(asked, opened);
    lab.turn = mine;
    lab.asked = asked;
    const { columns = [], field, window, together: wanted } = asked;
    const { sample } = lab.session;
    const change = await this.changeOf(found);
    const texts = textsTogether(found, asked.others ?? [], this.state);
    const { name, note, files } = opened;
    const of = { snapshot, tried, sample, name, note, files, window };
    const input = { ...of, together: texts.shown, before: change?.before };
    const together = wanted && texts.tried.length > 1 ? texts.tried : undefined;
    const report = await lab.session.ask(
      { tried, columns, field, window, change, together },
      {
        isStopped: () => token.isCancellationRequested || lab.turn !== mine,
        pause: yieldToMessages,
        progress: atIntervals((share, soFar) =>
          this.tell({
            lab: asked.lab,
            share,
            ...(soFar && { counts: countsOf(input, soFar()) }),
          }),
        ),
      },
    );
    return report && answerOf(input, report, field);
  }

  close({ lab }: LabIdentifier): void {
    const closed = this.labs.get(lab);
    if (closed) closed.turn = ++this.turns;
    this.labs.delete(lab);
    this.freeSamples();
  }

  private freeSamples(): void {
    this.samples.keepOnly([...this.labs.values()].map((it) => it.opened));
  }

  lines({ lab, outcome, first, count, columns }: LabLinesParams): LabLines | null {
    const session = this.labs.get(lab)?.session;
    if (!session) return null;
    const shown = session.shown(outcome);
    const page = shown.subarray(first, first + Math.min(count, mostRows));
    return { total: shown.length, rows: session.rows([...page], columns) };
  }

  async line({ lab, line }: LabLineParams): Promise<LabLine | null> {
    const session = this.labs.get(lab)?.session;
    const report = await session?.line(line);
    const tried = session?.at(line)?.tried;
    if (!report || !tried) return null;
    return {
      ...report,
      fields: report.fields.map((it) => ({ ...it, canAdd: canAddValue(tried, it) })),
    };
  }

  async texts({ lab, outcome, first, count }: ShownLines): Promise<LabTexts | null> {
    const session = this.labs.get(lab)?.session;
    if (!session) return null;
    const shown = session.shown(outcome);
    const lines: number[] = [];
    let size = 0;
    for (const line of shown.subarray(first, first + count)) {
      lines.push(line);
      size += session.sample.sizeOf(line);
      if (size > mostText) break;
    }
    return { total: shown.length, texts: await session.sample.texts(lines) };
  }

  /** Edits that add a condition or an example to the text. */
  add(asked: LabAddParams): LabEdits | LabRefusal {
    const lab = this.labs.get(asked.lab);
    const uri = lab?.asked?.textDocument.uri;
    const snapshot = uri === undefined ? undefined : this.state.snapshots.of(uri);
    const tried = snapshot && lab?.asked && this.textIn(snapshot, lab.asked)?.tried;
    if (!lab || !snapshot || !tried) return { refusal: "The document is not open." };
    if (tried.error !== undefined) return { refusal: "Correct the errors in the text first." };
    const addition = additionOf(asked, lab.session, tried);
    if (!addition) return { refusal: refusals[asked.kind] };
    const target = this.targetOf(snapshot, tried);
    const at = tried.trial?.conditions[0] ?? tried.region;
    const edits = target?.analysis.add?.(addition, at?.start ?? 0);
    if (!target || !edits) return { refusal: refusals[asked.kind] };
    const { source, places } = target;
    return { uri: source.uri, version: source.version, edits: toEdits(edits, places) };
  }

  /** The document that contains the conditions: the filter of a job may be in a separate file. */
  private targetOf(snapshot: Snapshot, { conditionsIn }: TriedText): Snapshot | undefined {
    if (!conditionsIn) return snapshot;
    const uri = resolvePath(snapshot.source.uri, conditionsIn.path);
    if (uri === undefined) return undefined;
    return this.state.snapshots.of(uri) ?? this.state.snapshots.closed(uri, conditionsIn.text);
  }

  private labFor({ lab }: LabIdentifier, opened: OpenSample): Lab {
    const known = this.labs.get(lab);
    if (known?.opened === opened) return known;
    if (known) known.turn = ++this.turns;
    const session = new LabSession(opened.sample);
    const created: Lab = { session, opened, turn: 0, asked: undefined };
    this.labs.set(lab, created);
    this.freeSamples();
    return created;
  }

  /** Nothing is read from a repository that is not trusted. */
  private async changeOf(found: TextIn) {
    return this.state.choices.trusted
      ? this.earlier.changeOf(found, this.state.samples)
      : undefined;
  }

  private textIn(snapshot: Snapshot, { position }: LabParams): TextIn | undefined {
    const { source, places } = snapshot;
    const subject = subjectOf(source, source.uri, (it) => this.state.read(it));
    const texts = textsIn(subject);
    const found = textAt(texts, position ? places.offset(position) : 0);
    return found && { snapshot, subject, texts, tried: triable(found, source) };
  }
}

/** The lines are shown even if the text cannot be tried on them. */
function triable(found: TriedText, source: Snapshot["source"]): TriedText {
  if (found.trial) return found;
  if (isEmptyFilter(source)) return { ...withoutError(found), trial: keepsAll };
  const { error = "The text cannot be evaluated." } = found;
  return { ...found, trial: unreadableTrial, ...found.readable, error };
}

function withoutError({ error: _, ...tried }: TriedText): TriedText {
  return tried;
}

/** Milliseconds before the first progress notification, and between two. Shorter work sends none. */
const soon = 40;
const interval = 150;

function atIntervals(tell: Progress): Progress {
  let next = performance.now() + soon;
  let latest: Parameters<Progress>[1];
  return (share, soFar = latest) => {
    latest = soFar;
    if (performance.now() < next) return;
    next = performance.now() + interval;
    latest = undefined;
    tell(share, soFar);
  };
}

type Progress = NonNullable<WorkEvents["progress"]>;

const emptyFilter = /^\{\s*(?:"where"\s*:\s*\{\s*\}\s*(?:,\s*)?)?\}$/;

/** An empty filter keeps everything, so that users can start a filter from the values of the lines. */
function isEmptyFilter({ text, language }: Snapshot["source"]): boolean {
  const comments = /\/\/.*|\/\*[\s\S]*?(?:\*\/|($))/g;
  const written = text.replace(comments, (_, unclosed) => (unclosed === "" ? "/*" : "")).trim();
  return language.resource === "filter" && (written === "" || emptyFilter.test(written));
}

function additionOf(asked: LabAddParams, session: LabSession, tried: TriedText) {
  switch (asked.kind) {
    case "condition":
      return addedCondition(tried, { raw: undefined, ...asked });
    case "range":
      return addedRange(tried, asked);
    case "example":
      return exampleOf(session, tried, asked.line);
  }
}

function exampleOf(session: LabSession, tried: TriedText, line: number) {
  const found = session.at(line);
  if (!found || found.outcome === "undetermined") return undefined;
  return addedExample(tried, found.row, found.outcome === "kept");
}

const refusals = {
  range: "This range cannot be written as a condition here.",
  condition: "This value cannot be written as a condition here.",
  example: "This line cannot be written as a test here.",
} as const;
