/** Parses timestamps of log lines in any of the service's formats, and writes them in the format of a job. */

export const timestampFormats = ["unixnano", "unix", "rfc3339", "rfc3339ms", "rfc3339ns"] as const;
export type TimestampFormat = (typeof timestampFormats)[number];

const nanos = 1_000_000_000n;

/** Nanoseconds since 1970; undefined for an invalid time. Integers are seconds, or a smaller unit if they are too large. */
export function nanosecondsOf(value: string): bigint | undefined {
  const number = /^(\d{1,19})(?:\.(\d+))?$/.exec(value);
  if (number) {
    const [, whole = "", fraction = ""] = number;
    const unit = unixUnit(whole);
    const below = unit === nanos ? BigInt(fraction.slice(0, 9).padEnd(9, "0")) : 0n;
    return BigInt(whole) * unit + below;
  }
  const written = rfc3339.exec(value);
  if (!written) return undefined;
  const [, date = "", time = "", fraction = "", zone = ""] = written;
  const at = Date.parse(`${date}T${time}${zone.toUpperCase()}`);
  if (Number.isNaN(at)) return undefined;
  return BigInt(at) * 1_000_000n + BigInt(fraction.slice(0, 9).padEnd(9, "0"));
}

const rfc3339 = /^(\d{4}-\d\d-\d\d)[Tt ](\d\d:\d\d:\d\d)(?:\.(\d+))?([Zz]|[+-]\d\d:\d\d)$/;

/** Of seconds, until the year 5138. */
const mostDigits = 11;

/** The nanoseconds of the last digit of a Unix time: seconds, milliseconds, microseconds or nanoseconds. */
export function unixUnit({ length }: string): bigint {
  if (length <= mostDigits) return nanos;
  if (length <= mostDigits + 3) return 1_000_000n;
  return length <= mostDigits + 6 ? 1_000n : 1n;
}

/** Whether a number is a Unix time in seconds, if it is a time at all. */
export function areSeconds(value: number): boolean {
  return value < 10 ** mostDigits;
}

/** Whether a timestamp has no part after the second. */
export function hasWholeSeconds(value: string): boolean {
  return /^\d+$/.test(value) ? unixUnit(value) === nanos : !value.includes(".");
}

/** Truncates to the precision of the format. */
export function writeTimestamp(at: bigint, format: TimestampFormat): string {
  const below = ((at % nanos) + nanos) % nanos;
  const seconds = (at - below) / nanos;
  if (format === "unixnano") return String(at);
  if (format === "unix") return String(seconds);
  const whole = new Date(Number(seconds) * 1000).toISOString().slice(0, -".000Z".length);
  const digits = String(below).padStart(9, "0");
  if (format === "rfc3339ms") return `${whole}.${digits.slice(0, 3)}Z`;
  return format === "rfc3339ns" ? `${whole}.${digits}Z` : `${whole}Z`;
}

/** In RFC 3339, with the fewest of 0, 3, 6 or 9 digits. */
export function shortTimestamp(at: bigint): string {
  return writeTimestamp(at, "rfc3339ns").replace(/(?:\.000000000|000000|000)?Z$/, "Z");
}

export function isUnix(format: TimestampFormat): boolean {
  return format === "unixnano" || format === "unix";
}
