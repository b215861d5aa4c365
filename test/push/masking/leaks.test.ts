import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { createServer, type IncomingHttpHeaders, type Server } from "node:http";
import { createServer as createSecureServer } from "node:https";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { createAdaptorServer } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createEmulator } from "../../../server/src/emulator/emulator.ts";
import type { Fault } from "../../../server/src/emulator/faults.ts";
import { listen, type RunningEmulator } from "../../../server/src/emulator/listen.ts";
import { defaults } from "../../../server/src/emulator/state/defaults.ts";
import { type Ran, weir } from "../../support/programs/bundle.ts";
import { Folder } from "../../support/programs/cli.ts";
import { job, rule } from "../faults/sequences.ts";

/**
 * Real processes and sockets with every debug switch enabled: no output contains a credential. The bundle comes from
 * `npm run build`.
 */

const secrets = {
  token: "t0p-s3cret-token-of-the-service",
  key: "t0p-s3cret-key-of-the-service",
  email: "somebody@secret.example",
  destination: "t0p-s3cret-of-the-destination",
  proxy: "t0p-s3cret-of-the-proxy",
} as const;

const talkative = {
  NODE_DEBUG: "*",
  DEBUG: "*",
  CLOUDFLARE_LOG: "debug",
  WEIR_DEBUG: "1",
  WEIR_LOG: "debug",
  LOG_LEVEL: "trace",
};

/** The forms in which a secret may appear: as written, encoded for a URL or a header, or as bytes in debug output. */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  const hex = bytes.toString("hex");
  return [
    secret,
    encodeURIComponent(secret),
    bytes.toString("base64").slice(0, -4),
    hex,
    (hex.match(/../g) ?? []).join(" ").slice(0, 40),
  ];
}

function secretsIn(text: string): string[] {
  return Object.entries(secrets).flatMap(([name, it]) =>
    spellings(it).some((spelling) => text.includes(spelling)) ? [name] : [],
  );
}

interface Heard {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
}

const servers: Server[] = [];
const emulator = createEmulator({ token: secrets.token, email: secrets.email, key: secrets.key });
/** A host without a credential, and the requests it receives. */
const elsewhere = { port: 0, heard: [] as Heard[] };
let plainService: RunningEmulator | undefined;
let securePort = 0;
let proxyPort = 0;
let closedPort = 0;
const connections: Heard[] = [];

async function listening(server: Server): Promise<number> {
  servers.push(server);
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return (server.address() as AddressInfo).port;
}

const fixture = (name: string) => join(import.meta.dirname, "../fixtures", name);

/** The same service over TLS, with its own certificate. */
function secureService(): Server {
  return createAdaptorServer({
    fetch: (request) => emulator.answer(request),
    overrideGlobalObjects: false,
    createServer: createSecureServer,
    serverOptions: {
      key: readFileSync(fixture("service-key.pem")),
      cert: readFileSync(fixture("service-cert.pem")),
    },
  }) as Server;
}

beforeAll(async () => {
  plainService = await listen(emulator, 0);
  securePort = await listening(secureService());
  elsewhere.port = await listening(
    createServer((request, response) => {
      elsewhere.heard.push({ url: request.url ?? "", headers: request.headers });
      response.writeHead(404).end();
    }),
  );
  const gone = createServer();
  closedPort = await listening(gone);
  gone.close();
  const proxy = createServer();
  proxy.on("connect", (request, socket) => {
    connections.push({ url: request.url ?? "", headers: request.headers });
    const upstream = connect(securePort, "127.0.0.1", () => {
      socket.write("HTTP/1.1 200 OK\r\n\r\n");
      upstream.pipe(socket).pipe(upstream);
    });
    for (const it of [upstream, socket]) it.on("error", () => {});
  });
  proxyPort = await listening(proxy);
});

afterAll(async () => {
  await plainService?.close();
  for (const it of servers) {
    it.close();
    it.closeAllConnections();
  }
});

