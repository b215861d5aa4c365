import { readArguments } from "../arguments.ts";
import type { Command } from "../io.ts";
import { costOptions } from "../options.ts";

export const costCommand: Command = {
  name: "cost",
  summary: "See what log push jobs cost, and what they need not send",
  usage: `weir cost [FILES…] --logs PATHS…
  Reads logs once and shows for each job what it sends and what that costs in a
  month: field by field, hour by hour, what another job sends too, and what
  could be left out. FILES are jobs and filters (default: those of the
  workspace). A filter counts as a job that sends all fields.

  --logs PATHS…           Logs to read, as in 'weir try': files, folders, globs,
                          buckets, '-', 'samples:', 'destination:', 'service:'
  --dataset NAME          Dataset of the log lines (default: of the job)
  --since TIME            Only lines since then: '2025-11-12T13:00:00Z',
                          '2025-11-12', or '2h' for two hours ago
  --until TIME            Only lines before then
  --keep FILTER           Lines that must stay. Suggestions are proved to keep
                          them; repeatable
  --target PERCENT        Look for the smallest filter that sends so much less,
                          as in '50%'
  --write FILE            Write that filter, with comments and tests
  --without FIELD         What the job would save without a field; repeatable
  --budget DOLLARS        Exit with 1 if a month costs more, and show the sample
                          rates that fit, as in '$200'
  --against TIME          Compare with the same time before, as in '7d'
  --max-growth PERCENT    With --against: exit with 1 if the bytes of a job grew
                          more, or if that is not known
  --base COMMIT           Compare with the jobs of a commit, such as HEAD
  --values                With --format markdown: also show values of the logs
  --engine NAME           Read the lines of an engine of weir.json instead of
                          files
  --engine-command 'WORDS' Agree to the command of the engine, by repeating it
  --format pretty|json|markdown
                          Output format

Prices are Cloudflare's public rates or the 'prices' of weir.json; what is
included counts as used up. There is no price for less than an hour of lines.

Exit codes: 0 done, 1 over the budget or grown too much, 2 could not run or a
file cannot be read.`,
  async run(args, io) {
    const read = readArguments(args, costOptions);
    const { costRun } = await import("../cost/run.ts");
    return costRun(read, io);
  },
};
