import { execFileSync } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { ensureOracle } from "../../scripts/install/oracles.mjs";
import { root } from "../../scripts/root.mjs";
import { deleteCommand } from "../../server/src/cli/commands/delete.ts";
import { diff } from "../../server/src/cli/commands/diff.ts";
import { pull } from "../../server/src/cli/commands/pull.ts";
import { push } from "../../server/src/cli/commands/push.ts";
import { undo } from "../../server/src/cli/commands/undo.ts";
import { reviewCommand as review } from "../../server/src/cli/review/command.ts";
import { createEmulator } from "../../server/src/emulator/emulator.ts";
import { defaults } from "../../server/src/emulator/state/defaults.ts";
import { filter as filterFile, job, rule as ruleFile } from "../push/faults/sequences.ts";
import { baseUrl, Harness } from "../push/harness.ts";
import { Folder } from "../support/programs/cli.ts";
import { clientOf } from "../support/programs/emulator.ts";
import { runCommand } from "../support/programs/run-command.ts";
import { calls, prepared } from "./official-calls.ts";

/** The requests of Weir and the answers of the emulator have the types of the official client. */

interface Exchange {
  readonly call: string;
  readonly body: unknown;
  readonly result: unknown;
}

/**
 * The types of each answer and request, from the client's folder `resources`. For requests of firewall rules, it has the
 * types of another API.
 */
const types: readonly (readonly [call: RegExp, answer: string | undefined, body?: string])[] = [
  [/^GET $/, "zones/zones:Zone"],
  [/^GET \/user$/, "user/user:UserGetResponse"],
  [/^GET \/user\/tokens\/verify$/, "user/tokens/tokens:TokenVerifyResponse"],
  [/^GET \/zones$/, "zones/zones:Zone[]"],
  [/^GET \/accounts$/, "accounts/accounts:Account[]"],
  [/^GET \/url_normalization$/, "url-normalization/url-normalization:URLNormalizationGetResponse"],
  [/^GET \/rules\/lists$/, "rules/lists/lists:ListsList[]"],
  [/^GET \/rules\/lists\/\w+\/items$/, "rules/lists/items:ItemListResponse[]"],
  [/^GET \/logs\/explorer\/datasets$/, "logs/log-explorer/datasets/datasets:DatasetSummary[]"],
  [
    /^GET \/logs\/explorer\/datasets\/available$/,
    "logs/log-explorer/datasets/available:AvailableDataset[]",
  ],
  // The body is a file with SQL.
  [/^POST \/logs\/explorer\/query\/sql$/, "logs/log-explorer/query:QuerySqlResponse[]"],
  [
    /^POST \/request-tracer\/trace$/,
    "request-tracers/traces:TraceCreateResponse",
    "request-tracers/traces:TraceCreateParams",
  ],
  [
    /^POST \/logpush\/ownership$/,
    "logpush/ownership:OwnershipCreateResponse",
    "logpush/ownership:OwnershipCreateParams",
  ],
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
    const path = new URL(request.url).pathname.replace(
      /^\/client\/v4(\/(zones|accounts)\/\w+)?/,
      "",
    );
    const text = await request.clone().text();
    const reply = await answer(request);
    const shown = await reply.clone().text();
    exchanges.push({
      call: `${request.method} ${path}`,
      body: jsonOf(text),
      result: jsonOf(shown)?.result,
    });
    return reply;
  };
  await work();
  return exchanges;
}

/** Undefined for SQL, log lines and nothing. */
function jsonOf(text: string) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
      "shop.lpfilter": filterFile("a.example"),
      "a.cfrule": ruleFile(host("a"), "block", "# @description A\n# @ref a\n"),
      "b.cfrule": ruleFile(host("a"), "managed_challenge", "# @paused true\n"),
      "c.cfrule": ruleFile(
        host("c"),
        "log",
        isRulesets ? "# @position first\n" : "# @priority 2\n",
      ),
      ...(isRulesets && {
        "d.cfrule": ruleFile(host("d"), "skip", "# @skip phases=http_request_sbfm\n"),
      }),
    },
  });
  return await exchangesOf(h, async () => {
    await runCommand(h, push, ["--all", "--yes"]);
    h.write("shop.lpjob", job({ enabled: true }));
    h.write(
      "a.cfrule",
      ruleFile(host("b"), "js_challenge", isRulesets ? "# @position last\n" : ""),
    );
    await runCommand(h, push, ["--all", "--yes"]);
    await runCommand(h, undo, ["--yes"]);
    await runCommand(h, deleteCommand, ["a.cfrule", "b.cfrule", "shop.lpjob", "--yes"]);
    await runCommand(h, undo, ["--yes"]);
  });
}

