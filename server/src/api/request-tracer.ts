import { type Calls, pathOf } from "./calls.ts";
import * as shapes from "./shapes.ts";

/** The service's answer about a request that it did not get: its rules, and whether they match. */
export interface ServiceTrace {
  readonly status: number | undefined;
  readonly rules: readonly ServiceTraceRule[];
}

export interface ServiceTraceRule {
  /** Names by which it may be known: an ID, or a name that the service gives to the step. */
  readonly names: readonly string[];
  readonly description?: string;
  readonly expression?: string;
  readonly action?: string;
  readonly matched: boolean;
}

export interface RequestTracer {
  /** The request reaches neither the zone nor the origin. */
  trace(account: string, request: shapes.Fields): Promise<ServiceTrace>;
  /** The account of a zone. */
  accountOf(zone: string): Promise<string>;
}

export function requestTracerOf({ read, write }: Calls): RequestTracer {
  return {
    trace: (account, body) => {
      const path = pathOf("accounts", account, "request-tracer", "trace");
      return write({ method: "POST", path, body }, serviceTrace);
    },
    accountOf: (zone) =>
      read(pathOf("zones", zone), (result) => {
        const { id } = shapes.fields(shapes.fields(result).account);
        if (typeof id !== "string") throw new shapes.UnexpectedShapeError();
        return id;
      }),
  };
}

const serviceTrace: shapes.Decoder<ServiceTrace> = (value) => {
  const { status_code: status, trace } = shapes.fields(value);
  return { status: typeof status === "number" ? status : undefined, rules: rulesIn(trace, 0) };
};

/** Steps contain steps; steps with an expression are rules. */
function rulesIn(items: unknown, depth: number): readonly ServiceTraceRule[] {
  if (!Array.isArray(items) || depth > deepest) return [];
  return items.flatMap((it) => {
    const step = shapes.fields(it);
    const inner = rulesIn(step.trace, depth + 1);
    return typeof step.expression === "string" ? [ruleOf(step), ...inner] : inner;
  });
}

const deepest = 20;

function ruleOf(step: shapes.Fields): ServiceTraceRule {
  const { step_name, name, description, expression, action, matched } = step;
  const isText = (it: unknown): it is string => typeof it === "string" && it !== "";
  return {
    names: [step_name, name].filter(isText),
    ...(isText(description) && { description }),
    ...(isText(expression) && { expression }),
    ...(isText(action) && { action }),
    matched: matched === true,
  };
}
