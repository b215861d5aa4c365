import { readArguments } from "../arguments.ts";
import type { Command } from "../io.ts";

export const tryCommand: Command = {
  name: "try",
  summary: "Try filters, jobs and rules on your own logs",
  usage: `weir try FILES… --logs PATHS…
  Counts the log lines that filters and jobs keep, and that rules match. FILES are files, folders or globs, also Terraform, YAML, JSON and Markdown.
  Logs are NDJSON, CSV with a header line or Parquet; plain or gzip; files, folders, globs or '-' for standard input.
  Without --logs, the 'samples' of weir.json are used.

  --logs PATHS…            Logs to read
  --dataset NAME           Read every filter for this dataset
  --by FIELD               Most frequent values of a field among kept and dropped lines; repeatable
  --explain                For each condition, on how many lines it holds, and on how many it decides
  --print kept|dropped|undetermined|pushed
                           Print these lines as they are, or the lines that a job would send; the results go to standard error
  --head N                 Stop after N printed lines, or after N lines without --print
  --since TIME             Only lines since then: '2025-11-12T13:00:00Z', '2025-11-12' or '2h'
  --until TIME             Only lines before then
  --max-share PERCENT      Fail if more lines are kept, as in '5%'
  --min-share PERCENT      Fail if fewer lines are kept
  --request REQUEST        Try rules on this request instead of logs, as in 'GET https://example.com/ ip.src=192.0.2.1'
  --header 'NAME: VALUE'   Add a header to the request; repeatable
  --set FIELD=VALUE        Set a field of the request; repeatable
  --engine duckdb          Count with DuckDB, if '@duckdb/node-api' is installed in the working folder; for filters and jobs
  --threads N              Read large logs on N threads (default: one for each core)
  --format pretty|json     Output format

Exit codes: 0 done, 1 a file cannot be tried or a share is exceeded, 2 could not run or a log file could not be read.`,
  async run(args, io) {
    const read = readArguments(args, {
      logs: { type: "string", multiple: true },
      dataset: { type: "string" },
      by: { type: "string", multiple: true },
      explain: { type: "boolean", default: false },
      print: { type: "string" },
      head: { type: "string" },
      since: { type: "string" },
      until: { type: "string" },
      engine: { type: "string" },
      threads: { type: "string" },
      "max-share": { type: "string" },
      "min-share": { type: "string" },
      request: { type: "string" },
      header: { type: "string", multiple: true },
      set: { type: "string", multiple: true },
      format: { type: "string", default: "pretty" },
    });
    const { tryRun } = await import("../try/try-run.ts");
    return tryRun(read, io);
  },
};
