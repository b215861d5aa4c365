import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { isLoopback } from "../workspace/config/address.ts";
import { basePath, type Emulator } from "./emulator.ts";
import { codes, failure } from "./envelope.ts";

/** The only file that opens a socket, and only on the loopback address. */
const host = "127.0.0.1";

export interface RunningEmulator {
  readonly port: number;
  readonly baseUrl: string;
  /** Closes open connections too. */
  close(): Promise<void>;
}

/** A request and its outcome, for the log. Headers and query are omitted because they may contain credentials. */
export interface Answered {
  readonly method: string;
  readonly path: string;
  /** Undefined when the connection ended without a response. */
  readonly status: number | undefined;
}

/** Rejects with the system's error, such as `EADDRINUSE`. Port 0 selects a free port. */
export async function listen(
  emulator: Emulator,
  port: number,
  tell: (answered: Answered) => void = () => {},
): Promise<RunningEmulator> {
  const server = createAdaptorServer({
    fetch: async (request, { incoming }) => {
      const response = await answer(emulator, request, incoming as HttpBindings["incoming"]);
      const { method, url } = request;
      const status = response === RESPONSE_ALREADY_SENT ? undefined : response.status;
      tell({ method, path: new URL(url).pathname, status });
      return response;
    },
    // Otherwise the library replaces the global Request and Response.
    overrideGlobalObjects: false,
  }) as Server;
  // Node closes idle connections after 5 s, and a client on a busy machine would still send its next request there.
  server.keepAliveTimeout = 0;
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, host, resolve);
  });
  const taken = (server.address() as AddressInfo).port;
  return {
    port: taken,
    baseUrl: `http://${host}:${taken}${basePath}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

/** Web pages can reach this machine too, by its address or by DNS rebinding. */
function isFromPage({ url, headers }: Request): boolean {
  const page = headers.get("origin");
  const isOurs = (it: string) => URL.canParse(it) && isLoopback(new URL(it));
  return !isOurs(url) || (page !== null && !isOurs(page));
}

function refusedPage(): Response {
  const message =
    "The emulator only accepts requests from programs on this machine, not from web pages.";
  return Response.json(failure([{ code: codes.noCredentials, message }]), { status: 403 });
}

/** Sends no response for dropped connections and disconnected clients. */
async function answer(
  emulator: Emulator,
  request: Request,
  incoming: HttpBindings["incoming"],
): Promise<Response> {
  if (isFromPage(request)) return refusedPage();
  try {
    return await emulator.answer(request);
  } catch {
    incoming.socket.destroy();
    return RESPONSE_ALREADY_SENT;
  }
}
