import {
  type LabAnswer,
  type LabParams,
  type LabRefusal,
  type LabSample,
  labRequests,
} from "../../../../server/src/lsp/protocol.ts";
import type { Server } from "../server.ts";

/** The lines that texts are tried on. A new text has a new ID. */
export type Sample = Extract<LabSample, { kind: "text" }> & { readonly text: string };

let made = 0;

export function sampleOf(name: string, text: string): Sample {
  return { kind: "text", id: `sample ${++made}`, name, text };
}

/** Tries a text. The lines are only sent if the server does not have them. Null if a newer request arrived. */
export async function askLab(
  server: Server,
  sample: Sample,
  asked: Omit<LabParams, "sample">,
): Promise<LabAnswer | LabRefusal | null> {
  const { text: _, ...brief } = sample;
  const ask = (it: LabSample) =>
    server.request<LabAnswer | LabRefusal>(labRequests.ask, { ...asked, sample: it });
  const first = await ask(brief);
  return first && "lacks" in first && first.lacks !== undefined ? ask(sample) : first;
}
