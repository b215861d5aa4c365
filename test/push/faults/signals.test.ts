import type { ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { createEmulator } from "../../../server/src/emulator/emulator.ts";
import { defaults } from "../../../server/src/emulator/state/defaults.ts";
import { readLock } from "../../../server/src/workspace/lock/lock.ts";
import { start } from "../../support/programs/bundle.ts";
import { Folder, weir } from "../../support/programs/cli.ts";
import { rule } from "./sequences.ts";

/** The emulator on a port, with a hook before the response to each write. */
async function serve(beforeAnswer: () => Promise<void>): Promise<Server> {
  const emulator = createEmulator({});
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const it of request) chunks.push(it as Buffer);
    const { method = "GET", url } = request;
    const body = Buffer.concat(chunks).toString();
    const answer = await emulator.fetch(`http://127.0.0.1:8787${url}`, {
      method,
      headers: request.headers as Record<string, string>,
      ...(body === "" ? undefined : { body }),
    });
    if (method !== "GET") await beforeAnswer();
    response.writeHead(answer.status, { "content-type": "application/json" });
    response.end(await answer.text());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return server;
}

function workspaceFor(server: Server): Folder {
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}/client/v4`;
  const local = { baseUrl, zone: defaults.zone, rulesTarget: "firewall-rules" };
  return new Folder({
    "weir.json": JSON.stringify({ profiles: { local } }),
    "a.cfrule": rule("ssl"),
  });
}

/** Resolves when the text was printed. */
function untilSaid(child: ChildProcess, text: string): Promise<void> {
  let said = "";
  return new Promise((resolve) => {
    child.stderr?.on("data", (it: Buffer) => {
      said += it.toString();
      if (said.includes(text)) resolve();
    });
  });
}

/** Windows has no signals between processes. */
test.runIf(process.platform !== "win32").each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
  ["SIGHUP", 129],
] as const)(
  "%s during a push ends in a known state with exit code %i",
  async (signal, expected) => {
    let child: ChildProcess | undefined;
    const server = await serve(async () => {
      if (!child) return;
      const heard = untilSaid(child, "Stopping");
      child.kill(signal);
      await heard;
    });
    using folder = workspaceFor(server);
    try {
      child = start(["push", "a.cfrule", "--yes"], folder.path);
      let out = "";
      child.stdout?.on("data", (it: Buffer) => {
        out += it.toString();
      });
      const [status, by] = await once(child, "close");
      expect([status, by]).toEqual([expected, null]);
      expect(out).toContain("Create rule: not done. Canceled. The filter");
      const lock = readLock(folder.read("weir.lock.json"));
      expect(lock).toMatchObject({ "a.cfrule": { local: { state: "filter-created" } } });
      child = undefined;
      const next = await weir(folder, ["push", "a.cfrule", "--yes"], "", { env: {} });
      expect(next.status).toBe(0);
    } finally {
      server.close();
    }
  },
);
