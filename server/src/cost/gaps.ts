/** A time without an object, in milliseconds. */
export interface Gap {
  readonly start: number;
  readonly end: number;
}

const minute = 60_000;
/** Logpush may wait for so long until it writes a file. */
const usualWait = 10 * minute;

/** The times of an object's lines, as Logpush writes them into its name. */
export function timesIn(path: string): Gap | undefined {
  const found = /(\d{8}T\d{6})Z_(\d{8}T\d{6})Z/.exec(path.slice(path.lastIndexOf("/") + 1));
  const [start, end] = [timeIn(found?.[1]), timeIn(found?.[2])];
  return start !== undefined && end !== undefined && start <= end ? { start, end } : undefined;
}

function timeIn(text = ""): number | undefined {
  const iso = text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)$/, "$1-$2-$3T$4:$5:$6Z");
  const at = Date.parse(iso);
  return text === "" || Number.isNaN(at) ? undefined : at;
}

/** The times between objects that an object would fit into. Also before the first and after the last one, if a window is given. */
export function gapsIn(
  times: readonly Gap[],
  { since, until }: { readonly since?: number | undefined; readonly until?: number | undefined },
): readonly Gap[] {
  const sorted = [...times].sort((a, b) => a.start - b.start);
  const lengths = sorted.map((it) => it.end - it.start).sort((a, b) => a - b);
  const usual = lengths[Math.floor(lengths.length / 2)] ?? 0;
  const least = Math.max(usualWait, usual / 2);
  const gaps: Gap[] = [];
  let covered = since ?? sorted[0]?.start ?? 0;
  for (const { start, end } of sorted) {
    if (start - covered > least) gaps.push({ start: covered, end: start });
    covered = Math.max(covered, end);
  }
  if (sorted.length > 0 && until !== undefined && until - covered > least)
    gaps.push({ start: covered, end: until });
  return gaps;
}

/** As in `No objects from 2026-11-01T02:00Z to 2026-11-01T05:00Z (3 h).` */
export function gapText({ start, end }: Gap): string {
  const at = (time: number) => new Date(time).toISOString().replace(/:\d\d\.\d{3}Z$/, "Z");
  const minutes = Math.round((end - start) / minute);
  const length = minutes < 120 ? `${minutes} min` : `${Math.round(minutes / 60)} h`;
  return `No objects from ${at(start)} to ${at(end)} (${length}).`;
}
