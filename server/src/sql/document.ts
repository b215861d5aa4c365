import type { Analysis, ResourceKind } from "../core/analysis.ts";
import type { LogFilter } from "../core/log-test.ts";
import {
  type AnyLanguage,
  type FileContext,
  filterFileOf,
  jobFieldsOf,
  languageFor,
  languages,
  ruleSource,
} from "../languages.ts";
import { holesIn } from "../text/hole.ts";
import { Lines } from "../text/lines.ts";
import type { Span } from "../text/span.ts";
import {
  onlyKnownLater,
  type SqlOptions,
  type SqlTranslation,
  translateFilter,
  translateRule,
} from "./translate.ts";

export interface SqlDocument {
  readonly language: AnyLanguage;
  readonly text: string;
  readonly context: FileContext;
  /** The text of a filter that a job refers to by path. */
  readonly readFilter: (path: string) => { readonly text: string } | { readonly error: string };
}

/** The translation of the text at offset `start` of the document. */
export type Statement = SqlTranslation & { readonly start: number };

/** One statement for a file of ours, or one for each text in a host document. */
export function translateDocument(
  document: SqlDocument,
  options: SqlOptions,
): readonly Statement[] {
  const { language, text, context } = document;
  const analysis = language.analyze(text, context);
  const regions = analysis.regions?.();
  if (!regions) {
    const part = { text, analysis, resource: language.resource, context };
    return [{ start: 0, ...translateSource(part, document, options) }];
  }
  const embedded = analysis.embedded?.() ?? [];
  return regions.flatMap((region, index) => {
    const inner = embedded[index];
    const resource = languages.find((it) => it.id === region.language)?.resource;
    // A job with an embedded filter is translated as that filter.
    const isAround = regions.some((it) => it !== region && contains(region, it));
    if (!inner || isAround) return [];
    const job = regions.findIndex((it) => it !== region && contains(it, region));
    const fields = jobFieldsOf(embedded[job]?.text ?? "");
    const part = { ...inner, resource, fields, context: { ...context, hasHoles: inner.hasHoles } };
    const statement = translateSource(part, elsewhere, options);
    const isAt = "at" in statement && statement.at !== undefined;
    const place = isAt ? { at: inner.placeOf(statement.at) } : {};
    return [{ start: region.start, ...statement, ...place }];
  });
}

function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

/** A path in a host document may not be relative to that document. */
const elsewhere: Pick<SqlDocument, "readFilter"> = {
  readFilter: (path) => ({
    error: `The filter is in another file, '${path}'. Translate that file.`,
  }),
};

interface SqlSource {
  readonly text: string;
  readonly analysis: Analysis;
  readonly resource: ResourceKind | undefined;
  readonly context: FileContext;
  /** The fields that the job around it selects. */
  readonly fields?: readonly string[] | undefined;
}

function translateSource(
  part: SqlSource,
  { readFilter }: Pick<SqlDocument, "readFilter">,
  options: SqlOptions,
): SqlTranslation {
  const filter = part.analysis.logFilter?.();
  const { fields = filter?.fields } = part;
  if (filter) return translateFilter({ ...filter, ...(fields && { fields }) }, options);
  const file = part.resource === "job" ? filterFileOf(part.text) : undefined;
  const rule = part.resource === "rule" ? ruleSource(part.text, part.context) : undefined;
  if (rule && !part.context.hasHoles) return translateRule(rule, part.context, options);
  if (file) return fromFile(file, part.context, readFilter, options);
  return part.context.hasHoles
    ? { error: onlyKnownLater, at: firstHole(part.text) }
    : reasonIn(part.analysis);
}

function firstHole(text: string): number {
  const [hole = ""] = holesIn(text);
  return text.indexOf(hole);
}

function fromFile(
  { path, start, dataset, fields }: NonNullable<ReturnType<typeof filterFileOf>>,
  context: FileContext,
  readFilter: SqlDocument["readFilter"],
  options: SqlOptions,
): SqlTranslation {
  const read = readFilter(path);
  if ("error" in read) return { ...read, at: start };
  const forDataset = dataset === undefined ? {} : { forcedDataset: dataset };
  const analysis = languageFor("filter").analyze(read.text, { ...context, ...forDataset });
  const filter: LogFilter | undefined = analysis.logFilter?.();
  const found = filter
    ? translateFilter({ ...filter, ...(fields && { fields }) }, options)
    : reasonIn(analysis);
  if ("sql" in found) return found;
  // The offset is one of the other file.
  const line = found.at === undefined ? "" : `, line ${lineAt(read.text, found.at)}`;
  return { error: `'${path}'${line}: ${found.error}`, at: start };
}

function lineAt(text: string, offset: number): number {
  return new Lines(text).positionAt(offset).line + 1;
}

/** Why a text cannot be translated: its first error. */
function reasonIn(analysis: Analysis): { readonly error: string; readonly at?: number } {
  const found = analysis.diagnostics().find((it) => it.severity === "error");
  return found
    ? { error: found.message, at: found.start }
    : {
        error:
          "The text cannot be translated: it has suppressed errors, or parts that Weir cannot know.",
      };
}
