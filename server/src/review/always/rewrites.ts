import {
  type ConfiguredRule,
  type ExpressionText,
  UnknownPart,
} from "../../core/configuration/model.ts";
import { always, and, atomsIn, type Formula, never, not, or } from "../../core/solver/formula.ts";
import { kept } from "../../core/solver/kept.ts";
import { includes } from "../../core/solver/text/text-set.ts";
import type { RequestFields } from "../../core/trial.ts";
import { hasHole } from "../../text/hole.ts";
import { partAt } from "../../trace/configuration/parameters.ts";
import { uriProblem } from "../../trace/effects/rewrite-limits.ts";
import type { Clause } from "../clauses.ts";
import { type Asked, alwaysTrue, both, type Condition, opposite } from "../conditions.ts";

/** The conditions of rules that run after URL rewrites, in terms of the request before them. */

/** How expressions are read. */
export interface Reading {
  readonly of: (rule: ConfiguredRule) => Condition;
  readonly unknown: (source: string, rule: ConfiguredRule) => Condition;
}

export type UriPart = "path" | "query";

/** The new value of a part of the URL: a text, an expression that computes it, or any value. */
export type NewValue =
  | { readonly text: string }
  | { readonly expression: string }
  | { readonly source: string };

/** A part of the URL for some requests. Without a value it is as it was. */
interface Case {
  readonly when: Condition;
  readonly clause?: Clause;
  readonly value?: NewValue | undefined;
}

/** The value that a rule sets. Undefined if it does not set the part. */
export function newValue({ parameters }: ConfiguredRule, part: UriPart): NewValue | undefined {
  const given = partAt(parameters, "uri", part);
  const [value, expression] = [partAt(given, "value"), partAt(given, "expression")];
  const unknown = [given, expression, value].find((it) => it instanceof UnknownPart);
  if (unknown instanceof UnknownPart) return { source: unknown.source };
  if (typeof expression === "string" && expression !== "") {
    const [, literal] = /^\s*"([^"\\]*)"\s*$/.exec(expression) ?? [];
    if (hasHole(expression)) return { source: expression };
    return literal === undefined ? { expression } : fixed(literal, part);
  }
  return value === undefined ? undefined : fixed(String(value), part);
}

