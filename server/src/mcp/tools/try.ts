import { Readable } from "node:stream";
import { type Missing, missingText, unknownText } from "../../bridge/missing.ts";
import { requestIn } from "../../languages.ts";
import { analysisOf } from "../../library/subject.ts";
import { cutAfter } from "../../text/shorten.ts";
import { plural } from "../../text/wording.ts";
import type { TriedCondition, TryAnswer, TryResult } from "../../try/answer.ts";
import { conditionCountsText } from "../../try/condition-text.ts";
import type { Subject } from "../../try/subject.ts";
import { answerOnRequest, plainContext, resolveTry, runTry } from "../../try/try.ts";
import { emptinessOf, type InputText, subjectFor } from "../input-text.ts";
import {
  datasetParameter,
  languageParameter,
  linesParameter,
  ToolError,
  textParameter,
} from "../parameters.ts";
import { integerSchema, objects } from "../schema.ts";
import { tool } from "../tool.ts";

/** Maximum number of kept and dropped lines in a result, and characters of each. */
const shownLines = 3;
const shownCharacters = 500;

/** Maximum number of conditions to explain, since each evaluates all of them again on every line. The service accepts fewer. */
const maxExplained = 100;

export const tryTool = tool({
  name: "try",
  title: "Try a filter, job or rule on log lines",
  description:
    "Counts which of the given log lines a filter or job keeps or a rule matches, and how often each condition holds, and alone drops or keeps a line. Use it to verify that a filter, job or rule does what the user asked for, with lines that should be kept and lines that should not. A rule can be tried on a request instead.",
  parameters: {
    text: textParameter,
    language: languageParameter,
    lines: linesParameter,
    request: {
      type: "string",
      description:
        "For rules, instead of 'lines': a request with the fields that it needs, as in 'GET https://example.com/login ip.src=192.0.2.1'.",
      maxLength: 100_000,
    },
    dataset: datasetParameter,
  },
  output: {
    lines: { type: "integer", description: "How many lines were given." },
    unreadable: integerSchema,
    subrequests: {
      type: "integer",
      description: "For rules: how many lines are subrequests of Workers, which count as requests.",
    },
    unreadableLines: objects("The first of them, each with 'line' (from 1) and 'message'."),
    results: objects(
      "For each filter, job and rule: 'kept' (or matched), 'dropped' and 'undetermined' lines (they lack fields that decide, see 'missed' and 'missing'), 'conditions' ('text', 'range', how often each 'holds' and alone 'decides', of which it 'keeps'), and the first 'keptLines' and 'droppedLines'. In a ruleset also 'reached' (no earlier rule ended the request), 'acts' and 'disabled'. Or an 'error'.",
    ),
  },
  required: ["results"],
  async run({ lines, request, ...given }) {
    if ((lines === undefined) === (request === undefined))
      throw new ToolError("Use either 'lines' or, for rules, 'request'.");
    const empty = emptinessOf(analysisOf(subjectFor(given)));
    if (empty !== undefined) throw new ToolError(empty);
    return request === undefined ? onLines(given, lines ?? "") : onRequest(given, request);
  },
});

function subjectOf(given: InputText): Subject {
  const { text, language, context } = subjectFor(given);
  const path = `text${language.extensions[0]}`;
  return { path, file: `/${path}`, text, context: plainContext(context) };
}

async function onLines(given: InputText, lines: string) {
  const { logs, results } = await answerOn(given, lines);
  if (logs.lines === 0 || logs.unreadable === logs.lines)
    throw new ToolError(unreadableText(logs.unreadableLines?.[0]?.message));
  refuseErrors(results);
  const samples = results.length === 1 ? await samplesOf(given, lines) : {};
  const { lines: count, unreadable, unreadableLines = [], subrequests } = logs;
  const readable = count - unreadable;
  return {
    structured: {
      lines: count,
      unreadable,
      ...(subrequests !== undefined && { subrequests }),
      unreadableLines: unreadableLines.map(({ line, message }) => ({ line: line ?? 0, message })),
      results: results.map((it) => ({ ...resultOf(it, readable), ...samples })),
    },
    texts: [
      [
        ...results.map((it) => linesText(it, readable)),
        ...(unreadable > 0 ? [`${plural(unreadable, "line")} could not be read.`] : []),
      ].join("\n"),
    ],
  };
}

function unreadableText(reason: string | undefined): string {
  return `'lines' has no log lines.${reason ? ` ${reason}` : ""} Pass the lines themselves, one JSON object on each line; files are never read.`;
}

