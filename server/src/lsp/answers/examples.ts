import type { CancellationToken } from "vscode-languageserver";
import type { ExampleResult } from "../../core/analysis.ts";
import { mayHaveExamples } from "../../core/context.ts";
import { kept } from "../../core/solver/kept.ts";
import { type AlwaysTest, isTraceTest, readTraceTests } from "../../languages.ts";
import { alwaysResult, Policies } from "../../review/review.ts";
import { printable } from "../../text/printable.ts";
import { cutAfter } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import { testResult } from "../../trace/trace.ts";
import type { OpenConfiguration } from "../documents/configurations.ts";
import type { Snapshot } from "../documents/snapshots.ts";
import type { WorkspaceText } from "../documents/workspace-texts.ts";
import type { ExamplesParams } from "../protocol.ts";
import type { ServerState } from "../server-state.ts";
import type { DocumentExamples, ExampleRow, ExamplesResult } from "../shapes/examples.ts";
import { witnessInput } from "../shapes/witness-input.ts";

/** The examples of a document or of the workspace, with their results. */
export async function examplesFor(
  state: ServerState,
  { textDocument }: ExamplesParams,
  token: CancellationToken,
): Promise<ExamplesResult> {
  const { texts } = state;
  if (textDocument) {
    const text = await texts.find(textDocument.uri);
    return { documents: text ? await documentsOf(text, state, token) : [] };
  }
  await state.readyForAll();
  const documents: DocumentExamples[] = [];
  const look = (it: WorkspaceText) => documentsOf(it, state, token);
  for await (const [, found] of texts.each(token, look)) documents.push(...found);
  return { documents };
}

/** Empty for a text without examples. */
async function documentsOf(
  text: WorkspaceText,
  state: ServerState,
  token: CancellationToken,
): Promise<DocumentExamples[]> {
  const { uri, version } = text;
  const examples = isTraceTest(uri)
    ? await traceTestsIn(await text.read(), state, token)
    : await text.get(examplesIn);
  return examples && examples.length > 0 ? [{ uri, version, examples }] : [];
}

/** The tests of whole configurations, which depend on other files. */
async function traceTestsIn(
  snapshot: Snapshot | undefined,
  state: ServerState,
  token: CancellationToken,
): Promise<readonly ExampleRow[]> {
  if (!snapshot) return [];
  const { uri, text } = snapshot.source;
  const { tests, always } = readTraceTests(text);
  if (tests.length + always.length === 0) return [];
  const found = await state.configurations.ofTests(uri, text, token);
  const results = tests.map((it) => testResult(it, found));
  return [...results.map((it) => rowOf(it, snapshot)), ...policyRows(always, found, snapshot)];
}

/** The results of policies of a file. */
export function policyRows(
  always: readonly AlwaysTest[],
  found: OpenConfiguration,
  snapshot: Pick<Snapshot, "source" | "places">,
): readonly ExampleRow[] {
  if (always.length === 0) return [];
  const policies = kept(decided, found, () => new Policies(found));
  return always.map((it) => rowOf(alwaysResult(it, policies), snapshot));
}

/** Of a configuration, until a file of it changes. */
const decided = new WeakMap<object, Policies>();

function examplesIn({ source, analysis, places }: Snapshot): readonly ExampleRow[] {
  if (!mayHaveExamples(source.text)) return [];
  return (analysis.examples?.() ?? []).map((it) => rowOf(it, { source, places }));
}

function rowOf(
  {
    passed,
    message,
    expected,
    actual,
    related = [],
    name,
    details,
    policy,
    ...span
  }: ExampleResult,
  { source, places }: Pick<Snapshot, "source" | "places">,
): ExampleRow {
  const range = (it: Span) => places.range(it);
  const { request, fields = {}, zone } = policy ?? {};
  const text = ({ start, end }: Span) => oneLine(source.text.slice(start, end));
  return {
    range: range(span),
    label: name === undefined ? text(span) : oneLine(name),
    outcome: passed ? "passed" : actual === undefined ? "errored" : "failed",
    // Clients show it in a terminal.
    message: printable(message),
    expected,
    ...(actual !== undefined && { actual }),
    ...(details !== undefined && { details }),
    ...(policy && { policy }),
    ...(request !== undefined && { request: witnessInput({ request, fields }, zone) }),
    decidedBy: related.map((it) => ({ range: range(it), text: text(it), message: it.message })),
  };
}

const longest = 200;

function oneLine(text: string): string {
  return cutAfter(printable(text.replace(/\s+/g, " ")), longest);
}
