import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import { RESPONSE_ALREADY_SENT } from "@hono/node-server/utils/response";
import { basePath, type Emulator } from "./emulator.ts";

/** The only file that opens a socket, and that on the loopback address alone. */
const host = "127.0.0.1";

export interface Listening {
  readonly port: number;
  readonly baseUrl: string;
  /** Ends open connections as well. */
  close(): Promise<void>;
}

/** Rejects with the system's error, `EADDRINUSE` for one. Port 0 takes a free one. */
export async function listen(emulator: Emulator, port: number): Promise<Listening> {
  const server = createAdaptorServer({
    fetch: (request, { incoming }) =>
      answer(emulator, request, incoming as HttpBindings["incoming"]),
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

/** A dropped connection, and one that the client has left, gets no answer. */
async function answer(
  emulator: Emulator,
  request: Request,
  incoming: HttpBindings["incoming"],
): Promise<Response> {
  try {
    return await emulator.answer(request);
  } catch {
    incoming.socket.destroy();
    return RESPONSE_ALREADY_SENT;
  }
}