function refuseErrors(results: readonly TryResult[]): void {
  const [first] = results;
  if (results.every((it) => it.error !== undefined))
    throw new ToolError(`${first?.error ?? "There is nothing to try."} Call 'check' for details.`);
}

function answerOn(
  given: InputText,
  lines: string,
  print?: "kept" | "dropped",
  onPrint?: (bytes: Uint8Array) => void,
): Promise<TryAnswer> {
  const request = {
    subjects: [subjectOf(given)],
    logs: ["-"],
    folder: "/",
    question: { by: [], explain: false, print, head: print && shownLines },
    stdin: Readable.from([Buffer.from(lines)]),
  };
  const resolved = resolveTry(request);
  const count = resolved.texts.reduce((sum, it) => sum + (it.trial?.conditions.length ?? 0), 0);
  const question = { ...request.question, explain: count <= maxExplained };
  return runTry({ ...request, question }, resolved, { ...(onPrint && { print: onPrint }) });
}

async function samplesOf(given: InputText, lines: string) {
  const first = async (kind: "kept" | "dropped") => {
    const printed: string[] = [];
    await answerOn(given, lines, kind, (bytes) => printed.push(cut(Buffer.from(bytes).toString())));
    return printed;
  };
  return { keptLines: await first("kept"), droppedLines: await first("dropped") };
}

function cut(line: string): string {
  return cutAfter(line.trimEnd(), shownCharacters);
}

function resultOf(it: TryResult, lines: number) {
  const { language, range, error, kept, undetermined = 0, conditions, missed } = it;
  const { reached, reachedAtMost, acts, actsAtMost, disabled, missing } = it;
  return {
    language,
    ...(range && { range }),
    ...(error !== undefined && { error }),
    ...(kept !== undefined && { kept, dropped: lines - kept - undetermined, undetermined }),
    ...(reached !== undefined && { reached, acts }),
    ...(reachedAtMost !== undefined && { reachedAtMost }),
    ...(actsAtMost !== undefined && { actsAtMost }),
    ...(disabled && { disabled }),
    ...(conditions && { conditions: conditions.map(conditionOf) }),
    ...(missed && { missed }),
    ...(missing && { missing: missingText(missing) }),
  };
}

function conditionOf({ text, range, holds, decides, keeps }: TriedCondition) {
  return { text: cut(text), range, holds, decides, keeps };
}

function linesText(it: TryResult, lines: number): string {
  if (it.error !== undefined) return `${placeOf(it)}${it.error}`;
  const { language, kept = 0, undetermined = 0, conditions = [], missing = [] } = it;
  return [
    `${placeOf(it)}${kept} of ${plural(lines, "line")} kept${undeterminedText(undetermined, missing)}.`,
    ...conditions
      .map(conditionOf)
      .map((it) => `  ${it.text}: ${conditionCountsText(it, language)}`),
  ].join("\n");
}

function placeOf({ range }: TryResult): string {
  return range ? `Line ${range.start.line + 1}: ` : "";
}

function undeterminedText(undetermined: number, missing: readonly Missing[]): string {
  return undetermined === 0 ? "" : `, ${undetermined} undetermined (${missingText(missing)})`;
}

function onRequest(given: InputText, text: string) {
  const { request, problems } = requestIn(
    text,
    { headers: [], settings: [] },
    subjectFor(given).context,
  );
  if (!request) throw new ToolError(`Invalid request: ${problems.join(" ")}`);
  const { results } = answerOnRequest([subjectOf(given)], () => request, true);
  if (results.length === 0)
    throw new ToolError("Only rules can be tried on a request. Use 'lines' for filters and jobs.");
  refuseErrors(results);
  return {
    structured: { results: results.map((it) => resultOf(it, 1)) },
    texts: [results.map(outcomeText).join("\n")],
  };
}

function outcomeText(it: TryResult): string {
  const { error, kept, undetermined, missed = [] } = it;
  if (error !== undefined) return `${placeOf(it)}${error}`;
  if (undetermined) return `${placeOf(it)}Undetermined; ${unknownText(missed)}.`;
  return `${placeOf(it)}${kept ? "Matches" : "Does not match"} the request.${effectText(it)}`;
}

function effectText({ reached, reachedAtMost, disabled }: TryResult): string {
  if (disabled) return " It is disabled.";
  if (reached !== 0) return "";
  return ` An earlier rule ${reachedAtMost === 1 ? "may end" : "ends"} the set.`;
}
