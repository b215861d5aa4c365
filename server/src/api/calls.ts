import { ServiceError } from "./service-error.ts";
import { type Decoder, type Fields, fields, UnexpectedShapeError } from "./shapes.ts";

export type Method = "POST" | "PUT" | "PATCH" | "DELETE";
export type Query = Readonly<Record<string, string | number | boolean>>;

/** The decoder gets the result of a response, and what the response says about paging. */
type ResultDecoder<Value> = (result: unknown, info: unknown) => Value;

export interface Calls {
  /** Read-only, so it is retried after a network failure. */
  read<Value>(path: string, decode: ResultDecoder<Value>, query?: Query): Promise<Value>;
  /** Sent once; retried only after the service rejected it because of its rate limit. */
  write<Value>(request: WriteRequest, decode: Decoder<Value>): Promise<Value>;
}

export interface WriteRequest {
  readonly method: Method;
  readonly path: string;
  readonly query?: Query | undefined;
  readonly body?: Fields | readonly Fields[];
  /** A body that is not JSON. */
  readonly text?: string;
  readonly signal?: AbortSignal;
}

/** Looks at each write request before it is sent. */
export interface Guard {
  /** Throws a `ServiceError` if it must not be sent. Returns what to call with the result. */
  check(request: WriteRequest): (result: unknown) => void;
}

/** A path with its parts encoded: what the service or a file names never leads to another path. */
export function pathOf(...parts: readonly (string | number)[]): string {
  return parts.map((it) => `/${encodeURIComponent(it)}`).join("");
}

export interface Patience {
  /** The maximum number of attempts per call. */
  readonly attempts: number;
  readonly sleep: (milliseconds: number) => Promise<void>;
  /** Runs a callback periodically; returns a function that stops it. */
  readonly every?: (milliseconds: number, run: () => void) => () => void;
  /** Called with a description of what the run is waiting for. */
  readonly say?: ((text: string) => void) | undefined;
  /** Whether the result is no longer needed, so that a retry would be useless. */
  readonly isOver?: () => boolean;
}

/** Longer delays requested by the service are not waited for. */
const maxDelay = 300_000;
const minDelay = 500;
const reportInterval = 5000;

/** The only header that the transport keeps. */
export const plainText = { "content-type": "text/plain" } as const;

export function callsOf(
  baseUrl: string,
  fetch: typeof globalThis.fetch,
  patience: Patience,
): Calls {
  const send = async (request: Partial<WriteRequest>) => {
    const { method, path, query = {}, body, text, signal } = request;
    const url = new URL(`${baseUrl}${path}`);
    for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
    const content = body === undefined ? undefined : { body: JSON.stringify(body) };
    const plain = text === undefined ? undefined : { body: text, headers: plainText };
    const init = { method: method ?? "GET", ...content, ...plain, ...(signal && { signal }) };
    const response = await fetch(url, init);
    return fields(await response.json());
  };
  const pace = new Pace(patience);
  return {
    read: (path, decode, query) =>
      pace.withRetries(
        async () => {
          const { result, result_info } = await send({ path, query });
          return decode(result, result_info);
        },
        (error) => error.passes,
      ),
    write: (request, decode) =>
      pace.withRetries(
        async () => decode((await send(request)).result),
        // A request that may have had an effect is not retried.
        isRateLimited,
      ),
  };
}

function isRateLimited({ status }: ServiceError): boolean {
  return status === 429;
}

/** The requests of a run. After a 429 response, all of them wait, and from then on they are sent one after another. */
class Pace {
  private pause: Promise<unknown> = Promise.resolve();
  /** The end of the last request in the queue; undefined while there is no queue. */
  private queue: Promise<unknown> | undefined;
  private slowedBy: ServiceError | undefined;

  constructor(private readonly patience: Patience) {}

  async withRetries<Value>(
    call: () => Promise<Value>,
    mayRepeat: (error: ServiceError) => boolean,
  ): Promise<Value> {
    for (let attempt = 1; ; attempt++) {
      const done = await this.inTurn(async () => {
        try {
          return { value: await withProgress(() => once(call), this.patience, attempt) };
        } catch (error) {
          if (!(error instanceof ServiceError) || !mayRepeat(error)) throw error;
          return { error, slept: this.sleepAfter(error, attempt) };
        }
      });
      if ("value" in done) return done.value;
      await done.slept;
      if (this.patience.isOver?.()) throw done.error;
    }
  }

  private inTurn<Value>(attempt: () => Promise<Value>): Promise<Value> {
    if (!this.queue) return attempt();
    const turn = this.queue.then(async () => {
      await this.pause;
      if (this.slowedBy && this.patience.isOver?.()) throw this.slowedBy;
      return attempt();
    });
    this.queue = turn.catch(() => {});
    return turn;
  }

  /** Throws if the call is not worth another attempt. */
  private sleepAfter(error: ServiceError, attempt: number): Promise<unknown> {
    const { attempts, sleep, say } = this.patience;
    const pause = Math.max((error.retryAfter ?? 0) * 1000, minDelay * 2 ** attempt);
    if (attempt >= attempts || pause > maxDelay) throw error;
    say?.(
      `${error.message} Retrying in ${secondsOf(pause)} (attempt ${attempt + 1} of ${attempts})`,
    );
    const slept = sleep(pause);
    if (isRateLimited(error)) {
      this.slowedBy = error;
      this.pause = Promise.all([this.pause, slept]);
      this.queue ??= this.pause;
    }
    return slept;
  }
}

/** Reports the elapsed time of slow calls. */
async function withProgress<Value>(
  call: () => Promise<Value>,
  { every, say, attempts }: Patience,
  attempt: number,
): Promise<Value> {
  let waited = 0;
  const which = attempt > 1 ? ` (attempt ${attempt} of ${attempts})` : "";
  const end = every?.(reportInterval, () => {
    waited += reportInterval;
    say?.(`Waiting for the service for ${secondsOf(waited)}${which}`);
  });
  try {
    return await call();
  } finally {
    end?.();
  }
}

/** For example "1.5 s". */
export function secondsOf(milliseconds: number): string {
  return `${Math.round(milliseconds / 100) / 10} s`;
}

async function once<Value>(call: () => Promise<Value>): Promise<Value> {
  try {
    return await call();
  } catch (error) {
    const isUnreadable =
      error instanceof UnexpectedShapeError ||
      error instanceof TypeError ||
      error instanceof SyntaxError;
    throw isUnreadable
      ? new ServiceError("Unexpected response from the service.", "unknown")
      : error;
  }
}

/** Undefined when the service responds "not found". */
export async function undefinedIfNotFound<Value>(
  answer: Promise<Value>,
): Promise<Value | undefined> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404 && error.isOwn) return undefined;
    throw error;
  }
}
