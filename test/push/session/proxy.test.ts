import { execFile } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer as createProxy, type Server } from "node:http";
import { createServer as createService } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import type { Duplex } from "node:stream";
import { promisify } from "node:util";
import { build } from "esbuild";
import { describe, expect, test, vi } from "vitest";
import { fetchBehindProxy } from "../../../server/src/api/proxy.ts";
import { proxyFor } from "../../../server/src/workspace/proxy.ts";
import { Folder } from "../../support/programs/cli.ts";

describe("proxy selection", () => {
  const proxied = (url: string, env: Readonly<Record<string, string>>) =>
    proxyFor(new URL(url), { HTTPS_PROXY: "http://proxy.test:3128", ...env }) !== undefined;

  test.each([
    ["https://api.example/x", {}, true],
    ["https://api.example/x", { NO_PROXY: "other.example" }, true],
    ["https://api.example/x", { NO_PROXY: "api.example" }, false],
    ["https://api.example/x", { no_proxy: ".example" }, false],
    ["https://api.example/x", { NO_PROXY: "*.example, x" }, false],
    ["https://api.example/x", { NO_PROXY: "example:444" }, true],
    ["https://api.example/x", { NO_PROXY: "example:443" }, false],
    ["https://badexample/x", { NO_PROXY: "example" }, true],
    ["https://api.example/x", { NO_PROXY: "*" }, false],
    ["https://127.0.0.1/x", {}, false],
    ["http://localhost/x", {}, false],
  ])("%s with %o: %s", (url, env, expected) => {
    expect(proxied(url, env)).toBe(expected);
  });

  test("lowercase names and a bare host are accepted; an invalid value is reported without its text", () => {
    const url = new URL("https://api.example");
    expect(proxyFor(url, { https_proxy: "proxy.test:3128" })?.href).toBe("http://proxy.test:3128/");
    expect(proxyFor(url, {})).toBeUndefined();
    expect(() => proxyFor(url, { HTTPS_PROXY: "socks5://me:pass-word@x" })).toThrow(/HTTPS_PROXY/);
    expect(() => proxyFor(url, { HTTPS_PROXY: "socks5://me:pass-word@x" })).not.toThrow(
      /pass-word/,
    );
  });
});

const fixture = (name: string) => join(import.meta.dirname, "../fixtures", name);

/** Reads a list of a bucket through a proxy, twice. */
const bucketProgram = `
import { findObjects } from ${JSON.stringify(join(import.meta.dirname, "../../../server/src/logs/bucket/bucket.ts"))};
const env = { ...process.env, AWS_ACCESS_KEY_ID: "a", AWS_SECRET_ACCESS_KEY: "b", AWS_ENDPOINT_URL_S3: "https://service.test" };
const found = [await findObjects("s3://logs/p", env, {}), await findObjects("s3://logs/p", env, {})];
console.log(JSON.stringify(found.flat().map((it) => it.error)));
process.exit();
`;

/** Calls a service through a proxy in a separate process, because Node reads its certificates once. */
const program = `
import { fetchBehindProxy } from ${JSON.stringify(join(import.meta.dirname, "../../../server/src/api/proxy.ts"))};
const fetch = fetchBehindProxy(process.env);
try {
  const answer = await fetch("https://service.test/path?x=1", {
    method: "POST",
    headers: { authorization: "Bearer T" },
    body: "sent",
    signal: AbortSignal.timeout(20_000),
  });
  console.log(JSON.stringify({ status: answer.status, text: await answer.text() }));
} catch (error) {
  console.log(JSON.stringify({ error: error.message, code: error.code }));
}
`;

async function listening(server: Server): Promise<number> {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

/** Calls a service with its own certificate that is only reachable through a proxy. */
async function callThroughProxy(
  env: (port: number) => Readonly<Record<string, string>>,
  contents = program,
) {
  const seen: string[] = [];
  const options = {
    key: readFileSync(fixture("service-key.pem")),
    cert: readFileSync(fixture("service-cert.pem")),
  };
  const service = createService(options, (request, response) => {
    seen.push(`${request.method} ${request.url} ${request.headers.authorization}`);
    request.on("data", (chunk) => seen.push(String(chunk)));
    request.on("end", () => response.writeHead(201).end("made"));
  });
  const target = await listening(service);
  const proxy = createProxy();
  proxy.on("connect", (request, socket) => {
    seen.push(`CONNECT ${request.url} ${request.headers["proxy-authorization"] ?? ""}`.trim());
    const upstream = connect(target, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      upstream.pipe(socket).pipe(upstream);
    });
    for (const it of [upstream, socket]) it.on("error", () => {});
  });
  const port = await listening(proxy);
  using folder = new Folder();
  const outfile = join(folder.path, "program.mjs");
  const stdin = { contents, resolveDir: import.meta.dirname, loader: "ts" } as const;
  await build({ stdin, outfile, bundle: true, platform: "node", format: "esm" });
  const run = promisify(execFile)(process.execPath, [outfile], { env: { ...env(port) } });
  const { stdout } = await run;
  for (const it of [service, proxy]) {
    it.close();
    it.closeAllConnections();
  }
  return { seen, answer: JSON.parse(stdout) };
}

