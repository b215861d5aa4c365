import { RefusedError, type Row } from "../engine.ts";
import type { Counting } from "../statement.ts";

/** The counting, without the texts that the engine refuses. */
export interface Accepted {
  readonly counting: Counting;
  readonly row: Row;
  /** By the index of a text. */
  readonly reasons: ReadonlyMap<number, string>;
}

/** If the engine refuses a text, the others are counted without it. */
export async function countAccepted(
  counting: Counting,
  ask: (counting: Counting) => Promise<Row>,
): Promise<Accepted> {
  const all = [...counting.texts.keys()].filter((it) => counting.texts[it]);
  const reasons = new Map<number, string>();
  try {
    return { counting, row: await ask(counting), reasons };
  } catch (error) {
    await findRefused(all, error, (some) => ask(withOnly(some, counting)), reasons);
    const left = all.filter((it) => !reasons.has(it));
    // If all of them are refused, or none alone, that is not the fault of one text.
    if (left.length === 0 || left.length === all.length) throw error;
    const rest = withOnly(left, counting);
    return { counting: rest, row: await ask(rest), reasons };
  }
}

function withOnly(some: readonly number[], counting: Counting): Counting {
  const texts = counting.texts.map((it, index) => (some.includes(index) ? it : undefined));
  return { ...counting, texts };
}

async function findRefused(
  some: readonly number[],
  error: unknown,
  ask: (some: readonly number[]) => Promise<Row>,
  reasons: Map<number, string>,
): Promise<void> {
  if (!(error instanceof RefusedError)) throw error;
  const [index] = some;
  if (index !== undefined && some.length === 1) reasons.set(index, error.message);
  if (some.length < 2) return;
  const half = Math.ceil(some.length / 2);
  for (const part of [some.slice(0, half), some.slice(half)])
    try {
      await ask(part);
    } catch (other) {
      await findRefused(part, other, ask, reasons);
    }
}