interface Situation {
  readonly faults?: readonly Fault[];
  /** The base URL of the profile. Default: the service. */
  readonly baseUrl?: () => string;
  readonly files?: Readonly<Record<string, string>>;
  readonly env?: () => NodeJS.ProcessEnv;
  readonly args?: readonly string[];
  /** Disables debug output: the service echoes the secret, and Node would print everything it receives. */
  readonly quiet?: true;
}

const service = () => `http://127.0.0.1:${plainService?.port}`;
const closed = () => `http://127.0.0.1:${closedPort}`;
const asToken = () => ({ WEIR_BASE_URL: service(), WEIR_API_TOKEN: secrets.token });
const asKey = () => ({
  WEIR_BASE_URL: service(),
  WEIR_AUTH_EMAIL: secrets.email,
  WEIR_AUTH_KEY: secrets.key,
});

/** Runs a push in a situation, and searches all output and files for secrets. */
async function pushIn(situation: Situation): Promise<Ran> {
  const { faults = [], baseUrl = () => `${service()}/client/v4`, args = [] } = situation;
  emulator.reset();
  emulator.configure({ faults });
  elsewhere.heard.length = 0;
  const { zone, account } = defaults;
  const profiles = { p: { baseUrl: baseUrl(), zone, account, rulesTarget: "firewall-rules" } };
  using folder = new Folder({
    "weir.json": JSON.stringify({ profiles }),
    "a.cfrule": rule('http.host eq "a.example"'),
    "shop.lpjob": job({ filter: "" }),
    ...situation.files,
  });
  const switches = situation.quiet ? { ...talkative, NODE_DEBUG: "" } : talkative;
  const env = { ...switches, LOGS_KEY: secrets.destination, ...(situation.env ?? asToken)() };
  const ran = await weir(["push", "--all", "--yes", ...args], folder.path, env);
  expect(secretsIn(ran.output), "in the output").toEqual([]);
  expect(secretsIn(filesOf(folder.path)), "in files").toEqual([]);
  expect(secretsIn(JSON.stringify(elsewhere.heard)), "elsewhere").toEqual([]);
  // Make sure that debug output was enabled.
  if (!situation.quiet) expect(ran.output).toMatch(/^(NET|STREAM|MODULE) \d+: /m);
  return ran;
}

/** The names and texts of all files, including the lock file. */
function filesOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((it) => statSync(join(folder, it)).isFile())
    .map((it) => `${it}\n${readFileSync(join(folder, it), "latin1")}`)
    .join("\n");
}

describe("credentials never appear in output", () => {
  const envelope = (message: string) =>
    JSON.stringify({ success: false, errors: [{ code: 1000, message }], result: null });
  // Only writes, because reads are retried after a delay.
  const writes = { method: "POST", times: 99 };
  const known = `${secrets.token} and ${secrets.destination}`;

  test.each<[string, Situation, number, RegExp]>([
    ["when all is well", {}, 0, /created {3}shop\.lpjob/],
    ["when all is well, with e-mail and key", { env: asKey }, 0, /'WEIR_AUTH_EMAIL' and/],
    ["in JSON", { args: ["--format", "json"] }, 0, /"outcome": ?"created"/],
    [
      "when it is refused",
      { env: () => ({ ...asToken(), WEIR_API_TOKEN: `${secrets.token}-old` }) },
      1,
      /rejected the credential \(401\)/,
    ],
    [
      "when the service repeats it",
      {
        faults: [{ kind: "status", status: 400, times: 99, body: envelope(known) }],
        quiet: true,
      },
      1,
      /rejected the request \(400\)/,
    ],
    [
      "when a page on the way shows it",
      {
        faults: [{ kind: "status", status: 502, ...writes, body: `<h1>${known}</h1>` }],
        quiet: true,
      },
      1,
      /failed \(502\)/,
    ],
    [
      "when the connection drops",
      { faults: [{ kind: "drop", ...writes }] },
      1,
      /closed the connection/,
    ],
    ["when the answer is cut", { faults: [{ kind: "malformed", ...writes }] }, 0, /created/],
    [
      "when the connection is refused",
      {
        baseUrl: () => `${closed()}/client/v4`,
        env: () => ({ ...asToken(), WEIR_BASE_URL: closed() }),
      },
      1,
      /cannot be reached: nothing is listening there \(ECONNREFUSED\)\. Run 'weir emulator'/,
    ],
    ["when the lock is damaged", { files: { "weir.lock.json": "{" } }, 1, /cannot be used/],
    [
      "when a job asks for it",
      { files: { "shop.lpjob": job({ filter: "", name: `\${env:WEIR_API_TOKEN}` }) } },
      1,
      /is an API credential and cannot be used in a job/,
    ],
    [
      "when it is in the wrong variable",
      { env: () => ({ WEIR_API_TOKEN: "x", WEIR_BASE_URL: secrets.token }) },
      1,
      /'WEIR_BASE_URL' must be an https URL/,
    ],
    [
      "when it has a line break in it",
      { env: () => ({ ...asToken(), WEIR_API_TOKEN: `${secrets.token}\nX-Header: 1` }) },
      1,
      /'WEIR_API_TOKEN' contains whitespace/,
    ],
  ])("%s", async (_, situation, status, said) => {
    const ran = await pushIn(situation);
    expect(ran.output).toMatch(said);
    expect(ran.status).toBe(status);
    expect(elsewhere.heard).toEqual([]);
  });
});

