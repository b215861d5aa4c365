import { once } from "node:events";
import { linkSync, readdirSync, rmSync, statSync } from "node:fs";
import { request } from "node:http";
import { createServer } from "node:net";
import { Readable } from "node:stream";
import { describe, expect, test } from "vitest";
import { emulator as command } from "../../server/src/cli/commands/emulator.ts";
import { UsageError } from "../../server/src/cli/io.ts";
import { createEmulator, type Emulator } from "../../server/src/emulator/emulator.ts";
import type { Envelope } from "../../server/src/emulator/envelope.ts";
import type { Fault } from "../../server/src/emulator/faults.ts";
import { listen } from "../../server/src/emulator/listen.ts";
import { defaults } from "../../server/src/emulator/state/defaults.ts";
import { fileStore } from "../../server/src/emulator/state/store.ts";
import { Folder } from "../support/programs/cli.ts";
import {
  all,
  type Client,
  clientOf,
  refusal,
  rulesPath,
  start,
  zone_id,
} from "../support/programs/emulator.ts";

const destination_conf = "s3://logs/shop?region=eu-central-1";
const expression = 'http.host eq "shop.example.com"';
const control = "http://emulator/__weir/control";
const authorization = `Bearer ${defaults.token}`;

function createJob(client: Client): Promise<unknown> {
  return client.logpush.jobs.create({ zone_id, destination_conf });
}

async function jobCount(client: Client): Promise<number> {
  return (await all(client.logpush.jobs.list({ zone_id }))).length;
}

function withFault(fault: Fault) {
  return start({ settings: { faults: [fault] } });
}

describe("faults", () => {
  test.each<[string, Fault, string, number]>([
    ["a status", { kind: "status", status: 503 }, "503\nInjected fault: status 503.", 0],
    ["a page", { kind: "status", status: 502, body: "<h1>Bad</h1>" }, "502", 0],
    [
      "a rate limit",
      { kind: "rate-limit", retryAfter: 7 },
      "429\nToo many requests. Wait, then try again.",
      0,
    ],
    ["a redirect", { kind: "redirect", location: "https://elsewhere.example.com/" }, "307", 0],
    ["a drop before the effect", { kind: "drop" }, "Connection error.", 0],
    ["a drop after the effect", { kind: "drop", afterEffect: true }, "Connection error.", 1],
  ])("%s affects one request", async (_, fault, expected, jobs) => {
    const { client } = withFault({ ...fault, method: "post" });
    expect(await refusal(createJob(client))).toBe(expected);
    expect(await jobCount(client)).toBe(jobs);
    await createJob(client);
  });

  test("a rate limit includes the time to wait", async () => {
    const { emulator } = withFault({ kind: "rate-limit", retryAfter: 7 });
    const response = await emulator.fetch("http://emulator/client/v4/user");
    expect(response.headers.get("retry-after")).toBe("7");
  });

  test("a redirect points to another host, and is not followed in the process", async () => {
    const redirect: Fault = { kind: "redirect", location: "https://elsewhere.example.com/" };
    const { emulator } = withFault({ ...redirect, times: 2 });
    const response = await emulator.fetch("http://emulator/client/v4/user", { redirect: "manual" });
    expect(response.headers.get("location")).toBe(redirect.location);
    await expect(emulator.fetch("http://emulator/client/v4/user")).rejects.toThrow(TypeError);
  });

  test("a truncated response has had its effect", async () => {
    const { client } = withFault({ kind: "malformed" });
    await expect(createJob(client)).rejects.toThrow(SyntaxError);
    expect(await jobCount(client)).toBe(1);
  });

  test("a slow body waits in the middle", async () => {
    const waits: number[] = [];
    const { client } = start({
      settings: { faults: [{ kind: "slow-body", delay: 5000 }] },
      sleep: async (milliseconds) => void waits.push(milliseconds),
    });
    expect(await createJob(client)).toMatchObject({ id: 1 });
    expect(waits).toEqual([5000]);
  });

  test("a client that aborts receives no more of a slow body", async () => {
    const { emulator } = withFault({ kind: "slow-body", delay: 600_000 });
    const client = new AbortController();
    const response = await emulator.fetch("http://emulator/client/v4/user", {
      headers: { authorization },
      signal: client.signal,
    });
    const body = response.text();
    client.abort(new Error("enough"));
    await expect(body).rejects.toThrow("enough");
  });

  test("latency precedes each response, and a client may abort meanwhile", async () => {
    const waits: number[] = [];
    const { client } = start({
      settings: { latency: 200 },
      sleep: async (milliseconds) => void waits.push(milliseconds),
    });
    await client.user.get();
    await client.user.get();
    expect(waits).toEqual([200, 200]);
    const slow = start({ settings: { latency: 600_000 } });
    const signal = AbortSignal.abort();
    await expect(
      slow.emulator.fetch("http://emulator/client/v4/user", { signal }),
    ).rejects.toThrow();
    const giveUp = new AbortController();
    const call = slow.emulator.fetch("http://emulator/client/v4/user", { signal: giveUp.signal });
    giveUp.abort();
    await expect(call).rejects.toThrow();
  });

  test("affect the matching requests, as often as specified", async () => {
    const { client, emulator } = withFault({
      kind: "status",
      status: 500,
      path: "/filters",
      times: 2,
    });
    await createJob(client);
    const create = () => client.filters.create({ zone_id, body: [{ expression }] });
    expect(await refusal(create())).toMatch(/^500/);
    expect(await refusal(create())).toMatch(/^500/);
    await create();
    expect(emulator.settings.faults).toEqual([]);
  });
});

