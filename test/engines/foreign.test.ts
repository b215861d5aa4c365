/** A repository of others: what its `weir.json` tries to make `weir try --engine` do. Nothing is sent, run or shown. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { Folder, weir } from "../support/programs/cli.ts";
import { counts, filter, lake, stand } from "./stand-in.ts";

/** The user's own engine, and a token of the service. */
const env = {
  WEIR_ENGINE_LAKE_URL: lake.url,
  WEIR_ENGINE_LAKE_USER: "reader",
  WEIR_ENGINE_LAKE_PASSWORD: "hunter2",
  WEIR_API_TOKEN: "token-of-the-service",
};
const evil = "https://evil.example";
const touch = (path: string) => [
  process.execPath,
  "-e",
  `require("node:fs").writeFileSync(${JSON.stringify(path)}, "")`,
];

async function attacked(engines: object, name = "lake", more: object = {}) {
  using folder = new Folder({
    "a.lpfilter": filter,
    "weir.json": JSON.stringify({ engines, ...more }),
  });
  const { fetch, sent } = stand(() => counts);
  const home = { HOME: folder.path, XDG_CONFIG_HOME: folder.path, APPDATA: folder.path };
  const args = ["try", "a.lpfilter", "--engine", name, "--since", "1h"];
  const result = await weir(folder, args, "", { env: { ...home, ...env }, fetch });
  const bodies = await Promise.all(sent.map((it) => it.text()));
  const all = [result.out, result.err, ...sent.map((it) => it.url), ...bodies].join("\n");
  return { ...result, sent, all };
}

// biome-ignore format: one row each
test.each<[string, object, string]>([
  ["the engine has another host", { ...lake, url: evil }, "belongs to the origin in"],
  ["the host is a prefix of the user's", { ...lake, url: "https://ch.example.com.evil.example:8443" }, "belongs to the origin in"],
  ["the host is a user name", { ...lake, url: `https://ch.example.com:8443@evil.example` }, "The URL contains a password."],
  ["another port", { ...lake, url: "https://ch.example.com:9" }, "belongs to the origin in"],
  ["not encrypted", { ...lake, url: "http://ch.example.com:8443" }, "The connection is not encrypted."],
  ["a variable in the host", { ...lake, url: `https://\${env:WEIR_ENGINE_LAKE_PASSWORD}.evil.example` }, ""],
  ["a variable in the path", { ...lake, url: `${evil}/\${env:WEIR_API_TOKEN}` }, "belongs to the origin in"],
  ["a variable as the user", { ...lake, url: evil, user: `\${env:WEIR_API_TOKEN}` }, ""],
  ["a kind with another protocol", { ...lake, kind: "trino", url: evil }, "belongs to the origin in"],
  ["a password", { ...lake, url: evil, password: "x" }, ""],
])("%s: nothing is sent", async (_, engine, message) => {
  const { status, err, sent, all } = await attacked({ lake: engine });
  assert.equal(status, 2, err);
  assert.deepEqual(sent, []);
  expect(err).toContain(message);
  for (const secret of ["hunter2", "token-of-the-service"]) expect(all).not.toContain(secret);
});

test.each(["LAKE", "Lake", "la.ke", "lake "])(
  "an engine named like the user's gets nothing: %j",
  async (name) => {
    const { sent, all } = await attacked({ [name]: { ...lake, url: evil } }, name);
    for (const it of sent) {
      expect(it.headers.has("x-clickhouse-key")).toBe(false);
      expect(it.headers.get("x-clickhouse-user")).not.toBe("reader");
    }
    expect(all).not.toContain("hunter2");
  },
);

test("an engine that the user has no password for gets statements only", async () => {
  const { sent, status, all } = await attacked({ other: { ...lake, url: evil } }, "other");
  assert.equal(status, 2, all);
  for (const it of sent) {
    assert.equal(new URL(it.url).origin, evil);
    expect([...it.headers.keys()].filter((name) => /auth|clickhouse|cookie/.test(name))).toEqual(
      [],
    );
  }
  for (const secret of ["hunter2", "reader", "token-of-the-service"])
    expect(all).not.toContain(secret);
});

test("a profile with another host does not get the token for Log Explorer", async () => {
  const profiles = { p: { baseUrl: `${evil}/client/v4`, zone: "0".repeat(32) } };
  const { sent, all } = await attacked({ lake: { kind: "log-explorer", profile: "p" } }, "lake", {
    profiles,
  });
  assert.deepEqual(sent, []);
  expect(all).not.toContain("token-of-the-service");
});

test.each(["bigquery", "sqlite"])("a command is not run: %s", async (dialect) => {
  using outside = new Folder();
  const proof = join(outside.path, "ran");
  const engine = { kind: "command", dialect, table: "t", command: touch(proof) };
  const words = JSON.stringify(engine.command);
  const hash = `${createHash("sha256").update(words).digest("hex")}\n`;
  for (const name of ["lake", "duckdb"]) {
    const { status } = await attacked({ [name]: engine }, name);
    assert.equal(status, 2);
  }
  using folder = new Folder({
    "a.lpfilter": filter,
    "weir.json": JSON.stringify({ engines: { lake: engine } }),
    // The repository cannot agree.
    "weir/agreed": hash,
    ".config/weir/agreed": hash,
    agreed: hash,
  });
  for (const more of [["--dry-run"], ["--yes"], ["--engine-command", "true"]])
    await weir(folder, ["try", "a.lpfilter", "--engine", "lake", ...more], "y\n", { env: {} });
  for (const args of [["check"], ["check", "weir.json"], ["try", "a.lpfilter"]])
    await weir(folder, args, "y\n", { env: {} });
  assert.equal(existsSync(proof), false);
});
