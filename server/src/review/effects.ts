import {
  type ConfiguredRule,
  isPartObject,
  type ListItem,
  type Part,
  UnknownPart,
} from "../core/configuration/model.ts";
import type { ActionName } from "../languages.ts";
import { cut } from "../text/shorten.ts";
import {
  hasUnknown,
  numberAt,
  partAt,
  textAt,
  textsAt,
} from "../trace/configuration/parameters.ts";
import { unknownSetting } from "../trace/configuration/unknown-setting.ts";
import { ofSide } from "./conditions.ts";

/** Something that a visitor notices. Equal keys are the same. */
export interface Noticed {
  readonly key: string;
  readonly text: string;
  /** As `text`, with all that tells it from others with the same text. */
  readonly detail: string;
  /** All that `key` is made of. */
  readonly data: readonly unknown[];
  /** Set if a part of it is not known. */
  readonly isUnknown?: true;
}

/** The effect of a rule that matches. */
export interface Effect {
  /** Ends the evaluation, so that the first such rule decides. */
  readonly ends?: Noticed;
  /** Ends the phase, not only the ruleset that has the rule. */
  readonly endsPhase?: true;
  /** Of the request, unless it is blocked, challenged or redirected: what is skipped, limited or executed. */
  readonly marks: readonly Mark[];
  /** By what is set: the last rule that sets it decides. */
  readonly settings: ReadonlyMap<string, Noticed>;
}

export interface Mark extends Noticed {
  readonly kind: "limit" | "executing" | "skipping" | "doing";
}

export const allowed: Noticed = { key: "allow", text: "allow", detail: "allow", data: [] };

const none: Effect = { marks: [], settings: new Map() };

/** The inputs beside the rule. */
export interface EffectContext {
  readonly phase: string;
  readonly itemsOf: (list: string) => readonly ListItem[] | undefined;
  /** Different for the two sides: values that are hidden, or known later, may not be the same on both. */
  readonly side: string;
}

export function effectOf(rule: ConfiguredRule, { phase, itemsOf, side }: EffectContext): Effect {
  const { action, ratelimit } = rule;
  const unknown = unknownEffect(rule);
  if (unknown !== undefined) return unknownEnd(unknown, rule, side);
  const isLimit = ratelimit !== undefined || phase === "http_ratelimit";
  if (isLimit && action !== "execute" && action !== "skip")
    return effectOfSide(limitOf(rule, itemsOf), rule, side);
  const act = actOf(String(action)) ?? (() => none);
  return effectOfSide(act(rule, itemsOf), rule, side);
}

/** Why it is not known what a rule does: its action or a setting is not known, or does not exist. */
export function unknownEffect(rule: ConfiguredRule): string | undefined {
  const { action, parameters } = rule;
  if (action instanceof UnknownPart) return `unknown action ${action.source}`;
  if (!actOf(action)) return `unknown action '${action}'`;
  const ending = action === "skip" ? ["ruleset", "phase"] : [];
  const open = ending.map((it) => partAt(parameters, it)).find((it) => it instanceof UnknownPart);
  if (open instanceof UnknownPart) return `unknown parameters ${open.source}`;
  const setting = unknownSetting(rule);
  return setting === undefined ? undefined : `unknown ${setting}`;
}

/** Equal for rules whose unknown effects are the same. */
export function unknownKey(
  why: string,
  { action, parameters, ratelimit, otherSettings }: ConfiguredRule,
): string {
  return canonical([why, action, parameters, ratelimit, otherSettings]);
}

/** Anything may happen. */
export function unknownEnd(why: string, rule: ConfiguredRule, side: string): Effect {
  const { action, parameters, ratelimit, otherSettings } = rule;
  const key = ofSide(unknownKey(why, rule), rule, side);
  const data = [why, { action, parameters, ratelimit, ...otherSettings }];
  return { ...none, ends: { key, text: "unknown", detail: why, data, isUnknown: true } };
}

function effectOfSide(effect: Effect, rule: ConfiguredRule, side: string): Effect {
  const own = <Item extends Noticed>(it: Item): Item =>
    it.isUnknown ? { ...it, key: ofSide(it.key, rule, side) } : it;
  const { ends, marks } = effect;
  if (effect === none) return effect;
  return {
    ...effect,
    ...(ends && { ends: own(ends) }),
    marks: marks.map(own),
    settings: new Map([...effect.settings].map(([name, it]) => [name, own(it)])),
  };
}

type Act = (rule: ConfiguredRule, itemsOf: EffectContext["itemsOf"]) => Effect;

const simply: Act = ({ action }) => ends(String(action), [], [action]);
const doing: Act = ({ action, parameters }) =>
  marked("doing", String(action), [action, parameters]);
const quietly: Act = () => none;
const settingAll: (whole: string) => Act =
  (whole) =>
  ({ parameters }) =>
    settings(rowsOf(parameters, whole));