describe("through a proxy", () => {
  test("the service is reached, and the proxy sees only its name", async () => {
    const { seen, answer } = await callThroughProxy((port) => ({
      HTTPS_PROXY: `http://me:pass%20word@127.0.0.1:${port}`,
      NODE_EXTRA_CA_CERTS: fixture("service-cert.pem"),
    }));
    expect(answer).toEqual({ status: 201, text: "made" });
    expect(seen).toEqual([
      `CONNECT service.test:443 Basic ${Buffer.from("me:pass word").toString("base64")}`,
      "POST /path?x=1 Bearer T",
      "sent",
    ]);
  });

  test("buckets are reached through one tunnel", async () => {
    const { seen, answer } = await callThroughProxy(
      (port) => ({
        HTTPS_PROXY: `http://127.0.0.1:${port}`,
        NODE_EXTRA_CA_CERTS: fixture("service-cert.pem"),
      }),
      bucketProgram,
    );
    // The answer is no list.
    expect(answer).toEqual(Array(2).fill("No log files with this prefix."));
    expect(seen.map((it) => it.split(" ", 3).join(" ").split("?")[0])).toEqual([
      "CONNECT service.test:443",
      "GET /logs/",
      "GET /logs/",
    ]);
  });

  test("an untrusted certificate receives no request", async () => {
    const { seen, answer } = await callThroughProxy((port) => ({
      HTTPS_PROXY: `http://127.0.0.1:${port}`,
    }));
    expect(answer.code).toMatch(/SELF_SIGNED|UNABLE_TO/);
    expect(seen).toEqual(["CONNECT service.test:443"]);
  });

  test("an unreachable proxy is reported without its password", async () => {
    const { answer } = await callThroughProxy(() => ({
      HTTPS_PROXY: "http://me:pass-word@127.0.0.1:9",
    }));
    expect(answer).toEqual({
      error: "The proxy '127.0.0.1:9' in 'HTTPS_PROXY' cannot be reached.",
      code: "ERR_PROXY",
    });
  });
});

describe("in this process", () => {
  /** Sends a request through a proxy with a custom response to CONNECT. */
  async function proxied(answer: (socket: Duplex) => void, init?: RequestInit) {
    const proxy = createProxy();
    proxy.on("connect", (_, socket) => answer(socket));
    const port = await listening(proxy);
    const call = fetchBehindProxy({ HTTPS_PROXY: `127.0.0.1:${port}` })(
      "https://service.test",
      init,
    );
    const said = await call.then(
      async (it) => `${it.status} ${await it.text()}`,
      (error: Error) => error.message,
    );
    proxy.close();
    proxy.closeAllConnections();
    return said;
  }

  test("a proxy that refuses, or does not support tunnels, is reported", async () => {
    const says = (line: string) => (socket: Duplex) => socket.end(`HTTP/1.1 ${line}\r\n\r\n`);
    expect(await proxied(says("407 Who are you?"))).toMatch(
      /^The proxy '127\.0\.0\.1:\d+' in 'HTTPS_PROXY' refused the connection \(407\)\.$/,
    );
    expect(await proxied((socket) => socket.destroy())).toMatch(
      /^The proxy '127\.0\.0\.1:\d+' in 'HTTPS_PROXY' cannot be reached\.$/,
    );
  });

  test("an aborted request is not started", async () => {
    const signal = AbortSignal.abort(new Error("Enough."));
    const began: Duplex[] = [];
    expect(await proxied((socket) => began.push(socket), { signal })).toBe("Enough.");
    expect(began).toEqual([]);
  });

  test.each([
    [200, "OK", "200 OK"],
    [204, undefined, "204 "],
  ])("a response with status %i comes through the tunnel", async (status, body, said) => {
    // Node reads its certificates once, so verification is disabled here, and the warning about it is suppressed.
    const warnings = vi.spyOn(process, "emitWarning").mockImplementation(() => {});
    vi.stubEnv("NODE_TLS_REJECT_UNAUTHORIZED", "0");
    const options = {
      key: readFileSync(fixture("service-key.pem")),
      cert: readFileSync(fixture("service-cert.pem")),
    };
    const service = createService(options, (_, response) =>
      response.writeHead(status, { "x-two": ["a", "b"] }).end(body),
    );
    const target = await listening(service);
    const through = (socket: Duplex) => {
      const upstream = connect(target, "127.0.0.1", () => {
        socket.write("HTTP/1.1 200 OK\r\n\r\n");
        upstream.pipe(socket).pipe(upstream);
      });
    };
    expect(await proxied(through)).toBe(said);
    service.close();
    warnings.mockRestore();
    vi.unstubAllEnvs();
  });

  test("without a proxy fetch is called directly", async () => {
    const called: unknown[] = [];
    vi.stubGlobal("fetch", async (...all: unknown[]) => called.push(...all));
    await fetchBehindProxy({})(new Request("https://service.test/x"));
    expect(called).toMatchObject([{ url: "https://service.test/x" }, undefined]);
    vi.unstubAllGlobals();
  });
});
