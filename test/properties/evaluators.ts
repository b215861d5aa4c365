import { compile } from "../../server/src/cfrule/evaluation/evaluate.ts";
import type { Request } from "../../server/src/cfrule/evaluation/value.ts";
import { cfrule } from "../../server/src/cfrule/language.ts";
import { parse } from "../../server/src/cfrule/syntax/parse.ts";
import { pushedText } from "../../server/src/json/format/minify.ts";
import { parseJson } from "../../server/src/json/syntax/parse.ts";
import { childrenOf, type JsonNode } from "../../server/src/json/syntax/tree.ts";
import { type AnyLanguage, defaultContext, type FileContext } from "../../server/src/languages.ts";
import { readDocument } from "../../server/src/lpfilter/document.ts";
import { type LogLine, predicateOf } from "../../server/src/lpfilter/evaluation/evaluate.ts";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import { propertyNamed } from "../../server/src/lpjob/catalog/properties.ts";
import { readDocument as readJobDocument } from "../../server/src/lpjob/document.ts";
import { lpjob } from "../../server/src/lpjob/language.ts";
import type { Random } from "../conformance/random.ts";
import { requestsFor } from "../support/random/requests-for.ts";

/** Evaluates texts of a language, to compare two texts by their results. */
export interface Judge<Sample> {
  readonly language: AnyLanguage;
  /** Undefined for a text that the service refuses. */
  readonly read: (text: string) => Meaning<Sample> | undefined;
  /** Samples to evaluate the texts on, some of which they likely match. */
  readonly samplesFor: (texts: readonly string[], random: Random) => readonly Sample[];
}

export interface Meaning<Sample> {
  /** The complete result for the sample, as one string. */
  readonly answer: (sample: Sample) => string;
  readonly matches: (sample: Sample) => boolean;
}

const mostSamples = 24;

export const rules: Judge<Request> = {
  language: cfrule,
  read(text) {
    const { root, problems, form } = parse(text);
    if (problems.length > 0 || form === "value") return undefined;
    const [asDocumented, asEngine] = (["false", "engine"] as const).map((missing) =>
      compile(root, { missing }),
    );
    return {
      answer: (request) => `${asDocumented?.(request)}, ${asEngine?.(request)}`,
      matches: (request) => asDocumented?.(request) !== false,
    };
  },
  samplesFor: (texts, random) => {
    const roots = texts.map((it) => parse(it).root);
    return requestsFor(roots, random, mostSamples);
  },
};

export const filters: Judge<LogLine> = {
  language: lpfilter,
  read: (text) => filterMeaning(text, defaultContext),
  samplesFor: (texts, random) => linesFor(texts, random),
};

function filterMeaning(text: string, context: FileContext): Meaning<LogLine> | undefined {
  const { json, filter } = readDocument(text, context);
  const isFilter = filter.where !== undefined && json.errors.length === 0;
  // Misplaced and duplicate properties are rejected, or handled in an undocumented way.
  const isClear =
    filter.aside.length === 0 && filter.nested.length === 0 && filter.odd.length === 0;
  const holds = isFilter && isClear && !hasUnknownName(text) ? predicateOf(filter) : undefined;
  return (
    holds && { answer: (line) => String(holds(line)), matches: (line) => holds(line) === true }
  );
}

/** Whether the text has an unknown field, which the service rejects. */
function hasUnknownName(text: string): boolean {
  const found = lpfilter.analyze(text, defaultContext).diagnostics();
  return found.some((it) => it.code === "unknown-field" && it.fixes.length > 0);
}

/** Lines with the values in the conditions of the texts, and with similar values. */
function linesFor(texts: readonly string[], random: Random): LogLine[] {
  const values = new Map<string, unknown[]>();
  const collect = (node: JsonNode | undefined): void => {
    if (!node) return;
    if (node.kind === "object") {
      const of = (name: string) => node.properties.findLast((it) => it.name.value === name)?.value;
      const [key, value] = [of("key"), of("value")];
      const items = value?.kind === "array" ? value.items : value ? [value] : [];
      const found = items.flatMap((it) => ("value" in it ? [it.value] : []));
      if (key?.kind === "string")
        values.set(key.value, [...(values.get(key.value) ?? []), ...found]);
    }
    for (const child of childrenOf(node)) collect(child);
  };
  for (const text of texts) collect(parseJson(text).root);
  return Array.from({ length: mostSamples }, () =>
    Object.fromEntries([...values].map(([key, list]) => [key, near(random, list)])),
  );
}

function near(random: Random, list: readonly unknown[]): unknown {
  const value = list.length > 0 ? random.pick(list) : "";
  const text = String(value);
  return random.pick([
    value,
    value,
    text,
    `${text}x`,
    `x${text}`,
    text.toLowerCase(),
    text.toUpperCase(),
    Number(value) + 1,
    Number(value) - 1,
    [value],
    [value, "x"],
    "",
    0,
    true,
    undefined,
  ]);
}

/** A job is equivalent if its settings and the lines that its filter keeps are the same. */
export const jobs: Judge<LogLine> = {
  language: lpjob,
  read(text) {
    const found = lpjob.analyze(text, defaultContext).diagnostics();
    const { job, json } = readJobDocument(text, defaultContext);
    // A word in the wrong letter case is a warning, because the behavior of the service is undocumented.
    const isRefused = found.some((it) => it.severity === "error" || it.code === "value-case");
    if (!job.object || isRefused) return undefined;
    const inner = filterIn(text);
    const context = { ...defaultContext, forcedDataset: job.dataset };
    const meaning = inner === undefined ? undefined : filterMeaning(inner, context);
    const settings = settingsOf(JSON.parse(pushedText(json) ?? "{}"));
    return {
      answer: (line) => `${settings}: ${meaning?.answer(line)}`,
      matches: (line) => meaning?.matches(line) ?? true,
    };
  },
  samplesFor: (texts, random) =>
    linesFor(
      texts.flatMap((it) => filterIn(it) ?? []),
      random,
    ),
};

function filterIn(text: string): string | undefined {
  const { filter } = readJobDocument(text, defaultContext).job;
  if (filter?.kind === "inline") return text.slice(filter.value.start, filter.value.end);
  return filter?.kind === "escaped" ? filter.plain : undefined;
}

/** The settings of a job, without the filter and read-only properties. Duplicate fields are sent once. */
function settingsOf(job: Record<string, unknown>): string {
  const rows = Object.entries(job).filter(
    ([name]) => name !== "filter" && !propertyNamed("job", name)?.readOnly,
  );
  return JSON.stringify(Object.fromEntries(rows.sort()), (name, value) =>
    name === "field_names" && Array.isArray(value) ? [...new Set(value)] : value,
  );
}
