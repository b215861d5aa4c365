import {
  type ConfiguredRule,
  type ListItem,
  type Part,
  type SourcePlace,
  UnknownPart,
} from "../../core/configuration/model.ts";
import type { RequestFields } from "../../core/trial.ts";
import { cutTo } from "../../text/shorten.ts";
import { redirectBy } from "../../trace/configuration/bulk-redirects.ts";
import {
  hasUnknown,
  numberAt,
  partAt,
  statusAt,
  textAt,
} from "../../trace/configuration/parameters.ts";
import { cannotBeSent, isReserved } from "../../trace/effects/headers.ts";
import { headerRows } from "../../trace/effects/rewrites.ts";
import type { OutcomeKind } from "../../trace/types.ts";
import type { Clause } from "../clauses.ts";
import { type Asked, alwaysTrue, both, type Condition, opaque, opposite } from "../conditions.ts";
import { allowed, type Effect, unknownEffect } from "../effects.ts";
import { hasValue, newValue, type Reading, readingOf } from "./rewrites.ts";

/** How rules end requests, beside what their actions say: for which requests they do, and with what. */

export const rewritePhase = "http_request_transform";
export const headerPhase = "http_request_late_transform";

/** The outcome of a request that a rule ends. */
export interface End {
  readonly kind: OutcomeKind;
  /** Undefined if there is none, or it is not known. */
  readonly status?: number | undefined;
  /** Undefined if it depends on the request. */
  readonly location?: string | undefined;
}

export interface Around {
  readonly reading: Reading;
  readonly shared: Map<string, Condition>;
  readonly itemsOf: (list: string) => readonly ListItem[] | undefined;
  readonly rewritten: (asked: Asked) => RequestFields | undefined;
  readonly requestOf: (asked: Asked) => RequestFields | undefined;
}

/** The list of a rule that redirects by it. */
export interface BulkRedirect {
  readonly list: string;
  readonly key: string;
  /** Its expression says that the list has the URL, and nothing else. */
  readonly isList: boolean;
}

export const nothing: Effect = { marks: [], settings: new Map() };

export const failure: Effect = {
  ...nothing,
  ends: { key: "error page", text: "error", detail: "error", data: [] },
};

/** A redirect whose target has no value, or whose list does not have the URL, has no effect. */
export function redirecting(
  clause: Clause,
  bulk: BulkRedirect | undefined,
  around: Around,
): { readonly clause: Clause; readonly end: End } {
  const { rule, when } = clause;
  const { parameters } = rule;
  if (bulk) {
    const own = both(when, listed(bulk, rule, around));
    return { clause: { ...clause, when: own }, end: { kind: "redirect" } };
  }
  const value = partAt(parameters, "from_value");
  const computed = textAt(value, "target_url", "expression") ?? "";
  const keepsQuery = partAt(value, "preserve_query_string") === true;
  const present = computed === "" ? alwaysTrue : hasValue(computed, rule, around.reading);
  const isFixed = computed === "" && !keepsQuery;
  const { status } = statusAt(301, parameters, "from_value", "status_code");
  const location = isFixed ? textAt(value, "target_url", "value") : undefined;
  return {
    clause: { ...clause, when: both(when, present) },
    end: { kind: "redirect", status, location },
  };
}

/** URLs of a list of redirects. Exact if the items are plain URLs. */
function listed(
  { list, key }: BulkRedirect,
  rule: ConfiguredRule,
  { shared, requestOf, rewritten, itemsOf, reading }: Around,
): Condition {
  const items = itemsOf(list);
  const open = opaque(`URL in $${list} by ${key}`, shared);
  const isRaw = key.startsWith("raw.");
  const text = items && urlsText(items);
  const inItems = text === undefined || isRaw ? open : readingOf(text, rule, reading);
  return {
    ...inItems,
    matches: (asked) => {
      const url = (isRaw ? requestOf : rewritten)(asked)?.get(key);
      if (!items || typeof url !== "string") return undefined;
      return redirectBy(items, url) !== undefined;
    },
  };
}

