import { beforeEach, expect, test } from "vitest";
import { chooseProfile } from "../../../client/src/account/choose-profile.ts";
import { chooseZone } from "../../../client/src/account/choose-zone.ts";
import type { Profiles } from "../../../client/src/account/profiles.ts";
import { signIn, signOut } from "../../../client/src/account/sign-in.ts";
import type { Ask } from "../../../client/src/server/ask.ts";
import type {
  CommandArguments,
  CommandName,
  HandedCredential,
  VerifyResult,
} from "../../../server/src/lsp/protocol.ts";
import { editor, resetEditor } from "../fakes/fake-vscode.ts";
import { fakeCredentials } from "../fakes/kept.ts";
import { production, profileRow } from "../fakes/rows.ts";

beforeEach(resetEditor);

const { origin } = production;
const verified: VerifyResult = {
  origin,
  identity: "a token",
  zones: [{ id: "zone1", name: "shop.example.com" }],
  accounts: [],
};

const needed = "Needs Logs: Edit for jobs, Zone WAF: Edit for rules, and Zone: Read.";

/** The server requests the credential during verification, as the real one does. */
function setUp(answer: VerifyResult, rows = [production]) {
  const { storage, credentials, passwords } = fakeCredentials();
  const tried: (HandedCredential | null)[] = [];
  const ask = (async (_: CommandName, { run }: CommandArguments) => {
    tried.push(await credentials.for(origin, run));
    expect(storage.size).toBe(0);
    return answer;
  }) as unknown as Ask;
  const profiles = { read: async () => rows, learn() {} } as unknown as Profiles;
  return { parts: { ask, credentials, passwords, profiles }, storage, tried };
}

test("a token is verified, then stored, and the zones are listed", async () => {
  const { parts, storage, tried } = setUp(verified);
  editor.answers = ["API token", " tok "];
  expect(await signIn(parts)).toBe(true);
  expect(tried).toEqual([{ origin, token: "tok" }]);
  expect([...storage.values()]).toEqual([`{"origin":"${origin}","token":"tok"}`]);
  expect(editor.shown.at(-1)?.text).toBe(
    `Signed in to ${origin} with a token. Access to these zones: shop.example.com.`,
  );
});

test("an email address and an API key are accepted", async () => {
  const { parts, tried } = setUp(verified);
  editor.answers = ["Email and API key", "me@example.com", "k"];
  expect(await signIn(parts, origin)).toBe(true);
  expect(tried).toEqual([{ origin, email: "me@example.com", key: "k" }]);
});

test("the input box names the host, and masks the input", async () => {
  const { parts } = setUp(verified);
  editor.answers = ["API token", "tok"];
  await signIn(parts);
  const box = editor.shown.find((it) => it.kind === "input");
  expect(box?.options).toMatchObject({ title: `Sign in to ${origin}`, password: true });
});

test("a rejected credential is not stored, and the reason is shown", async () => {
  const { parts, storage } = setUp({ refusal: "The token is not known there." });
  editor.answers = ["API token", "tok"];
  expect(await signIn(parts)).toBe(false);
  expect(storage.size).toBe(0);
  expect(editor.shown.at(-1)?.text).toContain("The token is not known there.");
});

test("a rejected credential can be corrected at once, beside the reason", async () => {
  const refusal = "The token is not known there.";
  const { parts, tried, storage } = setUp({ refusal });
  const ask = (async (...asked: Parameters<Ask>) => {
    const answer = await parts.ask(...asked);
    return tried.length < 2 ? answer : verified;
  }) as Ask;
  editor.answers = ["API token", "old", "Try Again", "new"];
  expect(await signIn({ ...parts, ask })).toBe(true);
  expect(tried).toEqual([
    { origin, token: "old" },
    { origin, token: "new" },
  ]);
  expect([...storage.values()]).toEqual([`{"origin":"${origin}","token":"new"}`]);
  const boxes = editor.shown.filter((it) => it.kind === "input");
  const prompts = boxes.map((it) => it.options?.prompt);
  expect(prompts).toEqual([needed, `${refusal} ${needed}`]);
});

test.each([
  [production, needed],
  [
    profileRow({ ...production, rulesTarget: "firewall-rules" }),
    /Firewall Services: Edit for rules/,
  ],
  [profileRow({ isLoopback: true }), "The emulator prints its token when it starts."],
])("the prompt says what a token needs, or where it is (%#)", async (row, hint) => {
  editor.answers = ["API token", undefined];
  await signIn(setUp(verified, [row]).parts);
  expect(editor.shown.at(-1)?.options?.prompt).toMatch(hint);
});

