import { noTogether, type ResultCounts } from "../counts.ts";
import { addChange, addLine } from "../questions/several.ts";
import { type TogetherAnswer, togetherOf } from "../questions/together.ts";
import { type OutcomeName, outcomeNames, outcomeOf, outOfScope, type Run } from "./run.ts";
import { inSlices, type WorkEvents } from "./slices.ts";

/** The effect of a text's change on the lines in scope. */
export interface LinesChange {
  /** The lines that the earlier text keeps. Undefined if there was none. */
  readonly before: Run | undefined;
  readonly counts: Pick<ResultCounts, "gained" | "gainedAtMost" | "lost" | "lostAtMost">;
  /** By line: 1 gained, 2 lost. */
  readonly lines: Uint8Array;
}

export const changeNames = ["gained", "lost"] as const;
export type ChangeName = (typeof changeNames)[number];

/** Undefined if canceled. */
export async function changeOn(
  now: Run,
  before: Run | undefined,
  events: WorkEvents,
): Promise<LinesChange | undefined> {
  const counts = { gained: 0, gainedAtMost: 0, lost: 0, lostAtMost: 0 };
  const lines = new Uint8Array(now.outcomes.length);
  const isDone = await inSlices(
    lines.length,
    (line) => {
      const code = now.outcomes[line];
      if (code === outOfScope) return;
      const change = addChange(counts, outcomeOf(code), outcomeOf(before?.outcomes[line] ?? 0));
      if (change) lines[line] = changeNames.indexOf(change) + 1;
    },
    events,
  );
  return isDone ? { before, counts, lines } : undefined;
}

/** How many of the texts keep the lines. Undefined if canceled. */
export async function togetherOn(
  runs: readonly Run[],
  events: WorkEvents,
): Promise<TogetherAnswer | undefined> {
  const [first] = runs;
  if (!first) return undefined;
  const counts = noTogether(runs.length);
  const isDone = await inSlices(
    first.outcomes.length,
    (line) => {
      if (first.outcomes[line] === outOfScope) return;
      addLine(
        counts,
        runs.map((it) => outcomeOf(it.outcomes[line])),
      );
    },
    events,
  );
  const indexes = runs.map((_, index) => index);
  return isDone ? togetherOf(indexes, counts, { lines: first.lines, unreadable: 0 }) : undefined;
}

export type ShownOutcome = OutcomeName | ChangeName | "all";

/** The numbers of the lines in scope with an outcome or a change, in order. */
export function shownLines(
  { outcomes }: Run,
  change: LinesChange | undefined,
  shown: ShownOutcome,
): Uint32Array {
  const of = shown === "gained" || shown === "lost" ? (change?.lines ?? noLines) : outcomes;
  const wanted = wantedCode(shown);
  const found = new Uint32Array(of.length);
  let count = 0;
  for (let line = 0; line < of.length; line++) {
    const code = of[line];
    if (code === wanted || (wanted === undefined && code !== outOfScope)) found[count++] = line;
  }
  return found.subarray(0, count);
}

const noLines = new Uint8Array(0);

/** Undefined for all lines. */
function wantedCode(shown: ShownOutcome): number | undefined {
  if (shown === "all") return undefined;
  return shown === "gained" || shown === "lost"
    ? changeNames.indexOf(shown) + 1
    : outcomeNames.indexOf(shown);
}
