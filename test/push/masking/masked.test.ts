import { describe, expect, test } from "vitest";
import { diff } from "../../../server/src/cli/commands/diff.ts";
import { push } from "../../../server/src/cli/commands/push.ts";
import type { Command } from "../../../server/src/cli/io.ts";
import { shownDestination, shownWritten } from "../../../server/src/push/masking/destination.ts";
import { matchesWritten } from "../../../server/src/push/masking/variables.ts";
import { planLines } from "../../../server/src/push/plan/plan-lines.ts";
import { listResources } from "../../../server/src/push/resources.ts";
import { runCommand } from "../../support/programs/run-command.ts";
import { filter, job, rule, secret } from "../faults/sequences.ts";
import { Harness } from "../harness.ts";

const stolen = "ghp_stolen-by-a-stranger";
const env = { LOGS_KEY: secret, SPLUNK_TOKEN: stolen, N: "1", HOME: "/root", USER: "root" };

async function weir(h: Harness, command: Command, args: readonly string[]) {
  const { status, said } = await runCommand(h, command, args);
  return { status, out: said };
}

describe("the value of a variable is never shown", () => {
  const strangers = {
    name: job({ name: `\${env:SPLUNK_TOKEN}`, filter: undefined }),
    "part of a name": job({ name: `shop \${env:SPLUNK_TOKEN} \${env:N}`, filter: undefined }),
    host: job({ destination_conf: `https://\${env:SPLUNK_TOKEN}.example`, filter: undefined }),
    path: job({ destination_conf: `s3://b/\${env:SPLUNK_TOKEN}?region=x`, filter: undefined }),
    "the whole destination": job({ destination_conf: `\${env:SPLUNK_TOKEN}`, filter: undefined }),
    "scheme and host": job({
      destination_conf: `\${env:USER}://\${env:SPLUNK_TOKEN}.example/a`,
      filter: undefined,
    }),
    "slash and host": job({
      destination_conf: `https:/\${env:HOME}\${env:SPLUNK_TOKEN}.example/a`,
      filter: undefined,
    }),
    dataset: job({ dataset: `\${env:SPLUNK_TOKEN}`, filter: "./shop.lpfilter" }),
    option: job({ output_options: { batch_prefix: `x\${env:SPLUNK_TOKEN}` }, filter: undefined }),
    options: job({ logpull_options: `fields=\${env:SPLUNK_TOKEN}`, filter: undefined }),
  };

  test.each(Object.entries(strangers))("%s", async (_, text) => {
    using h = new Harness({
      files: { "a.lpjob": text, "shop.lpfilter": filter("a.example") },
      env,
    });
    let shown = "";
    const run = async (command: Command, ...args: string[]) => {
      shown += (await weir(h, command, args)).out;
    };
    await run(push, "a.lpjob", "--dry-run");
    await run(push, "a.lpjob", "--dry-run", "--format", "json");
    await run(diff, "a.lpjob", "--format", "json");
    await run(push, "a.lpjob", "--yes");
    h.env = { ...env, SPLUNK_TOKEN: `${stolen}-2`, N: "2" };
    await run(diff, "a.lpjob");
    await run(diff, "a.lpjob", "--format", "json");
    h.write("a.lpjob", text.replace('"sample_rate":1', '"sample_rate":0.5'));
    await run(push, "a.lpjob", "--yes");
    await h.remove("a.lpjob");
    shown += JSON.stringify([h.plans, h.lockText()]);
    expect(shown).not.toContain("stolen");
    expect(shown).not.toContain(secret);
  });

  test.each([
    [`s3://b/\${env:SPLUNK_TOKEN}?region=x`, `s3://c/\${env:SPLUNK_TOKEN}?region=x`, "s3://b/…"],
    [`s3://b/p?region=\${env:SPLUNK_TOKEN}`, `s3://c/p?region=\${env:SPLUNK_TOKEN}`, "s3://b/…"],
    [`https://\${env:SPLUNK_TOKEN}.example`, `https://\${env:SPLUNK_TOKEN}.org`, "…"],
    [`https://a.example/\${env:N}`, `https://b.example/\${env:N}`, "https://a.example/…"],
    [
      `s3://b/p?region=x&access-key-id=a&secret-access-key=\${env:N}`,
      `s3://c/p?region=x&access-key-id=\${env:N}&secret-access-key=\${env:N}`,
      "s3://b/p?region=x&access-key-id=…&secret-access-key=…",
    ],
  ])("where %s becomes %s", async (before, after, shown) => {
    const text = (destination_conf: string) => job({ destination_conf, filter: undefined });
    using h = new Harness({ files: { "a.lpjob": text(before) }, env });
    await h.push("a.lpjob");
    for (const token of [stolen, `${stolen}-2`]) {
      h.env = { ...env, SPLUNK_TOKEN: token };
      h.write("a.lpjob", text(after));
      const { out } = await weir(h, diff, ["a.lpjob"]);
      expect(out).not.toContain("stolen");
      expect(out).toContain(`- destination_conf ${shown}\n`);
      expect(out).toContain(`+ destination_conf ${after}\n`);
    }
  });

  test.each([
    { name: `\${env:SPLUNK_TOKEN}` },
    { destination_conf: `s3://b/\${env:SPLUNK_TOKEN}?region=x` },
    { output_options: { batch_prefix: `\${env:SPLUNK_TOKEN}` } },
  ])("when the file no longer has %j", async (more) => {
    using h = new Harness({ files: { "a.lpjob": job({ ...more, filter: undefined }) }, env });
    await h.push("a.lpjob");
    const plain = JSON.stringify(more).replace(/\$\{.*?\}/, "plain");
    h.write("a.lpjob", job({ ...JSON.parse(plain), filter: undefined }));
    for (const args of [["a.lpjob"], ["a.lpjob", "--format", "json"]]) {
      const { out } = await weir(h, diff, args);
      expect(out).toContain("plain");
      expect(out).not.toContain("stolen");
    }
    await h.remove("a.lpjob");
    expect(JSON.stringify(h.plans)).not.toContain("stolen");
  });

  test("the plan names the variable", async () => {
    using h = new Harness({ files: { "a.lpjob": strangers["part of a name"] }, env });
    const { out } = await weir(h, push, ["a.lpjob", "--dry-run"]);
    expect(out).toContain(`Create job 'shop \${env:SPLUNK_TOKEN} \${env:N}'.`);
    expect(out).toContain(`+ name shop \${env:SPLUNK_TOKEN} \${env:N}`);
    expect(out).toContain(
      `+ destination_conf https://logs.example.com?header_Authorization=\${env:LOGS_KEY}`,
    );
  });

  test.each([
    [`a\${env:X}b`, "a1b", true],
    [`a\${env:X}b`, "ab", true],
    [`aa\${env:X}aa`, "aaa", false],
    [`\${env:X}-\${env:Y}`, "1-2", true],
    [`\${env:X}-\${env:Y}`, "12", false],
    ["a", "a", true],
    ["a", "b", false],
  ])("%s and %s", (written, value, fits) => {
    expect(matchesWritten(written, value)).toBe(fits);
  });
});

