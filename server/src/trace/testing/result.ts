import type { ExampleResult } from "../../core/analysis.ts";
import type { FileContext, TraceTest } from "../../languages.ts";
import { readTracedRequest } from "../requests/read.ts";
import type { TraceOptions, Tracer } from "../tracer.ts";
import type { Trace } from "../types.ts";
import { sentenceOf, traceText } from "../wording.ts";
import { unmet } from "./expectations.ts";

/** Whether a test passes. */
export function testResult(
  test: TraceTest,
  { tracer, context }: { readonly tracer: Tracer; readonly context: FileContext },
): ExampleResult {
  const { span, request, headers, settings, zone, over, response, expect, name } = test;
  const about = {
    start: span.start,
    end: span.end,
    kind: "trace",
    expected: JSON.stringify(expect),
    ...(name !== undefined && { name }),
  };
  const read = readTracedRequest(request, { headers, settings }, context);
  if ("problem" in read)
    return { ...about, passed: false, message: `Invalid request: ${read.problem}` };
  const options: TraceOptions = {
    zone,
    over,
    response: { status: response.status, headers: headersOf(response.headers) },
  };
  const brief = tracer.trace(read.request, { ...options, explain: false });
  if ("problem" in brief)
    return { ...about, passed: false, message: brief.problem.replace("'--zone'", "'zone'") };
  const { notExamined = [], asRead } = brief.outcome;
  const problems = [
    ...notExamined.map((it) => `not examined: ${it}`),
    ...unmet(asRead ? { ...brief, outcome: asRead } : brief, expect),
  ];
  if (problems.length === 0) return { ...about, passed: true, message: "", actual: about.expected };
  const full = tracer.trace(read.request, options) as Trace;
  return {
    ...about,
    passed: false,
    message: problems.join("; "),
    actual: sentenceOf(full.outcome),
    details: traceText(full, settings),
  };
}

function headersOf(lines: readonly string[]): ReadonlyMap<string, readonly string[]> {
  const found = new Map<string, string[]>();
  for (const it of lines) {
    const colon = it.indexOf(":");
    const name = it.slice(0, colon).toLowerCase();
    found.set(name, [...(found.get(name) ?? []), it.slice(colon + 1).trim()]);
  }
  return found;
}
