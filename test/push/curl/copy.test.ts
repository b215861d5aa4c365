import { describe, expect, test } from "vitest";
import {
  Credential,
  credentialFor,
  type NoCredential,
} from "../../../server/src/api/credential.ts";
import { defaultContext, languageOfPath } from "../../../server/src/languages.ts";
import { escapedText } from "../../../server/src/lsp/commands/running/editor-texts.ts";
import { commandsFor, curlPreface } from "../../../server/src/push/curl/calls.ts";
import { type ShellName, shellNames } from "../../../server/src/push/curl/shells.ts";
import { placeholderFor } from "../../../server/src/push/curl/token-placeholder.ts";
import { curlFor } from "../../../server/src/push/curl.ts";
import { PushError } from "../../../server/src/push/push-error.ts";
import { openOffline } from "../../../server/src/push/session/open-offline.ts";
import type { PushChoices, Session } from "../../../server/src/push/session/session.ts";
import { Workspace } from "../../../server/src/workspace/workspace.ts";
import { filter, job, rule, secret } from "../faults/sequences.ts";
import { Harness } from "../harness.ts";

describe("copying from a file with errors", () => {
  type Editor = Parameters<typeof escapedText>[1];

  /** Copies the escaped text of a file that is open in the editor, or on disk. */
  function copied(uri: string, text: string, languageId?: string) {
    const language = languageId && languageOfPath(`x.${languageId}`);
    const editor = {
      snapshots: { of: () => (language ? { source: { text, language } } : undefined) },
      read: () => text,
      contextOf: () => defaultContext,
    };
    return () => escapedText(uri, editor as unknown as Editor);
  }

  test.each([
    ["file:///p/shop%20errors.lpfilter", undefined, "'shop errors.lpfilter' has an error"],
    ["file:///p/shop.txt", "lpfilter", "'shop.txt' has an error"],
    ["untitled:Untitled-1", "lpfilter", "'Untitled-1' has an error"],
  ])("names %s as the user does", (uri, language, says) => {
    expect(copied(uri, '{ "were": 1 }', language)).toThrow(PushError);
    expect(copied(uri, '{ "were": 1 }', language)).toThrow(says);
  });
});

