import { oneOf, readArguments } from "../arguments.ts";
import type { Command } from "../io.ts";
import { reviewOptions } from "../options.ts";
import { splitPaths } from "../try/arguments.ts";

const formats = ["pretty", "markdown", "json"] as const;

export const reviewCommand: Command = {
  name: "review",
  summary: "Show what a rule change does to requests",
  usage: `weir review PLAN
weir review --base COMMIT [PATHS…]
weir review --service [PATHS…]
weir review BEFORE AFTER
weir review … --logs PATHS…
weir review … --engine NAME
  Shows which rules changed, which requests get another outcome, with an example
  of each, and whether Weir could prove that there is no other kind of change.
  PLAN is a Terraform plan ('terraform show -json'), which is compared with the
  state before it. BEFORE and AFTER are files or folders. Only '--service',
  '--engine' and logs in buckets make requests; they change nothing.

  --base COMMIT        Compare the files (default: this folder) with a commit,
                       such as main
  --service            Compare the files with the rules that a zone and its
                       account have on the service
  --profile NAME       The profile of 'weir.json' with the zone, for '--service'
  --logs PATHS…        Count the requests of these logs whose outcome changes:
                       files, folders, globs, '-' or buckets as in 'weir try';
                       'samples:' are the 'samples' of weir.json
  --engine NAME        Count where the lines are: an engine of weir.json, which
                       returns the lines that a changed rule may match; or
                       duckdb for the files of --logs
  --since TIME         With --engine: only lines since then, as in 'weir try'
  --until TIME         With --engine: only lines before then
  --engine-command 'WORDS' Agree to the command of the engine, by repeating it
  --dry-run            With --engine: print the statements, and what they would
                       read
  --values             With --logs or --engine: include frequent values of
                       these requests in Markdown
  --forbid 'FROM->TO'  Fail if a request goes, or might go, from one outcome to
                       the other, as in 'block->allow'. '*' is any outcome;
                       'block*->allow*' includes rate limits and skipped
                       phases. Repeatable; adds to 'review.forbid' in
                       weir.json
  --var-file FILE      Values of Terraform variables, in place of the
                       environments in weir.json; repeatable
  --format pretty|markdown|json
                       Output format; Markdown is for a comment in a pull
                       request

Exit codes: 0 nothing forbidden, 1 a forbidden change exists or cannot be
excluded, 2 could not run.`,
  async run(args, io) {
    const { values, tokens } = readArguments(args, reviewOptions);
    const format = oneOf("--format", values.format, formats);
    const { reviewRun } = await import("./run.ts");
    const { files, logs } = splitPaths(tokens);
    return reviewRun({ ...values, format, logs }, files, io);
  },
};
