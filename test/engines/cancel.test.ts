/** A query that is interrupted ends on real servers, too. */
import { describe, expect, test } from "vitest";
import { ensureOracle } from "../../scripts/install/oracles.mjs";
import { openEngine } from "../../server/src/engines/engines.ts";
import type { EngineSettings } from "../../server/src/workspace/config/engines.ts";
import { hasClickhouse, hasPostgres, startClickhouse, startPostgres } from "./servers.ts";

async function open(
  settings: EngineSettings,
  env: Record<string, string>,
  stop: AbortSignal,
  progress: (text: string) => void = () => {},
) {
  return openEngine("lake", settings, { env, fetch, stop, progress, isAgreed: async () => false });
}

/** Asks until the answer is the expected one. */
async function until(ask: () => Promise<unknown>, expected: number): Promise<void> {
  while (Number(await ask()) !== expected) await new Promise((resolve) => setImmediate(resolve));
}

async function interrupted(
  settings: EngineSettings,
  env: Record<string, string>,
  slow: string,
  running: string,
  hasProgress = false,
): Promise<void> {
  const controller = new AbortController();
  const shown: string[] = [];
  const [slowly, watching] = [
    await open(settings, env, controller.signal, (it) => shown.push(it)),
    await open(settings, env, new AbortController().signal),
  ];
  const count = async () => (await watching.rows(running))[0]?.n;
  const outcome = slowly.rows(slow).then(
    () => "answered",
    (error) => error.message,
  );
  await until(count, 1);
  const isShown = async () => (shown.some((it) => rowsRead.test(it)) ? 1 : 0);
  if (hasProgress) await until(isShown, 1);
  controller.abort();
  expect(await outcome).toBe("Interrupted. The query was canceled.");
  await until(count, 0);
  await Promise.all([slowly.close(), watching.close()]);
}

const rowsRead = /^[\d,]+ of about [\d,]+ rows, [\d.]+ \w+ read$/;

describe("an interrupt", () => {
  test.runIf(hasPostgres)("ends the query on PostgreSQL", { timeout: 120_000 }, async () => {
    const server = await startPostgres();
    const env = {
      WEIR_ENGINE_LAKE_URL: server.url,
      WEIR_ENGINE_LAKE_PASSWORD: "of-postgres",
      WEIR_POSTGRES: await ensureOracle("postgres"),
    };
    try {
      await interrupted(
        { kind: "postgres", url: server.url, table: "t" },
        env,
        "SELECT pg_sleep(600) /* slow */",
        "SELECT count(*) AS n FROM pg_stat_activity WHERE state = 'active' AND query LIKE '%/* slow */' AND pid <> pg_backend_pid()",
      );
    } finally {
      await server.close();
    }
  });

  test.runIf(hasClickhouse)(
    "ends the query on ClickHouse, which told its progress before",
    { timeout: 120_000 },
    async () => {
      const server = await startClickhouse();
      try {
        await interrupted(
          { kind: "clickhouse", url: server.url, table: "t" },
          {},
          "SELECT sum(number) AS slow FROM system.numbers",
          "SELECT count() AS n FROM system.processes WHERE query LIKE '%AS slow%' AND query NOT LIKE '%system.processes%'",
          true,
        );
      } finally {
        await server.close();
      }
    },
  );
});
