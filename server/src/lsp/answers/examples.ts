import type { CancellationToken } from "vscode-languageserver";
import type { ExampleResult } from "../../core/analysis.ts";
import { mayHaveExamples } from "../../core/context.ts";
import { printable } from "../../text/printable.ts";
import { cutAfter } from "../../text/shorten.ts";
import type { Span } from "../../text/span.ts";
import type { Snapshot } from "../documents/snapshots.ts";
import type { WorkspaceText } from "../documents/workspace-texts.ts";
import type { ExamplesParams } from "../protocol.ts";
import type { ServerState } from "../server-state.ts";
import type { DocumentExamples, ExampleRow, ExamplesResult } from "../shapes/examples.ts";

/** The examples of a document or of the workspace, with their results. */
export async function examplesFor(
  state: ServerState,
  { textDocument }: ExamplesParams,
  token: CancellationToken,
): Promise<ExamplesResult> {
  const { texts } = state;
  if (textDocument) {
    const text = await texts.find(textDocument.uri);
    return { documents: text ? await documentsOf(text) : [] };
  }
  await state.readyForAll();
  const documents: DocumentExamples[] = [];
  for await (const [, found] of texts.each(token, documentsOf)) documents.push(...found);
  return { documents };
}

/** Empty for a text without examples. */
async function documentsOf(text: WorkspaceText): Promise<DocumentExamples[]> {
  const examples = await text.get(examplesIn);
  const { uri, version } = text;
  return examples && examples.length > 0 ? [{ uri, version, examples }] : [];
}

function examplesIn({ source, analysis, places }: Snapshot): readonly ExampleRow[] {
  if (!mayHaveExamples(source.text)) return [];
  return (analysis.examples?.() ?? []).map((it) => rowOf(it, { source, places }));
}

function rowOf(
  { passed, message, expected, actual, related = [], ...span }: ExampleResult,
  { source, places }: Pick<Snapshot, "source" | "places">,
): ExampleRow {
  const range = (it: Span) => places.range(it);
  const text = ({ start, end }: Span) => oneLine(source.text.slice(start, end));
  return {
    range: range(span),
    label: text(span),
    outcome: passed ? "passed" : actual === undefined ? "errored" : "failed",
    // Clients show it in a terminal.
    message: printable(message),
    expected,
    ...(actual !== undefined && { actual }),
    decidedBy: related.map((it) => ({ range: range(it), text: text(it), message: it.message })),
  };
}

const longest = 200;

function oneLine(text: string): string {
  return cutAfter(printable(text.replace(/\s+/g, " ")), longest);
}
