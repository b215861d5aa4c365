import { describe, expect, test } from "vitest";
import { createEmulator } from "../../server/src/emulator/emulator.ts";
import { defaults } from "../../server/src/emulator/state/defaults.ts";
import {
  account_id,
  all,
  Cloudflare,
  clientOf,
  refusal,
  start,
  zone_id,
} from "../support/programs/emulator.ts";

const destination_conf = "s3://logs/shop/{DATE}?region=eu-central-1";
const filter = '{"where":{"key":"ClientRequestHost","operator":"eq","value":"shop.example.com"}}';

describe("signing in", () => {
  test("the token gives access to the user, token verification and the zones", async () => {
    const { client } = start({
      zones: [{ id: zone_id }, { id: "b".repeat(32), name: "b.example" }],
    });
    expect(await client.user.get()).toMatchObject({ email: defaults.email });
    expect(await client.user.tokens.verify()).toMatchObject({ status: "active" });
    expect((await all(client.zones.list())).map((it) => it.name)).toEqual([
      "example.com",
      "b.example",
    ]);
    expect(await all(client.zones.list({ name: "b.example" }))).toHaveLength(1);
    expect(await all(client.zones.list({ account: { id: "none" } }))).toEqual([]);
    expect(await client.zones.get({ zone_id })).toMatchObject({
      id: zone_id,
      status: "active",
      account: { id: account_id },
      plan: { legacy_id: "enterprise" },
    });
  });

  test("the email with the key gives the same access", async () => {
    const client = clientOf(createEmulator(), { apiEmail: defaults.email, apiKey: defaults.key });
    expect(await client.user.get()).toMatchObject({ email: defaults.email });
    expect(await refusal(client.user.tokens.verify())).toBe(
      "400\nMissing token. Send it in 'Authorization'.",
    );
  });

  test.each([
    [{ apiToken: "other" }, "401\nInvalid token in 'Authorization'."],
    [
      { apiEmail: defaults.email, apiKey: "other" },
      "403\n'X-Auth-Email' and 'X-Auth-Key' do not match.",
    ],
    [
      { apiEmail: "other@example.com", apiKey: defaults.key },
      "403\n'X-Auth-Email' and 'X-Auth-Key' do not match.",
    ],
    [{ apiKey: defaults.key }, "401\n'X-Auth-Key' was sent without 'X-Auth-Email'. Send both."],
    [{ apiEmail: defaults.email }, "401\n'X-Auth-Email' was sent without 'X-Auth-Key'. Send both."],
    [
      { apiToken: defaults.token, apiEmail: defaults.email, apiKey: "stale" },
      "403\n'X-Auth-Email' and 'X-Auth-Key' do not match.",
    ],
  ])("refuses %o", async (credentials, expected) => {
    const client = clientOf(createEmulator(), credentials);
    expect(await refusal(client.zones.list())).toBe(expected);
  });

  test("refuses a call without credentials, and one with another scheme", async () => {
    const { fetch } = createEmulator();
    const url = `http://emulator/client/v4/zones/${zone_id}/logpush/jobs`;
    expect((await fetch(url)).status).toBe(401);
    expect((await fetch(url, { headers: { authorization: "Basic eDp5" } })).status).toBe(401);
    expect((await fetch(url, { method: "POST", body: "{}" })).status).toBe(401);
  });

  test("custom credentials replace the default ones", async () => {
    const emulator = createEmulator({ token: "mine", email: "me@example.com", key: "key" });
    expect(await clientOf(emulator, { apiToken: "mine" }).user.get()).toMatchObject({
      email: "me@example.com",
    });
    expect(await refusal(clientOf(emulator).user.get())).toMatch(/^401/);
  });
});