/** The service answers with an error page if a new value is missing, or refused. */
export function failing(phase: string, clause: Clause, reading: Reading): readonly Clause[] {
  const { rule, when } = clause;
  const failed = (condition: Condition): Clause => ({
    ...clause,
    when: both(when, condition),
    effect: failure,
  });
  if (phase === rewritePhase)
    return (["path", "query"] as const).flatMap((part) => {
      const value = newValue(rule, part);
      return value && "expression" in value
        ? [failed(opposite(hasValue(value.expression, rule, reading)))]
        : [];
    });
  if (phase !== headerPhase) return [];
  const all = partAt(rule.parameters, "headers");
  const rows = all === undefined || all instanceof UnknownPart ? [] : headerRows(all);
  if (rows.some(([name, it]) => isRefused(name, it))) return [failed(alwaysTrue)];
  const isOpen = rows.some(([, it]) => mayBeRefused(it)) || all instanceof UnknownPart;
  const open = `headers of ${nameOf(rule)}`;
  return isOpen ? [failed(reading.unknown(open, rule))] : [];
}

/** A header that rules cannot change, or a value that a header cannot have. */
function isRefused(name: string, change: Part): boolean {
  const operation = textAt(change, "operation") ?? "set";
  if (isReserved(name.toLowerCase(), operation, false)) return true;
  return operation !== "remove" && cannotBeSent(textAt(change, "value") ?? "");
}

/** A decoded value may have any characters, unlike a value that a client sends in a URL or a header. */
function mayBeRefused(change: Part): boolean {
  return /decode|json|body/.test(textAt(change, "expression") ?? "") || hasUnknown(change);
}

const mostUrls = 200;

/** Undefined if an item redirects more than one URL, or there are too many. */
function urlsText(items: readonly ListItem[]): string | undefined {
  const texts = items.map((it) => {
    if (typeof it !== "object" || it.include_subdomains || it.subpath_matching) return undefined;
    const [, scheme, host = "", path] =
      /^(?:(https?):\/\/)?([\w.-]+)(\/[^?#"\\]*)?$/i.exec(it.source_url) ?? [];
    if (host === "") return undefined;
    const named = `"${host.toLowerCase()}"`;
    const own = `lower(http.host) eq ${named} or starts_with(lower(http.host), "${host.toLowerCase()}:")`;
    const secure = scheme === undefined ? "" : `${/s$/i.test(scheme) ? "" : "not "}ssl and `;
    return `(${secure}(${own}) and http.request.uri.path eq "${path ?? "/"}")`;
  });
  const isWhole = texts.length > 0 && texts.length <= mostUrls && !texts.includes(undefined);
  return isWhole ? texts.join(" or ") : undefined;
}

export const everything = { text: "true", hasHoles: false };

export function isInList({ expression }: ConfiguredRule, list: string, key: string): boolean {
  if (expression instanceof UnknownPart) return false;
  return expression.text.trim().replace(/^\(|\)$/g, "") === `${key} in $${list}`;
}

export function endOf({ rule, effect }: Clause): End {
  const { action, parameters } = rule;
  if (effect.ends?.isUnknown && unknownEffect(rule) !== undefined) return { kind: "unknown" };
  if (effect.ends?.key === allowed.key) return { kind: "origin" };
  if (action === "block")
    return { kind: "block", ...statusAt(403, parameters, "response", "status_code") };
  if (action === "serve_error")
    return { kind: "error", status: numberAt(parameters, "status_code") };
  return /challenge$/.test(String(action)) ? { kind: "challenge" } : { kind: "unknown" };
}

export function nameOf({ ref, description, id }: ConfiguredRule): string {
  return ref ?? description ?? id ?? "a rule";
}

/** With its place, as in `'admin' (infra/waf.tf:31)`. */
export function placed(rule: ConfiguredRule): string {
  return `'${cutTo(nameOf(rule), 60)}'${placeText(rule.place)}`;
}

function placeText(place: SourcePlace | undefined): string {
  if (!place) return "";
  const line = place.range ? `:${place.range.start.line + 1}` : "";
  return ` (${place.path}${line})`;
}
