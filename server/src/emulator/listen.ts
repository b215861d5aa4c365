import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { isLoopback } from "../workspace/config/address.ts";
import { basePath, type Emulator } from "./emulator.ts";
import { codes, failure } from "./envelope.ts";

/** The only file that opens a socket, and that on the loopback address alone. */
const host = "127.0.0.1";

export interface Listening {
  readonly port: number;
  readonly baseUrl: string;
  /** Ends open connections as well. */
  close(): Promise<void>;
}

/** A request and what became of it. Neither headers nor the query are told: credentials may be in both. */
export interface Answered {
  readonly method: string;
  readonly path: string;
  /** Undefined when the connection ended without an answer. */
  readonly status: number | undefined;
}

/** Rejects with the system's error, `EADDRINUSE` for one. Port 0 takes a free one. */
export async function listen(
  emulator: Emulator,
  port: number,
  tell: (answered: Answered) => void = () => {},
): Promise<Listening> {
  const server = createAdaptorServer({
    fetch: async (request, { incoming }) => {
      const response = await answer(emulator, request, incoming as HttpBindings["incoming"]);
      const { method, url } = request;
      const status = response === RESPONSE_ALREADY_SENT ? undefined : response.status;
      tell({ method, path: new URL(url).pathname, status });
      return response;
    },
    // The libraries' own Request and Response would take the place of everybody's.
    overrideGlobalObjects: false,
  }) as Server;
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

/** A page in a browser can reach this machine too, by its address or by a name that was made to lead here. */
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

/** A dropped connection, and one that the client has left, gets no answer. */
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
