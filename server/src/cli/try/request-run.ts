import { unknownText } from "../../bridge/missing.ts";
import { type RequestExtras, requestIn } from "../../languages.ts";
import { printable, printableJson } from "../../text/printable.ts";
import type { TriedCondition, TryResult } from "../../try/answer.ts";
import type { RequestAnswer } from "../../try/on-request.ts";
import type { Subject } from "../../try/subject.ts";
import { answerOnRequest } from "../../try/try.ts";
import { exit, type Io, UsageError } from "../io.ts";
import type { TryValues } from "../options.ts";
import { type Paint, paintFor } from "../render/paint.ts";
import { conditionPlace, conditionText, resultPlace } from "../render/try.ts";
import type { FoundSubject } from "./subjects.ts";

/** A request from the command line. */
export interface RequestFlags extends Pick<TryValues, "header" | "set" | "explain" | "format"> {
  readonly request: string;
}

/** `weir try FILES… --request …` */
export function tryOnRequest(
  found: readonly FoundSubject[],
  { request, header = [], set = [], explain, format }: RequestFlags,
  io: Io,
): number {
  const extras: RequestExtras = { headers: header, settings: set };
  const subjects = found.filter((it): it is Subject => !("error" in it));
  const given = answerOnRequest(subjects, (it) => requestFor(request, extras, it), explain);
  const unread = found.flatMap((it): TryResult[] =>
    "error" in it ? [{ path: it.path, language: it.language?.id ?? "", error: it.error }] : [],
  );
  const answer: RequestAnswer = { ...given, results: [...given.results, ...unread] };
  if (answer.results.length === 0)
    throw new UsageError("Nothing to try: these files have no rule. Filters need '--logs'.");
  io.out(format === "json" ? `${printableJson(answer)}\n` : prettyText(answer, paintFor(io.color)));
  if (unread.length > 0) return exit.couldNotRun;
  return answer.results.some((it) => it.error !== undefined) ? exit.found : exit.fine;
}

function requestFor(text: string, extras: RequestExtras, { context }: Subject) {
  const { request, problems } = requestIn(text, extras, context);
  if (!request) throw new UsageError(`Invalid request: ${problems.join(" ")}`);
  return request;
}

function prettyText({ results }: RequestAnswer, paint: Paint): string {
  return results.map((it) => `${lineOf(it, paint)}\n`).join("");
}

function lineOf(result: TryResult, paint: Paint): string {
  const { path, error } = result;
  const title = paint.bold(printable(resultPlace(result)));
  if (error !== undefined) return `${title} ${paint.red("error")} ${printable(error)}`;
  return [
    `${title} ${outcomeText(result, paint)}${paint.dim(effectText(result))}`,
    ...(result.conditions ?? []).map(
      (it) => `  ${conditionPlace(it, path)} ${answerText(it)}: ${conditionText(it)}`,
    ),
  ].join("\n");
}

/** Why a rule of a set does not act on the request. */
function effectText({ reached, reachedAtMost, disabled }: TryResult): string {
  if (disabled) return " (disabled)";
  if (reached !== 0) return "";
  return reachedAtMost === 1 ? " (may not be reached)" : " (not reached)";
}

/** The outcome, with the values that decided it. */
function outcomeText(result: TryResult, paint: Paint): string {
  const { kept, undetermined, missed = [], facts = [] } = result;
  if (undetermined) return paint.yellow(`undetermined; ${printable(unknownText(missed))}`);
  const more = facts.length > mostFacts ? ", …" : "";
  const why = facts.length > 0 ? `: ${printable(facts.slice(0, mostFacts).join(", "))}${more}` : "";
  return `${kept ? paint.green("matches") : "does not match"}${why}`;
}

const mostFacts = 8;

function answerText({ holds, decides, keeps }: TriedCondition): string {
  const alone = decides ? `, alone ${keeps ? "matches" : "excludes"} the request` : "";
  return `${holds ? "holds" : "does not hold"}${alone}`;
}