test("a token can be created in the dashboard, and is then asked for", async () => {
  const row = profileRow({ ...production, origin: "https://api.cloudflare.com" });
  editor.answers = ["Create an API token…", undefined];
  expect(await signIn(setUp(verified, [row]).parts)).toBe(false);
  expect(editor.executed.map(([name, uri]) => `${name} ${uri}`)).toEqual([
    "vscode.open https://dash.cloudflare.com/profile/api-tokens",
  ]);
  expect(editor.shown.at(-1)?.kind).toBe("input");
});

test("other hosts have no page for tokens", async () => {
  await signIn(setUp(verified).parts);
  expect(editor.shown[0]?.choices).toEqual(["API token", "Email and API key"]);
});

test("a response from another host is ignored", async () => {
  const { parts, storage } = setUp({ ...verified, origin: "https://evil.example" });
  editor.answers = ["API token", "tok"];
  expect(await signIn(parts)).toBe(false);
  expect(storage.size).toBe(0);
});

test("no secret is requested for plain http, or for a host without a profile", async () => {
  const plain = profileRow({ origin: "http://api.example.com", isLoopback: false });
  expect(await signIn(setUp(verified, [plain]).parts)).toBe(false);
  expect(await signIn(setUp(verified).parts, "https://evil.example")).toBe(false);
  expect(editor.shown.map((it) => it.kind)).toEqual(["error", "error"]);
});

test("one of several hosts is picked", async () => {
  const { parts } = setUp(verified, [profileRow(), production]);
  editor.answers = [origin, "API token", "tok"];
  expect(await signIn(parts)).toBe(true);
  expect(editor.shown[0]?.choices).toEqual(["http://127.0.0.1:8787", origin]);
});

test("without a profile, selecting one and signing in offer to create one", async () => {
  const { parts } = setUp(verified, []);
  for (const start of [
    () => signIn(parts),
    () => chooseProfile(parts.profiles),
    () => chooseZone({ ...parts, verify: async () => undefined }, undefined),
  ]) {
    resetEditor();
    editor.answers = ["Create weir.json"];
    await start();
    await expect.poll(() => editor.executed).toEqual([["weir.createSettings"]]);
  }
});

test("Escape at any step changes nothing", async () => {
  for (const answers of [
    [undefined],
    ["API token", undefined],
    ["Email and API key", "me@x.example"],
  ]) {
    const { parts, storage } = setUp(verified);
    editor.answers = answers;
    expect(await signIn(parts)).toBe(false);
    expect(storage.size).toBe(0);
  }
});

test("signing out lists the signed-in hosts", async () => {
  const { parts, storage } = setUp(verified);
  expect(await signOut(parts)).toBe(false);
  expect(editor.shown[0]?.text).toMatch(/^No stored credentials\./);
  await parts.credentials.keep({ origin, token: "t" });
  editor.answers = [origin];
  expect(await signOut(parts)).toBe(true);
  expect(storage.size).toBe(0);
});

test("signing out forgets the password of an engine", async () => {
  const { parts, storage } = setUp(verified);
  const lake = "https://ch.example.com:8443";
  await parts.credentials.keep({ origin, token: "t" });
  await parts.passwords.keep({ origin: lake, user: "reader", password: "p" });
  editor.answers = [lake];
  expect(await signOut(parts)).toBe(true);
  expect([...storage.keys()]).toEqual([`weir.credential:${origin}`]);
});

test("invalid characters are reported while typing", async () => {
  const { parts } = setUp(verified);
  editor.answers = ["API token", "tok"];
  await signIn(parts);
  const box = editor.shown.find((it) => it.kind === "input")?.options;
  const validate = box?.validateInput as (text: string) => string | undefined;
  expect(validate(" tok ")).toBeUndefined();
  expect(validate("to ken")).toBe("Use printable ASCII characters without spaces.");
});

test("picking no host keeps the sign-in", async () => {
  const { parts, storage } = setUp(verified);
  await parts.credentials.keep({ origin, token: "t" });
  editor.answers = [undefined];
  expect(await signOut(parts)).toBe(false);
  expect(storage.size).toBe(1);
});

test("only zones that a credential has access to are offered", async () => {
  const { parts } = setUp(verified);
  const zoneOf = async (answer: VerifyResult | undefined, picked?: string) => {
    resetEditor();
    editor.answers = [picked];
    const verify = async () => answer as typeof verified & { zones: [] };
    await chooseZone({ ...parts, verify }, production);
    return editor.shown.map((it) => it.text);
  };
  expect(await zoneOf(undefined)).toEqual([]);
  expect(await zoneOf({ ...verified, zones: [] } as VerifyResult)).toEqual([
    `Your credential for ${origin} has no access to any zone, or to the zone list.`,
  ]);
  const which = ["Select the zone of profile 'production'"];
  expect(await zoneOf(verified)).toEqual(which);
  expect(await zoneOf(verified, "shop.example.com")).toEqual(which);
});
