import { type Connection, ErrorCodes, LSPErrorCodes, ResponseError } from "vscode-languageserver";
import { type Diagnostic, firstErrorIn } from "../../core/diagnostic.ts";
import type { FilterForm, FormFields, FormObstacle, FormRow } from "../../core/form.ts";
import { contains } from "../../text/span.ts";
import type { Requests } from "../documents/requests.ts";
import type { Snapshot } from "../documents/snapshots.ts";
import {
  type FormAnswer,
  type FormEditParams,
  type FormEditResponse,
  type FormFieldsParams,
  type FormParams,
  formEditRequest,
  formFieldsRequest,
  formRequest,
  type ShownFix,
  type ShownForm,
  type ShownOperation,
  type ShownProblem,
  type ShownRow,
} from "../protocol.ts";
import { toEdits } from "../wire/convert.ts";
import { formExamples, withoutExample } from "./form-examples.ts";

/** Filters as forms. */
export function answerForms(connection: Connection, { inDocument }: Requests): void {
  connection.onRequest<FormAnswer | null, void>(
    formRequest,
    inDocument<FormParams, FormAnswer>("Form", formAnswer),
  );
  connection.onRequest<FormFields | null, void>(
    formFieldsRequest,
    inDocument<FormFieldsParams, FormFields>("Fields of a form", (it, { filter }) => {
      return formOf(it, filter)?.fields() ?? null;
    }),
  );
  connection.onRequest<FormEditResponse | null, void>(
    formEditRequest,
    inDocument<FormEditParams, FormEditResponse>("Edit of a form", formEdit),
  );
}

function formOf({ analysis }: Snapshot, index = 0): FilterForm | undefined {
  return analysis.forms?.()[index];
}

function formAnswer(snapshot: Snapshot): FormAnswer {
  const { analysis, source, diagnostics } = snapshot;
  // In a filter file, every diagnostic is about the filter.
  const isFilter = source.language.resource === "filter";
  const filters = (analysis.forms?.() ?? []).map((it) => {
    const own = isFilter ? diagnostics : diagnostics.filter((problem) => contains(it, problem));
    return shownForm(it, own, snapshot);
  });
  return { version: source.version ?? 0, filters };
}

function formEdit(snapshot: Snapshot, asked: FormEditParams): FormEditResponse {
  const { source, places } = snapshot;
  if (source.version !== asked.textDocument.version) {
    throw new ResponseError(LSPErrorCodes.ContentModified, "The document has changed.");
  }
  const form = formOf(snapshot, asked.filter);
  if (!form) return { refusal: "The document has no such filter." };
  const { operation } = asked;
  if (!isOperation(operation)) {
    throw new ResponseError(ErrorCodes.InvalidParams, "Expected an operation of a form.");
  }
  if (operation.kind === "fix") {
    const fix = snapshot.diagnostics[operation.diagnostic]?.fixes[0];
    return fix ? { edits: toEdits(fix.edits, places) } : { refusal: "No fix was found." };
  }
  if (operation.kind === "deleteExample") {
    const edit = withoutExample(snapshot, operation.index);
    return edit ? { edits: toEdits([edit], places) } : { refusal: "No test was found." };
  }
  const { tabSize = 2, insertSpaces = true } = asked.options ?? {};
  const edits = form.edit(operation, { tabSize, insertSpaces });
  return "refusal" in edits ? edits : { edits: toEdits(edits, places) };
}

/** Whether a sent operation has the properties that its kind requires. */
function isOperation(sent: ShownOperation | undefined): boolean {
  const { path, to } = (sent ?? {}) as { path?: unknown; to?: { group?: unknown } };
  if (sent?.kind === "example" || sent?.kind === "fix" || sent?.kind === "deleteExample")
    return true;
  if (sent?.kind === "dataset") return typeof sent.name === "string";
  return isPath(path ?? to?.group) && (to === undefined || isPath(to.group));
}

function isPath(sent: unknown): boolean {
  return Array.isArray(sent) && sent.every((it) => Number.isInteger(it));
}

function shownForm(
  form: FilterForm,
  diagnostics: readonly Diagnostic[],
  snapshot: Snapshot,
): ShownForm {
  const { root, obstacle, ...model } = form.model();
  const rest = new Set(diagnostics);
  const shown = root && shownRow(root, rest, snapshot);
  return {
    ...model,
    ...(shown && { root: shown }),
    ...(obstacle && { obstacle: shownObstacle(obstacle, diagnostics, snapshot) }),
    problems: [...rest]
      .filter((it) => it.code !== "failed-example")
      .map((it) => problemOf(it, snapshot)),
    examples: formExamples(snapshot),
  };
}

function shownObstacle(
  { start, end, ...obstacle }: FormObstacle,
  diagnostics: readonly Diagnostic[],
  snapshot: Snapshot,
) {
  const problem = firstErrorIn({ start, end }, diagnostics);
  const range = snapshot.places.range({ start, end });
  return { ...obstacle, range, ...(problem && fixOf(problem, snapshot)) };
}

/** Removes the row's problems from `rest`. Inner rows come first, so that each problem is shown at the innermost row. */
function shownRow(row: FormRow, rest: Set<Diagnostic>, snapshot: Snapshot): ShownRow {
  const { start, end, ...shown } = row;
  const range = snapshot.places.range({ start, end });
  if (shown.kind === "group") {
    const items = shown.items.map((it) => shownRow(it, rest, snapshot));
    return { ...shown, items, range, problems: takeProblems(row, rest, snapshot) };
  }
  return { ...shown, range, problems: takeProblems(row, rest, snapshot) };
}

function takeProblems(row: FormRow, rest: Set<Diagnostic>, snapshot: Snapshot): ShownProblem[] {
  const own = [...rest].filter((it) => contains(row, it));
  for (const it of own) rest.delete(it);
  return own.map((it) => problemOf(it, snapshot));
}

function problemOf(problem: Diagnostic, snapshot: Snapshot): ShownProblem {
  const { code, severity, message } = problem;
  return { code, severity, message, ...fixOf(problem, snapshot) };
}

function fixOf(problem: Diagnostic, { diagnostics }: Snapshot): { readonly fix?: ShownFix } {
  const [fix] = problem.fixes;
  return fix ? { fix: { title: fix.title, diagnostic: diagnostics.indexOf(problem) } } : {};
}