describe("paths", () => {
  test("unknown zones, paths and methods have the usual envelope", async () => {
    const { emulator, client } = start();
    expect(await refusal(client.zones.get({ zone_id: "nowhere" }))).toBe(
      "404\nUnknown zone 'nowhere'.",
    );
    expect(await refusal(client.get("/nothing"))).toBe("404\nUnknown path '/client/v4/nothing'.");
    expect(await refusal(client.patch(`/zones/${zone_id}/logpush/jobs`))).toBe(
      "405\nMethod 'PATCH' is not allowed for this path.",
    );
    const response = await emulator.fetch("http://emulator/client/v4/nothing");
    expect(await response.json()).toEqual({
      result: null,
      success: false,
      errors: [{ code: 7003, message: "Unknown path '/client/v4/nothing'." }],
      messages: [],
    });
  });

  test("a trailing slash is a different path", async () => {
    const { client } = start();
    await client.logpush.jobs.create({ zone_id, destination_conf });
    expect(await refusal(client.get(`/zones/${zone_id}/logpush/jobs/1/`))).toMatch(/^404/);
  });

  test("a body must be JSON with its content type", async () => {
    const { emulator } = start();
    const send = async (body: string, type: string) => {
      const headers = { authorization: `Bearer ${defaults.token}`, "content-type": type };
      const url = `http://emulator/client/v4/zones/${zone_id}/filters`;
      return (await emulator.fetch(url, { method: "POST", body, headers })).status;
    };
    expect(await send("[{", "application/json")).toBe(400);
    expect(await send("", "application/json")).toBe(400);
    expect(await send("[".repeat(1_000_000), "application/json")).toBe(400);
    const brackets = [{ expression: `http.host eq "${"[".repeat(200)}"` }];
    expect(await send(JSON.stringify(brackets), "application/json")).toBe(200);
    expect(await send("[]", "application/x-www-form-urlencoded")).toBe(415);
    expect(await send(`"${"x".repeat(5_000_000)}"`, "application/json")).toBe(413);
  });
});

