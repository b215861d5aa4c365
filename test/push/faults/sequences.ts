import { challengeFor } from "../../../server/src/emulator/resources/destinations.ts";
import type { Result } from "../../../server/src/push/plan/plan.ts";
import { enableById } from "../../../server/src/push/set-enabled.ts";
import type { Harness, HarnessOptions } from "../harness.ts";

/** All calls of a push or a deletion, in a workspace that is prepared for it. */
export interface Sequence extends HarnessOptions {
  readonly name: string;
  prepare?(h: Harness): Promise<void>;
  act(h: Harness): Promise<Result>;
  /** How to continue after a failure. Default: the same again. */
  again?(h: Harness): Promise<Result>;
  /** Files are written, so their contents are part of the final state. */
  readonly writes?: true;
}

const admin = 'http.request.uri.path contains "/admin"';
const login = 'http.request.uri.path eq "/login"';
const shop = 'http.host eq "shop.example.com"';
const bots = "# @phase http_request_sbfm\n";

export function rule(expression: string, action = "block", more = ""): string {
  return `# @action ${action}\n${more}${expression}   # as ever\n`;
}

export function filter(host: string): string {
  return `{ "where": { "key": "ClientRequestHost", "operator": "eq", "value": "${host}" } }\n`;
}

export function job(more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({
    name: "shop",
    dataset: "http_requests",
    destination_conf: `https://logs.example.com?header_Authorization=\${env:LOGS_KEY}`,
    output_options: { field_names: ["RayID", "ClientIP"], sample_rate: 1 },
    filter: "./shop.lpfilter",
    ...more,
  });
}

const bucket = "gs://logs/shop";

export const secret = "hunter2-hunter2";
const env = { LOGS_KEY: secret };
const files = { "shop.lpjob": job(), "shop.lpfilter": filter("a.example") };

const pushed = async (h: Harness, path: string) => {
  const result = await h.push(path);
  if (result.outcome === "failed") throw new Error(result.message);
};

/** The result of a pull: the first failure, or the last success. */
const pulled = async (h: Harness): Promise<Result> => {
  const results = await h.pull();
  const last = results.find((it) => it.outcome === "failed") ?? results.at(-1);
  if (!last) throw new Error("Nothing was pulled.");
  return results.some((it) => it.outcome === "created") && last.outcome === "unchanged"
    ? { ...last, outcome: "created" }
    : last;
};

/** An external rule with an external filter. */
const createdElsewhere = async (h: Harness, expression: string) => {
  h.write("stranger.cfrule", rule(expression, "log", "# @description A stranger\n"));
  await pushed(h, "stranger.cfrule");
  h.forget("stranger.cfrule");
};

