/** Numbers as people read them, in the language of the page. */
function locale(): string {
  return globalThis.document?.documentElement.lang || "en";
}

export function count(value: number): string {
  return new Intl.NumberFormat(locale()).format(Math.round(value));
}

/** As in 2.1%. A share that is not zero is not shown as zero. */
export function percent(part: number, whole: number): string {
  if (whole === 0) return "0%";
  const share = part / whole;
  const digits = share > 0 && share < 0.001 ? 3 : 1;
  const format = new Intl.NumberFormat(locale(), {
    style: "percent",
    maximumFractionDigits: digits,
  });
  return share > 0 && share < 0.00001 ? `<${format.format(0.00001)}` : format.format(share);
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
