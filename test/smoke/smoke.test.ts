import { expect, test } from "vitest";
import { emulatorCredential } from "../../server/src/api/credential.ts";
import { createEmulator } from "../../server/src/emulator/emulator.ts";
import { defaults } from "../../server/src/emulator/state/defaults.ts";
import { smoke } from "./smoke.ts";

const { zone, account } = defaults;
const address = { baseUrl: "http://127.0.0.1/client/v4", origin: "http://127.0.0.1" };

/** The differences of a service, and the requests that it got. */
async function tried(change: (path: string, text: string) => Response | string) {
  const emulator = createEmulator();
  const sent: string[] = [];
  const changed: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const { pathname, search } = new URL(request.url);
    sent.push(`${request.method} ${pathname}${search}`);
    const response = await emulator.fetch(request);
    const given = change(pathname, await response.text());
    return given instanceof Response ? given : new Response(given, { status: response.status });
  };
  const credential = emulatorCredential(address.origin);
  if (!credential) throw new Error("Expected a credential");
  const results = await smoke({ address, credential, fetch: changed, zone, account });
  const differences = results.flatMap((it) => it.differences.map((text) => `${it.call}: ${text}`));
  return { sent, differences };
}

test("an emulator differs from itself only in entries that it does not have", async () => {
  const { sent, differences } = await tried((_, text) => text);
  expect(differences.filter((it) => !it.endsWith("not tried: there is no entry"))).toEqual([]);
  expect(sent.filter((it) => !it.startsWith("GET ") && !it.endsWith("?dry_run=true"))).toEqual([]);
});

test("a service that differs is described without its values", async () => {
  const secret = "s3cret-value";
  const { differences } = await tried((path, text) => {
    if (path.endsWith("/filters")) return new Response("{}", { status: 410 });
    if (path !== `/client/v4/zones/${zone}`) return text;
    const { result, ...rest } = JSON.parse(text);
    return JSON.stringify({ ...rest, result: { ...result, name: 1, added: secret } });
  });
  expect(differences).toContain(`GET /zones/${zone}: result.name: number, emulator string`);
  expect(differences).toContain(`GET /zones/${zone}: result.added: not in the emulator`);
  expect(differences).toContain(`GET /zones/${zone}/filters: status 410, emulator 200`);
  expect(differences.join()).not.toContain(secret);
});

test("a redirect is not followed", async () => {
  const headers = { location: "https://elsewhere.example/" };
  const run = tried(() => new Response(null, { status: 302, headers }));
  expect((await run).differences.every((it) => /status 307|no entry/.test(it))).toBe(true);
});
