import type { Amount, CostAnswer, JobCost } from "../../cost/answer.ts";
import { bytesText, percentText, plural, thousands } from "../../text/wording.ts";

/** Amounts of a report in words, which the terminal and Markdown share. */

/** Turns bytes of the logs into bytes of a month, if there is enough time to tell. */
export type InMonth = (bytes: number) => string;

export function monthOf({ logs, interrupted }: CostAnswer): {
  readonly bytes: InMonth;
  readonly unit: string;
} {
  const { hours } = logs;
  const isMonth = hours !== null && Math.round(hours * 60) >= 60 && !interrupted;
  const factor = isMonth ? (30 * 24) / hours : 1;
  return { bytes: (bytes) => bytesText(bytes * factor), unit: isMonth ? " a month" : "" };
}

export function dollars(usd: number | null): string {
  if (usd === null) return "";
  return `$${usd.toLocaleString("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 })}`;
}

/** As in `14.2 of 151 GB a month, $7.10 of $75.60`. */
export function sendsText(job: JobCost, answer: CostAnswer): string {
  const month = monthOf(answer);
  const { sends, of } = job;
  const bytes = `${month.bytes(sends.bytes)} of ${month.bytes(of.bytes)}${month.unit}`;
  const price =
    sends.usdPerMonth === null
      ? ""
      : of.usdPerMonth === 0
        ? ", less than a cent"
        : `, ${dollars(sends.usdPerMonth)} of ${dollars(of.usdPerMonth)}`;
  const rates = job.rates === undefined ? "" : ` (${job.rates})`;
  return `${bytes}${price}${rates}`;
}

/** Growth may be more than 100%. */
export function share(part: number): string {
  return part > 1 ? `${Math.round(part * 100)}%` : percentText(part, 1);
}

/** As in `+$1.20 a month` or `12 kB less`. */
export function changeText(now: Amount, before: Amount, answer: CostAnswer): string {
  const month = monthOf(answer);
  const more = now.bytes - before.bytes;
  if (more === 0) return "no difference";
  const word = more > 0 ? "more" : "less";
  const part =
    before.bytes > 0 ? ` (${more > 0 ? "+" : "−"}${share(Math.abs(more) / before.bytes)})` : "";
  const usd =
    now.usdPerMonth === null ||
    before.usdPerMonth === null ||
    now.usdPerMonth === before.usdPerMonth
      ? ""
      : `, ${dollars(Math.abs(now.usdPerMonth - before.usdPerMonth))} ${word}`;
  return `${month.bytes(Math.abs(more))} ${word}${month.unit}${part}${usd}`;
}

export function logsText({ logs }: CostAnswer): string {
  const { lines, hours } = logs;
  const time =
    hours === null
      ? ""
      : hours < 48
        ? ` of ${hours} h`
        : ` of ${plural(Math.round(hours / 24), "day")}`;
  return `${thousands(lines)} lines${time}`;
}

/** The first names, and how many more there are. */
export function few(names: readonly string[], most = 3): string {
  const more = names.length - most;
  return more > 1 ? `${names.slice(0, most).join(", ")} and ${more} more` : names.join(", ");
}

/** The fields of a job by what people want to know about them. */
export function fieldGroups({ fields }: JobCost) {
  const of = (isIn: (it: JobCost["fields"][number]) => boolean) => {
    const found = fields.filter(isIn);
    return {
      count: found.length,
      names: found.map((it) => it.name),
      share: found.reduce((sum, it) => sum + it.share, 0),
    };
  };
  return {
    empty: of((it) => it.values === "empty"),
    one: of((it) => it.values === "one"),
    personal: of((it) => it.personal && it.values !== "empty"),
    unused: of((it) => !it.used),
  };
}

export function jobTitle({ path, line, name, dataset, destination }: JobCost): string {
  const place = line === undefined ? path : `${path}:${line + 1}`;
  const called = name === null ? "" : ` (${name})`;
  const to = destination === null ? "" : ` → ${destination}`;
  return `${place}${called}   ${dataset ?? ""}${to}`;
}
