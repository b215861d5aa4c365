import { thousands } from "../../text/wording.ts";
import { lengthWithoutVariables } from "../syntax/variables.ts";
import type { JobCheck } from "./check.ts";

export const textTooLong: JobCheck<"property"> = {
  code: "text-too-long",
  severity: "error",
  summary: "The value exceeds the length limit.",
  why: "The limit is 512 characters for a name and 4,096 for a destination. Variables do not count, because their values are only known on push.",
  on: "property",
  run({ row, property: { value } }, report) {
    if (row?.longest === undefined || value?.kind !== "string") return;
    if (value.value.length <= row.longest) return;
    const length = lengthWithoutVariables(value);
    if (length <= row.longest) return;
    const problem = `'${row.name}' is ${thousands(length)} characters`;
    report(value, `${problem}; the limit is ${thousands(row.longest)}.`);
  },
  examples: `
{
  "name": "${"long-".repeat(103)}",
          ${"^".repeat(517)} error: 'name' is 515 characters; the limit is 512.
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}"
}
`,
};