/** The reads of Weir beside a push, and a job whose destination needs a proof of ownership. */
async function everythingElse(): Promise<readonly Exchange[]> {
  const { zone, account } = defaults;
  using h = new Harness({
    env: { LOGS_KEY: "hunter2-hunter2" },
    rulesTarget: "rulesets",
    files: {
      "bucket.lpjob": job({ destination_conf: "s3://logs/a?region=eu", filter: undefined }),
      "logins.lpjob": job({ dataset: "access_requests", filter: undefined }),
      "a.cfrule": ruleFile("ip.src in $office", "block"),
    },
  });
  h.emulator.configure({ ownership: true });
  const { client, filter, list } = await prepared(clientOf(h.emulator), "/zones/");
  const body = [{ ip: "192.0.2.1", comment: "office" }];
  await client.rules.lists.items.update(list, { account_id: account, body });
  return await exchangesOf(h, async () => {
    await runCommand(h, push, ["--all", "--yes"]);
    await runCommand(h, pull, ["--yes"]);
    await runCommand(h, diff, []);
    await runCommand(h, review, ["--service"]);
    const { filters, logExplorer, requestTracer, signIn } = h.session().service;
    await signIn.identity();
    await signIn.zones();
    await signIn.accounts();
    await filters.get(zone, filter);
    await filters.update(zone, filter, { expression: "ssl", paused: false });
    await requestTracer.accountOf(zone);
    await requestTracer.trace(account, { method: "GET", url: "https://shop.example.com/" });
    await logExplorer.enabled({ zone_id: zone });
    await logExplorer.schemas({ account_id: account });
    const statement = "SELECT COUNT(*) AS n FROM http_requests WHERE date >= '2026-01-01'";
    await logExplorer.query({ zone_id: zone }, statement, AbortSignal.timeout(60_000));
    h.env = {
      WEIR_BASE_URL: baseUrl,
      WEIR_AUTH_EMAIL: defaults.email,
      WEIR_AUTH_KEY: defaults.key,
    };
    await h.session().service.signIn.identity();
  });
}

/** The emulator's answers to each call of the official client, with the method of the client that makes it. */
async function answersByMethod(): Promise<readonly (readonly [method: string, answer: unknown])[]> {
  const answers: (readonly [string, unknown])[] = [];
  for (const [route, call] of Object.entries(calls)) {
    // Some calls need generic methods of the client, which have no types.
    const method = call
      .toString()
      .match(/client\.[\w.]+(?=\()/g)
      ?.at(-1);
    const emulator = createEmulator();
    let last: unknown;
    const client = clientOf({
      async fetch(input, init) {
        const reply = await emulator.fetch(input, init);
        last = jsonOf(await reply.clone().text())?.result;
        return reply;
      },
    });
    await call(await prepared(client, route));
    if (method === undefined) throw new Error(`No method for ${route}`);
    answers.push([otherwise[route] ?? method, last]);
  }
  return answers;
}

/** The methods with the types of answers to calls whose requests the client makes otherwise. */
const otherwise: Readonly<Record<string, string>> = {
  "POST /zones/:scope/firewall/rules": "client.firewall.rules.create",
  "PUT /zones/:scope/firewall/rules": "client.firewall.rules.bulkUpdate",
  "PATCH /zones/:scope/firewall/rules": "client.firewall.rules.bulkEdit",
  "PUT /zones/:scope/firewall/rules/:rule": "client.firewall.rules.update",
  "PATCH /zones/:scope/firewall/rules/:rule": "client.firewall.rules.edit",
};

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

/** The parameters of the path, which the client takes with the parameters of the body. */
function pathOf(type: string): object {
  const zone_id = defaults.zone;
  if (type.startsWith("request-tracers")) return { account_id: defaults.account };
  return type.endsWith("RuleEditParams") ? { zone_id, ruleset_id: "r" } : { zone_id };
}

/** Without what the service has and the types of the client lack: the filter of a job, and the priority of a rule without one. */
function typed(type: string, result: unknown): unknown {
  const isJob = /^(?:logpush\/jobs:LogpushJob|client\.logpush\.(?:datasets\.)?jobs)/.test(type);
  return JSON.parse(JSON.stringify(result), (name, value) =>
    (isJob && name === "filter") || (name === "priority" && value === null) ? undefined : value,
  );
}

test("requests of Weir and answers of the emulator have the types of the official client", async () => {
  const client = join(await ensureOracle("cloudflare"), "node_modules/cloudflare");
  const exchanges = [
    ...(await everything("rulesets")),
    ...(await everything("firewall-rules")),
    ...(await everythingElse()),
  ];
  const isMade = ([pattern]: (typeof types)[number]) =>
    exchanges.some((it) => pattern.test(it.call));
  expect(types.filter((it) => !isMade(it)).map(([pattern]) => pattern)).toEqual([]);
  const lines = (await answersByMethod()).flatMap(([method, answer], i) => {
    const names = method.split(".").slice(1);
    const isGeneric = names.length < 2;
    if (isGeneric || answer === undefined || answer === null) return [];
    const place = names.map((it) => `["${it}"]`).join("");
    const value = JSON.stringify(typed(method, answer));
    return [`export const v${i}: Answer<Cloudflare${place}> = ${value}; // ${method}`];
  });
  expect(lines.length).toBeGreaterThan(50);
  const head = `import type Cloudflare from "${join(client, "index")}";
    type Answer<Method extends (...them: never[]) => unknown> =
      ReturnType<Method> extends AsyncIterable<infer Item> ? Item[] : Awaited<ReturnType<Method>>;`;
  using folder = new Folder({
    "exchanges.ts": moduleOf(exchanges, join(client, "resources")),
    "methods.ts": [head, ...lines].join("\n"),
  });
  expect(compiled(folder.path, "exchanges.ts", "methods.ts")).toBe("");
});

function compiled(folder: string, ...files: readonly string[]): string {
  const manifest = createRequire(join(root, "package.json")).resolve("typescript/package.json");
  const args = ["--noEmit", "--strict", "--skipLibCheck", "--module", "esnext"];
  const more = ["--moduleResolution", "bundler", "--target", "es2024", "--types", ""];
  try {
    execFileSync(
      process.execPath,
      [join(dirname(manifest), "bin/tsc"), ...args, ...more, ...files],
      {
        encoding: "utf8",
        cwd: folder,
      },
    );
    return "";
  } catch (error) {
    return String((error as { stdout?: unknown }).stdout);
  }
}
