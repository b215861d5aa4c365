import { thousands } from "../../text/wording.ts";
import { mostDescriptionCharacters, mostReferenceCharacters } from "../catalogue/limits.ts";
import { directivesToCheck } from "../directives/directive-words.ts";
import { codePoints } from "../syntax/print.ts";
import type { RuleCheck } from "./check.ts";

export const textTooLong: RuleCheck<"rule"> = {
  code: "text-too-long",
  severity: "error",
  summary: "The text has more characters than the service takes.",
  why: "The description of a rule has at most 500 characters, and its reference at most 50.",
  on: "rule",
  run({ parsed }, report) {
    for (const { name, value, valueSpan } of directivesToCheck(parsed)) {
      const longest = name === "description" ? mostDescriptionCharacters : mostReferenceCharacters;
      if ((name !== "description" && name !== "ref") || value.length <= longest) continue;
      const length = codePoints(value);
      if (length <= longest) continue;
      const finding = `This is ${thousands(length)} characters`;
      report(valueSpan, `${finding}; the service takes ${thousands(longest)} in '@${name}'.`);
    }
  },
  examples: [
    {
      text: `
# @ref logins-from-outside-the-office-and-outside-the-two-shops
       ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error: This is 56 characters; the service takes 50 in '@ref'.
http.request.uri.path eq "/login"
`,
    },
    {
      text: `
# @ref logins-from-outside
http.request.uri.path eq "/login"
`,
    },
  ],
};
