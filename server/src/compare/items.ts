import type {
  Analysis,
  EmbeddedRegion,
  EmbeddedText,
  NamedValue,
  OwnProperty,
  ResourceKind,
} from "../core/analysis.ts";
import { emptyAnalysis } from "../core/empty-analysis.ts";
import type { Meaning } from "../core/meaning/meaning.ts";
import {
  type AnyLanguage,
  defaultContext,
  type FileContext,
  filterFileOf,
  languageFor,
  languages,
} from "../languages.ts";
import type { Lines } from "../text/lines.ts";
import type { Span } from "../text/span.ts";

/** A filter, rule or job of a file: what it matches, and what else it does. The span is the whole rule or job. */
export interface Item extends Span {
  readonly kind: ResourceKind;
  readonly ref: string | undefined;
  readonly id: string | undefined;
  /** The description of a rule, or the name of a job. */
  readonly title: string | undefined;
  /** The resource or list of a host document, such as `cloudflare_ruleset.waf`. */
  readonly group: string | undefined;
  readonly order: number | undefined;
  /** Its expression or filter; empty for a job without one. */
  readonly text: string;
  /** Equal for versions with the same words, if the host fills in parts. */
  readonly source: string | undefined;
  readonly meaning: () => Meaning | undefined;
  readonly properties: readonly OwnProperty[];
  /** References that this file does not define: `local.paths`, `$office`. */
  readonly references: readonly string[];
}

/** The text of the filter file of a job, and what is known about it. */
export interface FilterFile {
  readonly text: string;
  readonly context: FileContext;
}

/**
 * The filters, rules and jobs of a file. A file in a language of its own is one of them. A job whose filter is in a file of its own
 * means what that file means.
 */
export function itemsIn(
  text: string,
  language: AnyLanguage,
  context: FileContext,
  readFilter?: (path: string) => FilterFile,
): readonly Item[] {
  const analysis = language.analyze(text, context);
  const regions = analysis.regions?.();
  if (!regions) {
    const item = itemOfFile(text, language.resource ?? "rule", analysis);
    const filter = item.kind === "job" && readFilter ? filterFileOf(text) : undefined;
    if (!filter || !readFilter) return [item];
    const file = readFilter(filter.path);
    return [{ ...item, meaning: () => meaningOfFile(file, filter.dataset) }];
  }
  const embedded = analysis.embedded?.() ?? [];
  const texts = regions.flatMap((region, index) => {
    const inner = embedded[index];
    return inner ? [{ region, inner }] : [];
  });
  const unread = (analysis.unread?.() ?? []).map(unreadText);
  return itemsOf([...texts, ...unread]).toSorted((a, b) => a.start - b.start);
}

/** A text of which only the expression of the host is known. */
function unreadText({ source, ...region }: EmbeddedRegion & { readonly source: string }): Text {
  const inner: EmbeddedText = {
    text: source,
    hasHoles: true,
    source: () => source,
    holes: [source],
    analysis: { ...emptyAnalysis, diagnostics: () => [] },
    placeOf: () => region.start,
  };
  return { region, inner };
}

function itemsOf(texts: readonly Text[]): readonly Item[] {
  const byOwner = new Map<string, Text[]>();
  for (const it of texts) {
    const { owner } = it.region;
    if (!owner) continue;
    const key = `${owner.start} ${owner.end}`;
    byOwner.set(key, [...(byOwner.get(key) ?? []), it]);
  }
  return texts.flatMap((it) => {
    const { owner } = it.region;
    const others = owner ? (byOwner.get(`${owner.start} ${owner.end}`) ?? []) : [];
    if (isPartOfAnother(it, others)) return [];
    const isJob = kindOf(it.region) === "job";
    return [itemOf(it, isJob ? others.find(({ region }) => kindOf(region) !== "job") : undefined)];
  });
}

interface Text {
  readonly region: EmbeddedRegion;
  readonly inner: EmbeddedText;
}

/** Whether the text is the filter of a job, or another text of a rule than its expression. */
function isPartOfAnother({ region }: Text, others: readonly Text[]): boolean {
  if (region.owner?.isMain === false) return others.some((it) => it.region.owner?.isMain);
  return kindOf(region) === "filter" && others.some((it) => kindOf(it.region) === "job");
}

function kindOf({ language }: EmbeddedRegion): ResourceKind {
  return languages.find((it) => it.id === language)?.resource ?? "rule";
}

