import { expect, test } from "vitest";
import { isSendable, keyOf, mayHaveCredential } from "../../../client/src/account/credentials.ts";
import { fakeCredentials } from "../fakes/kept.ts";

const origin = "https://api.example.com";

test("a credential is stored with its origin, and returned for that origin", async () => {
  const { storage, credentials } = fakeCredentials();
  await credentials.keep({ origin, token: "t" });
  expect(storage.get(`weir.credential:${origin}`)).toBe(`{"origin":"${origin}","token":"t"}`);
  expect(await credentials.for(origin)).toEqual({ origin, token: "t" });
  expect(credentials.origins()).toEqual([origin]);
});

test("no origin gets the credential of another, including port and scheme", async () => {
  const { credentials } = fakeCredentials();
  await credentials.keep({ origin, email: "a@example.com", key: "k" });
  for (const other of [`${origin}:8443`, "http://api.example.com", "https://example.com", ""])
    expect(await credentials.for(other)).toBeNull();
});

test("a record under the wrong key is ignored", async () => {
  const { storage, credentials } = fakeCredentials();
  const other = "https://evil.example";
  storage.set(keyOf(other), JSON.stringify({ origin, token: "t" }));
  expect(await credentials.for(other)).toBeNull();
  expect(await credentials.has(other)).toBe(false);
});

test.each(["", "{", "[]", "null", '{"token":"t"}', `{"origin":"${origin}","email":"a"}`])(
  "an unreadable record is ignored: %s",
  async (text) => {
    const { storage, credentials } = fakeCredentials();
    storage.set(keyOf(origin), text);
    expect(await credentials.for(origin)).toBeNull();
  },
);

test("a candidate is returned for its origin while it is verified, and not stored", async () => {
  const { storage, credentials } = fakeCredentials();
  const other = "https://other.example";
  const seen = await credentials.trying({ origin, token: "new" }, async (run) => [
    await credentials.for(origin, run),
    await credentials.for(other, run),
  ]);
  expect(seen).toEqual([{ origin, token: "new" }, null]);
  expect(await credentials.for(origin)).toBeNull();
  expect(storage.size).toBe(0);
});

test("a candidate is dropped when verification fails", async () => {
  const { credentials } = fakeCredentials();
  const trial = credentials.trying({ origin, token: "new" }, () => Promise.reject(new Error("no")));
  await expect(trial).rejects.toThrow("no");
  expect(await credentials.for(origin)).toBeNull();
});

test("signing out deletes the record and its name", async () => {
  const { storage, credentials } = fakeCredentials();
  await credentials.keep({ origin, token: "t" });
  await credentials.forget(origin);
  expect(storage.size).toBe(0);
  expect(credentials.origins()).toEqual([]);
});

test("a returned credential is masked from then on", async () => {
  const { secrets, credentials } = fakeCredentials();
  await credentials.keep({ origin, email: "me@example.com", key: 'k"1\\2' });
  await credentials.for(origin);
  const traced = JSON.stringify({ email: "me@example.com", key: 'k"1\\2' });
  expect(secrets.hide(traced)).toBe('{"email":"…","key":"…"}');
});

test("plain http is only allowed for loopback", () => {
  const fine = [
    "https://api.example.com",
    "http://127.0.0.1:8787",
    "http://localhost",
    "http://[::1]:80",
  ];
  const refused = [
    "http://api.example.com",
    "http://localhost.example.com",
    "http://127.0.0.1.example.com",
    "http://10.0.0.1",
    "ftp://127.0.0.1",
    "127.0.0.1",
  ];
  expect(fine.filter(mayHaveCredential)).toEqual(fine);
  expect(refused.filter(mayHaveCredential)).toEqual([]);
});

test("a stored secret for plain http elsewhere is not returned", async () => {
  const { storage, credentials } = fakeCredentials();
  const plain = "http://api.example.com";
  storage.set(keyOf(plain), JSON.stringify({ origin: plain, token: "t" }));
  expect(await credentials.for(plain)).toBeNull();
});

test("a value that is invalid in a header is rejected", () => {
  expect(["abc", "a-b_c.d=", 'x"y'].every(isSendable)).toBe(true);
  expect(["", "a b", "a\nb", "ä"].some(isSendable)).toBe(false);
});
