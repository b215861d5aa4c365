import { inspect } from "node:util";
import { describe, expect, test, vi } from "vitest";
import {
  Credential,
  credentialFor,
  type Environment,
  isCredentialVariable,
} from "../../../server/src/api/credential.ts";
import { createService } from "../../../server/src/api/service.ts";
import { ServiceError } from "../../../server/src/api/service-error.ts";
import { publicAddress, readAddress } from "../../../server/src/workspace/config/address.ts";

const token = "t0p-s3cret-token";
const key = "t0p-s3cret-key";
const email = "me@example.com";
const other = "https://other.example";
const loopback = "http://127.0.0.1:8787";

/** The credential's source, or why there is none. */
function signsIn(origin: string, env: Environment): string {
  const found = credentialFor(origin, env);
  return "refusal" in found ? `refused: ${found.refusal}` : found.source;
}

describe("credential for an origin", () => {
  test.each<[string, Environment, string]>([
    [publicAddress.origin, { WEIR_API_TOKEN: token }, "'WEIR_API_TOKEN'"],
    [
      publicAddress.origin,
      { WEIR_AUTH_EMAIL: email, WEIR_AUTH_KEY: key },
      "'WEIR_AUTH_EMAIL' and 'WEIR_AUTH_KEY'",
    ],
    [publicAddress.origin, { CLOUDFLARE_API_TOKEN: token }, "'CLOUDFLARE_API_TOKEN'"],
    [
      publicAddress.origin,
      { CLOUDFLARE_EMAIL: email, CLOUDFLARE_API_KEY: key },
      "'CLOUDFLARE_EMAIL' and 'CLOUDFLARE_API_KEY'",
    ],
    [
      publicAddress.origin,
      { WEIR_API_TOKEN: token, CLOUDFLARE_API_TOKEN: "x" },
      "'WEIR_API_TOKEN'",
    ],
    [other, { WEIR_API_TOKEN: token, WEIR_BASE_URL: `${other}/v4` }, "'WEIR_API_TOKEN'"],
    [
      publicAddress.origin,
      { WEIR_API_TOKEN: token, WEIR_BASE_URL: other, CLOUDFLARE_API_TOKEN: "x" },
      "'CLOUDFLARE_API_TOKEN'",
    ],
    [loopback, {}, "the emulator's own token"],
    ["http://[::1]:9", {}, "the emulator's own token"],
    ["http://localhost:9", { WEIR_API_TOKEN: token }, "the emulator's own token"],
    [loopback, { WEIR_API_TOKEN: token, WEIR_BASE_URL: loopback }, "'WEIR_API_TOKEN'"],
  ])("%s with %o", (origin, env, expected) => {
    expect(signsIn(origin, env)).toBe(expected);
  });

  test.each<[string, Environment, RegExp]>([
    [other, {}, /No credential for 'https:\/\/other\.example'/],
    [other, { WEIR_API_TOKEN: token }, /belongs to 'https:\/\/api\.cloudflare\.com'/],
    [other, { CLOUDFLARE_API_TOKEN: token }, /No credential/],
    [other, { CLOUDFLARE_EMAIL: email, CLOUDFLARE_API_KEY: key }, /No credential/],
    [publicAddress.origin, { WEIR_API_TOKEN: token, WEIR_BASE_URL: other }, /No credential/],
    [`${other}:8443`, { WEIR_API_TOKEN: token, WEIR_BASE_URL: other }, /No credential/],
    ["https://localhost.evil.example", {}, /No credential/],
    [publicAddress.origin, { WEIR_AUTH_EMAIL: email }, /without 'WEIR_AUTH_KEY'/],
    [publicAddress.origin, { WEIR_AUTH_KEY: key }, /without 'WEIR_AUTH_EMAIL'/],
    [
      publicAddress.origin,
      { WEIR_API_TOKEN: `${token}\r\nHost: x` },
      /'WEIR_API_TOKEN' contains whitespace/,
    ],
    [
      other,
      { WEIR_API_TOKEN: token, WEIR_BASE_URL: "http://other.example" },
      /'WEIR_BASE_URL' must be/,
    ],
    [other, { WEIR_API_TOKEN: "x", WEIR_BASE_URL: token }, /'WEIR_BASE_URL' must be an https URL/],
  ])("none for %s with %o", (origin, env, expected) => {
    const refusal = signsIn(origin, env);
    expect(refusal).toMatch(/^refused: /);
    expect(refusal).toMatch(expected);
    expect(refusal).not.toContain("s3cret");
  });

  test.each(["WEIR_API_TOKEN", "WEIR_AUTH_KEY", "cloudflare_api_key", "CF_API_TOKEN"])(
    "%s cannot be used in a file",
    (name) => expect(isCredentialVariable(name)).toBe(true),
  );
});

