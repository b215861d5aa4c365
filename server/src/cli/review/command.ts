import { oneOf, readArguments } from "../arguments.ts";
import type { Command } from "../io.ts";

const formats = ["pretty", "markdown", "json"] as const;

export const reviewCommand: Command = {
  name: "review",
  summary: "Show what a change of rules does to requests, and prove that nothing else changes",
  usage: `weir review PLAN
weir review --base COMMIT [PATHS…]
weir review BEFORE AFTER
  Shows which rules changed, for which requests the outcome is another, with an example of each, and
  whether it is proved that no other request is affected. PLAN is a Terraform plan ('terraform show -json'):
  before and after it is applied. BEFORE and AFTER are files or folders. Nothing is sent anywhere.

  --base COMMIT            Compare the files (default: this folder) with a commit, such as main
  --forbid 'FROM->TO'      Fail if a request may change its outcome so, as in 'block->allow'; '*' is any.
                           Repeatable
  --format pretty|markdown|json
                           Output format; Markdown is for a comment in a pull request

Exit codes: 0 nothing forbidden, 1 a forbidden change exists or cannot be excluded, 2 could not run.`,
  async run(args, io) {
    const { values, positionals } = readArguments(args, {
      base: { type: "string" },
      forbid: { type: "string", multiple: true },
      format: { type: "string", default: "pretty" },
    });
    const format = oneOf("--format", values.format, formats);
    const { reviewRun } = await import("./run.ts");
    return reviewRun({ ...values, format }, positionals, io);
  },
};