describe("a credential stays with its origin", () => {
  test.each([302, 308])("a redirect (%i) is not followed", async (status) => {
    const location = `http://127.0.0.1:${elsewhere.port}/?t=${secrets.token}`;
    const ran = await pushIn({ faults: [{ kind: "redirect", location, status, times: 99 }] });
    expect(ran.status).toBe(1);
    expect(ran.output).toContain("Credentials are not sent to another address");
    expect(elsewhere.heard).toEqual([]);
  });

  test.each<[string, () => string]>([
    ["another port", () => `http://127.0.0.1:${elsewhere.port}/client/v4`],
    ["another name of this machine", () => `http://localhost:${elsewhere.port}/client/v4`],
    ["a path like the service's", () => `http://127.0.0.1:${elsewhere.port}/127.0.0.1/client/v4`],
  ])("%s gets the emulator token, which is not secret", async (_, baseUrl) => {
    const ran = await pushIn({ baseUrl });
    expect(ran.status).toBe(1);
    const heard = new Set(elsewhere.heard.map((it) => it.headers.authorization));
    expect([...heard]).toEqual([`Bearer ${defaults.token}`]);
  });

  test("credentials of the public host are not sent to loopback", async () => {
    const ran = await pushIn({
      env: () => ({
        WEIR_API_TOKEN: secrets.token,
        CLOUDFLARE_API_TOKEN: secrets.token,
        CLOUDFLARE_EMAIL: secrets.email,
        CLOUDFLARE_API_KEY: secrets.key,
        CLOUDFLARE_BASE_URL: `http://127.0.0.1:${elsewhere.port}`,
      }),
    });
    // The emulator here has another token, so the default one is rejected, and no other is tried.
    expect(ran.output).toContain("rejected the credential (401)");
    expect([ran.status, elsewhere.heard]).toEqual([1, []]);
  });

  test("a proxy sees only the host name", async () => {
    connections.length = 0;
    const origin = "https://service.test";
    const ran = await pushIn({
      baseUrl: () => `${origin}/client/v4`,
      env: () => ({
        WEIR_BASE_URL: origin,
        WEIR_API_TOKEN: secrets.token,
        HTTPS_PROXY: `http://me:${secrets.proxy}@127.0.0.1:${proxyPort}`,
        NODE_EXTRA_CA_CERTS: fixture("service-cert.pem"),
      }),
    });
    expect(ran.status, ran.output).toBe(0);
    expect(connections.length).toBeGreaterThan(3);
    const login = `Basic ${Buffer.from(`me:${secrets.proxy}`).toString("base64")}`;
    for (const { url, headers } of connections) {
      expect(url).toBe("service.test:443");
      expect(headers).toEqual({
        host: url,
        connection: expect.any(String),
        "proxy-authorization": login,
      });
    }
  });
});
