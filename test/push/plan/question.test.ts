import { expect, test } from "vitest";
import { defaultContext } from "../../../server/src/languages.ts";
import type { Plan, Where } from "../../../server/src/push/plan/plan.ts";
import { type Act, meaningOfNew, questionOf } from "../../../server/src/push/plan/question.ts";

const plan: Plan = {
  path: "a.lpfilter",
  title: "Update the filter of job 'a' (1)",
  outcome: "updated",
  changes: [],
  notes: [],
  calls: [],
};
const where: Where = {
  folder: "/work",
  profile: "production",
  origin: "https://api.cloudflare.com",
  zone: "zone1",
  zoneName: "example.com",
  account: undefined,
  isOnlyProfile: true,
  identity: "a token",
};

test.each<[string, Partial<Where>, readonly string[], Act, string]>([
  ["the usual host", {}, [], "push", "Push to example.com (zone)"],
  ["a zone without a name", { zoneName: undefined }, [], "push", "Push to zone1 (zone)"],
  [
    "an emulator",
    { origin: "http://[::1]:1" },
    [],
    "delete",
    "Delete from example.com (zone) · emulator",
  ],
  ["another host", { origin: "https://a.b:8" }, [], "pull", "Pull from example.com (zone) · a.b:8"],
  [
    "one of several profiles",
    { isOnlyProfile: false },
    [],
    "undo",
    "Undo on example.com (zone) · profile 'production'",
  ],
  ["an account", { zone: undefined, account: "x" }, [], "push", "Push to x (account)"],
  ["the account of a call", { account: "x" }, ["GET /accounts/x/y"], "push", "Push to x (account)"],
  ["neither", { zone: undefined, zoneName: undefined }, [], "push", "Push to no zone"],
])("the question has the target once: %s", (_, place, calls, act, title) => {
  expect(questionOf({ ...plan, calls }, { ...where, ...place }, act).title).toBe(title);
});

const enabled = { name: "enabled", before: false, after: true };
const overwrites = { reason: "It was changed.", effect: "Lost.", done: "", advice: "" };

test.each<[string, Partial<Plan>, object]>([
  ["the state of the job", { about: "enabled, s3://a" }, { act: `${plan.title}, enabled, s3://a` }],
  ["a setting", { changes: [enabled] }, { effects: ["enabled: false → true."] }],
  [
    "long settings by their names",
    {
      changes: [
        enabled,
        ...["name", "output_options.sample_rate"].map((name) => {
          return { name, before: "x".repeat(80), after: "y" };
        }),
      ],
    },
    { effects: ["enabled: false → true.", "Changes name, sample_rate."] },
  ],
  [
    "what is lost, then other settings, then notes",
    {
      effects: ["Less.", "More."],
      changes: [{ name: "filter", before: 1, after: 2 }, enabled],
      notes: ["Note."],
    },
    { effects: ["Less.", "More.", "enabled: false → true.", "Note."] },
  ],
  ["a deletion", { outcome: "deleted" }, { effects: ["The file is kept."] }],
  ["rules together", { together: ["a → b.", "such as"] }, { effects: ["a → b."] }],
  [
    "a warning is said once",
    { warning: "All is lost.", effects: ["All is lost."] },
    { warning: "All is lost.", effects: [] },
  ],
  ["local changes", { careful: true }, { warning: "Local changes in the file would be lost." }],
  [
    "a change on the service, whose effect belongs to the choice that has it",
    { overwrites, notes: ["It was changed. Lost."] },
    { warning: "It was changed.", effects: [] },
  ],
])("a question has %s", (_, parts, expected) => {
  expect(questionOf({ ...plan, ...parts }, where, "push")).toMatchObject(expected);
});

test.each([
  ["block", "Blocks requests where ssl is true"],
  ["log", "Logs requests where ssl is true"],
  [
    "js_challenge",
    "Shows a JavaScript challenge that the browser solves. Matches requests where ssl is true",
  ],
])("a new rule says what it does: %s", (action, meaning) => {
  const changes = [{ name: "action", before: undefined, after: action }];
  const rule = { ...plan, path: "a.cfrule", changes };
  expect(meaningOfNew(rule, "ssl", defaultContext)).toBe(meaning);
});

test("a new job says what the filter in its file keeps", () => {
  const text = `{ "dataset": "http_requests", "destination_conf": "s3://logs", "enabled": true, "filter": "a.lpfilter" }`;
  const after = `{ "where": { "key": "ClientCountry", "operator": "eq", "value": "at" } }`;
  const job = { ...plan, path: "a.lpjob", changes: [{ name: "filter", before: undefined, after }] };
  expect(meaningOfNew(job, text, defaultContext)).toBe(
    `Sends http_requests to S3. Keeps lines where ClientCountry is "at"`,
  );
});
