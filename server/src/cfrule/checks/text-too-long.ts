import { countCodePoints } from "../../text/width.ts";
import { thousands } from "../../text/wording.ts";
import { maxDescriptionCharacters, maxReferenceCharacters } from "../catalog/limits.ts";
import { directivesToCheck } from "../directives/directive-words.ts";
import type { RuleCheck } from "./check.ts";

export const textTooLong: RuleCheck<"comments"> = {
  code: "text-too-long",
  severity: "error",
  summary: "A directive value exceeds the length limit.",
  why: "The description of a rule is limited to 4,096 characters, of which logs contain the first 128 bytes; the old firewall rules API accepts 500. A reference is limited to 50 characters.",
  on: "comments",
  run({ parsed }, report) {
    for (const { name, value, valueSpan } of directivesToCheck(parsed)) {
      const longest = name === "description" ? maxDescriptionCharacters : maxReferenceCharacters;
      if ((name !== "description" && name !== "ref") || value.length <= longest) continue;
      const length = countCodePoints(value);
      if (length <= longest) continue;
      const limit = `the limit is ${thousands(longest)}`;
      report(valueSpan, `'@${name}' is ${thousands(length)} characters; ${limit}.`);
    }
  },
  examples: `
# @ref logins-from-outside-the-office-and-outside-the-two-shops
       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: '@ref' is 56 characters; the limit is 50.
http.request.uri.path eq "/login"
---
# @ref logins-from-outside
http.request.uri.path eq "/login"
`,
};
