import { thousands } from "../../text/wording.ts";
import { lengthWithoutVariables } from "../syntax/variables.ts";
import type { JobCheck } from "./check.ts";

export const textTooLong: JobCheck<"property"> = {
  code: "text-too-long",
  severity: "error",
  summary: "The text has more characters than the service takes.",
  why: "A name has at most 512 characters, and a destination at most 4,096. What a variable stands for is not counted, as it is known only on push.",
  on: "property",
  run({ row, property: { value } }, report) {
    if (row?.longest === undefined || value?.kind !== "string") return;
    if (value.value.length <= row.longest) return;
    const length = lengthWithoutVariables(value.value);
    if (length <= row.longest) return;
    const finding = `This is ${thousands(length)} characters`;
    report(value, `${finding}; the service takes ${thousands(row.longest)} in '${row.name}'.`);
  },
  examples: [
    {
      text: `
{
  "name": "${"long-".repeat(103)}",
          ${"^".repeat(517)} error: This is 515 characters; the service takes 512 in 'name'.
  "dataset": "http_requests",
  "destination_conf": "gs://logs/{DATE}"
}
`,
    },
  ],
};
