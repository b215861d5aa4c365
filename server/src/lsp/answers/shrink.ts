import { fits, summary } from "../../core/shrink/size.ts";
import { applyEdits } from "../../text/edit.ts";
import type { Snapshot } from "../documents/snapshots.ts";
import type { ShrinkResponse } from "../protocol.ts";
import { toEdits } from "../wire/convert.ts";

/** The texts of a document, each as short as it can be. */
export function shrinkDocument({ analysis, source, places }: Snapshot): ShrinkResponse {
  const { text } = source;
  const found = analysis.shrink?.({ start: 0, end: text.length }) ?? [];
  if (found.length === 0) return { refusal: "This document has no filters or rules." };
  return {
    texts: found.map((it) =>
      "error" in it
        ? { error: it.error }
        : {
            summary: summary(it),
            fits: fits(it),
            edits: toEdits(it.edits, places),
            text: applyEdits(text, it.edits),
          },
    ),
  };
}