describe("the control path", () => {
  const send = async (emulator: Emulator, method: string, path: string, body?: unknown) => {
    const response = await emulator.fetch(control + path, {
      method,
      ...(body === undefined
        ? undefined
        : { body: JSON.stringify(body), headers: { "content-type": "application/json" } }),
    });
    return { status: response.status, body: (await response.json()) as Partial<Envelope> };
  };

  test("shows and changes the settings, without credentials and without faults", async () => {
    const { emulator, client } = withFault({ kind: "drop", times: 9 });
    const settings = { ruleQuota: 5, jobQuota: 1, unavailable: ["log"], latency: 0, faults: [] };
    expect((await send(emulator, "GET", "")).body).toEqual(emulator.settings);
    expect(await send(emulator, "PATCH", "", settings)).toEqual({
      status: 200,
      body: {
        ...settings,
        ownership: false,
        firewallRulesGone: false,
        limits: { operators: 30, bytes: 1000 },
      },
    });
    await createJob(client);
    expect(await refusal(createJob(client))).toMatch(/^403/);
    await send(emulator, "POST", "/faults", { kind: "status", status: 500 });
    expect(await refusal(client.user.get())).toMatch(/^500/);
    await send(emulator, "POST", "/faults", { kind: "drop", times: 5 });
    await send(emulator, "DELETE", "/faults");
    await send(emulator, "PATCH", "", { limits: { bytes: 10 } });
    expect(emulator.settings.limits).toEqual({ operators: 30, bytes: 10 });
    await send(emulator, "POST", "/reset");
    expect(emulator.settings).toMatchObject({ jobQuota: 4, faults: [{ kind: "drop", times: 9 }] });
    emulator.configure({ faults: [] });
    expect(await jobCount(client)).toBe(0);
  });

  test.each([
    ["PATCH", "", { ruleQota: 1 }, "Unknown setting 'ruleQota'."],
    ["PATCH", "", { latency: "slow" }, "'latency' needs a number from 0 to 600000, found 'slow'."],
    ["PATCH", "", { faults: [{ kind: "drop" }, { kind: "status" }] }, "'status' is missing."],
    [
      "POST",
      "/faults",
      { kind: "nap" },
      "'kind' needs 'status', 'rate-limit', 'redirect', 'drop', 'malformed', 'slow-body', found 'nap'.",
    ],
    ["POST", "/faults", [], "Expected an object."],
  ])("refuses %s %s %j", async (method, path, body, message) => {
    const emulator = createEmulator();
    const before = emulator.settings;
    const answer = await send(emulator, method, path, body);
    expect(answer.status).toBe(400);
    expect(answer.body.errors?.[0]?.message).toBe(message);
    expect(emulator.settings).toBe(before);
  });

  test("is not part of the service", async () => {
    const { client } = start();
    expect(await refusal(client.get("/__weir/control"))).toMatch(/^404/);
  });
});