describe("addresses", () => {
  test.each([
    ["https://api.example/v4/", "https://api.example/v4"],
    ["http://127.0.0.1:8787/client/v4", "http://127.0.0.1:8787/client/v4"],
    ["http://2130706433/x", "http://127.0.0.1/x"],
    ["http://localhost", "http://localhost"],
    ["https://api.example/v4//", "https://api.example/v4"],
    ["https://api.example\\\\v4\\\\", "https://api.example//v4"],
    [
      `https://api.example/${"/".repeat(200_000)}v4//`,
      `https://api.example/${"/".repeat(200_000)}v4`,
    ],
  ])("accepts %s", (written, baseUrl) => {
    expect(readAddress(written)).toMatchObject({ baseUrl });
  });

  test.each([
    "http://api.example/v4",
    "http://localhost.evil.example",
    "http://127.0.0.1.evil.example",
    "http://0.0.0.0/",
    "https://me:pass-word@api.example",
    "https://127.0.0.1:80@evil.example",
    "ftp://api.example",
    "https://api.example/?x=1",
    "me:pass-word@",
    "",
  ])("rejects '%s'", (written) => {
    const address = readAddress(written);
    expect(address).toHaveProperty("problem");
    expect(JSON.stringify(address)).not.toContain("pass-word");
  });
});

interface Sent {
  readonly url: string;
  readonly headers: Headers;
  readonly redirect: string | undefined;
}

/** A service that records every request, and always responds like this. */
function listening(answer: () => Response, baseUrl: string = publicAddress.baseUrl) {
  const sent: Sent[] = [];
  const address = readAddress(baseUrl);
  if ("problem" in address) throw new Error(address.problem);
  const service = createService({
    address,
    credential: new Credential(publicAddress.origin, "'WEIR_API_TOKEN'", { token }),
    fetch: async (input, init) => {
      sent.push({
        url: String(input),
        headers: new Headers(init?.headers),
        redirect: init?.redirect,
      });
      return answer();
    },
    patience: { attempts: 1, sleep: async () => {} },
  });
  return { service, sent };
}

async function failureOf(call: Promise<unknown>): Promise<ServiceError> {
  const error = await call.then(
    () => undefined,
    (it: unknown) => it,
  );
  expect(error).toBeInstanceOf(ServiceError);
  return error as ServiceError;
}

const zone = { zone_id: "0123" };
const envelope = (result: unknown) => Response.json({ success: true, errors: [], result });

describe("requests", () => {
  test("the credential is sent only to its origin, without details of this machine", async () => {
    const { service, sent } = listening(() => envelope([]));
    await service.jobs.list(zone);
    expect(sent).toHaveLength(1);
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toEqual({
      accept: "application/json",
      authorization: `Bearer ${token}`,
      "user-agent": "weir",
    });
    expect(sent[0]?.redirect).toBe("manual");
  });

  test("no credential is sent to another origin", async () => {
    for (const url of [other, "https://api.cloudflare.com:444", loopback]) {
      const { service, sent } = listening(() => envelope([]), url);
      expect((await failureOf(service.jobs.list(zone))).message).toContain("is not sent to");
      expect(sent).toEqual([]);
    }
  });

  test.each([301, 302, 303, 307, 308])("nor across a redirect (%i)", async (status) => {
    const { service, sent } = listening(
      () => new Response(null, { status, headers: { location: `${other}/?${token}` } }),
    );
    const { message } = await failureOf(service.rules.create("0123", {}));
    expect(message).toContain("Credentials are not sent to another address");
    expect(message).not.toContain("s3cret");
    expect(sent.map((it) => new URL(it.url).origin)).toEqual([publicAddress.origin]);
  });

  test("environment variables of the client library are not sent", async () => {
    vi.stubEnv("CLOUDFLARE_API_TOKEN", "env-token");
    vi.stubEnv("CLOUDFLARE_API_KEY", "env-key");
    vi.stubEnv("CLOUDFLARE_EMAIL", "env-email");
    vi.stubEnv("CLOUDFLARE_API_USER_SERVICE_KEY", "env-service-key");
    vi.stubEnv("CLOUDFLARE_BASE_URL", `${other}/v4`);
    vi.stubEnv("CLOUDFLARE_CUSTOM_HEADERS", "X-Auth-Key: env-custom");
    vi.stubEnv("CLOUDFLARE_LOG", "debug");
    const log = vi.spyOn(console, "debug").mockImplementation(() => {});
    const { service, sent } = listening(() => envelope([]));
    await service.jobs.list(zone);
    expect(JSON.stringify(sent.map((it) => [it.url, ...it.headers]))).not.toContain("env-");
    expect(sent[0]?.url).toContain(publicAddress.baseUrl);
    expect(log).not.toHaveBeenCalled();
    vi.unstubAllEnvs();
    log.mockRestore();
  });
});