/** Each action of the catalog. */
const acts: Readonly<Record<ActionName, Act>> = {
  block: ({ parameters }) => {
    const response = partAt(parameters, "response");
    return ends("block", pageOf(response, "response"), ["block", response]);
  },
  challenge: simply,
  js_challenge: simply,
  managed_challenge: simply,
  allow: () => ({ ...none, ends: allowed }),
  log: quietly,
  log_custom_field: quietly,
  bypass: ({ parameters }) => skipOf(parameters),
  skip: ({ parameters }) => skipOf(parameters),
  redirect: redirectOf,
  serve_error: ({ parameters }) => ends("error", pageOf(parameters, "page"), ["error", parameters]),
  score: ({ parameters, ref, id }) =>
    marked("doing", `scoring ${numberAt(parameters, "increment") ?? ""}`, [ref ?? id, parameters]),
  rewrite: ({ parameters }) =>
    settings([
      ...rowsOf(partAt(parameters, "uri") ?? {}, "uri"),
      ...headersOf(partAt(parameters, "headers")),
    ]),
  route: ({ parameters }) =>
    settings([
      ...rowOf("host header", partAt(parameters, "host_header")),
      ...rowOf("origin host", partAt(parameters, "origin", "host")),
      ...rowOf("origin port", partAt(parameters, "origin", "port")),
      ...rowOf("sni", partAt(parameters, "sni", "value")),
    ]),
  set_config: settingAll("settings"),
  set_cache_settings: settingAll("cache settings"),
  set_cache_control: settingAll("cache-control"),
  set_cache_tags: ({ parameters }) => settings(rowOf("cache tags", parameters)),
  compress_response: ({ parameters }) =>
    settings(rowOf("compression", partAt(parameters, "algorithms"))),
  ddos_dynamic: doing,
  execute: quietly,
  force_connection_close: doing,
  transform_response_html: doing,
};

function actOf(action: string): Act | undefined {
  return Object.hasOwn(acts, action) ? acts[action as ActionName] : undefined;
}

/** An executed ruleset whose rules are not given. */
export function unreadEffect(
  rule: ConfiguredRule,
  mayBeGiven: (id: string) => boolean,
  side: string,
): Effect {
  const { parameters } = rule;
  const id = partAt(parameters, "id");
  // Its rules may belong to a ruleset that the other side has.
  if (typeof id !== "string")
    return unknownEnd(`unknown ruleset ${id === undefined ? "" : sourceText(id)}`, rule, side);
  if (mayBeGiven(id)) return unknownEnd(`unknown ruleset ${id} ${side}`, rule, side);
  return effectOfSide(marked("executing", id, ["execute", parameters]), rule, side);
}

function sourceText(part: Part): string {
  return part instanceof UnknownPart ? part.source : canonical(part);
}

function ends(word: string, details: readonly unknown[], key: readonly unknown[]): Effect {
  const [first, ...more] = details;
  const text = [word, first].filter((it) => it !== undefined && it !== "").join(" ");
  const detail = [text, ...more].filter((it) => it !== undefined && it !== "").join(" ");
  return { ...none, ends: noticeOf(text, detail, key) };
}

function noticeOf(text: string, detail: string, key: readonly unknown[]): Noticed {
  const isUnknown = key.some((it) => hasUnknown(it as Part | undefined));
  return { key: canonical(key), text, detail, data: key, ...(isUnknown && { isUnknown }) };
}

/** The first part that is not known, as in `response known after apply`. */
function unknownIn(part: Part | undefined, name: string): string | undefined {
  if (part instanceof UnknownPart) return `${name} ${part.source}`;
  const parts: readonly (readonly [string, Part])[] = Array.isArray(part)
    ? part.map((it) => [name, it] as const)
    : isPartObject(part)
      ? Object.entries(part)
      : [];
  return parts.map(([own, it]) => unknownIn(it, own)).find((it) => it !== undefined);
}

function marked(kind: Mark["kind"], text: string, key: readonly unknown[]): Effect {
  const detail = `${text} ${canonical(key)}`;
  return { ...none, marks: [{ kind, ...noticeOf(text, detail, [kind, ...key]) }] };
}

/** The parts that are shown at first, and the rest that tells it from others. */
function pageOf(page: Part | undefined, name: string): readonly string[] {
  const status = numberAt(page, "status_code");
  const unknown = unknownIn(page, name);
  const first = [
    ...(status === undefined ? [] : [String(status)]),
    ...(unknown === undefined ? [] : [`(${cut(unknown)})`]),
  ];
  return [first.join(" "), shownPage(page)];
}

function shownPage(part: Part | undefined): string {
  const type = textAt(part, "content_type");
  const content = textAt(part, "content") ?? textAt(part, "asset_name");
  const shown = content === undefined ? undefined : JSON.stringify(cut(content));
  return [type, shown].filter((it) => it !== undefined).join(" ");
}