const jobs: readonly Sequence[] = [
  { name: "job: create", files, env, act: (h) => h.push("shop.lpjob") },
  {
    name: "job: change",
    files,
    env,
    async prepare(h) {
      await pushed(h, "shop.lpjob");
      h.change("jobs", { max_upload_records: 5000, output_options: { output_type: "csv" } });
      h.write("shop.lpjob", job({ enabled: true }));
    },
    act: (h) => h.push("shop.lpjob"),
  },
  {
    name: "job without a file: disable",
    files: { "shop.lpjob": job({ enabled: true }), "shop.lpfilter": filter("a.example") },
    env,
    async prepare(h) {
      await pushed(h, "shop.lpjob");
      h.forget("shop.lpjob");
    },
    act: (h) => enableById("1", false, h.session(), {}),
  },
  {
    name: "job: change the filter",
    files,
    env,
    async prepare(h) {
      await pushed(h, "shop.lpjob");
      h.write("shop.lpfilter", filter("b.example"));
    },
    act: (h) => h.push("shop.lpfilter"),
  },
  {
    name: "job: take the filter away",
    files,
    env,
    async prepare(h) {
      await pushed(h, "shop.lpjob");
      h.write("shop.lpjob", job({ filter: undefined }));
    },
    act: (h) => h.push("shop.lpjob"),
  },
  {
    name: "job: another dataset",
    files,
    env,
    async prepare(h) {
      await pushed(h, "shop.lpjob");
      const options = { field_names: ["RayID"] };
      h.write(
        "shop.lpjob",
        job({ dataset: "firewall_events", output_options: options, filter: "" }),
      );
    },
    act: (h) => h.push("shop.lpjob"),
  },
  {
    name: "job: another dataset, agreed to by name",
    files,
    env,
    async prepare(h) {
      await pushed(h, "shop.lpjob");
      const options = { field_names: ["RayID"] };
      h.write(
        "shop.lpjob",
        job({ dataset: "firewall_events", output_options: options, filter: "" }),
      );
    },
    act: (h) => h.push("shop.lpjob", { job: "shop" }),
  },
  {
    name: "job: create in an account",
    files: {
      "dns.lpjob": job({ dataset: "gateway_dns", filter: "", output_options: {} }),
    },
    env,
    act: (h) => h.push("dns.lpjob"),
  },
  {
    name: "job: a destination that has to be proven",
    files: { "shop.lpjob": job({ destination_conf: bucket, filter: "" }) },
    settings: { ownership: true },
    act: (h) => h.push("shop.lpjob"),
    again: (h) => {
      const ownership_challenge = challengeFor(h.zone, bucket);
      h.write("shop.lpjob", job({ destination_conf: bucket, filter: "", ownership_challenge }));
      return h.push("shop.lpjob");
    },
  },
  {
    name: "job: a filter for a job that has no file",
    files,
    env,
    async prepare(h) {
      await pushed(h, "shop.lpjob");
      h.forget("shop.lpjob");
      h.write("shop.lpfilter", filter("b.example"));
    },
    act: (h) => h.push("shop.lpfilter", { job: "shop" }),
  },
  {
    name: "job: a filter in the place of another file's",
    files: {
      "shop.lpjob": job({ filter: undefined }),
      "shop.lpfilter": filter("a.example"),
      "other.lpfilter": filter("b.example"),
    },
    env,
    async prepare(h) {
      await pushed(h, "shop.lpjob");
      await h.push("shop.lpfilter", { job: "shop" });
    },
    act: (h) => h.push("other.lpfilter", { job: "shop" }),
  },
  {
    name: "job: a filter, after its file was renamed",
    files: { "shop.lpjob": job({ filter: undefined }), "shop.lpfilter": filter("a.example") },
    env,
    async prepare(h) {
      await pushed(h, "shop.lpjob");
      await h.push("shop.lpfilter", { job: "shop" });
      h.rename("shop.lpfilter", "b/shop.lpfilter");
      h.write("b/shop.lpfilter", filter("b.example"));
    },
    act: (h) => h.push("b/shop.lpfilter"),
  },
  {
    name: "job: one filter of two jobs",
    files: { ...files, "other.lpjob": job({ name: "other" }) },
    env,
    async prepare(h) {
      await pushed(h, "shop.lpjob");
      await pushed(h, "other.lpjob");
      h.write("shop.lpfilter", filter("b.example"));
    },
    act: (h) => h.push("shop.lpfilter"),
  },
  {
    name: "job: change, after its file was renamed",
    files,
    env,
    async prepare(h) {
      await pushed(h, "shop.lpjob");
      h.rename("shop.lpjob", "store.lpjob");
      h.write("store.lpjob", job({ enabled: true }));
    },
    act: (h) => h.push("store.lpjob"),
  },
  {
    name: "job: delete",
    files,
    env,
    prepare: (h) => pushed(h, "shop.lpjob"),
    act: (h) => h.remove("shop.lpjob"),
  },
];

const rules: readonly Sequence[] = [
  {
    name: "rule: create",
    files: { "a.cfrule": rule(admin) },
    prepare: (h) => createdElsewhere(h, login),
    act: (h) => h.push("a.cfrule"),
  },
  {
    name: "rule: create over an equal filter",
    files: { "a.cfrule": rule(admin) },
    prepare: (h) => createdElsewhere(h, admin),
    act: (h) => h.push("a.cfrule"),
  },
  {
    name: "rule: change",
    files: { "a.cfrule": rule(admin, "block", "# @description Mine\n") },
    async prepare(h) {
      await createdElsewhere(h, shop);
      await pushed(h, "a.cfrule");
      h.write("a.cfrule", rule(login, "log", "# @priority 5\n"));
    },
    act: (h) => h.push("a.cfrule"),
  },
  {
    name: "rule: away from a shared filter",
    files: { "a.cfrule": rule(admin) },
    async prepare(h) {
      await createdElsewhere(h, admin);
      await pushed(h, "a.cfrule");
      h.write("a.cfrule", rule(login));
    },
    act: (h) => h.push("a.cfrule"),
  },
  {
    name: "rule: over to an equal filter",
    files: { "a.cfrule": rule(admin) },
    async prepare(h) {
      await createdElsewhere(h, login);
      await pushed(h, "a.cfrule");
      h.write("a.cfrule", rule(login));
    },
    act: (h) => h.push("a.cfrule"),
  },
  {
    name: "rule: a shared filter, for all that use it",
    files: { "a.cfrule": rule(admin) },
    async prepare(h) {
      await createdElsewhere(h, admin);
      await pushed(h, "a.cfrule");
      h.write("a.cfrule", rule(login));
      h.answers = { confirm: "yes", choose: 1 };
    },
    act: (h) => h.push("a.cfrule"),
  },
  {
    name: "rule: change, after its file was renamed",
    files: { "a.cfrule": rule(admin) },
    async prepare(h) {
      await pushed(h, "a.cfrule");
      h.rename("a.cfrule", "b.cfrule");
      h.write("b.cfrule", rule(admin, "log"));
    },
    act: (h) => h.push("b.cfrule"),
  },
  {
    name: "rule: create, over the quota",
    files: { "a.cfrule": rule(admin) },
    async prepare(h) {
      await createdElsewhere(h, login);
      h.emulator.configure({ ruleQuota: 1 });
    },
    act: (h) => h.push("a.cfrule"),
    again: (h) => {
      h.emulator.configure({ ruleQuota: 2 });
      return h.push("a.cfrule");
    },
  },
  {
    name: "rule: delete",
    files: { "a.cfrule": rule(admin) },
    async prepare(h) {
      await createdElsewhere(h, login);
      await pushed(h, "a.cfrule");
    },
    act: (h) => h.remove("a.cfrule"),
  },
  {
    name: "rule: inline",
    files: { "a.cfrule": rule(admin) },
    prepare: (h) => createdElsewhere(h, login),
    act: (h) => h.push("a.cfrule", { inline: true }),
    again: (h) => h.push("a.cfrule"),
  },
  {
    name: "rule: inline, over the quota",
    files: { "a.cfrule": rule(admin) },
    async prepare(h) {
      await createdElsewhere(h, login);
      h.emulator.configure({ ruleQuota: 1 });
    },
    act: (h) => h.push("a.cfrule", { inline: true }),
    again: (h) => {
      h.emulator.configure({ ruleQuota: 2 });
      return h.push("a.cfrule");
    },
  },
];