describe("output", () => {
  test("a credential cannot be printed", () => {
    const credential = new Credential(other, "'WEIR_API_TOKEN'", { token });
    const pair = new Credential(other, "somewhere", { email, key });
    for (const it of [credential, pair]) {
      const shown = inspect(it, { depth: 9, showHidden: true }) + JSON.stringify(it) + String(it);
      expect(shown).not.toMatch(/s3cret|me@example/);
    }
  });

  test("a credential echoed by the service is masked", async () => {
    const message = `Bad token ${token}, ${encodeURIComponent(token)}\u001b[2J`;
    const { service } = listening(() =>
      Response.json({ success: false, errors: [{ message }], result: null }, { status: 400 }),
    );
    const error = await failureOf(service.jobs.list(zone));
    expect(error.message).toBe(
      "'api.cloudflare.com' rejected the request (400). Bad token …, …␛[2J.",
    );
    expect(inspect(error, { depth: 9 })).not.toContain("s3cret");
  });

  test("a credential in an HTML page or a network error is masked", async () => {
    const page = listening(() => new Response(`<h1>${token}</h1>`, { status: 502 }));
    expect((await failureOf(page.service.jobs.list(zone))).message).toBe(
      "'api.cloudflare.com' failed (502).",
    );
    const lost = listening(() => {
      throw new TypeError(`fetch failed ${token}`, {
        cause: Object.assign(new Error(token), { code: "ECONNRESET" }),
      });
    });
    const error = await failureOf(lost.service.jobs.list(zone));
    expect(inspect(error, { depth: 9 })).not.toContain("s3cret");
    expect(error.message).toContain("(ECONNRESET)");
    expect(error.effect).toBe("unknown");
  });
});

describe("the outcome after a failure", () => {
  test.each([
    ["ECONNREFUSED", "none"],
    ["ENOTFOUND", "none"],
    ["CERT_HAS_EXPIRED", "none"],
    ["ECONNRESET", "unknown"],
    ["ETIMEDOUT", "unknown"],
  ])("%s: %s", async (code, effect) => {
    const { service } = listening(() => {
      throw new TypeError("fetch failed", { cause: Object.assign(new Error(), { code }) });
    });
    expect((await failureOf(service.jobs.list(zone))).effect).toBe(effect);
  });

  test.each([
    [400, "none"],
    [404, "none"],
    [408, "unknown"],
    [429, "none"],
    [500, "unknown"],
  ])("status %i: %s", async (status, effect) => {
    const { service } = listening(() => Response.json({ success: false, errors: [] }, { status }));
    expect((await failureOf(service.jobs.create(zone, {}))).effect).toBe(effect);
  });

  test("a response of another shape is rejected", async () => {
    for (const result of [null, {}, [{}], [{ id: "x/../y" }], "text"]) {
      const { service } = listening(() => envelope(result));
      expect((await failureOf(service.rules.list("0123"))).effect).toBe("unknown");
      expect((await failureOf(service.jobs.list(zone))).effect).toBe("unknown");
      expect((await failureOf(service.filters.create("0123", {}))).effect).toBe("unknown");
    }
  });

  test("rejected requests are retried, reads and writes", async () => {
    const pauses: number[] = [];
    let calls = 0;
    const service = createService({
      address: publicAddress,
      credential: new Credential(publicAddress.origin, "x", { token }),
      fetch: async () => {
        calls++;
        return Response.json({ success: false }, { status: 429, headers: { "retry-after": "30" } });
      },
      patience: { attempts: 3, sleep: async (it) => void pauses.push(it) },
    });
    await failureOf(service.jobs.list(zone));
    expect([calls, pauses]).toEqual([3, [30_000, 30_000]]);
    await failureOf(service.jobs.create(zone, {}));
    expect(calls).toBe(6);
  });
});
