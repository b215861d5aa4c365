import { traceRequest } from "../../library/trace.ts";
import { cutAfter } from "../../text/shorten.ts";
import { fileLanguageParameter, fileNameOf, ToolError, textParameter } from "../parameters.ts";
import { tool } from "../tool.ts";

export const trace = tool({
  name: "trace",
  title: "Follow a request through all rules",
  description:
    "Follows one request through rulesets in the order in which the service runs them, and says which rules match, what they change, and whether the request is blocked, challenged, redirected or reaches the origin. Use it to answer why a request was blocked, or what happens after a change.",
  parameters: {
    text: {
      ...textParameter,
      description:
        "Rulesets as the API returns them (JSON or YAML), a Terraform plan as JSON, or a Terraform file; not a path.",
    },
    language: fileLanguageParameter,
    request: {
      type: "string",
      description:
        "The request with the fields that rules need, as in 'GET https://example.com/login ip.src=192.0.2.1'.",
      maxLength: 100_000,
      required: true,
    },
    zone: { type: "string", description: "The ID or name of the zone, if there are several." },
  },
  output: {
    outcome: {
      type: "object",
      description:
        "'kind' (block, challenge, redirect, error, origin or unknown), 'by' (the rule), and 'if' for what it depends on.",
    },
    steps: {
      type: "array",
      items: { type: "object" },
      description: "Each ruleset that runs, with the result of each rule and why.",
    },
  },
  required: ["outcome", "steps"],
  run({ text, language, request, zone }) {
    const path = fileNameOf(language);
    try {
      const { outcome, steps } = traceRequest([{ path, text }], request, { zone });
      if (steps.length < 2) throw new ToolError("The text has no rulesets that Weir recognizes.");
      const { kind, by } = outcome;
      const summary = `${kind}${by === undefined ? "" : ` by '${by}'`}`;
      return { structured: { outcome, steps }, texts: [cutAfter(summary, 500)] };
    } catch (error) {
      if (error instanceof TypeError) throw new ToolError(error.message);
      throw error;
    }
  },
});