describe("curl for a job other than the file's own", () => {
  const env = { LOGS_KEY: secret };
  const files = {
    "shop.lpjob": job(),
    "shop.lpfilter": filter("a.example"),
    "second.lpjob": job({ name: "second", filter: undefined }),
    "a.cfrule": rule("ssl"),
  };

  const curl = (h: Harness, path: string, choices: PushChoices) => h.curl(path, choices);

  test("a filter goes to the requested job, by ID or name", async () => {
    using h = new Harness({ files, env });
    await h.push("shop.lpjob");
    await h.push("second.lpjob");
    expect(await curl(h, "shop.lpfilter", {})).toMatch(/^# Nothing would be sent: /);
    h.write("shop.lpfilter", filter("b.example"));
    h.requests.length = 0;
    expect(await curl(h, "shop.lpfilter", {})).toContain("/logpush/jobs/1'");
    for (const asked of ["2", "second"]) {
      const text = await curl(h, "shop.lpfilter", { job: asked });
      expect(text.match(/logpush\/jobs\S*/g)).toEqual(["logpush/jobs/2'"]);
    }
    expect(h.requests.filter((it) => !it.startsWith("GET "))).toEqual([]);
  });

  test.each([
    ["shop.lpfilter", "nobody's", "Unknown job 'nobody's'."],
    ["shop.lpjob", "nobody's", "Unknown job 'nobody's'."],
    ["shop.lpjob", "2", "The job '2' belongs to 'second.lpjob'. Push that file instead."],
    ["a.cfrule", "2", "only applies to jobs and filters, not to rules."],
  ])("%s for the job %s is refused", async (path, asked, why) => {
    using h = new Harness({ files, env });
    await h.push("shop.lpjob");
    await h.push("second.lpjob");
    await expect(curl(h, path, { job: asked })).rejects.toThrow(why);
  });
});

/** An untrusted `weir.json` names the host, and the environment has a token for another. */
describe("a copied command uses the credential of its host", () => {
  const evil = "https://evil.example/client/v4";
  const publicHost = "https://api.cloudflare.com";
  const token = "s3cret-token";

  const harness = (baseUrl: string | undefined, env: Readonly<Record<string, string>>) => {
    const local = { ...(baseUrl ? { baseUrl } : undefined), zone: "z1", account: "a1" };
    const config = JSON.stringify({ profiles: { local } });
    const files = { "weir.json": config, "a.cfrule": rule("ssl"), "shop.lpjob": job() };
    return new Harness({ files: { ...files, "shop.lpfilter": filter("a.example") }, env });
  };
  const offline = (h: Harness) => {
    const workspace = new Workspace((path) =>
      path.endsWith("weir.json") ? h.folder.read("weir.json") : undefined,
    );
    const config = workspace.configFor(`${h.folder.path.replaceAll("\\", "/")}/any`);
    if (!config) throw new Error("There is no weir.json.");
    return openOffline({ config, profile: undefined, env: h.env, workspace });
  };
  const curl = async (h: Harness, path: string, shell: ShellName) => {
    const it = offline(h);
    const credential = credentialFor(it.place.address.origin, h.env);
    // A refusal needs no service.
    return curlFor(path, it as Session, { credential, shell });
  };
  const copied = (h: Harness, found: Credential | NoCredential, shell: ShellName = "posix") => {
    const { baseUrl, origin } = offline(h).place.address;
    const auth = placeholderFor(origin, h.env, found);
    if ("refusal" in auth) throw new Error(auth.refusal);
    const place = { baseUrl, auth, shell };
    const texts = { written: {}, env: h.env, hide: String };
    const calls = [{ method: "POST", path: "/zones/z1/filters", body: [] }] as const;
    return curlPreface(place) + commandsFor(place, calls, texts);
  };

  test.each([
    [evil, { WEIR_API_TOKEN: token }],
    [evil, { CLOUDFLARE_API_TOKEN: token }],
    [evil, { WEIR_AUTH_EMAIL: "a@b.example", WEIR_AUTH_KEY: token }],
    [evil, {}],
    ["https://EVIL.example:8443/v4", { WEIR_API_TOKEN: token }],
    ["https://api.cloudflare.com:8443/client/v4", { WEIR_API_TOKEN: token }],
    ["https://api.cloudflare.com./client/v4", { WEIR_API_TOKEN: token }],
    ["https://api.cloudflare.com.evil.example/v4", { CLOUDFLARE_API_TOKEN: token }],
    [
      "https://sub.other.example",
      { WEIR_API_TOKEN: token, WEIR_BASE_URL: "https://other.example" },
    ],
  ])("%s is refused with the reason of a push: %j", async (baseUrl, env) => {
    using h = harness(baseUrl, env);
    const { origin } = new URL(baseUrl);
    const refused = credentialFor(origin, env);
    if (!("refusal" in refused)) throw new Error("It is not refused.");
    for (const path of ["a.cfrule", "shop.lpjob"])
      for (const shell of shellNames)
        await expect(curl(h, path, shell)).rejects.toThrow(refused.refusal);
  });

  test.each([
    ["http://evil.example/client/v4", "is not encrypted"],
    ["https://user:pass@api.cloudflare.com/client/v4", "a user name or password"],
  ])("%s is rejected", async (baseUrl, why) => {
    using h = harness(baseUrl, { WEIR_API_TOKEN: token });
    await expect(curl(h, "a.cfrule", "posix")).rejects.toThrow(why);
  });

  test.each([
    [undefined, {}, ["WEIR_API_TOKEN"]],
    [undefined, { WEIR_API_TOKEN: token }, ["WEIR_API_TOKEN"]],
    [
      "https://API.Cloudflare.com:443/client/v4/",
      { CLOUDFLARE_API_TOKEN: token },
      ["CLOUDFLARE_API_TOKEN"],
    ],
    [undefined, { WEIR_BASE_URL: evil, WEIR_API_TOKEN: token }, ["CLOUDFLARE_API_TOKEN"]],
    [
      undefined,
      { CLOUDFLARE_EMAIL: "a@b.example", CLOUDFLARE_API_KEY: token },
      ["CLOUDFLARE_EMAIL", "CLOUDFLARE_API_KEY"],
    ],
    [
      "https://other.example/v4",
      { WEIR_BASE_URL: "https://other.example", WEIR_API_TOKEN: token },
      ["WEIR_API_TOKEN"],
    ],
    ["http://127.0.0.1:8787/client/v4", { WEIR_API_TOKEN: token }, []],
  ])("%s under %j uses its own credential", async (baseUrl, env, names) => {
    using h = harness(baseUrl, env);
    const text = copied(h, credentialFor(offline(h).place.address.origin, env as never));
    const named = [...text.matchAll(/\$((?:WEIR|CLOUDFLARE)_\w+)/g)].map((it) => it[1]);
    expect([...new Set(named)]).toEqual(names);
    expect(text).not.toContain(token);
    expect(text).toContain(`'${baseUrl ? new URL(baseUrl).origin : publicHost}/`);
  });

  test("a credential stored by the editor for another host is a placeholder", async () => {
    using h = harness("https://other.example/v4", { WEIR_API_TOKEN: token });
    const credential = new Credential("https://other.example", "the editor", { token });
    const text = copied(h, credential);
    expect(text).toMatch(/^# Set a token for 'https:\/\/other\.example' first\.\nAPI_TOKEN=''\n/);
    expect(text).toContain('"Authorization: Bearer $API_TOKEN"');
    expect(text).not.toMatch(/WEIR_API_TOKEN|s3cret/);
  });
});