describe("the data file", () => {
  test("persists the whole state", async () => {
    using folder = new Folder();
    const open = () => start({ store: fileStore(`${folder.path}/data.json`) });
    const first = open();
    await createJob(first.client);
    await first.client.post(rulesPath(), { body: [{ action: "block", filter: { expression } }] });
    await first.client.rulesets.phases.update("http_request_firewall_custom", {
      zone_id,
      rules: [{ action: "block", expression }],
    });
    const second = open();
    expect(second.emulator.state).toEqual(first.emulator.state);
    expect(await createJob(second.client)).toMatchObject({ id: 2 });
    expect(open().emulator.state.nextJob).toBe(3);
    expect(folder.read("data.json")).not.toContain(defaults.token);
    second.emulator.reset();
    expect(await jobCount(open().client)).toBe(0);
  });

  test("is replaced atomically", async () => {
    using folder = new Folder();
    const path = `${folder.path}/data.json`;
    const { client } = start({ store: fileStore(path) });
    linkSync(path, `${folder.path}/old.json`);
    const before = folder.read("data.json");
    await createJob(client);
    expect(folder.read("old.json")).toBe(before);
    expect(folder.read("data.json")).not.toBe(before);
    expect(readdirSync(folder.path).sort()).toEqual(["data.json", "old.json"]);
    // Windows does not use these permission bits.
    if (process.platform !== "win32") expect(statSync(path).mode & 0o077).toBe(0);
  });

  test("contains the filter that a rejected rule leaves behind", async () => {
    using folder = new Folder();
    const open = () =>
      start({ store: fileStore(`${folder.path}/data.json`), settings: { ruleQuota: 0 } });
    const body = [{ action: "block", filter: { expression } }];
    expect(await refusal(open().client.post(rulesPath(), { body }))).toMatch(/^403/);
    expect(await all(open().client.filters.list({ zone_id }))).toHaveLength(1);
  });

  test("keeps a zone that is not requested again", async () => {
    using folder = new Folder();
    const open = (id: string) =>
      start({ store: fileStore(`${folder.path}/data.json`), zones: [{ id }] });
    const body = [{ expression }];
    await open("first").client.filters.create({ zone_id: "first", body });
    const { client } = open("second");
    expect((await all(client.zones.list())).map((it) => it.id)).toEqual(["first", "second"]);
    expect(await all(client.filters.list({ zone_id: "first" }))).toHaveLength(1);
  });

  const whole = { version: 1, seed: 1, nextId: 1, nextJob: 1 };
  const scope = {
    kind: "zones",
    id: "z",
    name: "z",
    account: "a",
    jobs: [],
    filters: [],
    rules: [],
    rulesets: [],
  };
  const rule = { id: "r", action: "block", paused: false, priority: null, filter: "gone" };
  test.each([
    ["", "Invalid or truncated JSON."],
    ['{"version": 1, "sco', "Invalid or truncated JSON."],
    ["[]", "Expected an object. (at '/')"],
    ["{}", "'version' is missing. (at '/version')"],
    [JSON.stringify({ ...whole, version: 2, scopes: [] }), "'version' needs 1. (at '/version')"],
    [
      JSON.stringify({ ...whole, scopes: [{ ...scope, jobs: [{ id: "1" }] }] }),
      "'id' needs an integer, found '1'. (at '/scopes/0/jobs/0/id')",
    ],
    [
      JSON.stringify({ ...whole, scopes: [{ ...scope, rules: [rule] }] }),
      "Rule 'r' refers to filter 'gone', which does not exist. (at '/scopes/0/rules')",
    ],
    [
      JSON.stringify({ ...whole, scopes: [{ ...scope, rulesets: [{}] }] }),
      "'id' is missing. (at '/scopes/0/rulesets/0/id')",
    ],
  ])("that is damaged is reported and left unchanged: %s", (text, damage) => {
    using folder = new Folder({ "data.json": text });
    const path = `${folder.path}/data.json`;
    expect(() => createEmulator({ store: fileStore(path) })).toThrow(
      `'${path}' is not an emulator data file. ${damage} Delete it or use another file.`,
    );
    expect(folder.read("data.json")).toBe(text);
  });

  test("that cannot be written is reported, at startup and later", async () => {
    using folder = new Folder();
    const path = `${folder.path}/none/data.json`;
    expect(() => createEmulator({ store: fileStore(path) })).toThrow(
      `No such file or folder; '${path}' was not changed.`,
    );
    folder.write("none/other", "");
    const { client } = start({ store: fileStore(path) });
    rmSync(`${folder.path}/none`, { recursive: true });
    expect(await refusal(createJob(client))).toMatch(/^500\n.*No such file or folder/);
  });
});

