import { missingText } from "../../bridge/missing.ts";
import { conditionLabel, type TrialTree } from "../../core/trial-tree.ts";
import { languages, logFieldsOf } from "../../languages.ts";
import type { Span } from "../../text/span.ts";
import type { ResultCounts, RunCounts } from "../../try/counts.ts";
import type { LineField } from "../../try/lab/explain-line.ts";
import { addedCondition, lineDatasets } from "../../try/lab/lab.ts";
import type { TimeSpan } from "../../try/lab/run.ts";
import type { Sample } from "../../try/lab/sample.ts";
import type { LabReport } from "../../try/lab/session.ts";
import type { LinesChange } from "../../try/lab/several.ts";
import { type PriceAnswer, priceOf, sentBytes } from "../../try/questions/price.ts";
import { monthText, priceText } from "../../try/questions/price-text.ts";
import { missingFor } from "../../try/report.ts";
import type { TriedText } from "../../try/subject.ts";
import type { Snapshot } from "../documents/snapshots.ts";
import { resolvePath } from "../files/uris.ts";
import type {
  LabAnswer,
  LabChange,
  LabCounts,
  LabField,
  LabNode,
  LabProblem,
  LabResult,
  LabScope,
  LabTogetherText,
  LabValues,
} from "../shapes/lab.ts";
import { Places, toEdits } from "../wire/convert.ts";

/** The text that was tried, and its sample. */
export interface LabInput {
  readonly snapshot: Snapshot;
  readonly tried: TriedText;
  readonly sample: Sample;
  readonly name: string;
  /** Why not all lines were read. */
  readonly note: string | undefined;
  readonly files: readonly string[] | undefined;
  readonly window: TimeSpan | undefined;
  readonly together: readonly LabTogetherText[];
  /** The text in the last commit, if it was changed. */
  readonly before: TriedText | undefined;
}

export function countsOf(asked: LabInput, run: RunCounts): LabCounts {
  const { sample, window } = asked;
  const isAll = run.lines === sample.count;
  // In formats without lines, the bytes of a row are unknown, so the average is used.
  const share = sample.count === 0 ? 0 : run.lines / sample.count;
  const bytes = isAll ? sample.bytes : run.bytes || Math.round(sample.bytes * share);
  return countsIn(asked, run.counts, { lines: run.lines, bytes, ...(window && { window }) });
}

/** The counts in a scope. */
export function countsIn(
  text: Pick<LabInput, "snapshot" | "tried">,
  counts: ResultCounts,
  scope: LabScope,
): LabCounts {
  const { tried } = text;
  return {
    resource: languages.find((it) => it.id === tried.language)?.resource ?? "filter",
    scope,
    result: resultOf(tried, counts, scope),
    tree: treeOf(text, counts),
  };
}

export function answerOf(asked: LabInput, report: LabReport, field: string | undefined): LabAnswer {
  const { snapshot, tried, sample, name } = asked;
  const { region, dataset } = tried;
  const { lines, bytes, unreadable, problems, note = asked.note } = sample;
  const values = field !== undefined && report.values;
  const counts = countsOf(asked, report.run);
  const price = tried.error === undefined ? priceIn(tried, report.run) : undefined;
  return {
    ...counts,
    ...(price && {
      result: {
        ...counts.result,
        price: "error" in price ? price : { text: priceText(price) },
      },
    }),
    version: snapshot.source.version,
    ...(region && { range: snapshot.places.range(region) }),
    ...(dataset !== undefined && { dataset }),
    sample: {
      ...{ name, lines, bytes, unreadable, problems },
      ...(note !== undefined && { note }),
      ...(asked.files && { files: asked.files }),
      fields: sample.names.map((it) => fieldOf(it, tried)),
    },
    ...(tried.error !== undefined && problemsOf(snapshot, tried, tried.error)),
    ...(report.span && { span: report.span }),
    ...(report.histogram && { histogram: report.histogram }),
    ...(values && {
      values: { ...values, field, canAdd: canAdd(tried, field) } satisfies LabValues,
    }),
    ...(asked.before?.error !== undefined && {
      change: { ...noChange, error: asked.before.error },
    }),
    ...(report.change && { change: changeOf(asked.before, report.change) }),
    ...(asked.together.length > 1 && { texts: asked.together }),
    ...(report.together && { together: report.together }),
  };
}

const noChange = { gained: 0, gainedAtMost: 0, lost: 0, lostAtMost: 0 };

function changeOf(earlier: TriedText | undefined, { counts, before }: LinesChange): LabChange {
  if (!before || !earlier) return counts;
  const { kept, keptBytes, undetermined } = before.counts;
  const price = priceIn(earlier, before);
  const month = price && !("error" in price) ? { month: monthText(price) } : {};
  return { ...counts, before: { kept, keptBytes, undetermined, ...month } };
}

