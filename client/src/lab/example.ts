import {
  type LabEdits,
  type LabLines,
  type LabRefusal,
  labRequests,
} from "../../../server/src/lsp/protocol.ts";

type Ask = <Answer>(method: string, asked: object) => Promise<Answer | null | undefined>;

/** Edits that add a kept or dropped line of a lab as an example. Undefined if there is none. */
export async function exampleIn(
  lab: string,
  isKept: boolean,
  ask: Ask,
): Promise<LabEdits | undefined> {
  const shown = { lab, outcome: isKept ? "kept" : "dropped", first: 0, count: 20, columns: [] };
  const lines = await ask<LabLines>(labRequests.lines, shown);
  for (const { line } of lines?.rows ?? []) {
    const asked = { lab, kind: "example", line };
    const found = await ask<LabEdits | LabRefusal>(labRequests.add, asked);
    // Several lines may result in the same example, and the text may already have it.
    if (found && "edits" in found && found.edits.length > 0) return found;
  }
  return undefined;
}
