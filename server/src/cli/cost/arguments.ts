import type { Against } from "../../cost/answer.ts";
import { UsageError } from "../io.ts";
import type { CostValues } from "../options.ts";
import { parseShare, parseTime } from "../try/arguments.ts";

/** The options of `weir cost` that are numbers or times. */
export interface CostArguments {
  readonly target: number | undefined;
  readonly budget: number | undefined;
  readonly growth: number | undefined;
  /** In nanoseconds. */
  readonly since: bigint | undefined;
  readonly until: bigint | undefined;
  /** With '--against': the earlier window. */
  readonly before: { readonly since: bigint; readonly until: bigint } | undefined;
}

export function parseCost(values: CostValues, now: number): CostArguments {
  const growth = shareOf("--max-growth", values["max-growth"]);
  if (growth !== undefined && values.against === undefined)
    throw new UsageError("'--max-growth' needs '--against TIME'.");
  const since = parseTime("--since", values.since, now);
  const until = parseTime("--until", values.until, now);
  const target = parseShare("--target", values.target);
  if (target === 0) throw new UsageError("'--target' needs more than 0%.");
  return {
    target,
    budget: dollarsOf(values.budget),
    growth,
    ...windowsOf(values.against, since, until, BigInt(now) * 1_000_000n),
  };
}

/** Growth may be more than 100%. */
function shareOf(option: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const percent = /^(\d{1,6}(?:\.\d{1,6})?)\s*%$/.exec(value)?.[1];
  if (percent === undefined)
    throw new UsageError(`'${option}' needs a percentage such as '20%', found '${value}'.`);
  return Number(percent) / 100;
}

function dollarsOf(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const dollars = /^\$?(\d{1,9}(?:\.\d{1,2})?)$/.exec(value)?.[1];
  if (dollars === undefined)
    throw new UsageError(`'--budget' needs dollars such as '$200', found '${value}'.`);
  return Number(dollars);
}

type Windows = Pick<CostArguments, "since" | "until" | "before">;

/** Without a window, as much time until now as lies between the two. */
function windowsOf(
  against: string | undefined,
  since: bigint | undefined,
  until: bigint | undefined,
  now: bigint,
): Windows {
  if (against === undefined) return { since, until, before: undefined };
  if (!/^\d+[smhd]$/.test(against))
    throw new UsageError(`'--against' needs a time such as '7d', found '${against}'.`);
  const shift = now - (parseTime("--against", against, Number(now / 1_000_000n)) ?? now);
  const end = until ?? now;
  const start = since ?? end - shift;
  if (start >= end) throw new UsageError("There is no time between '--since' and '--until'.");
  if (end - start > shift)
    throw new UsageError(
      `'--against ${against}' is shorter than the time from '--since' to '--until'. Use a longer one.`,
    );
  return { since: start, until: end, before: { since: start - shift, until: end - shift } };
}

export function shownWindow({
  since,
  until,
}: NonNullable<CostArguments["before"]>): Pick<Against, "since" | "until"> {
  const text = (at: bigint) => new Date(Number(at / 1_000_000n)).toISOString();
  return { since: text(since), until: text(until) };
}