describe("log push jobs", () => {
  test.each([
    ["zone", { zone_id }],
    ["account", { account_id }],
  ])("of a %s: create, get, list, update, delete", async (_, scope) => {
    const { client } = start();
    const { jobs } = client.logpush;
    const created = await jobs.create({
      ...scope,
      name: "shop",
      destination_conf,
      dataset: "http_requests",
      filter,
      output_options: { field_names: ["RayID", "ClientIP"], sample_rate: 0.5 },
    });
    expect(created).toEqual({
      id: 1,
      name: "shop",
      dataset: "http_requests",
      destination_conf,
      enabled: false,
      kind: "",
      filter,
      output_options: { field_names: ["RayID", "ClientIP"], sample_rate: 0.5 },
      error_message: null,
      last_complete: null,
      last_error: null,
    });
    expect(await jobs.get(1, scope)).toEqual(created);
    expect(await all(jobs.list(scope))).toEqual([created]);
    expect(await all(client.logpush.datasets.jobs.get("http_requests", scope))).toHaveLength(1);
    expect(await all(client.logpush.datasets.jobs.get("gateway_dns", scope))).toEqual([]);
    const output_options = { timestamp_format: "rfc3339" as const };
    expect(await jobs.update(1, { ...scope, enabled: true, output_options })).toEqual({
      ...created,
      enabled: true,
      output_options,
    });
    expect(await jobs.delete(1, scope)).toEqual({ id: 1 });
    expect(await refusal(jobs.get(1, scope))).toBe("404\nUnknown job '1'.");
    expect(await refusal(jobs.delete(1, scope))).toMatch(/^404/);
  });

  test("a zone does not see the jobs of its account, and vice versa", async () => {
    const { client } = start();
    await client.logpush.jobs.create({ account_id, destination_conf });
    expect(await all(client.logpush.jobs.list({ zone_id }))).toEqual([]);
    expect(await refusal(client.logpush.jobs.get(1, { zone_id }))).toMatch(/^404/);
  });

  test("the job of the specification is accepted unchanged", async () => {
    const { client } = start();
    const body = {
      name: "static-assets",
      destination_conf: "s3://<BUCKET_PATH>?region=us-west-2/",
      dataset: "http_requests",
      output_options: {
        field_names: ["ClientIP", "EdgeStartTimestamp", "RayID"],
        sample_rate: 0.1,
        timestamp_format: "rfc3339",
        "CVE-2021-44228": "true",
      },
      filter:
        '{"where":{"and":[{"key":"ClientRequestPath","operator":"contains","value":"/static"},{"key":"ClientRequestHost","operator":"eq","value":"example.com"}]}}',
    };
    const answer = await client.post(`/zones/${zone_id}/logpush/jobs`, {
      body,
    });
    expect(answer.result).toMatchObject({ id: 1, ...body });
  });

  test("no filter, an empty one and null are the same, and a PUT with one of them clears it", async () => {
    const { client } = start();
    const { jobs } = client.logpush;
    for (const none of ["", null]) {
      const created = await jobs.create({ zone_id, destination_conf, filter });
      const id = created?.id ?? 0;
      expect(await jobs.update(id, { zone_id, filter: none })).toMatchObject({ filter: none });
      await jobs.update(id, { zone_id, enabled: true });
    }
  });

  test.each([
    [
      "a filter without 'where'",
      { filter: '{"key":"ClientIP","operator":"eq","value":"192.0.2.1"}' },
      `/filter: creating a new job is not allowed: bad predicate: A filter starts with 'where'. Wrap this in { "where": … }.`,
    ],
    [
      "a filter that is no JSON",
      { filter: '{"where":' },
      /^\/filter: creating a new job is not allowed: bad predicate: /,
    ],
    [
      "a filter with a comment",
      { filter: `// weir-ignore-file unknown-field\n${filter}` },
      "/filter: creating a new job is not allowed: bad predicate: JSON does not allow comments or trailing commas. Remove them before sending.",
    ],
    [
      "a filter with an unknown operator",
      { filter: '{"where":{"key":"ClientIP","operator":"equals","value":"192.0.2.1"}}' },
      /bad predicate: .*'equals'/,
    ],
    [
      "a filter for the fields of another dataset",
      { filter: '{"where":{"key":"QueryName","operator":"eq","value":"a.example"}}' },
      /bad predicate: .*'QueryName'/,
    ],
    [
      "1,001 bytes, of which most are spaces",
      { filter: filter.padEnd(1001) },
      "/filter: creating a new job is not allowed: bad predicate: Filter is 1,001 bytes; the limit is about 1,000.",
    ],
    [
      "no destination",
      { destination_conf: undefined },
      "/destination_conf: 'destination_conf' is missing.",
    ],
    [
      "a destination of no known kind",
      { destination_conf: "ftp://a.example" },
      /^\/destination_conf: /,
    ],
    [
      "an unknown dataset",
      { dataset: "http_request" },
      /^\/dataset: 'dataset' needs .*, found 'http_request'\./,
    ],
    [
      "an account's dataset",
      { dataset: "gateway_dns" },
      "/dataset: 'gateway_dns' is a dataset for accounts, not for zones.",
    ],
    [
      "a name without end",
      { name: "x".repeat(513) },
      "/name: 'name' needs a string of at most 512 characters, or null.",
    ],
    [
      "too small an upload",
      { max_upload_bytes: 1000 },
      "/max_upload_bytes: 'max_upload_bytes' needs 0 or an integer from 5000000 to 1000000000, or null.",
    ],
    [
      "an edge job of another dataset",
      { kind: "edge", dataset: "dns_logs" },
      "/kind: 'edge' jobs only support 'http_requests', not 'dns_logs'.",
    ],
    [
      "a sample rate above 1",
      { output_options: { sample_rate: 10 } },
      "/output_options/sample_rate: 'sample_rate' needs a number from 0 to 1, or null.",
    ],
    [
      "field names in one string",
      { output_options: { field_names: "RayID" } },
      /^\/output_options\/field_names: /,
    ],
    [
      "an option of the wrong type",
      { output_options: { stringify_object: "yes" } },
      "/output_options/stringify_object: 'stringify_object' needs true or false, or null, found 'yes'.",
    ],
    [
      "a filter beside a transformer",
      { filter, transformer_id: 42 },
      "/filter: a job cannot have both a filter and a transformer configured; use one or the other",
    ],
    [
      "CSV of a transformer",
      { output_options: { output_type: "csv" }, transformer_id: 42 },
      "/output_options: A job with a transformer needs the output type 'ndjson'.",
    ],
    [
      "another's challenge",
      { ownership_challenge: "0" },
      "/ownership_challenge: The challenge does not match this destination.",
    ],
  ])("refuses %s", async (_, fields, expected) => {
    const { emulator, client } = start();
    const body = { destination_conf, ...fields };
    const [status, ...lines] = (
      await refusal(client.post(`/zones/${zone_id}/logpush/jobs`, { body }))
    ).split("\n");
    expect(status).toBe("400");
    if (typeof expected === "string") expect(lines).toEqual([expected]);
    else expect(lines.join("\n")).toMatch(expected);
    expect(emulator.state.nextJob).toBe(1);
  });

  test("counts the characters of a name, not UTF-16 units", async () => {
    const { client } = start();
    const create = (name: string) =>
      client.logpush.jobs.create({ zone_id, destination_conf, name });
    expect(await create("😀".repeat(512))).toMatchObject({ id: 1 });
    expect(await refusal(create("😀".repeat(513)))).toMatch(/^400\n\/name: /);
  });

  test("accepts 1,000 bytes as sent, and 30 operators", async () => {
    const { client, emulator } = start();
    const create = (sent: string) =>
      client.logpush.jobs.create({ zone_id, destination_conf, filter: sent });
    expect(await create(filter.padEnd(1000))).toMatchObject({ filter: filter.padEnd(1000) });
    // Thirty conditions exceed the byte limit, so the other limit is only reached once this one is raised.
    emulator.configure({ limits: { operators: 30, bytes: 10_000 } });
    const condition = { key: "EdgeResponseStatus", operator: "eq" };
    const conditions = (count: number) =>
      JSON.stringify({
        where: { or: Array.from({ length: count }, (_, value) => ({ ...condition, value })) },
      });
    await create(conditions(30));
    expect(await refusal(create(conditions(31)))).toMatch(/^400\n\/filter: .*31 /);
  });

  test("does not allow changing the dataset and the kind of a job", async () => {
    const { client } = start();
    const { jobs } = client.logpush;
    await jobs.create({ zone_id, destination_conf });
    const put = (body: object) => client.put(`/zones/${zone_id}/logpush/jobs/1`, { body });
    expect(await refusal(put({ dataset: "dns_logs" }))).toBe(
      "400\n/dataset: The dataset of a job cannot be changed. Delete the job and create another.",
    );
    expect(await refusal(jobs.update(1, { zone_id, kind: "edge" }))).toMatch(/^400\n\/kind: /);
    await put({ dataset: "http_requests", kind: "", name: "new" });
    expect(await jobs.get(1, { zone_id })).toMatchObject({ name: "new", dataset: "http_requests" });
    expect(await refusal(jobs.update(1, { zone_id, filter: "{}" }))).toMatch(
      /^400\n\/filter: updating a job is not allowed: bad predicate: /,
    );
  });

  test("refuses a job over the quota", async () => {
    const { client } = start({ settings: { jobQuota: 1 } });
    await client.logpush.jobs.create({ zone_id, destination_conf });
    expect(await refusal(client.logpush.jobs.create({ zone_id, destination_conf }))).toBe(
      "403\ncreating a new job is not allowed: exceeded max jobs allowed",
    );
    await client.logpush.jobs.create({ account_id, destination_conf });
  });

  test.each(["null", "[]", "1", '"where"', "{}", '{"Where":{}}', "not JSON"])(
    "refuses the filter %s, which has no 'where'",
    async (filter) => {
      const { client } = start();
      const call = client.logpush.jobs.create({ zone_id, destination_conf, filter });
      expect(await refusal(call)).toMatch(/^400\n\/filter: creating .*bad predicate: /);
      expect(await all(client.logpush.jobs.list({ zone_id }))).toEqual([]);
    },
  );

  test("can require proof of ownership of a destination", async () => {
    const { client } = start({ settings: { ownership: true } });
    const { jobs, ownership } = client.logpush;
    const unproven = "400\n/ownership_challenge: Ownership of this destination is not proven.";
    expect(await refusal(jobs.create({ zone_id, destination_conf }))).toBe(unproven);
    const { message = "" } = (await ownership.create({ zone_id, destination_conf })) ?? {};
    const ownership_challenge = /'(\w+)'/.exec(message)?.[1] ?? "";
    await jobs.create({ zone_id, destination_conf, ownership_challenge });
    await jobs.update(1, { zone_id, enabled: true });
    const other = "gs://other/path";
    expect(await refusal(jobs.update(1, { zone_id, destination_conf: other }))).toBe(unproven);
    for (const free of [
      `${destination_conf}&access-key-id=A&secret-access-key=S`,
      "https://logs.example.com/",
    ])
      await jobs.update(1, { zone_id, destination_conf: free });
  });

  test("validates a destination as far as possible without connecting to it", async () => {
    const { client } = start();
    const { logpush } = client;
    const place = { zone_id, destination_conf };
    const challenge = await logpush.ownership.create(place);
    expect(challenge).toMatchObject({ valid: true });
    const ownership_challenge = /'(\w+)'/.exec(challenge?.message ?? "")?.[1] ?? "";
    expect(await logpush.ownership.validate({ ...place, ownership_challenge })).toEqual({
      valid: true,
    });
    expect(
      await logpush.ownership.validate({ account_id, destination_conf, ownership_challenge }),
    ).toEqual({ valid: false });
    expect(await logpush.validate.destinationExists(place)).toEqual({ exists: false });
    const job = await logpush.jobs.create({ ...place, ownership_challenge });
    expect(job).not.toHaveProperty("ownership_challenge");
    expect(await logpush.validate.destinationExists(place)).toEqual({ exists: true });
    expect(await logpush.validate.destination(place)).toEqual({ valid: true, message: "" });
    expect(await logpush.validate.destination({ zone_id, destination_conf: "here" })).toMatchObject(
      { valid: false },
    );
    expect(await refusal(logpush.ownership.create({ zone_id, destination_conf: "here" }))).toMatch(
      /^400/,
    );
  });
});

test("a refusal is an error of the official client", async () => {
  const { client } = start();
  await expect(client.zones.get({ zone_id: "x" })).rejects.toBeInstanceOf(Cloudflare.NotFoundError);
});
