import { readArguments } from "../arguments.ts";
import type { Command } from "../io.ts";
import { tryOptions } from "../options.ts";

export const tryCommand: Command = {
  name: "try",
  summary: "Try filters, jobs and rules on your own logs",
  usage: `weir try FILES… --logs PATHS…
weir try FILES… --request REQUEST
  Counts the log lines that filters and jobs keep, and that rules match. FILES
  are files, folders or globs, also Terraform, YAML, JSON and Markdown. Logs are
  NDJSON, CSV with a header line or Parquet, plain, gzip or Zstandard: files,
  folders, globs, '-' for standard input, or buckets ('s3://BUCKET/PREFIX',
  'r2://ACCOUNT/BUCKET/PREFIX'), with the AWS credentials of the environment or
  the AWS files.

  --logs PATHS…           Logs to read (default: the 'samples' of weir.json that
                          are files). 'samples:' also reads those in buckets,
                          'destination:' what a job has delivered to its bucket,
                          'service:' lines of the zone of the profile that the
                          service keeps (Logpull)
  --dataset NAME          Dataset of the log lines (default: of the filter or
                          job)
  --by FIELD              Most frequent values of a field among kept and dropped
                          lines; repeatable
  --explain               For each condition, how many lines it holds on, and
                          alone drops or keeps
  --together              How many lines none of the FILES keeps, one, or
                          several
  --base COMMIT           Compare with the FILES of a commit, such as HEAD:
                          count the lines gained and lost
  --print kept|dropped|undetermined|pushed|gained|lost
                          Print these lines as they are; 'pushed' prints what a
                          job would send. The results go to standard error
  --head N                Stop after N printed lines, or after N lines without
                          --print
  --since TIME            Only lines since then: '2025-11-12T13:00:00Z',
                          '2025-11-12', or '2h' for two hours ago
  --until TIME            Only lines before then
  --max-share PERCENT     Exit with 1 if a larger share of the lines is kept, or
                          may be, as in '5%'
  --min-share PERCENT     Exit with 1 if a smaller share of the lines is kept,
                          or may be
  --request REQUEST       Try rules on this request instead of logs, as in 'GET
                          https://example.com/ ip.src=192.0.2.1'
  --header 'NAME: VALUE'  With --request: add a header; repeatable
  --set FIELD=VALUE       With --request: set a field; repeatable
  --engine NAME           Count where the lines are: an engine of weir.json, or
                          duckdb for files, if '@duckdb/node-api' is installed
                          beside Weir
  --engine-command 'WORDS' Agree to the command of the engine, by repeating it
  --dry-run               With --engine: print the statements, and what they
                          would read
  --threads N             Read large logs on N threads (default: one for each
                          core)
  --format pretty|json    Output format

A rule is tried on the requests that the lines describe. The result is
undetermined for lines without a field that it depends on. For filters and jobs,
it is undetermined only if no line of the file has the field.

Exit codes: 0 done, 1 a text cannot be tried or a share is out of bounds, 2
could not run or a file cannot be read.`,
  async run(args, io) {
    const read = readArguments(args, tryOptions);
    const { tryRun } = await import("../try/try-run.ts");
    return tryRun(read, io);
  },
};
