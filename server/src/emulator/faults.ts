import { codes, type ErrorItem, failure } from "./envelope.ts";
import { between, Fields, flag, oneOf, text, type Validators, whole } from "./shapes.ts";

/** An injected fault, for one or more matching requests. */
export type Fault = Target &
  (
    | { readonly kind: "status"; readonly status: number; readonly body?: string }
    | { readonly kind: "rate-limit"; readonly retryAfter?: number }
    | { readonly kind: "redirect"; readonly location: string; readonly status?: number }
    | { readonly kind: "drop"; readonly afterEffect?: boolean }
    | { readonly kind: "malformed" }
    | { readonly kind: "slow-body"; readonly delay: number }
  );

interface Target {
  /** Defaults to any method. */
  readonly method?: string;
  /** A substring of the path; defaults to any path. */
  readonly path?: string;
  /** The number of requests affected; defaults to one. */
  readonly times?: number;
}

/** The connection ends without a response. The owner of the connection closes it. */
export class DroppedConnection extends Error {}

export type Sleep = (milliseconds: number, signal: AbortSignal) => Promise<void>;

const target = { method: text(), path: text(), times: whole } as const;

const shapes: Readonly<Record<Fault["kind"], Validators>> = {
  status: { status: between(200, 599), body: text() },
  "rate-limit": { retryAfter: whole },
  redirect: { location: text(), status: oneOf([301, 302, 303, 307, 308]) },
  drop: { afterEffect: flag },
  malformed: {},
  "slow-body": { delay: between(0, 600_000) },
};
const needed: Partial<Record<Fault["kind"], string>> = {
  status: "status",
  redirect: "location",
  "slow-body": "delay",
};
export const faultKinds = Object.keys(shapes) as readonly Fault["kind"][];

/** A fault as sent to the control path. */
export function readFault(value: unknown, pointer: string, problems: ErrorItem[]): Fault {
  const fields = new Fields(value, pointer, problems);
  const kind = fields.need("kind", oneOf(faultKinds)) ?? "malformed";
  const name = needed[kind];
  if (name !== undefined) fields.require(name);
  return { kind, ...fields.known({ ...target, ...shapes[kind] }) } as Fault;
}

/** The fault that applies to a request, and the remaining faults. */
export function takeFault(
  faults: readonly Fault[],
  request: Request,
): { readonly fault: Fault | undefined; readonly left: readonly Fault[] } {
  const { pathname } = new URL(request.url);
  const fault = faults.find(
    ({ method, path, times = 1 }) =>
      times > 0 &&
      (method === undefined || method.toUpperCase() === request.method) &&
      (path === undefined || pathname.includes(path)),
  );
  if (!fault) return { fault, left: faults };
  const times = (fault.times ?? 1) - 1;
  const left = faults.flatMap((it) => (it !== fault ? [it] : times > 0 ? [{ ...it, times }] : []));
  return { fault, left };
}

/** Responds with a fault. `serve` executes the request; faults that do not call it change nothing. */
export async function underFault(
  fault: Fault,
  serve: () => Promise<Response>,
  sleep: Sleep,
): Promise<Response> {
  switch (fault.kind) {
    case "status":
      return fault.body === undefined
        ? refusal(fault.status, codes.broken, `Injected fault: status ${fault.status}.`, {})
        : new Response(fault.body, {
            status: fault.status,
            headers: { "content-type": "text/html; charset=UTF-8" },
          });
    case "rate-limit":
      return refusal(429, codes.rateLimit, "Too many requests. Wait, then try again.", {
        "retry-after": String(fault.retryAfter ?? 1),
      });
    case "redirect":
      return new Response(null, {
        status: fault.status ?? 307,
        headers: { location: fault.location },
      });
    case "drop":
      if (fault.afterEffect) await serve();
      throw new DroppedConnection("Injected fault: connection dropped.");
    case "malformed":
      return truncated(await serve());
    case "slow-body":
      return delayed(await serve(), fault.delay, sleep);
  }
}

function refusal(
  status: number,
  code: number,
  message: string,
  headers: Readonly<Record<string, string>>,
): Response {
  return Response.json(failure([{ code, message }]), { status, headers });
}

/** Truncates the response to its first half. */
async function truncated(response: Response): Promise<Response> {
  const whole = await response.text();
  return new Response(whole.slice(0, Math.ceil(whole.length / 2)), {
    status: response.status,
    headers: { "content-type": "application/json" },
  });
}

/** Sends the first half of the response immediately and the second half after the delay. */
async function delayed(response: Response, delay: number, sleep: Sleep): Promise<Response> {
  const bytes = new Uint8Array(await response.arrayBuffer());
  const middle = Math.ceil(bytes.length / 2);
  const reader = new AbortController();
  const body = new ReadableStream<Uint8Array>({
    start: (stream) => stream.enqueue(bytes.subarray(0, middle)),
    async pull(stream) {
      await sleep(delay, reader.signal);
      stream.enqueue(bytes.subarray(middle));
      stream.close();
    },
    cancel: (reason) => reader.abort(reason),
  });
  const headers = { "content-type": "application/json" };
  return new Response(body, { status: response.status, headers });
}