function itemOf({ region, inner }: Text, filter: Text | undefined): Item {
  const { owner } = region;
  // A text in Markdown is a file of its own, with its directives.
  const directives = owner ? [] : (inner.analysis.directives?.() ?? []);
  const properties = owner?.properties() ?? effective(directives);
  const own = filter?.inner ?? inner;
  const isEmpty = filter?.inner.text.trim() === "";
  const names = [
    ...namesIn([
      ...(own.holes ?? []),
      ...properties.flatMap((it) => (it.isSource ? it.value : [])),
    ]),
    ...(own.analysis.listReferences?.() ?? []).map((it) => `$${it.name}`),
  ];
  return {
    start: owner?.start ?? region.start,
    end: owner?.end ?? region.end,
    kind: kindOf(region),
    ref: region.ref ?? directiveIn(directives, "ref"),
    id: owner?.id,
    title: owner?.title ?? directiveIn(directives, "description"),
    group: owner?.group,
    order: owner?.order,
    text: kindOf(region) === "job" && !filter ? "" : own.text,
    source: own.source?.(),
    meaning: () => (isEmpty ? everyLine(properties) : own.analysis.meaning?.()),
    properties,
    references: [...new Set(names)],
  };
}

/** An empty string is no filter. */
function everyLine(properties: readonly OwnProperty[]): Meaning | undefined {
  const dataset = properties.find((it) => it.name === "dataset" && !it.isSource)?.value;
  if (dataset === undefined) return undefined;
  return languageFor("job").analyze(JSON.stringify({ dataset }), defaultContext).meaning?.();
}

/** The names in expressions of Terraform. Anything else that a host fills in is its own name. */
function namesIn(sources: readonly string[]): string[] {
  return sources.flatMap((it) => {
    const names = it.match(/\b(?:var|local|module|data|cloudflare_\w+)(?:\.[\w-]+)+/g);
    return names ?? (it.length <= longestName ? [it.replace(/\s+/g, " ").trim()] : []);
  });
}

const longestName = 60;

function meaningOfFile(
  { text, context }: FilterFile,
  dataset: string | undefined,
): Meaning | undefined {
  const forced = dataset === undefined ? {} : { forcedDataset: dataset };
  return languageFor("filter")
    .analyze(text, { ...context, ...forced })
    .meaning?.();
}

function itemOfFile(text: string, kind: ResourceKind, analysis: Analysis): Item {
  const directives = analysis.directives?.() ?? [];
  return {
    start: 0,
    end: text.length,
    kind,
    ref: directiveIn(directives, "ref"),
    id: undefined,
    title: directiveIn(directives, "description"),
    group: undefined,
    order: undefined,
    text,
    source: undefined,
    meaning: () => analysis.meaning?.(),
    properties: kind === "job" ? (analysis.properties?.() ?? []) : effective(directives),
    references: (analysis.listReferences?.() ?? []).map((it) => `$${it.name}`),
  };
}

function directiveIn(directives: readonly NamedValue[], name: string): string | undefined {
  return directives.findLast((it) => it.name === name)?.value;
}

/** The directives that change what a rule does. Several with one name belong together. */
function effective(directives: readonly NamedValue[]): readonly OwnProperty[] {
  const names = new Set(directives.map((it) => it.name).filter((it) => effects.has(it)));
  return [...names].flatMap((name) => {
    const values = directives.filter((it) => it.name === name).map((it) => it.value);
    const value = name === "skip" ? values.join(" ") : (values.at(-1) ?? "");
    if (name !== "paused") return [{ name, value }];
    // '@paused' alone pauses, too.
    return value === "false" ? [] : [{ name, value: "true" }];
  });
}

const effects = new Set([
  "action",
  "after",
  "before",
  "paused",
  "phase",
  "position",
  "priority",
  "products",
  "skip",
  "value",
]);

/** The user-visible name of a rule or job, in quotes. */
export function titleOf({ title, ref, order }: Item): string {
  const name = (title || ref)?.replace(/\s+/g, " ").trim();
  return name ? JSON.stringify(name) : `rule ${(order ?? 0) + 1}`;
}

/** As in `cloudflare_ruleset.waf "Admin area"`. */
export function nameOf(item: Item): string {
  const { group, title, ref, order } = item;
  const own = title || ref || order !== undefined ? titleOf(item) : undefined;
  return [group, own].filter((it) => it !== undefined).join(" ") || item.kind;
}

/** The line of an item, from 1. */
export function lineOf({ start }: Item, lines: Lines): number {
  return lines.lineAt(start) + 1;
}
