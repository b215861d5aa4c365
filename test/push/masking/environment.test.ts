import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isCredentialVariable } from "../../../server/src/api/credential.ts";
import { Secrets } from "../../../server/src/api/redaction.ts";
import { deleteCommand } from "../../../server/src/cli/commands/delete.ts";
import { diff } from "../../../server/src/cli/commands/diff.ts";
import { pull } from "../../../server/src/cli/commands/pull.ts";
import { push } from "../../../server/src/cli/commands/push.ts";
import { undo } from "../../../server/src/cli/commands/undo.ts";
import type { Command } from "../../../server/src/cli/io.ts";
import { shownDestination } from "../../../server/src/push/masking/destination.ts";
import { listResources } from "../../../server/src/push/resources.ts";
import { times } from "../../support/long.ts";
import { runCommand } from "../../support/programs/run-command.ts";
import { job } from "../faults/sequences.ts";
import { Harness } from "../harness.ts";

const value = "v4lue-of-the-environment";

/** Everything that commands printed, and all files that they wrote. */
class Observer {
  said = "";

  constructor(private readonly h: Harness) {}

  async run(command: Command, ...args: string[]): Promise<void> {
    this.said += `\n> ${command.name} ${args.join(" ")}\n`;
    this.said += (await runCommand(this.h, command, args)).said;
  }

  get everything(): string {
    const { path } = this.h.folder;
    const texts = readdirSync(path, { recursive: true, encoding: "utf8" })
      .filter((it) => statSync(join(path, it)).isFile())
      .map((it) => `\n${it}\n${readFileSync(join(path, it), "utf8")}`);
    return this.said + texts.join("") + JSON.stringify([this.h.plans, this.h.questions]);
  }
}

