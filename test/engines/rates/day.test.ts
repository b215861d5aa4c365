/** The table of a day's logs: each figure follows from what was measured in its row. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { dayText } from "./day.ts";

const units: Readonly<Record<string, number>> = {
  MB: 1e6,
  GB: 1e9,
  TB: 1e12,
  s: 1,
  min: 60,
  h: 3600,
};

/** `1.05 GB/s` in bytes or seconds. */
function amount(text: string): number {
  const [, value = "", unit = ""] = /([\d.]+) (MB|GB|TB|s|min|h)/.exec(text) ?? [];
  return Number(value) * (units[unit] ?? Number.NaN);
}

const close = (one: number, other: number) => Math.abs(one / other - 1) < 0.03;

function wrongIn(table: string): string[] {
  const [, , ...rows] = table.split("\n").filter((it) => it.startsWith("|"));
  return rows.flatMap((row) => {
    const [name, measured = "", rate = "", ...takes] = row.split("|").slice(1, -1);
    const [bytes = "", seconds = ""] = measured.split(", ").slice(-2);
    const real = amount(bytes) / amount(seconds);
    const parts = takes.map((it) => it.split(/÷|=/));
    return [
      close(amount(rate), real) ? [] : [`${name}: ${rate}`],
      parts.map(([whole = "", speed = "", time = ""], index) => {
        const machines = 10 ** index;
        const isRight =
          close(amount(speed), real * machines) &&
          close(amount(whole) / amount(speed), amount(time));
        return isRight ? [] : [`${name}: ${takes[index]}`];
      }),
    ].flat(2);
  });
}

describe("a day of logs", () => {
  test("is computed from rates", () => {
    const text = dayText(
      [{ name: "DuckDB", lines: 800_000, bytes: 1.1e9, seconds: 1.6 }],
      "one machine",
    );
    expect(text.split("\n")[2]).toBe(
      "| DuckDB | 800,000 lines, 1100 MB, 1.60 s | 688 MB/s | 2 TB ÷ 688 MB/s = 48 min | 2 TB ÷ 6.88 GB/s = 4.8 min | 2 TB ÷ 68.8 GB/s = 29 s |",
    );
    expect(wrongIn(text)).toEqual([]);
    expect(wrongIn(text.replace("48 min", "58 min"))).toHaveLength(1);
  });

  test("has right figures on the page", () => {
    const page = readFileSync("docs/performance.md", "utf8");
    const [, table = ""] = /<!-- day -->\n([\s\S]*?)<!-- end of day -->/.exec(page) ?? [];
    expect(table).toContain("2 TB ÷");
    expect(wrongIn(table)).toEqual([]);
  });
});
