import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { ensureOracle } from "../../scripts/install/oracles.mjs";
import { root } from "../../scripts/root.mjs";
import { deleteCommand } from "../../server/src/cli/commands/delete.ts";
import { push } from "../../server/src/cli/commands/push.ts";
import { undo } from "../../server/src/cli/commands/undo.ts";
import { defaults } from "../../server/src/emulator/state/defaults.ts";
import { filter, job, rule } from "../push/faults/sequences.ts";
import { Harness } from "../push/harness.ts";
import { runCommand } from "../support/programs/run-command.ts";

/** The requests of Weir and the answers of the emulator have the types of the official client. */

interface Exchange {
  readonly call: string;
  readonly body: unknown;
  readonly result: unknown;
}

/** The types of each answer and request, from the client's folder `resources`. For requests of firewall rules, it has those of another API. */
const types: readonly (readonly [call: RegExp, answer: string | undefined, body?: string])[] = [
  [/^GET $/, "zones/zones:Zone"],
  [/^GET \/logpush\/jobs$/, "logpush/jobs:LogpushJob[]"],
  [/^GET \/logpush\/jobs\/\d+$/, "logpush/jobs:LogpushJob"],
  [/^POST \/logpush\/jobs$/, "logpush/jobs:LogpushJob", "logpush/jobs:JobCreateParams"],
  [/^PUT \/logpush\/jobs\/\d+$/, "logpush/jobs:LogpushJob", "logpush/jobs:JobUpdateParams"],
  [/^DELETE \/logpush\/jobs\/\d+$/, "logpush/jobs:JobDeleteResponse"],
  [/^GET \/filters$/, "filters/filters:FirewallFilter[]"],
  [/^POST \/filters$/, "filters/filters:FirewallFilter[]", "filters/filters:FilterCreateParams"],
  [/^(GET|PUT) \/filters\/\w+$/, "filters/filters:FirewallFilter"],
  [/^DELETE \/filters\/\w+$/, "filters/filters:FilterDeleteResponse"],
  [/^(GET|POST) \/firewall\/rules$/, "firewall/rules:FirewallRule[]"],
  [/^(GET|PUT) \/firewall\/rules\/\w+$/, "firewall/rules:FirewallRule"],
  [/^DELETE \/firewall\/rules\/\w+$/, "firewall/rules:FirewallRule"],
  [/^GET \/rulesets$/, "rulesets/rulesets:RulesetListResponse[]"],
  [/^GET \/rulesets\/(\w+|phases\/\w+\/entrypoint)$/, "rulesets/rulesets:RulesetGetResponse"],
  [
    /^POST \/rulesets$/,
    "rulesets/rulesets:RulesetGetResponse",
    "rulesets/rulesets:RulesetCreateParams",
  ],
  [
    /^POST \/rulesets\/\w+\/rules$/,
    "rulesets/rulesets:RulesetGetResponse",
    "rulesets/rules:RuleCreateParams",
  ],
  [
    /^PATCH \/rulesets\/\w+\/rules\/\w+$/,
    "rulesets/rulesets:RulesetGetResponse",
    "rulesets/rules:RuleEditParams",
  ],
  [/^DELETE \/rulesets\/\w+\/rules\/\w+$/, "rulesets/rulesets:RulesetGetResponse"],
];

async function exchangesOf(h: Harness, work: () => Promise<void>): Promise<readonly Exchange[]> {
  const exchanges: Exchange[] = [];
  const answer = h.emulator.answer.bind(h.emulator);
  h.emulator.answer = async (request) => {
    const path = new URL(request.url).pathname.replace(/^\/client\/v4\/(zones|accounts)\/\w+/, "");
    const text = await request.clone().text();
    const reply = await answer(request);
    const shown = await reply.clone().text();
    exchanges.push({
      call: `${request.method} ${path}`,
      body: text === "" ? undefined : JSON.parse(text),
      result: shown === "" ? undefined : JSON.parse(shown).result,
    });
    return reply;
  };
  await work();
  return exchanges;
}

const host = (name: string) => `http.host eq "${name}.example"`;

