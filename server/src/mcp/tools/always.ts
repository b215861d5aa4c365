import { decidePolicies } from "../../library/review.ts";
import { cutAfter } from "../../text/shorten.ts";
import { fileLanguageParameter, fileNameOf, textParameter } from "../parameters.ts";
import { tool } from "../tool.ts";

export const always = tool({
  name: "always",
  title: "Prove what holds for every request",
  description:
    "Proves policies about all requests, such as 'only the office reaches /admin', or refutes them with a request. Use it before you claim that rules protect something.",
  parameters: {
    text: { ...textParameter, description: "The rulesets; not a path." },
    policies: {
      ...textParameter,
      description:
        "YAML: 'always' with a list of 'name', 'when' (a rule expression) and 'expect' (such as 'outcome: [block]' or 'not-skipped: [http_ratelimit]').",
    },
    language: fileLanguageParameter,
  },
  output: {
    results: {
      type: "array",
      items: { type: "object" },
      description:
        "Each with 'result' (holds, broken, unknown), 'because', 'assuming' and, if broken, 'request'.",
    },
  },
  required: ["results"],
  run({ text, policies, language }) {
    const results = decidePolicies([{ path: fileNameOf(language), text }], policies, {});
    const texts = results.map(({ name, result, request, because }) =>
      [`${name}: ${result}`, ...(request === undefined ? [] : [request]), ...because].join(", "),
    );
    return { structured: { results }, texts: [cutAfter(texts.join("\n"), 2000)] };
  },
});
