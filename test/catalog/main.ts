/** `npm run catalog -- --before 2026-06-01`: the rows of the catalogs that were last known to be true before that date. */
import { parseArgs } from "node:util";
import { isDate, report } from "./facts.ts";

const { before } = parseArgs({ options: { before: { type: "string" } } }).values;
if (before !== undefined && !isDate(before)) {
  console.error(`'${before}' is not a date. Use one such as 2026-06-01.`);
  process.exitCode = 2;
} else process.stdout.write(report(before));