test.each([
  [
    "s3://logs/shop/{DATE}?region=eu&access-key-id=AK&secret-access-key=SK",
    "s3://logs/shop/{DATE}?region=eu&access-key-id=…&secret-access-key=…",
  ],
  [
    "https://logs.example.com/in?header_Authorization=Bearer%20x&tags=a",
    /^https:\/\/logs\.example\.com\/in\?header_Authorization=…/,
  ],
  ["https://me:pw@logs.example.com/in", "https://…@logs.example.com/in"],
  [
    "azure://acc.blob.core.windows.net/box/path?sv=1&sig=SIG",
    /^azure:\/\/acc\.blob\.core\.windows\.net\/box\/path\?.*sig=…$/,
  ],
  [
    "https://hooks.example.com/services/T01/B02/0a1b2c3d4e5f6a7b8c9d0e1f",
    "https://hooks.example.com/services/T01/B02/…",
  ],
  [`gs://bucket/\${env:TENANT}`, `gs://bucket/\${env:TENANT}`],
  ["sumo://h.example/receiver/v1/http/short", "sumo://h.example/receiver/v1/http/…"],
  ["sumo://h.example/other/short", "sumo://h.example/…"],
  ["https://logs.example.com/v1/abcdefKEY0123", "https://logs.example.com/v1/…"],
  ["https://logs.example.com/key/Hunter2/{DATE}", "https://logs.example.com/key/…/{DATE}"],
  [
    "https://logs.example.com/in;v=1;api_key=hunter/a",
    "https://logs.example.com/in;v=1;api_key=…/a",
  ],
  ["https://logs.example.com/token=hunter", "https://logs.example.com/token=…"],
  ["https://logs.example.com/token/correcthorse/in", "https://logs.example.com/token/…/in"],
  ["https://logs.example.com/to%6ben/correcthorse", "https://logs.example.com/to%6ben/…"],
  ["https://logs.example.com/api_keys/v2/correcthorse", "https://logs.example.com/api_keys/v2/…"],
  ["https://logs.example.com/ingest-key/correcthorse", "https://logs.example.com/ingest-key/…"],
  ["https://logs.example.com/secret-correcthorse/in", "https://logs.example.com/secret-…/in"],
  ["https://logs.example.com/api-key:correcthorse", "https://logs.example.com/api-key:…"],
  ["https://logs.example.com/in#token=correcthorse", "https://logs.example.com/in#token=…"],
  [
    "https://logs.example.com/key/{DATE}/monkey/in",
    "https://logs.example.com/key/{DATE}/monkey/in",
  ],
  ["https://token.correcthorse.logs.example.com/", "https://token.….logs.example.com/"],
  ["https://token-correcthorse.example.com/in", "https://….example.com/in"],
  ["https://token.example.com/in", "https://token.example.com/in"],
  ["s3://b/token/correcthorse/{DATE}?region=eu", "s3://b/token/…/{DATE}?region=eu"],
  ["s3://b/token=correcthorse?region=eu", "s3://b/…?region=eu"],
  ["splunk://a.example.com/token/correcthorse", "splunk://a.example.com/token/…"],
  ["https://logs.example.com/%61K9xQ2mZ7p/in", "https://logs.example.com/…/in"],
  ["https://aK9xQ2mZ7p.logs.example.com/in", "https://….logs.example.com/in"],
  ["https://0a1b2c3d4e5f.in.a9k2m4x8q1z.example.com:8443/", "https://….in.….example.com:8443/"],
  ["other://aK9xQ2mZ7p.example.com/in", "other://….example.com/in"],
  ["s3://b/ghp_abcdefgh1234/x?region=eu", "s3://b/…/x?region=eu"],
  [
    "s3://logs-0a1b2c3d4e5f/0a1b2c3d4e5f?region=eu",
    "s3://logs-0a1b2c3d4e5f/0a1b2c3d4e5f?region=eu",
  ],
  [
    "https://0a1b2c3d4e.execute-api.eu-west-1.amazonaws.com/logs",
    "https://0a1b2c3d4e.execute-api.eu-west-1.amazonaws.com/logs",
  ],
  [
    "https://http-inputs-acme.splunkcloud.com:8088/services/collector/raw",
    "https://http-inputs-acme.splunkcloud.com:8088/services/collector/raw",
  ],
  [
    "https://logs.example.com/cloudflare-logs-production/http_requests/{DATE}",
    "https://logs.example.com/cloudflare-logs-production/http_requests/{DATE}",
  ],
  ["https://10.20.30.40:8443/logs", "https://10.20.30.40:8443/logs"],
])("a destination shows its target: %s", (destination, shown) => {
  if (typeof shown === "string") expect(shownDestination(destination)).toBe(shown);
  else expect(shownDestination(destination)).toMatch(shown);
});

