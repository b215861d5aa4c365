/** Numbers as people read them, in the language of the page. */
function locale(): string {
  return globalThis.document?.documentElement.lang || "en";
}

export function count(value: number): string {
  return new Intl.NumberFormat(locale()).format(Math.round(value));
}

/** The smallest share that is shown. */
const leastShare = 0.00001;

/** As in 2.1%. Only nothing is shown as 0%, and only everything as 100%. */
export function percent(part: number, whole: number): string {
  const share = whole === 0 ? 0 : part / whole;
  const isNearEnd = share < 0.001 || share > 0.999;
  const format = new Intl.NumberFormat(locale(), {
    style: "percent",
    maximumFractionDigits: isNearEnd ? 3 : 1,
  });
  if (share > 0 && share < leastShare) return `<${format.format(leastShare)}`;
  if (share < 1 && share > 1 - leastShare) return `>${format.format(1 - leastShare)}`;
  return format.format(share);
}

const units = ["byte", "kilobyte", "megabyte", "gigabyte", "terabyte"] as const;

export function bytes(value: number): string {
  let at = 0;
  let left = value;
  while (left >= 1000 && at < units.length - 1) {
    left /= 1000;
    at++;
  }
  return new Intl.NumberFormat(locale(), {
    style: "unit",
    unit: units[at] ?? "byte",
    unitDisplay: at === 0 ? "long" : "short",
    maximumFractionDigits: left < 10 && at > 0 ? 1 : 0,
  }).format(left);
}

/** A point in time, in UTC like the logs. */
export function time(milliseconds: number): string {
  return new Intl.DateTimeFormat(locale(), {
    timeZone: "UTC",
    dateStyle: "medium",
    timeStyle: "medium",
  }).format(milliseconds);
}
