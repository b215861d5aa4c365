import { plural } from "../../text/wording.ts";
import type { Price } from "./price.ts";

/** As in "about 41 GB a month, $1.60; without the filter 870 GB, $84.50 (…)". */
export function priceText(price: Price): string {
  const { without, destination, rates, hours } = price;
  const where = destination === "r2" ? "R2" : `${destination} destination`;
  const from = /^\d/.test(rates) ? `rates of ${rates}` : `prices of ${rates}`;
  const time =
    hours < 48 ? plural(Math.round(hours), "hour") : plural(Math.round(hours / 24), "day");
  const rest = `without the filter ${gigabytesText(without.gigabytes)}, ${dollarsText(without.dollars)}`;
  return `${monthText(price)}; ${rest} (${where}; ${from}; estimated from ${time} of lines)`;
}

export function monthText({ gigabytes, gigabytesAtMost, dollars, dollarsAtMost }: Price): string {
  const most = (text: string | undefined) => (text === undefined ? "" : ` to ${text}`);
  const size = `${gigabytesText(gigabytes)}${most(gigabytesAtMost === undefined ? undefined : gigabytesText(gigabytesAtMost))}`;
  const cost = `${dollarsText(dollars)}${most(dollarsAtMost === undefined ? undefined : dollarsText(dollarsAtMost))}`;
  return `about ${size} a month, ${cost}`;
}

function gigabytesText(gigabytes: number): string {
  const digits =
    gigabytes < 1
      ? { maximumSignificantDigits: 2 }
      : { maximumFractionDigits: gigabytes < 10 ? 1 : 0 };
  return `${gigabytes.toLocaleString("en-US", digits)} GB`;
}

function dollarsText(dollars: number): string {
  const shown = dollars.toLocaleString("en-US", {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });
  return `$${shown}`;
}
