import { readFileSync } from "node:fs";
import { createContext, runInContext } from "node:vm";
import { MessageChannel, type MessagePort } from "node:worker_threads";
import {
  createMessageConnection,
  PortMessageReader,
  PortMessageWriter,
} from "vscode-languageserver/node";
import {
  bundlesOfServer,
  serverBundle,
  workerScript,
} from "../../../client/src/server/worker-script.ts";
import { bundlePath } from "./dist.ts";
import { connectClient, type Options, type TestClient } from "./lsp.ts";

export function readBundle(name: string): string {
  return readFileSync(bundlePath(name), "utf8");
}

const browserGlobals = {
  ...{ clearInterval, clearTimeout, console, performance, queueMicrotask },
  ...{ setInterval, setTimeout, TextDecoder, TextEncoder, URL },
};

/** Runs a script like a browser's worker, with the API of workers and without the API of Node. Returns the other end. */
export function runWorker(script: string): MessagePort {
  const { port1: outside, port2: inside } = new MessageChannel();
  const self: Record<string, unknown> & { onmessage?(event: { data: unknown }): void } = {
    addEventListener() {},
    postMessage: (message: unknown) => inside.postMessage(message),
    close: () => inside.close(),
  };
  inside.on("message", (data) => self.onmessage?.({ data }));
  runInContext(script, createContext({ ...browserGlobals, self }));
  return outside;
}

/** The server in a worker, from the result of `npm run build`. */
export async function startWebServer(options: Options = {}): Promise<TestClient> {
  const bundles = new Map(bundlesOfServer.map((name) => [name, readBundle(name)]));
  const port = runWorker(workerScript(bundles, serverBundle));
  return connectClient(
    createMessageConnection(new PortMessageReader(port), new PortMessageWriter(port)),
    options,
  );
}
