import { Hono, type Context as HonoContext } from "hono";
import { methodNotAllowed } from "hono/method-not-allowed";
import { codes, type ErrorItem, failure, RejectedRequest, type Reply } from "./envelope.ts";
import { type Sleep, takeFault, underFault } from "./faults.ts";
import { type Credentials, signedInBy } from "./http/auth.ts";
import { readBody } from "./http/body.ts";
import type { Handler, LogLine } from "./http/call.ts";
import { addControls, type Controls, controlPath } from "./http/control.ts";
import { fetchFrom } from "./http/in-memory.ts";
import { addBuckets } from "./resources/bucket.ts";
import { routes } from "./routes.ts";
import { defaults } from "./state/defaults.ts";
import { defaultSettings, type Settings } from "./state/settings.ts";
import { emptyState, ensureScope, type State } from "./state/state.ts";
import type { Store } from "./state/store.ts";

export interface EmulatorOptions extends Partial<Credentials> {
  /** Defaults to one zone with the default identifier. */
  readonly zones?: readonly { readonly id: string; readonly name?: string }[];
  readonly account?: string;
  readonly settings?: Partial<Settings>;
  readonly store?: Store;
  /** The seed of generated identifiers. */
  readonly seed?: number;
  readonly now?: () => Date;
  /** The lines that Log Explorer has, by dataset. Default: made-up ones. */
  readonly lines?: (dataset: string) => readonly LogLine[] | undefined;
  readonly sleep?: Sleep;
}

/** The path of the base address. */
export const basePath = "/client/v4";

/** The service, as a function from request to response. */
export function createEmulator(options: EmulatorOptions = {}): Emulator {
  return new Emulator(options);
}

export class Emulator implements Controls {
  settings: Settings;
  /** The current resources. */
  state: State;
  /** Replaces the global `fetch` for clients in the same process. Accepts any host. */
  readonly fetch = fetchFrom((request) => this.answer(request));
  private readonly credentials: Credentials;
  private readonly app: Hono;

  constructor(private readonly options: EmulatorOptions) {
    this.credentials = {
      token: options.token ?? defaults.token,
      email: options.email ?? defaults.email,
      key: options.key ?? defaults.key,
    };
    this.settings = this.initialSettings();
    this.state = withScopes(options.store?.load(), options);
    // If the file is not writable, fail at the start and not after the first change.
    options.store?.save(this.state);
    this.app = createApp((c, handler) => this.run(c, handler));
    addControls(this.app, this);
    addBuckets(this.app, this);
  }

  now = (): Date => this.options.now?.() ?? new Date();

  configure(changes: Partial<Settings>): void {
    this.settings = { ...this.settings, ...changes };
  }

  reset(): void {
    this.settings = this.initialSettings();
    this.state = withScopes(undefined, this.options);
    this.options.store?.save(this.state);
  }

  /** Throws `DroppedConnection` when the caller must close the connection without a response. */
  async answer(request: Request): Promise<Response> {
    const serve = async () => this.app.fetch(request);
    if (new URL(request.url).pathname.startsWith(controlPath)) return serve();
    const { sleep = delay } = this.options;
    if (this.settings.latency > 0) await sleep(this.settings.latency, request.signal);
    const { fault, left } = takeFault(this.settings.faults, request);
    if (!fault) return serve();
    this.configure({ faults: left });
    return underFault(fault, serve, sleep);
  }

  private async run(c: HonoContext, handler: Handler): Promise<Reply> {
    const by = signedInBy(c.req.raw.headers, this.credentials);
    const body = await readBody(c.req.raw);
    const { state, settings } = this;
    const { store } = this.options;
    try {
      return handler({
        state,
        settings,
        by,
        email: this.credentials.email,
        params: c.req.param(),
        query: new URL(c.req.url).searchParams,
        body,
        now: this.now().toISOString(),
        lines: this.options.lines,
      });
    } finally {
      // Save after errors too: a rejected rule may leave its filter behind.
      if (c.req.method !== "GET") store?.save(state);
    }
  }

  private initialSettings(): Settings {
    return { ...defaultSettings, ...this.options.settings };
  }
}

/** The paths of the service, each with its handler. */
function createApp(run: (c: HonoContext, handler: Handler) => Promise<Reply>): Hono {
  const app = new Hono();
  app.use(
    methodNotAllowed({
      app,
      onMethodNotAllowed: (c, methods) => {
        const message = `Method '${c.req.method}' is not allowed for this path.`;
        const headers = { allow: methods.join(", ") };
        return refusal(405, [{ code: codes.noSuchPath, message }], headers);
      },
    }),
  );
  for (const [method, path, handler] of routes) {
    app.on(method, basePath + path, async (c) => {
      const { status, body, text } = await run(c, handler);
      if (text !== undefined) return new Response(text, { status });
      return body === null ? new Response(null, { status }) : Response.json(body, { status });
    });
  }
  app.notFound((c) => {
    const message = `Unknown path '${c.req.path}'.`;
    return refusal(404, [{ code: codes.noSuchPath, message }]);
  });
  app.onError((error) =>
    error instanceof RejectedRequest
      ? refusal(error.status, error.errors)
      : refusal(500, [{ code: codes.broken, message: `The emulator failed: ${error.message}` }]),
  );
  return app;
}

function refusal(
  status: number,
  errors: readonly ErrorItem[],
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json(failure(errors), { status, headers });
}

/** The initial state, with the zones and the account of the options. */
function withScopes(kept: State | undefined, options: EmulatorOptions): State {
  const state = kept ?? emptyState(options.seed ?? 1);
  const { account = defaults.account, zones = [{ id: defaults.zone }] } = options;
  ensureScope(state, { kind: "accounts", id: account, name: "Weir emulator", account });
  for (const [i, { id, name }] of zones.entries()) {
    const defaultName = i === 0 ? "example.com" : `example-${i + 1}.com`;
    ensureScope(state, { kind: "zones", id, name: name ?? defaultName, account });
  }
  return state;
}

function delay(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, milliseconds);
    signal.addEventListener("abort", stop, { once: true });
  });
}