test("a destination that is entirely a variable shows its host", () => {
  const written = `\${env:WHERE}`;
  expect(shownWritten(written, "s3://bucket/path?secret-access-key=SK")).toBe(
    `\${env:WHERE} (s3://bucket/…)`,
  );
  expect(shownWritten(written, "https://me:pw@host.example/token")).toBe(
    `\${env:WHERE} (https://host.example/…)`,
  );
  expect(shownWritten(written, stolen)).toBe(`\${env:WHERE} (…)`);
  expect(shownWritten(written, "amqp://me:12/34@host.example/x")).toBe(`\${env:WHERE} (…)`);
});

describe("JSON output", () => {
  const login = 'http.request.uri.path eq "/login"';

  test("'diff' and '--dry-run' print differences", async () => {
    using h = new Harness({ files: { "a.cfrule": rule("ssl") } });
    const first = JSON.parse(
      (await weir(h, push, ["a.cfrule", "--dry-run", "--format", "json"])).out,
    );
    expect(first.results[0]).toMatchObject({
      outcome: "skipped",
      planned: "create",
      message: "Would create rule and its filter.",
      changes: [
        { name: "expression", before: null, after: "ssl", diff: "+ssl" },
        { name: "action", before: null, after: "block" },
      ],
    });
    await weir(h, push, ["a.cfrule", "--yes"]);
    h.write("a.cfrule", rule(login, "log"));
    const { results } = JSON.parse((await weir(h, diff, ["a.cfrule", "--format", "json"])).out);
    expect(results[0]).toMatchObject({
      outcome: "updated",
      planned: "update",
      changes: [
        { name: "expression", before: "ssl", after: login, diff: `-ssl\n+${login}` },
        { name: "action", before: "block", after: "log" },
      ],
    });
    h.write("a.cfrule", rule("ssl"));
    const same = JSON.parse((await weir(h, diff, ["a.cfrule", "--format", "json"])).out);
    expect(same.results[0]).toMatchObject({ outcome: "unchanged", planned: "none", changes: [] });
  });

  test("planned changes are marked as planned, and skipped ones as skipped", async () => {
    using h = new Harness({
      files: { "a.cfrule": rule("ssl"), "x.lpfilter": filter("a.example") },
    });
    const { out } = await weir(h, push, ["--all", "--dry-run"]);
    expect(out).toMatch(/planned {3}a\.cfrule\n +Would create rule and its filter\./);
    expect(out).toMatch(/skipped {3}x\.lpfilter/);
    expect(out).toContain("2 files: 1 skipped, 1 planned.");
  });

  test("the text of a plan names the variable, too", async () => {
    using h = new Harness({ files: { "a.lpjob": job({ filter: undefined }) }, env });
    await h.push("a.lpjob", { dryRun: true });
    const [plan] = h.plans;
    if (!plan) throw new Error("There is no plan.");
    const lines = planLines(plan, await h.session().where()).map((it) => it.text);
    expect(lines).toContain(
      `destination_conf https://logs.example.com?header_Authorization=\${env:LOGS_KEY}`,
    );
  });
});

describe("lists of jobs", () => {
  const names = [`\${env:SPLUNK_TOKEN}`, `shop \${env:SPLUNK_TOKEN}`, ""];

  test.each(names)("show %j as the file has it", async (name) => {
    const to = `s3://logs/\${env:SPLUNK_TOKEN}?region=eu`;
    using h = new Harness({
      files: {
        "a.lpjob": job({ name: name || undefined, destination_conf: to, filter: undefined }),
        "f.lpfilter": filter("a.example"),
      },
      env,
    });
    await h.push("a.lpjob");
    const listed = await listResources(h.session());
    expect(listed.resources.map((it) => it.kind)).toEqual(["job"]);
    h.answers = { confirm: "no", choose: 0 };
    await h.push("f.lpfilter", { askForJob: true });
    expect(h.questions.length).toBeGreaterThan(0);
    const shown = JSON.stringify([listed, h.questions, h.plans]);
    expect(shown).not.toContain(stolen);
    if (name !== "") expect(listed.resources[0]?.name).toBe(name);
  });
});
