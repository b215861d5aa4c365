import { expect, test } from "vitest";
import { createEmulator } from "../../../server/src/emulator/emulator.ts";
import { defaults } from "../../../server/src/emulator/state/defaults.ts";
import { Folder, weir } from "../../support/programs/cli.ts";

/** `--logs service:`: lines that the service keeps (Logpull). */

const errors = '{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": "500" } }';
const baseUrl = "http://127.0.0.1:8787/client/v4";
const profile = (more: object = { zone: defaults.zone }) =>
  JSON.stringify({ defaultProfile: "p", profiles: { p: { baseUrl, ...more } } });
const env = { WEIR_API_TOKEN: defaults.token, WEIR_BASE_URL: baseUrl };

async function tried(
  args: readonly string[],
  fetch: typeof globalThis.fetch,
  config = profile(),
  files: Readonly<Record<string, string>> = { "a.lpfilter": errors },
) {
  using folder = new Folder({ ...files, "weir.json": config });
  const name = Object.keys(files)[0] ?? "";
  const words = ["try", name, "--logs", "service:", ...args, "--format", "json"];
  const { out, err, status } = await weir(folder, words, "", { env, fetch });
  return { ...(out === "" ? {} : JSON.parse(out)), err, status };
}

/** The emulator, and the requests that it gets. */
function emulator() {
  const { fetch } = createEmulator();
  const asked: URL[] = [];
  const noting: typeof fetch = (input, init) => {
    asked.push(new URL(input instanceof Request ? input.url : input));
    return fetch(input, init);
  };
  return { asked, fetch: noting };
}

test("an hour of lines, with the fields that are needed", async () => {
  const { asked, fetch } = emulator();
  const { logs, results, status } = await tried(["--by", "ClientCountry"], fetch);
  expect(status).toBe(0);
  expect(logs).toMatchObject({ files: 1, lines: 60, unreadable: 0 });
  expect(results[0]).toMatchObject({ kept: 12, undetermined: 0 });
  const [request, ...others] = asked.filter((it) => it.pathname.endsWith("/logs/received"));
  expect(others).toEqual([]);
  expect(request?.searchParams.get("fields")?.split(",")).toEqual(
    expect.arrayContaining(["EdgeResponseStatus", "ClientCountry", "EdgeStartTimestamp"]),
  );
});

test("several hours are several requests, until there are enough lines", async () => {
  const { asked, fetch } = emulator();
  const { logs } = await tried(["--since", "4h", "--until", "2h"], fetch);
  expect(logs.lines).toBe(120);
  expect(asked.filter((it) => it.pathname.endsWith("/logs/received"))).toHaveLength(2);
  const { logs: few } = await tried(["--since", "4h", "--head", "7"], fetch);
  expect(few.lines).toBe(7);
});

test("without retention, it says how to turn it on", async () => {
  const message = "Retention is not enabled for this zone.";
  const answer = { success: false, errors: [{ code: 1010, message }], messages: [], result: null };
  const { err, status } = await tried([], async () => Response.json(answer, { status: 400 }));
  expect(err).toContain(message);
  expect(err).toContain("/logs/control/retention/flag");
  expect(err).not.toContain(defaults.token);
  expect(status).toBe(2);
});

test.each([
  [["--since", "8d"], profile(), "The service keeps lines for 7 days."],
  [["--since", "10s"], profile(), "There is no time between"],
  [["--engine", "duckdb"], profile(), "'--engine duckdb' reads files only."],
  [[], profile({ account: "a1" }), "needs a 'zone' in the profile 'p'"],
])("%j is refused", async (args, config, message) => {
  const { asked, fetch } = emulator();
  const { err, status } = await tried(args, fetch, config);
  expect(err).toContain(message);
  expect(status).toBe(2);
  expect(asked).toEqual([]);
});

test("other datasets are refused", async () => {
  const job = { "a.lpjob": '{ "dataset": "firewall_events", "destination_conf": "s3://b/p" }' };
  const { err } = await tried([], emulator().fetch, profile(), job);
  expect(err).toContain(
    "has lines of 'http_requests' only, but 'a.lpjob' is about 'firewall_events'.",
  );
});
