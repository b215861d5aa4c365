import { l10n } from "vscode";
import type { Range, ShownForm, ShownRow, TryResponse } from "../../../server/src/lsp/protocol.ts";
import type { Effect } from "../../../views/src/form/messages.ts";

/** The counts of a trial by the rows of the form. */
export function effectOf(
  answer: TryResponse,
  form: ShownForm | undefined,
  version: number,
): Effect {
  if ("refusal" in answer) return { note: answer.refusal };
  const [result] = answer.results;
  if (result?.error !== undefined) return { note: result.error };
  if (result?.lines === undefined || result.kept === undefined) {
    return { note: l10n.t("No sample logs.") };
  }
  const counts = new Map(result.conditions?.map((it) => [keyOf(it.range), it]));
  const conditions = conditionsIn(form?.root).flatMap(({ path, range }) => {
    const found = counts.get(keyOf(range));
    return found ? [{ path, holds: found.holds, decides: found.decides }] : [];
  });
  const { path, files } = answer.logs;
  const sample = path?.replace(/^.*[\\/]/, "") ?? l10n.t("{0} files", files);
  return { sample, version, lines: result.lines, kept: result.kept, conditions };
}

function conditionsIn(row: ShownRow | undefined): readonly ShownRow[] {
  if (!row) return [];
  return row.kind === "group" ? row.items.flatMap(conditionsIn) : [row];
}

function keyOf({ start }: Range): string {
  return `${start.line}:${start.character}`;
}