/** Pushes, changes, deletes and restores resources of every kind. */
async function everything(target: "rulesets" | "firewall-rules"): Promise<readonly Exchange[]> {
  const isRulesets = target === "rulesets";
  using h = new Harness({
    env: { LOGS_KEY: "hunter2-hunter2" },
    rulesTarget: target,
    files: {
      "shop.lpjob": job(),
      "shop.lpfilter": filter("a.example"),
      "a.cfrule": rule(host("a"), "block", "# @description A\n# @ref a\n"),
      "b.cfrule": rule(host("a"), "managed_challenge", "# @paused true\n"),
      "c.cfrule": rule(host("c"), "log", isRulesets ? "# @position first\n" : "# @priority 2\n"),
      ...(isRulesets && {
        "d.cfrule": rule(host("d"), "skip", "# @skip phases=http_request_sbfm\n"),
      }),
    },
  });
  return await exchangesOf(h, async () => {
    await runCommand(h, push, ["--all", "--yes"]);
    h.write("shop.lpjob", job({ enabled: true }));
    h.write("a.cfrule", rule(host("b"), "js_challenge", isRulesets ? "# @position last\n" : ""));
    await runCommand(h, push, ["--all", "--yes"]);
    await runCommand(h, undo, ["--yes"]);
    await runCommand(h, deleteCommand, ["a.cfrule", "b.cfrule", "shop.lpjob", "--yes"]);
    await runCommand(h, undo, ["--yes"]);
  });
}

/** One declaration for each value, so that unknown and missing properties are errors. */
function moduleOf(exchanges: readonly Exchange[], resources: string): string {
  const lines = new Set<string>();
  const declare = (type: string, value: unknown) => {
    const [file = "", name = ""] = type.split(":");
    lines.add(`import("${join(resources, file)}").${name} = ${JSON.stringify(value)};`);
  };
  for (const { call, body, result } of exchanges) {
    const [, answer, sent] = types.find(([pattern]) => pattern.test(call)) ?? [];
    if (answer === undefined) throw new Error(`No type for ${call}`);
    // A dry run and a refusal have no result.
    if (result !== null && result !== undefined) declare(answer, typed(answer, result));
    const parameters = Array.isArray(body) ? { body } : (body as object);
    if (sent) declare(sent, { ...pathOf(sent), ...parameters });
  }
  return [...lines].map((it, i) => `export const v${i}: ${it}`).join("\n");
}

/** The parameters of the path, which the client takes with those of the body. */
function pathOf(type: string): object {
  const zone_id = defaults.zone;
  return type.endsWith("RuleEditParams") ? { zone_id, ruleset_id: "r" } : { zone_id };
}

/** Without what the service has and the types of the client lack: the filter of a job, and the priority of a rule without one. */
function typed(type: string, result: unknown): unknown {
  const isJob = type.startsWith("logpush/jobs:LogpushJob");
  return JSON.parse(JSON.stringify(result), (name, value) =>
    (isJob && name === "filter") || (name === "priority" && value === null) ? undefined : value,
  );
}

test("requests and answers have the types of the official client", async () => {
  const folder = mkdtempSync(join(tmpdir(), "weir-types-"));
  try {
    const client = join(await ensureOracle("cloudflare"), "node_modules/cloudflare/resources");
    const exchanges = [...(await everything("rulesets")), ...(await everything("firewall-rules"))];
    const used = types.filter(([pattern]) => exchanges.some((it) => pattern.test(it.call)));
    expect(used.length).toBeGreaterThan(14);
    writeFileSync(join(folder, "exchanges.ts"), moduleOf(exchanges, client));
    expect(compiled(folder)).toBe("");
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

function compiled(folder: string): string {
  const manifest = createRequire(join(root, "package.json")).resolve("typescript/package.json");
  const args = ["--noEmit", "--strict", "--skipLibCheck", "--module", "esnext"];
  const more = ["--moduleResolution", "bundler", "--target", "es2024", "--types", ""];
  try {
    execFileSync(
      process.execPath,
      [join(dirname(manifest), "bin/tsc"), ...args, ...more, join(folder, "exchanges.ts")],
      { encoding: "utf8", cwd: folder },
    );
    return "";
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout);
  }
}
