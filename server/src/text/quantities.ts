/** Numbers with units and dates, as people write them where a language only has integers. */
import { nanosecondsOf } from "./timestamps.ts";

/** Converts `1MB`, `64 KiB` or `10k` to the digits of an integer; undefined for anything else. */
export function withoutUnit(text: string): string | undefined {
  const [, number = "", prefix = "", binary] =
    /^(\d{1,6}(?:\.\d{1,3})?) ?(?:([kKmMgGtT])(i)?[bB]|[kKMG])$/.exec(text) ?? [];
  if (number === "") return undefined;
  const letter = (prefix || text.slice(-1)).toLowerCase();
  const value = Number(number) * (binary ? 1024 : 1000) ** ("kmgt".indexOf(letter) + 1);
  return Number.isSafeInteger(value) ? String(value) : undefined;
}

/** The seconds since 1970 at `2024-01-01` or `2024-01-01T12:00:00Z`, as text. Times without a zone are in UTC. */
export function epochSeconds(text: string): string | undefined {
  const [, date, time = "T00:00:00", zone = "Z"] = writtenTime.exec(text) ?? [];
  if (date === undefined) return undefined;
  const at = nanosecondsOf(`${date}${time.length === 6 ? `${time}:00` : time}${zone}`);
  return at === undefined ? undefined : String(at / 1_000_000_000n);
}

const writtenTime = /^(\d{4}-\d\d-\d\d)([T ]\d\d:\d\d(?::\d\d(?:\.\d+)?)?)?(Z|[+-]\d\d:\d\d)?$/i;
