import { expect, test } from "vitest";
import { merge } from "../../../server/src/push/pulled/merge.ts";
import { Harness } from "../harness.ts";

const filter = (status: number, host = "a.example") => `// ours
{
  "where": {
    "and": [
      { "key": "EdgeResponseStatus", "operator": "eq", "value": ${status} },
      { "key": "ClientRequestHost", "operator": "eq", "value": "${host}" }
    ]
  }
}
`;
const job = (enabled: boolean, more = "") => `{
  "name": "shop",
  "destination_conf": "gs://logs/shop",
  "enabled": ${enabled}${more}
}
`;
const apart = ',\n  "filter": "./a.lpfilter"';
const rule = (action: string, host = "a") =>
  `# @action ${action}\n# ours\nhttp.host eq "${host}"\n`;
const sent = (text: string) => JSON.stringify(JSON.parse(text.replace(/^\/\/.*\n/, "")));

interface Case {
  readonly files: Readonly<Record<string, string>>;
  readonly path: string;
  readonly ours: string;
  /** A colleague's changes on the service. */
  theirs(h: Harness): void;
  readonly merged: string;
  readonly rulesTarget?: "rulesets";
}

function set(item: object | undefined, changes: object): void {
  Object.assign(item ?? {}, changes);
}

const setJob = (changes: object) => (h: Harness) => set([...h.zone.jobs.values()][0], changes);

test.each<[string, Case]>([
  [
    "a filter",
    {
      files: { "a.lpjob": job(false, apart), "a.lpfilter": filter(500) },
      path: "a.lpfilter",
      ours: filter(502).replace("ours", "mine"),
      theirs: setJob({ filter: sent(filter(500, "b.example")) }),
      merged: filter(502, "b.example").replace("ours", "mine"),
    },
  ],
  [
    "a job",
    {
      files: { "a.lpjob": job(false) },
      path: "a.lpjob",
      ours: job(false).replace("logs/shop", "logs/other"),
      theirs: setJob({ enabled: true }),
      merged: job(true).replace("logs/shop", "logs/other"),
    },
  ],
  [
    "a firewall rule",
    {
      files: { "a.cfrule": rule("block") },
      path: "a.cfrule",
      ours: rule("block", "b"),
      theirs: (h) => set([...h.zone.rules.values()][0], { action: "log" }),
      merged: rule("log", "b"),
    },
  ],
  [
    "a rule of a ruleset",
    {
      rulesTarget: "rulesets",
      files: { "a.cfrule": rule("block") },
      path: "a.cfrule",
      ours: rule("block", "b"),
      theirs: (h) => set([...h.zone.rulesets.values()][0]?.rules[0], { action: "log" }),
      merged: rule("log", "b"),
    },
  ],
])("both changes of %s are in the file, and the next push loses none", async (_, it) => {
  const { files, rulesTarget } = it;
  using h = new Harness({ files, ...(rulesTarget && { rulesTarget }) });
  for (const path of Object.keys(files)) await h.push(path);
  h.write(it.path, it.ours);
  it.theirs(h);
  expect(await merge(it.path, h.session())).toMatchObject({
    outcome: "updated",
    message: "Merged the change on the service into the file. Push it to send both.",
  });
  expect(h.folder.read(it.path)).toBe(it.merged);
  h.plans.length = 0;
  expect((await h.push(it.path)).outcome).toBe("updated");
  expect(h.plans.map((plan) => plan.overwrites)).toEqual([undefined]);
});

test("what both have changed is marked, and not pushed", async () => {
  using h = new Harness({ files: { "a.cfrule": rule("block") } });
  await h.push("a.cfrule");
  h.write("a.cfrule", rule("log"));
  set([...h.zone.rules.values()][0], { action: "js_challenge" });
  expect((await merge("a.cfrule", h.session())).message).toBe(
    "Merged. 1 place changed on both sides: choose between the marked lines, then push.",
  );
  expect(h.folder.read("a.cfrule")).toContain(
    "<<<<<<< this file\n# @action log\n=======\n# @action js_challenge\n>>>>>>> the service\n",
  );
  expect((await h.push("a.cfrule")).outcome).toBe("failed");
  expect([...h.zone.rules.values()][0]).toMatchObject({ action: "js_challenge" });
});

test("without a record of the last push, nothing is written", async () => {
  using h = new Harness({ files: { "a.cfrule": rule("block") } });
  await h.push("a.cfrule");
  h.folder.remove(".weir");
  set([...h.zone.rules.values()][0], { action: "log" });
  expect((await merge("a.cfrule", h.session())).message).toMatch(
    /^There is no record of the last push/,
  );
  expect(h.folder.read("a.cfrule")).toBe(rule("block"));
});
