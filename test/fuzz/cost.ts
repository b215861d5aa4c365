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
const usual = { largest: 128 * 1024, enough: 75 };
/** For a shape whose cost seems to grow too fast. */
const certain = { largest: 2 * 1024 * 1024, enough: 300 };

/** Texts are compared whose sizes differ by this factor. The square of a size differs by 256. */
const span = 16;
/** The accepted growth beyond the growth of the size, for logarithms, caches and collected garbage. */
const accepted = 4;
/** Less time cannot be measured. */
const least = 0.25;
/** Many times the cost of an ordinary text. */
const mostPerMegabyte = 60_000;

/** Throws if the cost of a shape grows clearly faster than its size. A suspicion is confirmed with larger texts, several times. */
export async function checkGrowth(
  shape: string,
  run: Run,
  /** In milliseconds. */
  spent: () => number = processorTime,
): Promise<void> {
  const costOf = async (size: number): Promise<Cost> => {
    const text = grownText(shape, size);
    const since = spent();
    await run(text);
    return { size: text.length, milliseconds: spent() - since };
  };
  /** The lowest of some, because any may collect the garbage of others. */
  const lowestCost = async (size: number): Promise<Cost> => {
    const some = [await costOf(size), await costOf(size), await costOf(size)];
    return some.reduce((a, b) => (b.milliseconds < a.milliseconds ? b : a));
  };
  const costs: Cost[] = [];
  const grow = async (size: number, { largest, enough }: typeof usual): Promise<number> => {
    // Work that is not repeated may cost much as well.
    const isEnough = (it: Cost) => it.milliseconds - (costs[0] ?? it).milliseconds >= enough;
    const first = await costOf(size);
    // Again, because the first inputs of a target cost more: their code is compiled.
    const cost = isEnough(first) ? await lowestCost(size) : first;
    costs.push(cost);
    const isLast = size >= largest || isEnough(cost);
    return isLast ? size : grow(size * 2, { largest, enough });
  };
  const size = await grow(smallest, usual);
  if (problemOf(costs, accepted / 2) === undefined) return;
  const large = await grow(size, certain);
  const problem = problemOf([await lowestCost(large / span), await lowestCost(large)], accepted);
  if (problem !== undefined) throw new Error(problem);
}

/** Compares the last cost with the first one that is within the span. */
function problemOf(costs: readonly Cost[], factor: number): string | undefined {
  const large = costs.at(-1);
  const small = costs.find((it) => large && it.size * span >= large.size);
  // A shape of nothing does not grow.
  if (!large || !small || large.size === small.size) return undefined;
  const megabytes = (large.size - small.size) / 2 ** 20;
  if (large.milliseconds - small.milliseconds > mostPerMegabyte * megabytes)
    return `The cost is too high: ${shown(small)}, but ${shown(large)}.`;
  const growth = large.milliseconds / Math.max(small.milliseconds, least);
  return growth > (factor * large.size) / small.size
    ? `The cost grows faster than the text: ${shown(small)}, but ${shown(large)}.`
    : undefined;
}

function shown({ size, milliseconds }: Cost): string {
  return `${milliseconds.toFixed(1)} ms for ${size} characters`;
}

function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}
