import { l10n } from "./l10n.ts";

/** The language of the page, for formatting numbers. */
function locale(): string {
  return globalThis.document?.documentElement.lang || "en";
}

/** A cache, because creating a format is slow and a page has hundreds of numbers. */
const formats = new Map<string, Intl.NumberFormat>();

function formatted(value: number, options: Intl.NumberFormatOptions = {}): string {
  const key = locale() + JSON.stringify(options);
  const format = formats.get(key) ?? new Intl.NumberFormat(locale(), options);
  formats.set(key, format);
  return format.format(value);
}

export function count(value: number): string {
  return formatted(Math.round(value));
}

/** As in "1 line". */
export function lineCount(value: number): string {
  return Math.round(value) === 1 ? l10n.t("1 line") : l10n.t("{0} lines", count(value));
}

/** Smaller shares are shown as less than this. */
const leastShare = 0.00001;

/** As in "2.1%". Only exact values are shown as 0% and 100%. */
export function percent(part: number, whole: number): string {
  const share = whole === 0 ? 0 : part / whole;
  const isNearEnd = share < 0.001 || share > 0.999;
  const options = { style: "percent", maximumFractionDigits: isNearEnd ? 3 : 1 } as const;
  if (share > 0 && share < leastShare) return `<${formatted(leastShare, options)}`;
  if (share < 1 && share > 1 - leastShare) return `>${formatted(1 - leastShare, options)}`;
  return formatted(share, options);
}

/** As in "0%–13.3%", if the part is not known exactly. */
export function percentRange(least: number, most: number, whole: number): string {
  const [first, last] = [percent(least, whole), percent(most, whole)];
  return first === last ? first : `${first}–${last}`;
}

const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

export function bytes(value: number): string {
  let at = 0;
  let left = value;
  while (left >= 1000 && at < units.length - 1) {
    left /= 1000;
    at++;
  }
  return formatted(left, {
    style: "unit",
    unit: units[at] ?? "byte",
    unitDisplay: at === 0 ? "long" : "short",
    maximumFractionDigits: left < 10 && at > 0 ? 1 : 0,
  });
}

/** A point in time in UTC, in the form that logs and filters use. */
export function time(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(".000Z", "Z");
}