describe("a dataset", () => {
  const text = job({ dataset: `\${env:X}`, filter: undefined, destination_conf: "gs://logs/a" });

  test("may be a variable with the name of one", async () => {
    using h = new Harness({ files: { "a.lpjob": text }, env: { X: "firewall_events" } });
    expect(await h.push("a.lpjob")).toMatchObject({ outcome: "created" });
    expect([...h.zone.jobs.values()][0]?.dataset).toBe("firewall_events");
    expect(h.plans[0]?.changes).toContainEqual({
      name: "dataset",
      before: undefined,
      after: `\${env:X}`,
    });
    expect(await h.curl("a.lpjob")).toMatch(/^# Nothing would be sent: /);
    expect(await h.compare("a.lpjob")).toMatchObject({ outcome: "unchanged" });
  });

  test("is nothing else", async () => {
    using h = new Harness({ files: { "a.lpjob": text }, env: { X: value } });
    const { message } = await h.push("a.lpjob");
    expect(message).toBe(
      `The 'dataset' of 'a.lpjob', '\${env:X}', is not the name of a dataset. Set 'X' to one, or write the name itself.`,
    );
    h.env = {};
    expect((await h.compare("a.lpjob")).message).toBe(
      "'a.lpjob' needs the environment variable 'X', which is not set.",
    );
    expect(h.requests).toEqual([]);
  });
});

describe("credentials", () => {
  test.each([
    "WEIR_API_TOKEN",
    "WEIR_BASE_URL",
    "CLOUDFLARE_API_KEY",
    "CF_API_TOKEN",
    "CF_TOKEN",
    "INPUT_API_TOKEN",
    "input_github_token",
    "INPUT_API-TOKEN",
    "ACTIONS_RUNTIME_TOKEN",
    "ACTIONS_ID_TOKEN_REQUEST_TOKEN",
    "GITHUB_TOKEN",
    "GH_TOKEN",
    "CI_JOB_TOKEN",
    "SYSTEM_ACCESSTOKEN",
    "NODE_AUTH_TOKEN",
    "npm_config__auth",
    "SSH_AUTH_SOCK",
    "WEIR_SECRETS",
  ])("%s is one", (name) => {
    expect(isCredentialVariable(name)).toBe(true);
  });

  test.each(["WEIR_SECRET_SHOP_SIG", "DD_API_KEY", "LOGS_KEY", "GITHUB_REF_NAME", "CIRCLES_KEY"])(
    "%s is none",
    (name) => {
      expect(isCredentialVariable(name)).toBe(false);
    },
  );

  test("are recognized under other names by their value", async () => {
    const file = (name: string) => ({
      "a.lpjob": job({ name: `a \${env:${name}}`, destination_conf: "gs://logs/a", filter: "" }),
    });
    const env = { CLOUDFLARE_API_TOKEN: value, CLOUDFLARE_ACCOUNT_ID: "0123456789" };
    using h = new Harness({ files: file("MINE"), env: { ...env, MINE: `Bearer ${value}` } });
    const refused = `'\${env:MINE}' is an API credential and cannot be used in a job. Use another variable.`;
    expect(await h.push("a.lpjob")).toMatchObject({ outcome: "failed", message: refused });
    await expect(h.curl("a.lpjob")).rejects.toThrow(refused);
    h.env = { ...env, MINE: "0123456789" };
    expect(await h.push("a.lpjob")).toMatchObject({ outcome: "created" });
  });
});

test.each(["p@ss/w0rd<&>'\"", "ünïcode-secret", "plain-secret", "with spaces & more"])(
  "a message does not repeat %s in any encoding",
  (secret) => {
    const secrets = new Secrets();
    secrets.add(secret);
    const bytes = Buffer.from(secret);
    const echoes = [
      secret,
      JSON.stringify(secret),
      JSON.stringify(JSON.stringify(secret)),
      encodeURIComponent(secret),
      encodeURI(secret),
      encodeURIComponent(secret).toLowerCase(),
      new URLSearchParams({ a: secret }).toString(),
      bytes.toString("hex"),
      secret.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;"),
      JSON.stringify(secret).replaceAll("<", "\\u003c").replaceAll(">", "\\u003e"),
    ].slice(0, /[&"]/.test(secret) ? 8 : 10);
    for (const it of echoes) expect(secrets.hide(it), it).toContain("…");
    for (const before of ["", "a", "ab", "abc"])
      for (const after of ["", "x", "yz"])
        for (const it of ["base64", "base64url"] as const) {
          const whole = Buffer.from(`${before}${secret}${after}`).toString(it);
          expect(secrets.hide(`see ${whole}`), whole).toMatch(/^see .{0,4}….{0,6}$/);
        }
    expect(secrets.hide("nothing to see")).toBe("nothing to see");
  },
);

test.each([
  ["a".repeat(15), true],
  ["a1".repeat(3), true],
  [`${"a1".repeat(3)}a`, true],
  ["a1".repeat(4), false],
  ["a1".repeat(8), false],
  ["a".repeat(16), true],
  ["a".repeat(23), true],
  ["a".repeat(24), false],
])("the segment %s is shown: %s", (segment, isShown) => {
  const destination = `https://hooks.example.com/${segment}/x`;
  const shown = isShown ? destination : "https://hooks.example.com/…/x";
  expect(shownDestination(destination)).toBe(shown);
});

/** Where a file may have a variable. */
const places: readonly ((text: string) => Readonly<Record<string, unknown>>)[] = [
  (name) => ({ name }),
  (dataset) => ({ dataset }),
  (kind) => ({ kind }),
  (frequency) => ({ frequency }),
  (logpull_options) => ({ logpull_options }),
  (ownership_challenge) => ({ ownership_challenge }),
  (destination_conf) => ({ destination_conf }),
  (it) => ({ destination_conf: `gs://${it}/a` }),
  (it) => ({ destination_conf: `s3://logs/a/${it}?region=eu` }),
  (it) => ({ destination_conf: `s3://logs/a?region=${it}` }),
  (it) => ({ destination_conf: `https://me:${it}@logs.example.com/x` }),
  (it) => ({ destination_conf: `https://logs.example.com/?header_Authorization=Basic%20${it}` }),
  (batch_prefix) => ({ output_options: { batch_prefix } }),
  (it) => ({ output_options: { field_names: ["RayID", it] } }),
  (output_options) => ({ output_options }),
  (filter) => ({ filter }),
  (it) => ({ filter: { where: { key: it, operator: "eq", value: it } } }),
  (unknown) => ({ unknown: { deep: [unknown] } }),
];

/** How a service may answer a write. */
const echoes: readonly ((it: string) => string)[] = [
  (it) => `invalid value: ${it}`,
  (it) => `invalid value: ${encodeURIComponent(it)}`,
  (it) => `invalid value: ${JSON.stringify(it)}`,
  (it) => `invalid value: ${Buffer.from(it).toString("base64")}`,
];

const secretText = fc.string({
  unit: fc.constantFrom(..."abcdefgXYZ0123456789+/=&%?#: <é"),
  minLength: 12,
  maxLength: 30,
});

test("no output and no file contains a value of the environment", async () => {
  const used = fc.subarray([...places], { minLength: 1, maxLength: 3 });
  const written = fc.constantFrom(`\${env:X}`, `a \${env:X} b`, `$\${env:X}\${env:X}`);
  const run = fc.asyncProperty(
    secretText.filter((it) => it.trim() === it),
    used,
    written,
    fc.constantFrom(...echoes),
    fc.boolean(),
    async (secret, put, text, echo, isRefused) => {
      const more = Object.assign({}, ...put.map((it) => it(text)));
      const plain = Object.assign({}, ...put.map((it) => it("http_requests")));
      const base = { destination_conf: "gs://logs/a", filter: undefined };
      using h = new Harness({
        files: { "a.lpjob": job({ ...base, ...more }) },
        env: { X: secret },
      });
      const seen = new Observer(h);
      if (isRefused) {
        const errors = [{ code: 1000, message: echo(secret) }];
        const body = JSON.stringify({ success: false, errors, result: null });
        h.emulator.configure({ faults: [{ kind: "status", status: 400, method: "POST", body }] });
      }
      await seen.run(push, "a.lpjob", "--yes");
      await useAll(seen);
      await seen.run(pull, "--yes");
      await listResources(h.session()).then((it) => {
        seen.said += JSON.stringify(it);
      });
      h.write("a.lpjob", job({ ...base, ...more, enabled: true }));
      await seen.run(push, "a.lpjob", "--yes");
      await seen.run(undo, "a.lpjob", "--yes");
      // An earlier version of the file filled in the values that the service has now.
      h.write("a.lpjob", job({ ...base, ...plain }));
      await useAll(seen);
      await seen.run(deleteCommand, "a.lpjob", "--yes");
      const { everything } = seen;
      const at = everything.indexOf(secret);
      expect(at === -1 ? "" : everything.slice(Math.max(0, at - 300), at + 100)).toBe("");
    },
  );
  await fc.assert(run, { numRuns: times(4) });
});

async function useAll(seen: Observer): Promise<void> {
  for (const format of ["pretty", "json", "markdown"]) await seen.run(diff, "--format", format);
  await seen.run(push, "a.lpjob", "--dry-run", "--out", "plan.json");
  await seen.run(push, "a.lpjob", "--dry-run", "--format", "curl");
  await seen.run(pull, "--dry-run");
}
