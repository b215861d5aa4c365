import { gapsIn, gapText, timesIn } from "../../cost/cost.ts";
import { plural } from "../../text/wording.ts";
import { destinationName } from "../../try/try.ts";
import type { TryRequest } from "../../try/try-request.ts";

/** Notes about a bucket that a job writes to: the times without an object, judging by the names of the others. */
export function destinationNotes(
  logs: readonly string[],
  { remote, since, until }: Pick<TryRequest, "remote" | "since" | "until">,
  now: number,
): readonly string[] {
  if (!logs.includes(destinationName)) return [];
  const times = [...(remote?.get(destinationName) ?? [])].flatMap((it) =>
    "objects" in it && it.objects ? [...it.objects].flatMap(({ path }) => timesIn(path) ?? []) : [],
  );
  const time = (at: bigint | undefined) => (at === undefined ? undefined : Number(at / 1_000_000n));
  const end = time(until);
  // The newest lines are not delivered yet.
  const isOver = end !== undefined && end < now - notDelivered;
  const gaps = gapsIn(times, { since: time(since), ...(isOver && { until: end }) });
  const more = gaps.length - mostShown;
  return [
    "Lines that a filter dropped were not delivered, so without the filter a job may send more.",
    ...gaps.slice(0, mostShown).map((it) => `${gapText(it)} ${why}`),
    ...(more > 0 ? [`There ${more > 1 ? "are" : "is"} ${plural(more, "more gap")}.`] : []),
  ];
}

const mostShown = 3;
const notDelivered = 15 * 60_000;
const why = "The job kept no lines then, was disabled, or failed.";
