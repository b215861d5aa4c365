import type { Gap } from "../../core/configuration/model.ts";
import { mayHaveExamples } from "../../core/context.ts";
import { isTraceTest } from "../../languages.ts";
import { oneOf, readArguments } from "../arguments.ts";
import { brokenSource } from "../broken-source.ts";
import { findInputs, type Input, isBad, isForeign, readInput } from "../inputs.ts";
import { type Command, exit, type Io } from "../io.ts";
import { varFileOption } from "../options.ts";
import { Progress } from "../progress.ts";
import { paintFor } from "../render/paint.ts";
import { renderPretty } from "../render/pretty.ts";
import {
  renderTestJson,
  renderTestJunit,
  renderTestPretty,
  renderTestSummary,
  type TestedFile,
} from "../render/tests.ts";
import { withoutExcluded } from "../selection.ts";
import { Settings, valuesFrom } from "../settings.ts";
import { TraceTests } from "../trace/tests.ts";

const formats = ["pretty", "json", "junit"] as const;

const documents = { json: renderTestJson, junit: renderTestJunit } as const;

export const test: Command = {
  name: "test",
  summary: "Run the tests of filters, jobs and rules",
  usage: `weir test [paths…]
  Runs the tests in comments of files, and prints those that fail. Paths are
  files, folders or globs (default: this folder), also Terraform, YAML and
  Markdown. Files named '*.trace.yaml' have requests and their expected outcomes
  under all rules together; under 'always', what has to hold for every request,
  which Weir proves or refutes with an example. Files that 'exclude' in
  weir.json excludes are skipped, even if they are arguments.

  In a rule:    # @match GET https://example.com/login ip.src=203.0.113.7
                # @no-match GET https://example.com/
  In a filter:  // @keep { "EdgeResponseStatus": 503 }
                // @drop { "EdgeResponseStatus": 200 }

  --var-file FILE              Values of Terraform variables; repeatable
  --format pretty|json|junit   Output format

Exit codes: 0 all tests pass, 1 a test fails, 2 could not run.`,
  async run(args, io) {
    const { values, positionals } = readArguments(args, {
      ...varFileOption,
      format: { type: "string", default: "pretty" },
    });
    const format = oneOf("--format", values.format, formats);
    const given = valuesFrom(values["var-file"], io);
    const settings = new Settings(io, undefined, given);
    const files = testedFiles(positionals, io, settings, new TraceTests(io, given));
    for (const report of settings.reports)
      io.err(renderPretty(report, paintFor(false), io.columns));
    print(files, format, io);
    return statusOf(files, settings);
  },
};

function testedFiles(
  paths: readonly string[],
  io: Io,
  settings: Settings,
  traces: TraceTests,
): TestedFile[] {
  const inputs = findInputs(paths, io, { hosts: true });
  settings.know(inputs, paths);
  const progress = new Progress(io);
  const files = withoutExcluded(inputs, settings, io).flatMap((input): TestedFile[] => {
    progress.step();
    if (isBad(input)) return [{ path: input.path, text: "", results: [], error: input.error }];
    return testedFile(input, settings, traces);
  });
  progress.clear();
  return files;
}

/** Empty for a file without examples. */
function testedFile(input: Input, settings: Settings, traces: TraceTests): TestedFile[] {
  const { path, file, language } = input;
  const read = readInput(input);
  if ("error" in read) {
    return isForeign(input) ? [] : [{ path, text: "", results: [], error: read.error }];
  }
  if (isTraceTest(file)) return [traces.run(input, read.text)];
  const broken = brokenSource(input, read.text);
  if (broken) return [{ path, text: "", results: [], error: lineOf(broken) }];
  if (!mayHaveExamples(read.text)) return [];
  const results = language.analyze(read.text, settings.contextFor(file)).examples?.() ?? [];
  return results.length === 0 ? [] : [{ path, text: read.text, results }];
}

function lineOf({ why, place }: Gap): string {
  return `Line ${(place?.range?.start.line ?? 0) + 1}: ${why}.`;
}

function print(files: readonly TestedFile[], format: (typeof formats)[number], io: Io): void {
  if (format !== "pretty") {
    io.out(documents[format](files));
    return;
  }
  const paint = paintFor(io.color);
  for (const file of files) {
    const text = renderTestPretty(file, paint);
    if (file.error === undefined) io.out(text);
    else io.err(text);
  }
  io.out(renderTestSummary(files, paint));
}

function statusOf(files: readonly TestedFile[], settings: Settings): number {
  if (settings.broken || files.some((it) => it.error !== undefined)) return exit.couldNotRun;
  return files.some((it) => it.results.some(({ passed }) => !passed)) ? exit.found : exit.fine;
}