function redirectOf({ parameters }: ConfiguredRule, itemsOf: EffectContext["itemsOf"]): Effect {
  const list = textAt(parameters, "from_list", "name");
  if (list !== undefined) return ends("redirect", [`by $${list}`], [parameters, itemsOf(list)]);
  const value = partAt(parameters, "from_value");
  const status = numberAt(value, "status_code") ?? 301;
  const target = shownValue(partAt(value, "target_url"));
  const keeps = partAt(value, "preserve_query_string") === true ? "with its query" : undefined;
  const key = ["redirect", status, partAt(value, "target_url"), keeps];
  return ends("redirect", [`${status} to ${target}`, keeps], key);
}

function skipOf(parameters: Part): Effect {
  const rules = partAt(parameters, "rules");
  const listed = isPartObject(rules)
    ? Object.entries(rules).flatMap(([id, it]) => textsAt(it).map((rule) => `${id} ${rule}`))
    : [];
  const marks = [
    ...textsAt(parameters, "phases"),
    ...textsAt(parameters, "products"),
    ...textsAt(parameters, "rulesets"),
    ...listed,
  ].map((it): Mark => ({ kind: "skipping", ...noticeOf(it, it, ["skip", it]) }));
  if (hasUnknown(parameters)) {
    const unknown = marked("skipping", "what is not known", [parameters]);
    return { ...none, marks: [...marks, ...unknown.marks] };
  }
  if (textAt(parameters, "phase") === "current")
    return { ...none, marks, ends: allowed, endsPhase: true };
  const endsRuleset = textAt(parameters, "ruleset") === "current";
  return { ...none, marks, ...(endsRuleset && { ends: allowed }) };
}

function limitOf(
  { action, parameters, ratelimit }: ConfiguredRule,
  itemsOf: EffectContext["itemsOf"],
): Effect {
  const counting = textAt(ratelimit, "counting_expression") ?? "";
  const lists = [...counting.matchAll(/\$([\w.]+)/g)].map(([, it = ""]) => itemsOf(it));
  const most =
    numberAt(ratelimit, "requests_per_period") ?? numberAt(ratelimit, "score_per_period");
  const period = numberAt(ratelimit, "period");
  const by = textsAt(ratelimit, "characteristics");
  const text = [
    String(action),
    ...(most === undefined ? [] : [`over ${most} in ${period ?? "?"} s`]),
    ...(by.length > 0 ? [`by ${by.join(", ")}`] : []),
  ].join(" ");
  const timeout = numberAt(ratelimit, "mitigation_timeout");
  const detail = timeout === undefined ? text : `${text} for ${timeout} s`;
  return {
    ...none,
    marks: [
      { kind: "limit", ...noticeOf(text, detail, [action, parameters, ratelimit, ...lists]) },
    ],
  };
}

type Row = readonly [name: string, value: Noticed];

function settings(rows: readonly Row[]): Effect {
  return { ...none, settings: new Map(rows) };
}

function rowOf(name: string, part: Part | undefined): readonly Row[] {
  if (part === undefined) return [];
  const text = `${name} ${shownValue(part)}`;
  return [[name, noticeOf(text, text, [name, part])]];
}

function rowsOf(parameters: Part, whole: string): readonly Row[] {
  if (!isPartObject(parameters)) return rowOf(whole, parameters);
  return Object.entries(parameters).flatMap(([name, it]) => rowOf(name, partAt(it) ?? it));
}

/** Version 4 of the provider has blocks with a name, version 5 and the service objects by name. */
function headersOf(part: Part | undefined): readonly Row[] {
  if (part === undefined) return [];
  const isNamed = !Array.isArray(part) && textAt(part, "operation") !== undefined;
  const rows: readonly (readonly [string, Part])[] =
    Array.isArray(part) || isNamed
      ? (Array.isArray(part) ? part : [part]).map((it) => [textAt(it, "name") ?? "", it] as const)
      : isPartObject(part)
        ? Object.entries(part)
        : [["headers", part]];
  return rows.flatMap(([name, it]) => {
    const operation = textAt(it, "operation") ?? "set";
    const value = operation === "remove" ? "removed" : shownValue(it);
    const text = `header ${name.toLowerCase()} ${operation === "add" ? "added " : ""}${value}`;
    const key = [operation, partAt(it, "value"), partAt(it, "expression")];
    // Each added value is one of several.
    const dimension = operation === "add" ? `${name} ${canonical(key)}` : name;
    return [[`header ${dimension.toLowerCase()}`, noticeOf(text, text, key)] as const];
  });
}

function shownValue(part: Part | undefined): string {
  if (part instanceof UnknownPart) return `(${part.source})`;
  const value = partAt(part, "expression") ?? partAt(part, "value") ?? part;
  if (value === undefined) return "";
  if (value instanceof UnknownPart) return `(${value.source})`;
  return cut(typeof value === "string" ? value : canonical(value));
}

/** Equal for equal data, whatever the order of properties. A list of one object is that object. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, it) => {
    if (it instanceof UnknownPart) return { unknown: it.source };
    if (Array.isArray(it)) return it.length === 1 && isPartObject(it[0]) ? it[0] : it;
    if (!isPartObject(it)) return typeof it === "bigint" ? String(it) : it;
    return Object.fromEntries(Object.entries(it).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
}
