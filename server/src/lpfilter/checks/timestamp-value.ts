import type { Report } from "../../core/check.ts";
import { type Fix, likelyFix } from "../../core/diagnostic.ts";
import type { JsonNumber, JsonString } from "../../json/syntax/tree.ts";
import { replace } from "../../text/edit.ts";
import { shorten } from "../../text/shorten.ts";
import { unixUnit } from "../../text/timestamps.ts";
import type { Condition } from "../syntax/filter.ts";
import { eachOperand } from "../values/operand.ts";
import type { FilterCheck } from "./check.ts";

export const timestampValue: FilterCheck<"condition"> = {
  code: "timestamp-value",
  severity: "warning",
  summary: "The value is not a timestamp in a log format.",
  why: "Logs contain timestamps as RFC 3339, as in `2026-11-01T00:00:00Z`, or as Unix seconds or nanoseconds, depending on `timestamp_format`. Other values never match.",
  on: "condition",
  run(condition, report) {
    if (condition.field?.type === "int or string") checkTimestamp(condition, report);
  },
  examples: `
{ "where": { "key": "EdgeStartTimestamp", "operator": "geq", "value": "2026-11-01 00:00:00" } }
                                                                      ^^^^^^^^^^^^^^^^^^^^^ warning: Invalid timestamp '2026-11-01 00:00:00'. Use '2026-11-01T00:00:00Z'.
=>
{ "where": { "key": "EdgeStartTimestamp", "operator": "geq", "value": "2026-11-01T00:00:00Z" } }
---
{ "where": { "key": "EdgeStartTimestamp", "operator": "geq", "value": "yesterday" } }
                                                                      ^^^^^^^^^^^ warning: Invalid timestamp 'yesterday'. Use RFC 3339, as in '2026-11-01T00:00:00Z'.
---
{ "where": { "key": "EdgeStartTimestamp", "operator": "gt", "value": 1767225600000 } }
                                                                     ^^^^^^^^^^^^^ hint: '1767225600000' looks like a timestamp in milliseconds. Logs use seconds or nanoseconds. Use 1767225600000000000.
=>
{ "where": { "key": "EdgeStartTimestamp", "operator": "gt", "value": 1767225600000000000 } }
---
{
  "where": {
    "and": [
      { "key": "EdgeStartTimestamp", "operator": "geq", "value": "2026-11-01T00:00:00Z" },
      { "key": "EdgeStartTimestamp", "operator": "lt", "value": "2026-12-01T00:00:00.000+01:00" },
      { "key": "EdgeEndTimestamp", "operator": "gt", "value": 1767225600 },
      { "key": "EdgeEndTimestamp", "operator": "!eq", "value": "" }
    ]
  }
}
`,
};

function checkTimestamp(condition: Condition, report: Report): void {
  const { comparison } = condition;
  if (!comparison || /With$|ontains$/.test(comparison.name)) return;
  eachOperand(condition, (it) =>
    it.kind === "string"
      ? inText(it, report)
      : it.kind === "number" && inNumber(it, it.value, report),
  );
}

const rfc3339 = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)$/;

function inText(item: JsonString, report: Report): boolean {
  const { value } = item;
  if (value === "" || (rfc3339.test(value) && isDate(value))) return false;
  if (/^\d+$/.test(value)) return inNumber(item, Number(value), report);
  const suggested = suggestedTime(value);
  const advice = suggested ? `Use '${suggested}'.` : "Use RFC 3339, as in '2026-11-01T00:00:00Z'.";
  report(item, `Invalid timestamp ${shorten(value)}. ${advice}`, {
    fixes: suggested ? [fix(item, JSON.stringify(suggested), `'${suggested}'`)] : [],
  });
  return true;
}

function inNumber(item: JsonString | JsonNumber, value: number, report: Report): boolean {
  const digits = String(value);
  if (!/^\d+$/.test(digits) || unixUnit(digits) !== 1_000_000n) return false;
  const right = `${digits}000000`;
  const written = item.kind === "string" ? JSON.stringify(right) : right;
  const problem = `${shorten(digits)} looks like a timestamp in milliseconds.`;
  report(item, `${problem} Logs use seconds or nanoseconds. Use ${right}.`, {
    severity: "hint",
    fixes: [fix(item, written, right)],
  });
  return true;
}

/** `2026-11-01`, `2026-11-01 00:00` or the same without a zone. */
function suggestedTime(text: string): string | undefined {
  const parts =
    /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d)(:\d\d(?:\.\d{1,9})?)?\s*(Z|UTC|[+-]\d\d:?\d\d)?)?$/i.exec(
      text.trim(),
    );
  if (!parts) return undefined;
  const [, date, time = "00:00", seconds = ":00", zone = "Z"] = parts;
  const offset = /^[+-]\d{4}$/.test(zone)
    ? `${zone.slice(0, 3)}:${zone.slice(3)}`
    : zone.replace(/utc|z/i, "Z");
  const suggested = `${date}T${time}${seconds}${offset}`;
  return isDate(suggested) ? suggested : undefined;
}

/** Rejects dates such as the 41st of a 13th month. */
function isDate(text: string): boolean {
  const day = Number(text.slice(8, 10));
  const time = Date.parse(text);
  if (Number.isNaN(time)) return false;
  return new Date(`${text.slice(0, 10)}T00:00:00Z`).getUTCDate() === day;
}

function fix(item: JsonString | JsonNumber, text: string, shown: string): Fix {
  return likelyFix(`Use ${shown}`, [replace(item, text)]);
}
