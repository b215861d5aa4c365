/** The time for a day of logs, from measured rates. */

export interface Rate {
  readonly name: string;
  readonly lines: number;
  /** As NDJSON. */
  readonly bytes: number;
  readonly seconds: number;
}

const day = 2e12;
const machines = [1, 10, 100];

/** The arithmetic, as a table with a row for each engine. */
export function dayText(rates: readonly Rate[], machine: string): string {
  const heads = machines.map((it) => (it === 1 ? "one machine" : `${it} machines`));
  const rows = rates.map(({ name, lines, bytes, seconds }) => {
    const rate = bytes / seconds;
    const measured = `${lines.toLocaleString("en-US")} lines, ${(bytes / 1e6).toFixed(0)} MB, ${seconds.toPrecision(3)} s`;
    const takes = machines.map(
      (it) => `2 TB ÷ ${amount(rate * it)}/s = ${timeText(day / (rate * it))}`,
    );
    return `| ${[name, measured, `${amount(rate)}/s`, ...takes].join(" | ")} |`;
  });
  return [
    `| counted by | measured | rate | ${heads.join(" | ")} |`,
    `|${"---|".repeat(3 + machines.length)}`,
    ...rows,
    "",
    `${machine}.`,
  ].join("\n");
}

function amount(bytes: number): string {
  if (bytes >= 1e12) return `${(bytes / 1e12).toPrecision(3)} TB`;
  return bytes >= 1e9 ? `${(bytes / 1e9).toPrecision(3)} GB` : `${(bytes / 1e6).toFixed(0)} MB`;
}

function timeText(seconds: number): string {
  if (seconds >= 5400) return `${(seconds / 3600).toFixed(1)} h`;
  const minutes = seconds / 60;
  return seconds >= 90
    ? `${minutes.toFixed(minutes < 10 ? 1 : 0)} min`
    : `${seconds.toPrecision(2)} s`;
}
