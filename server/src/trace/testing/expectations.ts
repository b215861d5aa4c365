import { pathOf, queryOf } from "../../vocabulary/uri.ts";
import type { Trace, TraceRule } from "../types.ts";

/** The expectations that a trace does not meet, as in `outcome: expected block, found origin`. Only the listed ones are compared. */
export function unmet(
  trace: Trace,
  expected: Readonly<Record<string, unknown>>,
): readonly string[] {
  return Object.entries(expected).flatMap(([name, value]) => {
    const check = Object.hasOwn(checks, name) ? checks[name] : undefined;
    return check?.(trace, value, name) ?? [];
  });
}

type Check = (trace: Trace, expected: unknown, name: string) => readonly string[];

function compared(actual: (trace: Trace) => unknown): Check {
  return (trace, expected, name) => differences(actual(trace), expected, name);
}

/** Of an object, only the expected properties; a single value is the same as a list of it. */
function differences(actual: unknown, expected: unknown, name: string): readonly string[] {
  if (typeof expected === "object" && expected !== null && !Array.isArray(expected)) {
    const found = (typeof actual === "object" && actual !== null ? actual : {}) as Record<
      string,
      unknown
    >;
    return Object.entries(expected).flatMap(([key, value]) =>
      differences(found[key], value, `${name}.${key}`),
    );
  }
  return textOf(actual) === textOf(expected)
    ? []
    : [`${name}: expected ${shown(expected)}, found ${shown(actual)}`];
}

function textOf(value: unknown): string {
  if (Array.isArray(value)) return value.length === 1 ? textOf(value[0]) : JSON.stringify(value);
  return value === undefined || value === null ? "" : String(value);
}

function shown(value: unknown): string {
  if (value === undefined || value === null) return "nothing";
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Names of headers in any letter case. */
function headers(actual: (trace: Trace) => Readonly<Record<string, unknown>> | undefined): Check {
  return (trace, expected, name) => {
    const rows = Object.entries(expected as Readonly<Record<string, unknown>>);
    const lower = Object.fromEntries(rows.map(([key, it]) => [key.toLowerCase(), it]));
    return differences(actual(trace) ?? {}, lower, name);
  };
}

function uriOf({ outcome }: Trace): string | undefined {
  return outcome.request?.url.replace(/^https?:\/\/[^/]*/, "");
}

function named(rule: TraceRule, name: string): boolean {
  return [rule.ref, rule.description, rule.id].includes(name);
}

function rules(isMatched: boolean): Check {
  return ({ steps }, expected, name) =>
    (expected as readonly string[]).flatMap((wanted) => {
      const all = steps.flatMap((it) => it.rules).filter((it) => named(it, wanted));
      const isMet = isMatched
        ? all.some((it) => it.result === "matched")
        : all.every((it) => it.result !== "matched" && it.result !== "unknown");
      const found = all.map((it) => it.result).join(", ");
      return isMet ? [] : [`${name}: '${wanted}' is ${found === "" ? "not there" : found}`];
    });
}

const checks: Readonly<Record<string, Check>> = {
  outcome: compared(({ outcome }) => outcome.kind),
  by: (trace, expected) => {
    const { by } = trace.outcome;
    const rule = trace.steps
      .flatMap((it) => it.rules)
      .find((it) => by !== undefined && named(it, by));
    const isSame = by === expected || (rule && named(rule, String(expected)));
    return isSame ? [] : [`by: expected ${shown(expected)}, found ${shown(by)}`];
  },
  action: compared(({ outcome }) => outcome.action),
  status: compared(({ outcome }) => outcome.status),
  location: compared(({ outcome }) => outcome.location),
  code: compared(({ outcome }) => outcome.code),
  path: compared((it) => pathOf(uriOf(it) ?? "")),
  query: compared((it) => queryOf(uriOf(it) ?? "")),
  host: compared(({ outcome }) => outcome.request?.hostHeader),
  headers: headers(({ outcome }) => outcome.request?.headers),
  response: (trace, expected, name) => {
    const { status, headers: wanted } = expected as Readonly<Record<string, unknown>>;
    const { response } = trace.outcome;
    return [
      ...(status === undefined ? [] : differences(response?.status, status, `${name}.status`)),
      ...(wanted === undefined
        ? []
        : headers(() => response?.headers)(trace, wanted, `${name}.headers`)),
    ];
  },
  cache: compared(({ outcome }) => outcome.cache),
  config: compared(({ outcome }) => outcome.config),
  matched: rules(true),
  "not-matched": rules(false),
};
