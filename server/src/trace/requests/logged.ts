/** The facts of a log line about the outcome. */
export interface Logged {
  /** The actions of rules, in order. */
  readonly events: readonly LoggedEvent[];
  readonly status?: number;
  /** 0 if the origin was not asked. */
  readonly originStatus?: number;
  readonly isCached?: boolean;
}

export interface LoggedEvent {
  readonly action: string;
  readonly id?: string;
  readonly ref?: string;
  readonly description?: string;
  readonly source?: string;
}

type Row = Readonly<Record<string, unknown>>;

/** Of a line of `http_requests` or `firewall_events`. Undefined if it says nothing about the outcome. */
export function loggedIn(row: Row): Logged | undefined {
  const events = [...ownEvents(row), ...securityEvents(row)];
  const status = numberIn(row, "EdgeResponseStatus");
  const originStatus = numberIn(row, "OriginResponseStatus");
  if (events.length === 0 && status === undefined) return undefined;
  const cached = /^(?:hit|stale|updating|revalidated|stream_hit)$/;
  return {
    events,
    ...(status !== undefined && { status }),
    ...(originStatus !== undefined && { originStatus }),
    ...(cached.test(textIn(row, "CacheCacheStatus") ?? "") && { isCached: true }),
  };
}

/** A line of `firewall_events` is one event. */
function ownEvents(row: Row): readonly LoggedEvent[] {
  const action = textIn(row, "Action");
  if (action === undefined) return [];
  return [
    eventOf(action, {
      id: textIn(row, "RuleID"),
      ref: textIn(row, "Ref"),
      description: textIn(row, "Description"),
      source: textIn(row, "Source"),
    }),
  ];
}

/** A line of `http_requests` has lists of them, and the one that ended the request. */
function securityEvents(row: Row): readonly LoggedEvent[] {
  const last = {
    id: textIn(row, "SecurityRuleID"),
    description: textIn(row, "SecurityRuleDescription"),
  };
  const ids = textsIn(row, "SecurityRuleIDs");
  const sources = textsIn(row, "SecuritySources");
  const all = textsIn(row, "SecurityActions").map((action, at) =>
    eventOf(action, {
      id: ids[at],
      source: sources[at],
      ...(ids[at] === last.id && { description: last.description }),
    }),
  );
  const action = textIn(row, "SecurityAction");
  return action === undefined || all.some((it) => it.id === last.id)
    ? all
    : [...all, eventOf(action, last)];
}

function eventOf(action: string, more: Readonly<Record<string, string | undefined>>): LoggedEvent {
  const known = Object.entries(more).filter(([, it]) => it !== undefined && it !== "");
  return { action, ...Object.fromEntries(known) };
}

function textIn(row: Row, name: string): string | undefined {
  const value = row[name];
  return typeof value === "string" && value !== "" ? value : undefined;
}

function textsIn(row: Row, name: string): readonly string[] {
  const value = row[name];
  return Array.isArray(value) ? value.filter((it) => typeof it === "string") : [];
}

function numberIn(row: Row, name: string): number | undefined {
  const value = Number(row[name] ?? Number.NaN);
  return Number.isInteger(value) ? value : undefined;
}