describe("on a socket", () => {
  const runIn = (folder: Folder, args: readonly string[]) => {
    const printed = { out: "" };
    const status = command.run(args, {
      cwd: folder.path,
      stdin: Readable.from([]),
      out: (text) => {
        printed.out += text;
        process.nextTick(() => process.emit("SIGTERM"));
      },
      err: () => {},
      color: false,
      progress: false,
      columns: 100,
    });
    return { status, printed };
  };

  test("listens on the loopback address, and drops connections for real", async () => {
    const emulator = createEmulator();
    const server = await listen(emulator, 0);
    try {
      const client = clientOf({ fetch }).withOptions({ baseURL: server.baseUrl });
      expect(server.baseUrl).toBe(`http://127.0.0.1:${server.port}/client/v4`);
      expect(await createJob(client)).toMatchObject({ id: 1 });
      expect(await refusal(client.zones.get({ zone_id: "none" }))).toMatch(/^404/);
      for (const afterEffect of [false, true]) {
        emulator.configure({ faults: [{ kind: "drop", afterEffect }] });
        expect(await refusal(createJob(client))).toBe("Connection error.");
      }
      expect(await jobCount(client)).toBe(2);
      emulator.configure({ faults: [{ kind: "slow-body", delay: 1 }] });
      expect(await jobCount(client)).toBe(2);
      // Neither a pending body nor a pending response prevents closing.
      emulator.configure({ faults: [{ kind: "slow-body", delay: 600_000 }] });
      const response = await fetch(`${server.baseUrl}/user`, { headers: { authorization } });
      const body = response.text();
      emulator.configure({ latency: 600_000 });
      const late = fetch(`${server.baseUrl}/user`, { headers: { authorization } });
      await Promise.all([
        expect(body).rejects.toThrow(),
        expect(late).rejects.toThrow(),
        new Promise((done) => setImmediate(done)).then(() => server.close()),
      ]);
    } finally {
      await server.close();
    }
  });

  test("responds to programs, but not to pages of other hosts", async () => {
    const server = await listen(createEmulator(), 0);
    const statusFor = async (headers: Record<string, string>) => {
      const call = request(`${server.baseUrl}/user`, { headers: { authorization, ...headers } });
      call.end();
      const [answer] = await once(call, "response");
      answer.resume();
      // A connection stays open: its limit could pass while a busy client is about to send on it.
      expect(answer.headers["keep-alive"]).toBeUndefined();
      return answer.statusCode;
    };
    try {
      expect(await statusFor({})).toBe(200);
      expect(await statusFor({ host: `localhost:${server.port}` })).toBe(200);
      expect(await statusFor({ origin: `http://localhost:${server.port}` })).toBe(200);
      // A host name rebound to this machine, and pages of other origins and of none.
      expect(await statusFor({ host: `rebound.example:${server.port}` })).toBe(403);
      expect(await statusFor({ origin: "https://evil.example" })).toBe(403);
      expect(await statusFor({ origin: "null" })).toBe(403);
      const reset = `http://127.0.0.1:${server.port}/__weir/control/reset`;
      const headers = { origin: "https://evil.example" };
      expect((await fetch(reset, { method: "POST", headers })).status).toBe(403);
    } finally {
      await server.close();
    }
  });

  test("the command prints its address, and ends on a signal", async () => {
    using folder = new Folder();
    const listeners = process.listenerCount("SIGTERM");
    const { status, printed } = runIn(folder, ["--port", "0", "--data", "data.json"]);
    expect(await status).toBe(0);
    expect(
      printed.out.replace(/:\d+\//, ":PORT/"),
    ).toBe(`Listening on http://127.0.0.1:PORT/client/v4
Zone     ${defaults.zone}
Account  ${defaults.account}
Token    ${defaults.token}
E-mail   ${defaults.email}
Key      ${defaults.key}
Data     data.json
`);
    expect(process.listenerCount("SIGTERM")).toBe(listeners);
  });

  test("the command reports a port in use in one line", async () => {
    using folder = new Folder();
    const other = createServer().listen(0, "127.0.0.1");
    await once(other, "listening");
    const { port } = other.address() as { port: number };
    await expect(runIn(folder, ["--port", String(port)]).status).rejects.toEqual(
      new UsageError(
        `Port ${port} is already in use. Select another with '--port', or use 0 for any free port.`,
      ),
    );
    other.close();
  });

  test.each([
    [["--port", "http"], "'--port' needs an integer of 0 or more, found 'http'."],
    [["--port", "70000"], "'--port' needs an integer up to 65535, found '70000'."],
    [["--zone", "a/b"], "'--zone' allows only letters, digits, '-' and '_', found 'a/b'."],
    [["here"], "'weir emulator' does not take paths."],
    [["--data", "bad.json"], /bad\.json' is not an emulator data file\./],
  ])("the command refuses %j", async (args, message) => {
    using folder = new Folder({ "bad.json": "{" });
    const { status } = runIn(folder, args);
    await expect(status).rejects.toThrow(UsageError);
    await expect(status).rejects.toThrow(message);
  });
});