const features: readonly Sequence[] = [
  {
    name: "rule: inline, with an action that the zone lacks",
    files: { "a.cfrule": rule(admin) },
    settings: { unavailable: ["block"] },
    act: (h) => h.push("a.cfrule", { inline: true }),
    again: (h) => {
      h.emulator.configure({ unavailable: [] });
      return h.push("a.cfrule");
    },
  },
];

const pulls: readonly Sequence[] = [
  {
    name: "pull: a job and a rule",
    files: { ...files, "a.cfrule": rule(admin, "block", "# @description Mine\n") },
    env,
    writes: true,
    async prepare(h) {
      await pushed(h, "shop.lpjob");
      await pushed(h, "a.cfrule");
      h.forget("shop.lpjob");
      h.forget("a.cfrule");
    },
    act: pulled,
  },
];

const rulesets: readonly Sequence[] = [
  {
    name: "ruleset: the first rule",
    rulesTarget: "rulesets",
    files: { "a.cfrule": rule(admin) },
    act: (h) => h.push("a.cfrule"),
  },
  {
    name: "ruleset: add a rule",
    rulesTarget: "rulesets",
    files: { "a.cfrule": rule(admin) },
    prepare: (h) => createdElsewhere(h, login),
    act: (h) => h.push("a.cfrule"),
  },
  {
    name: "ruleset: change a rule",
    rulesTarget: "rulesets",
    files: { "a.cfrule": rule(admin, "block", "# @description Mine\n") },
    async prepare(h) {
      await createdElsewhere(h, shop);
      await pushed(h, "a.cfrule");
      h.write("a.cfrule", rule(login, "log"));
    },
    act: (h) => h.push("a.cfrule"),
  },
  {
    name: "ruleset: add a rule where it belongs",
    rulesTarget: "rulesets",
    files: { "a.cfrule": rule(admin, "block", "# @position first\n") },
    prepare: (h) => createdElsewhere(h, login),
    act: (h) => h.push("a.cfrule"),
  },
  {
    name: "ruleset: move a rule",
    rulesTarget: "rulesets",
    files: { "a.cfrule": rule(admin), "b.cfrule": rule(shop, "log", "# @ref b\n") },
    async prepare(h) {
      await pushed(h, "a.cfrule");
      await pushed(h, "b.cfrule");
      h.write("a.cfrule", rule(admin, "log", "# @after b\n"));
    },
    act: (h) => h.push("a.cfrule"),
  },
  {
    name: "ruleset: delete a rule",
    rulesTarget: "rulesets",
    files: { "a.cfrule": rule(admin) },
    async prepare(h) {
      await createdElsewhere(h, login);
      await pushed(h, "a.cfrule");
    },
    act: (h) => h.remove("a.cfrule"),
  },
  {
    name: "ruleset: the first rule of another phase",
    rulesTarget: "rulesets",
    files: { "a.cfrule": rule(admin), "b.cfrule": rule(admin, "block", bots) },
    prepare: (h) => pushed(h, "a.cfrule"),
    act: (h) => h.push("b.cfrule"),
  },
  {
    name: "ruleset: change a rule of another phase",
    rulesTarget: "rulesets",
    files: { "a.cfrule": rule(admin), "b.cfrule": rule(admin, "block", bots) },
    async prepare(h) {
      await pushed(h, "a.cfrule");
      await pushed(h, "b.cfrule");
      h.write("b.cfrule", rule(login, "log", `${bots}# @position first\n`));
    },
    act: (h) => h.push("b.cfrule"),
  },
  {
    name: "ruleset: delete a rule of another phase",
    rulesTarget: "rulesets",
    files: { "a.cfrule": rule(admin), "b.cfrule": rule(admin, "block", bots) },
    async prepare(h) {
      await pushed(h, "a.cfrule");
      await pushed(h, "b.cfrule");
    },
    act: (h) => h.remove("b.cfrule"),
  },
];

export const sequences: readonly Sequence[] = [
  ...jobs,
  ...rules,
  ...features,
  ...rulesets,
  ...pulls,
];
