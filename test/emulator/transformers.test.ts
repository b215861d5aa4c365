/** The transformers of the emulator, driven by the official client, and what `weir sql` prints for them. */
import assert from "node:assert/strict";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createEmulator } from "../../server/src/emulator/emulator.ts";
import { readTransformer } from "../../server/src/emulator/explorer/transform.ts";
import { readSnapshot, writeSnapshot } from "../../server/src/emulator/state/snapshot.ts";
import { emptyState, type State } from "../../server/src/emulator/state/state.ts";
import { defaultContext, type LogLine, linePredicate } from "../../server/src/languages.ts";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import { dialects } from "../../server/src/sql/dialects.ts";
import { translateFilter } from "../../server/src/sql/translate.ts";
import { linesWith, where } from "../sql/samples.ts";
import { times } from "../support/long.ts";
import {
  account_id,
  all,
  clientOf,
  refusal,
  start,
  zone_id,
} from "../support/programs/emulator.ts";

const code =
  "SELECT ClientIP, UPPER(ClientRequestHost) AS host FROM http_requests WHERE EdgeResponseStatus >= 500";
const destination_conf = "https://logs.example.com/";

test("a transformer has versions, and cannot be deleted while a job uses it", async () => {
  let saved = "";
  const save = (state: State) => {
    saved = writeSnapshot(state);
  };
  const store = { load: () => emptyState(1), save };
  const { client } = start({ store });
  const { transformers } = client.logpush;
  const created = await transformers.create({ account_id, name: "a", description: "why", code });
  const id = created.id ?? 0;
  expect(created).toMatchObject({ name: "a", dataset: "http_requests", associated_jobs: [] });
  const changed = "SELECT * FROM http_requests";
  const updated = await transformers.update(id, { account_id, name: "b", code: changed });
  expect(updated).toMatchObject({ id, name: "b" });
  expect(updated).not.toHaveProperty("description");
  expect(await transformers.content.get(id, { account_id })).toEqual({ content: changed });
  expect(await transformers.content.get(id, { account_id, version_id: 1 })).toEqual({
    content: code,
  });
  const versions = await all(transformers.versions.list(id, { account_id }));
  expect(versions.map((it) => it.version)).toEqual([2, 1]);
  const job = await client.logpush.jobs.create({
    zone_id,
    destination_conf,
    ...{ transformer_id: id },
  });
  expect(await transformers.get(id, { account_id })).toMatchObject({
    associated_jobs: [{ id: job?.id, object_tag: zone_id, object_type: "zone" }],
  });
  expect(await refusal(transformers.delete(id, { account_id }))).toBe(
    `409\nTransformer '${id}' is used by a job. Change the job first.`,
  );
  // The state survives a restart.
  const read = readSnapshot(saved);
  assert("scopes" in read);
  const again = clientOf(createEmulator({ store: { load: () => read, save: () => {} } }));
  expect(await all(again.logpush.transformers.list({ account_id }))).toHaveLength(1);
  await client.logpush.jobs.delete(job?.id ?? 0, { zone_id });
  expect(await transformers.delete(id, { account_id })).toEqual({ id });
});

test("the dataset of a job is that of its transformer", async () => {
  const { client } = start();
  const { id } = await client.logpush.transformers.create({
    account_id,
    name: "a",
    code: "SELECT * FROM dns_logs",
  });
  const job = { zone_id, destination_conf, ...{ transformer_id: id } };
  expect(await refusal(client.logpush.jobs.create({ ...job, dataset: "http_requests" }))).toBe(
    "400\n/transformer_id: The transformer selects from 'dns_logs', but the dataset of the job is 'http_requests'.",
  );
  await client.logpush.jobs.create({ ...job, dataset: "dns_logs" });
});

test("a preview returns the record, or nothing if it is dropped", async () => {
  const { client } = start();
  const preview = (sql: string, input: Record<string, unknown>) =>
    all(client.logpush.transformers.preview({ account_id, sql, input }));
  const line = { ClientIP: "192.0.2.1", ClientRequestHost: "a.example", EdgeResponseStatus: 503 };
  expect(await preview(code, line)).toEqual([{ ClientIP: "192.0.2.1", host: "A.EXAMPLE" }]);
  expect(await preview(code, { ...line, EdgeResponseStatus: 200 })).toEqual([]);
  expect(await preview("SELECT * FROM http_requests", line)).toEqual([line]);
});

test.each([
  ["SELECT * FROM nowhere", "FROM needs the name of a dataset. (line 1, column 10)"],
  ["SELECT *\nFROM http_requests\nWHERE Nope = 1", "Unknown column 'Nope'. (line 3, column 7)"],
  [
    "SELECT * FROM http_requests WHERE sha1(RayID) = 'a'",
    "Unknown function 'sha1'. (line 1, column 35)",
  ],
  [
    "SELECT COUNT(*) FROM http_requests",
    "'COUNT(' is an aggregate, which is not supported. (line 1, column 8)",
  ],
  [
    "SELECT * FROM http_requests ORDER BY RayID",
    "'ORDER BY' is not supported. (line 1, column 29)",
  ],
  ["SELECT * FROM http_requests; SELECT 1", "Unexpected '; SELECT 1'. (line 1, column 28)"],
  ["SELECT * FROM http_requests WHERE RayID = 'a", "Unexpected ''a'. (line 1, column 43)"],
])("%s is refused with its place", async (sql, message) => {
  const { client } = start();
  const { transformers } = client.logpush;
  expect(await refusal(all(transformers.preview({ account_id, sql, input: {} })))).toBe(
    `400\n${message}`,
  );
  expect(await refusal(transformers.create({ account_id, name: "a", code: sql }))).toBe(
    `400\n${message}`,
  );
});

/** Real fields instead of the fields of the samples. */
const names: Readonly<Record<string, string>> = {
  Host: "ClientRequestHost",
  "path name": "ClientRequestPath",
  Created: "RayID",
  Status: "EdgeResponseStatus",
  Allowed: "CacheReserveUsed",
  Rules: "SecurityRuleIDs",
  Scores: "BotDetectionIDs",
};
const renamed = (text: string) =>
  text.replaceAll(/"(Host|path name|Created|Status|Allowed|Rules|Scores)"/g, (_, name) =>
    JSON.stringify(names[name]),
  );

test("the SQL of a filter keeps the records that the evaluator keeps", () => {
  const lines = linesWith({ numbers: false, hasNul: false, others: [] });
  let compared = 0;
  fc.assert(
    fc.property(lines, fc.array(where, { minLength: 20, maxLength: 40 }), (texts, wheres) => {
      const records = texts.map((it) => JSON.parse(renamed(it)) as LogLine);
      for (const it of wheres) {
        const text = renamed(JSON.stringify({ where: it }));
        if (/"(Time|Share)"/.test(text)) continue;
        const filter = lpfilter.analyze(text, defaultContext).logFilter?.();
        if (!filter) continue;
        const result = translateFilter(filter, { dialect: dialects.transformer });
        if ("error" in result) continue;
        const { run } = readTransformer(result.sql);
        const holds = linePredicate(filter.test);
        compared++;
        for (const record of records)
          assert.equal(
            run(record) !== null,
            holds(record),
            `${result.sql}\n${JSON.stringify(record)}`,
          );
      }
    }),
    { numRuns: times(3, 120), seed: 21 },
  );
  expect(compared).toBeGreaterThan(50);
});
