import { resolve } from "node:path";
import process from "node:process";
import type { Answered, RunningEmulator } from "../../emulator/listen.ts";
import { type StartOptions, startEmulator } from "../../emulator/start.ts";
import { defaults } from "../../emulator/state/defaults.ts";
import { printable } from "../../text/printable.ts";
import { parseInteger, readArguments } from "../arguments.ts";
import { type Command, exit, type Io, UsageError } from "../io.ts";

const highestPort = 65535;

const flags = {
  port: { type: "string" },
  zone: { type: "string", multiple: true },
  account: { type: "string" },
  token: { type: "string" },
  data: { type: "string" },
} as const;

export const emulator: Command = {
  name: "emulator",
  summary: "Run a local emulator of Cloudflare's API",
  usage: `weir emulator [options]

  --port N      Listen on this port of 127.0.0.1 (default: ${defaults.port}; 0: a free one)
  --zone ID     Add a zone; repeatable
  --account ID  Account that owns the zones
  --token T     Accepted token
  --data FILE   Keep jobs, filters and rules in this file

Runs until interrupted, and logs the method, path and status of each request. To
set quotas, unavailable actions, latency and faults, send a PATCH to
/__weir/control with JSON such as
  { "ruleQuota": 5, "faults": [{ "kind": "drop", "path": "/filters" }] }`,
  keepsRunning: true,
  async run(args, io) {
    const { values, positionals } = readArguments(args, flags);
    if (positionals.length > 0) throw new UsageError("'weir emulator' does not take paths.");
    const port = parseInteger("--port", values.port ?? String(defaults.port));
    if (port > highestPort)
      throw new UsageError(`'--port' needs an integer up to ${highestPort}, found '${port}'.`);
    const tell = (it: Answered) =>
      io.out(`${printable(`${it.method} ${it.path} ${it.status ?? "dropped"}`)}\n`);
    const started = await startEmulator(readOptions(values, port, io), tell);
    if ("problem" in started) throw new UsageError(started.problem);
    io.out(greeting(started, values));
    await interruption();
    await started.close();
    return exit.fine;
  },
};

type Values = ReturnType<typeof readArguments<typeof flags>>["values"];

function readOptions(values: Values, port: number, io: Io): StartOptions {
  const { token, zone = [defaults.zone], account = defaults.account, data } = values;
  for (const [option, id] of [...zone.map((it) => ["--zone", it]), ["--account", account]]) {
    if (!/^[\w-]+$/.test(id ?? ""))
      throw new UsageError(`'${option}' allows only letters, digits, '-' and '_', found '${id}'.`);
  }
  return {
    port,
    zones: zone.map((id) => ({ id })),
    account,
    ...(token === undefined ? undefined : { token }),
    ...(data === undefined ? undefined : { file: resolve(io.cwd, data) }),
  };
}

/** The connection details for a client. A secret passed by the user is not printed. */
function greeting({ baseUrl }: RunningEmulator, values: Values): string {
  const rows: readonly (readonly [name: string, value: string])[] = [
    ...(values.zone ?? [defaults.zone]).map((it) => ["Zone", it] as const),
    ["Account", values.account ?? defaults.account],
    ["Token", values.token === undefined ? defaults.token : "as given"],
    ["E-mail", defaults.email],
    ["Key", defaults.key],
    ...(values.data === undefined ? [] : [["Data", values.data] as const]),
  ];
  const lines = rows.map(([name, value]) => `${name.padEnd(9)}${printable(value)}\n`).join("");
  return `Listening on ${baseUrl}\n${lines}`;
}

/** A second interrupt ends the process immediately. */
function interruption(): Promise<void> {
  const signals = ["SIGINT", "SIGTERM"] as const;
  return new Promise((done) => {
    const stop = () => {
      for (const it of signals) process.off(it, stop);
      done();
    };
    for (const it of signals) process.on(it, stop);
  });
}
