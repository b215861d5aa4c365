import { readFileSync } from "node:fs";
import { createServer as createPlain } from "node:http";
import { createServer as createSecure } from "node:https";
import { type AddressInfo, createServer as createSocket, type Server } from "node:net";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { errorCode, networkError } from "../../../server/src/api/network-error.ts";
import { fetchBehindProxy } from "../../../server/src/api/proxy.ts";

const fixture = (name: string) => readFileSync(join(import.meta.dirname, "../fixtures", name));

async function portOf(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

/** The message and effect of a failed request. */
async function failing(address: string, env: Readonly<Record<string, string>> = {}) {
  const url = new URL(address);
  try {
    await fetchBehindProxy(env)(url);
  } catch (error) {
    const { message, effect } = networkError(error, url);
    return { message, effect };
  }
  throw new Error("The request succeeded.");
}

const secure = () =>
  createSecure({ key: fixture("service-key.pem"), cert: fixture("service-cert.pem") });

describe("a connection that fails says why, and what to do", () => {
  test("a self-signed certificate", async () => {
    const { message, effect } = await failing(`https://127.0.0.1:${await portOf(secure())}`);
    expect(message).toMatch(
      /has a self-signed certificate, which is not trusted \(DEPTH_ZERO_SELF_SIGNED_CERT\)/,
    );
    expect(message).toContain("set 'NODE_EXTRA_CA_CERTS' to a file with its root certificate");
    expect(effect).toBe("none");
  });

  test("a server without HTTPS, and one that hangs up", async () => {
    const plain = await failing(`https://127.0.0.1:${await portOf(createPlain())}`);
    expect(plain.message).toMatch(/does not speak HTTPS on this port .*Check 'baseUrl'/);
    const rude = createSocket((socket) => socket.destroy());
    const { message, effect } = await failing(`http://127.0.0.1:${await portOf(rude)}`);
    expect(message).toMatch(/closed the connection without a response/);
    expect(effect).toBe("unknown");
  });

  test("nothing is listening, here and elsewhere", async () => {
    const server = createPlain();
    const port = await portOf(server);
    await new Promise((resolve) => server.close(resolve));
    const { message } = await failing(`http://127.0.0.1:${port}`);
    expect(message).toBe(
      `'127.0.0.1:${port}' cannot be reached: nothing is listening there (ECONNREFUSED). Run 'weir emulator' to start the emulator.`,
    );
    expect(said("ECONNREFUSED")).toBe(
      "'api.example' cannot be reached: nothing is listening there (ECONNREFUSED). Check 'baseUrl' in 'weir.json'.",
    );
  });

  test("a proxy with a self-signed certificate, or without a listener", async () => {
    const port = await portOf(secure());
    const proxied = await failing("https://api.example", {
      HTTPS_PROXY: `https://127.0.0.1:${port}`,
    });
    expect(proxied.message).toMatch(
      /^'api\.example' cannot be reached\. The proxy '127\.0\.0\.1:\d+' in 'HTTPS_PROXY' cannot be reached\. It has a self-signed certificate/,
    );
    expect(proxied.message).toContain("NODE_EXTRA_CA_CERTS");
    const gone = await failing("https://api.example", { HTTPS_PROXY: "http://127.0.0.1:9" });
    expect(gone).toEqual({
      message:
        "'api.example' cannot be reached. The proxy '127.0.0.1:9' in 'HTTPS_PROXY' cannot be reached. It cannot be reached: nothing is listening there (ECONNREFUSED).",
      effect: "none",
    });
  });

  /** The message for an error as `fetch` throws it. */
  function said(code: string): string {
    const cause = Object.assign(new Error("secret"), { code });
    return networkError(new TypeError("fetch failed", { cause }), new URL("https://api.example"))
      .message;
  }

  test.each([
    ["SELF_SIGNED_CERT_IN_CHAIN", "from an issuer that is not trusted", "NODE_EXTRA_CA_CERTS"],
    [
      "UNABLE_TO_GET_ISSUER_CERT_LOCALLY",
      "from an issuer that is not trusted",
      "NODE_EXTRA_CA_CERTS",
    ],
    [
      "UNABLE_TO_VERIFY_LEAF_SIGNATURE",
      "from an issuer that is not trusted",
      "NODE_EXTRA_CA_CERTS",
    ],
    ["CERT_HAS_EXPIRED", "certificate that has expired", "date of this computer"],
    ["CERT_NOT_YET_VALID", "certificate that is not valid yet", "date of this computer"],
    ["ERR_TLS_CERT_ALTNAME_INVALID", "certificate for another host name", "'baseUrl'"],
    ["CERT_REVOKED", "an invalid certificate", "'baseUrl'"],
    ["ERR_SSL_WRONG_VERSION_NUMBER", "does not speak HTTPS", "'baseUrl'"],
    ["ERR_SSL_TLSV1_ALERT_PROTOCOL_VERSION", "refused a secure connection", "interferes"],
    ["ENOTFOUND", "there is no host of that name", "'baseUrl'"],
    ["EAI_AGAIN", "its name could not be looked up", "the connection"],
    ["EHOSTUNREACH", "cannot be reached (", "HTTPS_PROXY"],
    ["UND_ERR_CONNECT_TIMEOUT", "cannot be reached (", "HTTPS_PROXY"],
    ["ECONNRESET", "closed the connection without a response", ""],
  ])("%s", (code, what, advice) => {
    const message = said(code);
    expect(message).toContain(what);
    expect(message).toContain(`(${code})`);
    expect(message).toContain(advice);
    expect(message).not.toContain("secret");
  });

  test("certificates and names are known before anything is sent; a reset is not", () => {
    const effect = (code: string) =>
      networkError(Object.assign(new Error(""), { code }), new URL("https://a.example")).effect;
    for (const it of [
      "CERT_HAS_EXPIRED",
      "ENOTFOUND",
      "ERR_TLS_CERT_ALTNAME_INVALID",
      "DEPTH_ZERO_SELF_SIGNED_CERT",
    ])
      expect(effect(it)).toBe("none");
    for (const it of ["ECONNRESET", "EPIPE", "EPROTO", "ETIMEDOUT"])
      expect(effect(it)).toBe("unknown");
  });

  test("a host with several addresses has an error for each", () => {
    const errors = [Object.assign(new Error(""), { code: "ECONNREFUSED" })];
    expect(errorCode(new TypeError("fetch failed", { cause: new AggregateError(errors) }))).toBe(
      "ECONNREFUSED",
    );
    expect(errorCode(new Error("none"))).toBeUndefined();
  });
});
