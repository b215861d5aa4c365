import { describe, expect, test } from "vitest";
import { Credential } from "../../../server/src/api/credential.ts";
import { createService, type Service } from "../../../server/src/api/service.ts";

const origin = "https://api.example.com";

/** A service with the same response to every request. */
function answering(status: number, body: unknown, secret: object = { token: "s3cret" }): Service {
  return createService({
    address: { origin, baseUrl: `${origin}/client/v4` },
    credential: new Credential(origin, "a test", secret as { token: string }),
    fetch: async () =>
      new Response(body === undefined ? null : JSON.stringify(body), {
        status,
        headers: { "content-type": "application/json" },
      }),
    patience: { attempts: 1, sleep: async () => {} },
  } as Parameters<typeof createService>[0]);
}

const ok = (result: unknown) => ({ success: true, errors: [], messages: [], result });
const no = (...errors: unknown[]) => ({ success: false, errors, messages: [], result: null });

describe("identity", () => {
  test.each([
    [{ id: "t1", status: "active" }, "the token with ID t1"],
    [{ status: "active" }, "a token"],
    [{ id: "t1" }, "the token with ID t1"],
  ])("a token with %o is %s", async (result, name) => {
    expect(await answering(200, ok(result)).signIn.identity()).toBe(name);
  });

  test("a disabled token is rejected", async () => {
    const off = answering(200, ok({ id: "t1", status: "disabled" })).signIn.identity();
    await expect(off).rejects.toThrow("The token is 'disabled' on the service.");
  });

  test("an API key is identified by its email address, if the service returns it", async () => {
    const key = { email: "me@example.com", key: "k3y" };
    const told = answering(200, ok({ email: "me@example.com" }), key);
    expect(await told.signIn.identity()).toBe("me@example.com");
    expect(await answering(200, ok({}), key).signIn.identity()).toBe("a key");
  });

  test("without permission to list accounts there are none, and other errors are reported", async () => {
    for (const status of [400, 403, 404])
      expect(await answering(status, no({ message: "No." })).signIn.accounts()).toEqual([]);
    await expect(answering(500, no({ message: "Oh." })).signIn.accounts()).rejects.toThrow("Oh.");
  });
});

describe("unexpected responses", () => {
  const strange = "Unexpected response from the service.";
  test.each<[what: string, body: unknown]>([
    ["a zone without a name", ok({})],
    ["a list in the place of a zone", ok([])],
    ["nothing in the place of a zone", ok(null)],
  ])("%s", async (_, body) => {
    await expect(answering(200, body).zoneName("z1")).rejects.toThrow(strange);
  });

  test("a response without a body", async () => {
    await expect(answering(204, undefined).zoneName("z1")).rejects.toThrow(strange);
  });
});

test.each([
  [403, [], "rejected the request (403). The credential may lack a permission: a test."],
  [
    403,
    [{ message: "Authentication error" }],
    "rejected the request (403). Authentication error. The credential may lack a permission: a test.",
  ],
  [
    403,
    [{ message: "exceeded max jobs allowed" }],
    "rejected the request (403). exceeded max jobs allowed.",
  ],
  [401, [], "rejected the credential (401): a test."],
  [404, [], "rejected the request (404)."],
  [500, [{ message: "Oh." }], "failed (500). Oh."],
  [200, [], "answered 200, but reported a failure."],
])("the message for status %i with %j", async (status, errors, message) => {
  const call = answering(status, no(...errors)).zoneName("z1");
  const refusal = await call.then(String, (error: Error) => error.message);
  expect(refusal).toBe(`'api.example.com' ${message}`);
});

test("a refusal by a proxy says nothing about permissions", async () => {
  const call = answering(403, { blocked: true }).zoneName("z1");
  const refusal = await call.then(String, (error: Error) => error.message);
  expect(refusal).toBe("'api.example.com' rejected the request (403).");
});

test("only the messages of an error response are shown", async () => {
  const said = answering(400, no({ code: 7 }, "words", null, { message: "It is s3cret." }));
  const refusal = await said.zoneName("z1").then(String, (error: Error) => error.message);
  expect(refusal).toContain("It is …");
  expect(refusal).not.toMatch(/s3cret|words|null/);
});