function priceIn(tried: TriedText, { counts, lines, span }: RunCounts): PriceAnswer | undefined {
  if (tried.output && Number.isNaN(counts.outputBytes))
    return { error: "The sample is too large to compute it here. Use 'weir cost'." };
  return priceOf(tried, counts, lines, span, false);
}

/** More are in the text. */
const mostProblems = 3;

/** The errors in the text, with the edits that fix them. */
function problemsOf(
  snapshot: Snapshot,
  tried: TriedText,
  error: string,
): Pick<LabAnswer, "problems" | "moreProblems"> {
  const { places, source } = snapshot;
  const whole = tried.region ?? { start: 0, end: source.text.length };
  const found = tried.conditionsIn
    ? []
    : snapshot.diagnostics.filter(
        (it) => it.severity === "error" && it.start >= whole.start && it.end <= whole.end,
      );
  if (found.length === 0) return { problems: [{ message: error }] };
  const problems = found.slice(0, mostProblems).map((it): LabProblem => {
    const [fix] = it.fixes;
    const { uri, version } = source;
    return {
      message: it.message,
      range: places.range(it),
      ...(fix && {
        fix: { title: fix.title, uri, version, edits: toEdits(fix.edits, places) },
      }),
    };
  });
  return { problems, moreProblems: found.length - problems.length };
}

function fieldOf(name: string, tried: TriedText): LabField {
  const fields = lineDatasets(tried).map((it) =>
    logFieldsOf(it, tried.subject.context.extraFields),
  );
  const known = fields.map((it) => it.get(name)).find((it) => it !== undefined);
  return { name, ...(known && { type: known.type, about: known.doc }) };
}

/** Whether a condition on a value of a line can be written. */
export function canAddValue(tried: TriedText, { name, raw, isCut }: LineField): boolean {
  return !isCut && raw !== "null" && canAdd(tried, name);
}

function canAdd(tried: TriedText, field: string): boolean {
  const { type = "string" } = fieldOf(field, tried);
  if (/^(?:array|object)/.test(type)) return false;
  return addedCondition(tried, { field, raw: '""', isWanted: true }) !== undefined;
}

function resultOf(tried: TriedText, counts: ResultCounts, scope: LabScope): LabResult {
  const { output } = tried;
  const { kept, undetermined, outputBytes } = counts;
  const keptBytes = keptBytesOf(counts, scope);
  const missing = missingText(missingFor(tried, counts));
  const result = { kept, keptBytes, undetermined, missing };
  if (!output) return result;
  const pushed = Math.round(kept * output.sampleRate);
  if (Number.isNaN(outputBytes)) return { ...result, pushed };
  return { ...result, pushed, pushedBytes: sentBytes(output, kept, outputBytes) };
}

function keptBytesOf({ kept, keptBytes }: ResultCounts, { lines, bytes }: LabScope): number | null {
  if (bytes === null) return null;
  return kept > 0 && keptBytes === 0 ? Math.round((bytes * kept) / lines) : keptBytes;
}

/** The tree of conditions, with ranges in the file that contains them. */
function treeOf(
  { snapshot, tried }: Pick<LabInput, "snapshot" | "tried">,
  counts: ResultCounts,
): LabNode {
  const { trial, conditionsIn } = tried;
  const { uri, client } = snapshot.source;
  const other = conditionsIn && resolvePath(uri, conditionsIn.path);
  const places = conditionsIn
    ? new Places({ uri: other ?? uri, version: null }, conditionsIn.text, client)
    : snapshot.places;
  const place = (span: Span | undefined) =>
    span && { range: places.range(span), ...(other !== undefined && { uri: other }) };
  const nodeOf = (tree: TrialTree): LabNode => {
    if (tree.kind !== "condition") {
      const span = coverOf(tree, trial?.conditions ?? []);
      return { kind: tree.kind, label: "", ...place(span), children: tree.parts.map(nodeOf) };
    }
    const span = trial?.conditions[tree.index];
    return {
      kind: "condition",
      label: conditionLabel(tree, places.text, span),
      ...place(span),
      ...(tree.isUnreadable && { isUnreadable: true }),
      index: tree.index,
      ...counts.conditions[tree.index],
    };
  };
  return nodeOf(trial?.tree ?? { kind: "and", parts: [] });
}

/** The span from the first condition of a group to the last. */
function coverOf(tree: TrialTree, conditions: readonly Span[]): Span | undefined {
  if (tree.kind === "condition") return conditions[tree.index];
  const spans = tree.parts.flatMap((it) => coverOf(it, conditions) ?? []);
  const [first] = spans;
  const last = spans.at(-1);
  return first && last && { start: first.start, end: last.end };
}
