/** Real servers for the tests, where Debian's packages of them are installed; each on free ports of this machine. */
import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir, userInfo } from "node:os";
import { join } from "node:path";

export interface Server {
  readonly url: string;
  close(): Promise<void>;
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === "object" && address ? address.port : 0;
}

/** Ends a process and waits for it. */
export function ended(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) return resolve();
    child.once("exit", () => resolve());
    child.kill("SIGKILL");
  });
}

/** Asks again until there is an answer, or the process has ended. */
async function answers(child: ChildProcess, ask: () => Promise<unknown>): Promise<void> {
  for (;;) {
    if (child.exitCode !== null) throw new Error(`The server ended with ${child.exitCode}.`);
    try {
      await ask();
      return;
    } catch {
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

const clickhouseProgram = ["/usr/sbin/clickhouse-server", "/usr/bin/clickhouse-server"].find((it) =>
  existsSync(it),
);
export const hasClickhouse = clickhouseProgram !== undefined;

export interface ClickhouseCluster extends Server {
  readonly shards: readonly string[];
}

/** Two server processes with a shard each. Tables with the engine `Distributed(two, …)` are on both. */
export async function startClickhouse(): Promise<ClickhouseCluster> {
  const folder = mkdtempSync(join(tmpdir(), "weir-clickhouse-"));
  const ports = [await freePort(), await freePort(), await freePort(), await freePort()];
  const shards = ports
    .slice(2)
    .map((it) => `<shard><replica><host>127.0.0.1</host><port>${it}</port></replica></shard>`);
  writeFileSync(
    join(folder, "users.xml"),
    "<yandex><profiles><default/></profiles><users><default><password/><networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota></default><reader><password>of-reader</password><networks><ip>::/0</ip></networks><profile>default</profile><quota>default</quota></reader></users><quotas><default/></quotas></yandex>",
  );
  const children = [0, 1].map((shard) => {
    const home = join(folder, String(shard));
    for (const it of ["data", "tmp"]) mkdirSync(join(home, it), { recursive: true });
    const config = join(home, "config.xml");
    writeFileSync(
      config,
      `<yandex><logger><level>none</level></logger><http_port>${ports[shard]}</http_port><tcp_port>${ports[shard + 2]}</tcp_port><listen_host>127.0.0.1</listen_host><path>${home}/data/</path><tmp_path>${home}/tmp/</tmp_path><mark_cache_size>5368709120</mark_cache_size><users_config>${folder}/users.xml</users_config><default_profile>default</default_profile><default_database>default</default_database><remote_servers><two>${shards.join("")}</two></remote_servers></yandex>`,
    );
    return spawn(clickhouseProgram ?? "", [`--config-file=${config}`], { stdio: "ignore" });
  });
  const urls = [0, 1].map((it) => `http://127.0.0.1:${ports[it]}`);
  await Promise.all(children.map((child, at) => answers(child, () => fetch(urls[at] ?? ""))));
  return {
    url: urls[0] ?? "",
    shards: urls,
    async close() {
      await Promise.all(children.map(ended));
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function clickhouseSql(url: string, sql: string, more = ""): Promise<string> {
  const response = await fetch(`${url}/?query=${encodeURIComponent(sql)}`, {
    method: "POST",
    body: more,
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${text}\n${sql}`);
  return text;
}

const postgresFolder = "/usr/lib/postgresql";
const postgresPrograms = existsSync(postgresFolder)
  ? readdirSync(postgresFolder).map((it) => join(postgresFolder, it, "bin"))
  : [];
export const hasPostgres =
  postgresPrograms.length > 0 && existsSync(join(postgresPrograms[0] ?? "", "initdb"));

export interface PostgresServer extends Server {
  /** Runs a script as the owner of the database. */
  run(script: string): void;
}

/** PostgreSQL refuses to run as root, so it runs as its own user then. */
export async function startPostgres(): Promise<PostgresServer> {
  const programs = postgresPrograms[0] ?? "";
  const folder = mkdtempSync(join(tmpdir(), "weir-postgres-"));
  const isRoot = userInfo().uid === 0;
  const as = (program: string, args: readonly string[]): [string, string[]] =>
    isRoot
      ? ["runuser", ["-u", "postgres", "--", join(programs, program), ...args]]
      : [join(programs, program), [...args]];
  if (isRoot) spawnSync("chown", ["postgres", folder]);
  const data = join(folder, "data");
  writeFileSync(join(folder, "password"), "of-postgres\n", { mode: 0o644 });
  const [initdb, initArgs] = as("initdb", [
    "-D",
    data,
    "-U",
    "postgres",
    "-A",
    "scram-sha-256",
    "--no-sync",
    "-E",
    "UTF8",
    "--locale=C.UTF-8",
    `--pwfile=${join(folder, "password")}`,
  ]);
  const made = spawnSync(initdb, initArgs, { encoding: "utf8", cwd: folder });
  if (made.status !== 0) throw new Error(made.stderr);
  const port = await freePort();
  const [program, args] = as("postgres", [
    "-D",
    data,
    "-p",
    String(port),
    "-k",
    folder,
    "-c",
    "listen_addresses=127.0.0.1",
    "-c",
    "fsync=off",
  ]);
  const child = spawn(program, args, { stdio: "ignore", cwd: folder });
  const run = (script: string) => {
    const { status, stderr } = spawnSync(
      join(programs, "psql"),
      ["-q", "-v", "ON_ERROR_STOP=1", "-h", "127.0.0.1", "-p", String(port), "-U", "postgres"],
      { input: script, encoding: "utf8", env: { ...process.env, PGPASSWORD: "of-postgres" } },
    );
    if (status !== 0) throw new Error(stderr);
  };
  await answers(child, async () => run("SELECT 1"));
  return {
    url: `postgres://postgres@127.0.0.1:${port}/postgres`,
    run,
    async close() {
      await ended(child);
      // The parent of the server is 'runuser' then, which does not pass on the signal that ended it.
      const [stop, stopArgs] = as("pg_ctl", ["-D", data, "-m", "immediate", "stop"]);
      spawnSync(stop, stopArgs, { cwd: folder });
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
    },
  };
}