function fixed(text: string, part: UriPart): NewValue {
  if (hasHole(text) || /[?#]/.test(part === "path" ? text : text.slice(1))) return { source: text };
  return { text: part === "query" ? text.replace(/^\?/, "") : text };
}

/** For which requests a rewrite ends in an error page. Undefined if for none. */
export function pathError(value: NewValue, rule: ConfiguredRule, reading: Reading) {
  if ("text" in value) return uriProblem(value.text) ? alwaysTrue : undefined;
  if ("source" in value) return reading.unknown(`path ${value.source}`, rule);
  const { expression: it } = value;
  const text = `not starts_with(${it}, "/") or starts_with(${it}, "/cdn-cgi/")`;
  return readingOf(text, rule, reading);
}

/** Whether an expression has a value. */
export function hasValue(expression: string, rule: ConfiguredRule, reading: Reading): Condition {
  return readingOf(`len(${expression}) ge 0`, rule, reading);
}

export function readingOf(text: string, rule: ConfiguredRule, reading: Reading): Condition {
  return reading.of({ ...rule, expression: { text, hasHoles: hasHole(text) } });
}

/** The rules that rewrite URLs, in order. */
export class Rewrites {
  private readonly cases: Readonly<Record<UriPart, readonly Case[]>>;
  private readonly known = new Map<string, Condition>();
  /** The names of the values in formulas. */
  private readonly variables: Readonly<Record<UriPart, string>>;

  constructor(
    clauses: readonly Clause[],
    private readonly reading: Reading,
    /** The request as the rules after the rewrites see it. */
    private readonly rewritten: (asked: Asked) => RequestFields | undefined,
  ) {
    this.cases = { path: casesOf(clauses, "path"), query: casesOf(clauses, "query") };
    const variableOf = (part: UriPart) => {
      const rule = clauses[0]?.rule;
      const text = `http.request.uri.${part} eq "/"`;
      const [atom] = rule ? atomsIn(readingOf(text, rule, reading).formula) : [];
      return atom?.variable ?? "";
    };
    this.variables = { path: variableOf("path"), query: variableOf("query") };
  }

  /** For which requests the last rule that sets the path makes it one that the service refuses. */
  errors(): readonly { readonly clause: Clause; readonly when: Condition }[] {
    return this.cases.path.flatMap(({ when, clause, value }) => {
      const error = value && clause && pathError(value, clause.rule, this.reading);
      return error && clause ? [{ clause, when: both(when, error) }] : [];
    });
  }

  /** How expressions are read after the rewrites. */
  get after(): Reading {
    const { reading } = this;
    if (this.cases.path.length + this.cases.query.length === 2) return reading;
    return { of: (rule) => this.conditionOf(rule), unknown: reading.unknown };
  }

  private conditionOf(rule: ConfiguredRule): Condition {
    const same = this.reading.of(rule);
    const { expression } = rule;
    if (expression instanceof UnknownPart) return same;
    const changed = partsIn(expression).filter((it) => this.cases[it].length > 1);
    if (changed.length === 0) return same;
    return kept(this.known, same.key, () => this.fresh(rule, expression, same, changed));
  }

  /** The condition in terms of the request before the rewrites. Undefined if it cannot be written. */
  private conditionIn(
    { path, query }: Values,
    rule: ConfiguredRule,
    { text, hasHoles }: ExpressionText,
    same: Condition,
  ): Condition | undefined {
    if (path === undefined && query === undefined) return same;
    const now = hasHoles || isRaw.test(text) ? undefined : rewrittenText(text, path, query);
    return now === undefined ? undefined : readingOf(now, rule, this.reading);
  }

  /** Whether it depends on the URL only by texts that path and query are compared with. */
  private dependsOnValues({ formula }: Condition): boolean {
    const { variables } = this;
    return atomsIn(formula).every(
      ({ kind, variable }) =>
        !/(?<!raw\.)http\.request\.(?:full_)?uri/.test(variable) ||
        (kind === "text" && (variable === variables.path || variable === variables.query)),
    );
  }

  /** Undefined if a value is not a plain text. */
  private withTexts(formula: Formula, { path, query }: Values): Formula | undefined {
    const texts = new Map<string, string>();
    for (const [part, value] of [
      ["path", path],
      ["query", query],
    ] as const) {
      if (value === undefined) continue;
      if (!("text" in value) || /[^ -~]/.test(value.text)) return undefined;
      texts.set(this.variables[part], value.text);
    }
    return texts.size === 0 ? formula : decided(formula, texts);
  }

  private fresh(
    rule: ConfiguredRule,
    expression: ExpressionText,
    same: Condition,
    changed: readonly UriPart[],
  ): Condition {
    const other = this.reading.unknown(`${same.key} after rewrites`, rule);
    const paths = changed.includes("path") ? this.cases.path : unchanged;
    const queries = changed.includes("query") ? this.cases.query : unchanged;
    const meanings = new Set(same.meanings);
    const formulas: Formula[] = [];
    const isOpen = paths.length * queries.length > mostCases;
    const isSimple = this.dependsOnValues(same);
    for (const path of isOpen ? [] : paths)
      for (const query of queries) {
        const texts = { path: path.value, query: query.value };
        const inCase = isSimple ? this.withTexts(same.formula, texts) : undefined;
        const found = inCase
          ? undefined
          : (this.conditionIn(texts, rule, expression, same) ?? other);
        const formula = inCase ?? found?.formula ?? never;
        if (formula.kind === "truth" && !formula.value) continue;
        const when = both(path.when, query.when);
        for (const it of [...when.meanings, ...(found?.meanings ?? [])]) meanings.add(it);
        formulas.push(and(when.formula, formula));
      }
    const { rewritten } = this;
    return {
      key: `${same.key} after rewrites`,
      formula: isOpen ? other.formula : or(...formulas),
      meanings: [...meanings],
      problem: same.problem,
      trials: same.trials,
      matches: (asked) => {
        const request = rewritten(asked);
        return request && same.matches(request);
      },
    };
  }
}

type Values = Readonly<Record<UriPart, NewValue | undefined>>;

/** With more, what the rules see is not related to the request. */
const mostCases = 400;

const unchanged: readonly Case[] = [{ when: alwaysTrue }];

/** The last rule that matches sets a part. */
function casesOf(clauses: readonly Clause[], part: UriPart): readonly Case[] {
  const cases: Case[] = [];
  let rest = alwaysTrue;
  for (const clause of clauses.toReversed()) {
    const value = newValue(clause.rule, part);
    if (value === undefined) continue;
    cases.push({ when: both(rest, clause.when), clause, value });
    rest = both(rest, opposite(clause.when));
  }
  return [...cases, { when: rest }];
}

/** A formula for known texts of variables. */
function decided(formula: Formula, texts: ReadonlyMap<string, string>): Formula {
  if (formula.kind === "text") {
    const text = texts.get(formula.variable);
    return text === undefined ? formula : includes(formula.set, text) ? always : never;
  }
  if ("part" in formula) {
    const part = decided(formula.part, texts);
    return part.kind === "truth" ? (part.value ? never : always) : not(part);
  }
  if (!("parts" in formula)) return formula;
  const decisive = formula.kind === "or";
  const parts = formula.parts.map((it) => decided(it, texts));
  const open = parts.filter((it) => it.kind !== "truth");
  if (parts.some((it) => it.kind === "truth" && it.value === decisive))
    return decisive ? always : never;
  return open.length === 0 ? (decisive ? never : always) : { kind: formula.kind, parts: open };
}

/** A raw string ends otherwise than others. */
const isRaw = /(?<!\w)r#{0,255}"/;

const uriField = /(?<![\w.])http\.request\.(?:full_uri|uri(?:\.[\w.]+)?)/g;

/** Changes the fields of the URL in an expression, and not what is in its strings. */
function replaceFields(text: string, change: (name: string) => string): string {
  let result = "";
  let at = 0;
  while (at < text.length) {
    const quote = text.indexOf('"', at);
    const end = quote === -1 ? text.length : quote;
    result += text.slice(at, end).replace(uriField, change);
    at = end + 1;
    if (quote === -1) break;
    while (at < text.length && text[at] !== '"') at += text[at] === "\\" ? 2 : 1;
    result += text.slice(quote, ++at);
  }
  return result;
}

function partsIn({ text }: ExpressionText): readonly UriPart[] {
  const names: string[] = [];
  replaceFields(text, (name) => {
    names.push(name);
    return name;
  });
  const isIn = (form: RegExp) => names.some((it) => form.test(it));
  return [
    ...(isIn(/^http\.request\.(?:full_uri|uri(?:\.path.*)?)$/) ? (["path"] as const) : []),
    ...(isIn(/^http\.request\.(?:full_uri|uri(?:\.(?:query|args).*)?)$/)
      ? (["query"] as const)
      : []),
  ];
}

/** An expression with the new values in place of fields. Undefined if it cannot be written. */
function rewrittenText(
  text: string,
  path: NewValue | undefined,
  query: NewValue | undefined,
): string | undefined {
  let isOpen = false;
  const result = replaceFields(text, (name) => {
    const found = newText(name, path, query);
    isOpen ||= found === undefined;
    return found ?? name;
  });
  return isOpen ? undefined : result;
}

function newText(
  name: string,
  path: NewValue | undefined,
  query: NewValue | undefined,
): string | undefined {
  const field = name.slice("http.request.".length);
  if (field === "uri.path") return valueText(name, path);
  if (field === "uri.query") return valueText(name, query);
  if (field.startsWith("uri.path")) return path === undefined ? name : undefined;
  if (/^uri\.(?:args|query)/.test(field)) return query === undefined ? name : undefined;
  if (path === undefined && query === undefined) return name;
  if (field !== "uri" || !path || !query || !("text" in path && "text" in query)) return undefined;
  return textOf(query.text === "" ? path.text : `${path.text}?${query.text}`);
}

function valueText(name: string, value: NewValue | undefined): string | undefined {
  if (value === undefined) return name;
  if ("source" in value) return undefined;
  if ("text" in value) return textOf(value.text);
  // A query may start with a question mark, which is dropped.
  return name.endsWith("query")
    ? `regex_replace(${value.expression}, "^[?]", "")`
    : value.expression;
}

/** A call, because a comparison cannot start with a literal. */
function textOf(text: string): string {
  return `coalesce("${text.replace(/[\\"]/g, "\\$&")}", "")`;
}
