import { expect, test } from "vitest";
import { isSendable, keyOf, mayHaveCredential } from "../../client/src/account/credentials.ts";
import { kept } from "./kept.ts";

const origin = "https://api.example.com";

test("a credential is kept with its origin as one record, and given back for that origin", async () => {
  const { storage, credentials } = kept();
  await credentials.keep({ origin, token: "t" });
  expect(storage.get(`weir.credential:${origin}`)).toBe(`{"origin":"${origin}","token":"t"}`);
  expect(await credentials.for(origin)).toEqual({ origin, token: "t" });
  expect(credentials.origins()).toEqual([origin]);
});

test("no origin gets the credential of another, its port and scheme included", async () => {
  const { credentials } = kept();
  await credentials.keep({ origin, email: "a@example.com", key: "k" });
  for (const other of [`${origin}:8443`, "http://api.example.com", "https://example.com", ""])
    expect(await credentials.for(other)).toBeNull();
});

test("a record under the wrong key counts for nothing", async () => {
  const { storage, credentials } = kept();
  const other = "https://evil.example";
  storage.set(keyOf(other), JSON.stringify({ origin, token: "t" }));
  expect(await credentials.for(other)).toBeNull();
  expect(await credentials.has(other)).toBe(false);
});

test.each(["", "{", "[]", "null", '{"token":"t"}', `{"origin":"${origin}","email":"a"}`])(
  "a record that cannot be read is none: %s",
  async (text) => {
    const { storage, credentials } = kept();
    storage.set(keyOf(origin), text);
    expect(await credentials.for(origin)).toBeNull();
  },
);

test("a candidate is handed over for its own origin while it is tried, and kept nowhere", async () => {
  const { storage, credentials } = kept();
  const other = "https://other.example";
  const seen = await credentials.trying({ origin, token: "new" }, async (run) => [
    await credentials.for(origin, run),
    await credentials.for(other, run),
  ]);
  expect(seen).toEqual([{ origin, token: "new" }, null]);
  expect(await credentials.for(origin)).toBeNull();
  expect(storage.size).toBe(0);
});

test("a candidate is forgotten when the trial fails", async () => {
  const { credentials } = kept();
  const trial = credentials.trying({ origin, token: "new" }, () => Promise.reject(new Error("no")));
  await expect(trial).rejects.toThrow("no");
  expect(await credentials.for(origin)).toBeNull();
});

test("signing out takes the record and its name away", async () => {
  const { storage, credentials } = kept();
  await credentials.keep({ origin, token: "t" });
  await credentials.forget(origin);
  expect(storage.size).toBe(0);
  expect(credentials.origins()).toEqual([]);
});

test("what was handed over is hidden from then on", async () => {
  const { secrets, credentials } = kept();
  await credentials.keep({ origin, email: "me@example.com", key: 'k"1\\2' });
  await credentials.for(origin);
  const traced = JSON.stringify({ email: "me@example.com", key: 'k"1\\2' });
  expect(secrets.hide(traced)).toBe('{"email":"…","key":"…"}');
});

test("plain http is for this machine alone", () => {
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

test("a secret for plain http elsewhere is not handed over even if there is one", async () => {
  const { storage, credentials } = kept();
  const plain = "http://api.example.com";
  storage.set(keyOf(plain), JSON.stringify({ origin: plain, token: "t" }));
  expect(await credentials.for(plain)).toBeNull();
});

test("what no header can carry is no credential", () => {
  expect(["abc", "a-b_c.d=", 'x"y'].every(isSendable)).toBe(true);
  expect(["", "a b", "a\nb", "ä"].some(isSendable)).toBe(false);
});
