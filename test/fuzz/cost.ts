import { grownText } from "./shapes.ts";

type Run = (text: string) => void | Promise<void>;

interface Cost {
  /** In characters. */
  readonly size: number;
  /** Of processor time, which other programs on the machine change little. */
  readonly milliseconds: number;
}

/** The size from which texts are doubled. */
const smallest = 1024;
/** Larger texts are not needed, and after a text that costs enough none is. */
const usual = { largest: 128 * 1024, enough: 150 };
/** For a shape whose cost seems to grow too fast. */
const certain = { largest: 2 * 1024 * 1024, enough: 300 };

/** Texts are compared whose sizes differ by this factor. The square of a size differs by 256. */
const span = 16;
/** The growth beyond that of the size that is accepted, for logarithms, caches and collected garbage. */
const accepted = 4;
/** Less time cannot be measured. */
const least = 0.25;
/** Many times the cost of an ordinary text. */
const mostPerMegabyte = 60_000;

/** Throws if the cost of a shape grows clearly faster than its size. A suspicion is confirmed with larger texts, several times. */
export async function checkGrowth(shape: string, run: Run): Promise<void> {
  const costs: Cost[] = [];
  const grow = async (size: number, { largest, enough }: typeof usual): Promise<number> => {
    const first = await costOf(shape, size, run);
    // Again, because the first inputs of a target cost much more: their code is compiled.
    const cost = first.milliseconds < enough ? first : await lowestCost(shape, size, run);
    costs.push(cost);
    const isLast = size >= largest || cost.milliseconds >= enough;
    return isLast ? size : grow(size * 2, { largest, enough });
  };
  const size = await grow(smallest, usual);
  if (problemOf(costs, accepted / 2) === undefined) return;
  const large = await grow(size, certain);
  const problem = problemOf(
    [await lowestCost(shape, large / span, run), await lowestCost(shape, large, run)],
    accepted,
  );
  if (problem !== undefined) throw new Error(problem);
}

/** Compares the last cost with the first one that is within the span. */
function problemOf(costs: readonly Cost[], factor: number): string | undefined {
  const large = costs.at(-1);
  const small = costs.find((it) => large && it.size * span >= large.size);
  if (!large || !small) return undefined;
  if (large.milliseconds > (mostPerMegabyte * large.size) / 2 ** 20)
    return `The cost is too high: ${shown(large)}.`;
  const growth = large.milliseconds / Math.max(small.milliseconds, least);
  return growth > (factor * large.size) / small.size
    ? `The cost grows faster than the text: ${shown(small)}, but ${shown(large)}.`
    : undefined;
}

function shown({ size, milliseconds }: Cost): string {
  return `${milliseconds.toFixed(1)} ms for ${size} characters`;
}

async function costOf(shape: string, size: number, run: Run): Promise<Cost> {
  const text = grownText(shape, size);
  const since = process.cpuUsage();
  await run(text);
  const { user, system } = process.cpuUsage(since);
  return { size: text.length, milliseconds: (user + system) / 1000 };
}

/** The lowest of some, because any may collect the garbage of others. */
async function lowestCost(shape: string, size: number, run: Run): Promise<Cost> {
  let lowest = await costOf(shape, size, run);
  for (let i = 0; i < 2; i++) {
    const next = await costOf(shape, size, run);
    if (next.milliseconds < lowest.milliseconds) lowest = next;
  }
  return lowest;
}
