import type {
  LabAnswer,
  LabNode,
  LabRefusal,
  Range,
  ShownForm,
  ShownRow,
} from "../../../server/src/lsp/protocol.ts";
import type { Effect } from "../../../views/src/form/messages.ts";

/** The effect of the filter on the sample, for each row of the form. */
export function effectOf(
  answer: LabAnswer | LabRefusal,
  form: ShownForm | undefined,
  version: number,
): Effect {
  if ("refusal" in answer)
    return { note: answer.refusal, ...(answer.noSample && { noSample: true }) };
  const [problem] = answer.problems ?? [];
  if (problem) return { note: problem.message };
  const { name, lines, problems = [] } = answer.sample;
  const unread = problems.filter((it) => it.line === undefined);
  const unreadText = unread.map(({ path, message }) => `${path}: ${message}`).join("; ");
  if (lines === 0 && unread.length > 0) return { note: unreadText };
  const counts = new Map<string, LabNode>();
  for (const it of conditionsOf(answer.tree)) if (it.range) counts.set(keyOf(it.range), it);
  const conditions = rowsIn(form?.root).flatMap(({ path, range }) => {
    const { holds, decides, keeps = 0, unknown } = counts.get(keyOf(range)) ?? {};
    if (holds === undefined || decides === undefined) return [];
    return [{ path, holds, decides, keeps, ...(unknown !== undefined && { unknown }) }];
  });
  const { kept, undetermined, missing } = answer.result;
  const effect = { sample: name, version, lines, kept, undetermined, missing, conditions };
  return unread.length === 0 ? effect : { ...effect, unread: unreadText };
}

function conditionsOf(node: LabNode): readonly LabNode[] {
  return node.kind === "condition" ? [node] : (node.children ?? []).flatMap(conditionsOf);
}

function rowsIn(row: ShownRow | undefined): readonly ShownRow[] {
  if (!row) return [];
  return row.kind === "group" ? row.items.flatMap(rowsIn) : [row];
}

function keyOf({ start }: Range): string {
  return `${start.line}:${start.character}`;
}
