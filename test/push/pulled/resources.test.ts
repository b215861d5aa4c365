import { expect, test } from "vitest";
import { remoteText } from "../../../server/src/push/pulled/remote-text.ts";
import { listResources } from "../../../server/src/push/resources.ts";
import { filter, job, rule, secret } from "../faults/sequences.ts";
import { Harness } from "../harness.ts";

const env = { LOGS_KEY: secret };

/** Each resource on the service, and the file that a pull would write. */
async function listed(h: Harness): Promise<string[]> {
  const { resources } = await listResources(h.session());
  return resources.map((it) => `${it.kind} ${it.name}: ${it.standing} → ${it.pullsTo}`);
}

const files = {
  "a.lpjob": job({ name: "Shop errors", filter: undefined }),
  "b.lpjob": job({ name: "shop-errors", filter: undefined }),
  "a.cfrule": rule("ssl", "block", "# @description No Admin!\n"),
  "b.cfrule": rule("not ssl", "log", "# @description Plain\n"),
};

async function pushed(h: Harness): Promise<void> {
  for (const it of Object.keys(files)) await h.push(it);
}

test("a resource names the file that owns it", async () => {
  using h = new Harness({ files, env });
  await pushed(h);
  expect(await listed(h)).toEqual([
    "job Shop errors: in-sync → undefined",
    "job shop-errors: in-sync → undefined",
    "rule Plain: in-sync → undefined",
    "rule No Admin!: in-sync → undefined",
    "filter ssl: in-sync → undefined",
    "filter not ssl: in-sync → undefined",
  ]);
});

test("each resource without a file gets its own path for a pull, and a filter comes with its rule", async () => {
  using h = new Harness({ files, env });
  await pushed(h);
  for (const it of Object.keys(files)) h.forget(it);
  h.zone.filters.set("f9", { id: "f9", expression: "cf.client.bot", paused: false });
  const rows = [
    "job Shop errors: remote-only → jobs/shop-errors.lpjob",
    "job shop-errors: remote-only → jobs/shop-errors-2.lpjob",
    "rule Plain: remote-only → rules/plain.cfrule",
    "rule No Admin!: remote-only → rules/no-admin.cfrule",
    "filter ssl: remote-only → rules/no-admin.cfrule",
    "filter not ssl: remote-only → rules/plain.cfrule",
    "filter cf.client.bot: remote-only → undefined",
  ];
  expect(await listed(h)).toEqual(rows);
  const pulled = await h.pull("jobs/shop-errors-2.lpjob", "rules/plain.cfrule");
  expect(pulled.map((it) => `${it.path} ${it.outcome}`)).toEqual([
    "jobs/shop-errors-2.lpjob created",
    "rules/plain.cfrule created",
  ]);
  expect(h.folder.read("jobs/shop-errors-2.lpjob")).toContain('"name": "shop-errors"');
  expect(h.folder.read("rules/plain.cfrule")).toContain("not ssl");
});

test("an unused rule filter can be read, with or without a file", async () => {
  using h = new Harness({ files: { "a.cfrule": rule("ssl") }, settings: { ruleQuota: 0 } });
  expect((await h.push("a.cfrule")).outcome).toBe("failed");
  h.zone.filters.set("f9", { id: "f9", expression: "cf.client.bot", paused: false });
  const { resources } = await listResources(h.session());
  expect(resources.map((it) => it.shownAs)).toEqual([
    "filters/ssl.cfrule",
    "filters/cf-client-bot.cfrule",
  ]);
  const lone = "# This filter exists on the service, but no rule uses it.\n";
  expect(await remoteText("filters/cf-client-bot.cfrule", h.session())).toBe(
    `${lone}cf.client.bot\n`,
  );
  expect(await remoteText("a.cfrule", h.session())).toBe(`${lone}ssl   # as ever\n`);
  expect(await remoteText("b.cfrule", h.session())).toBe("");
});

test("the rules of a ruleset can be read too", async () => {
  using h = new Harness({ files: { "a.cfrule": files["a.cfrule"] }, rulesTarget: "rulesets" });
  await h.push("a.cfrule");
  h.forget("a.cfrule");
  expect(await listed(h)).toEqual(["rule No Admin!: remote-only → rules/no-admin.cfrule"]);
});

test("a deleted file is restored, and an equal file is adopted", async () => {
  using h = new Harness({ files, env });
  await pushed(h);
  const lock = h.lockText();
  h.forget("b.lpjob");
  h.forget("b.cfrule");
  h.write("weir.lock.json", lock);
  expect((await listed(h)).filter((it) => !it.includes("in-sync"))).toEqual([
    "job shop-errors: gone → b.lpjob",
    "rule Plain: gone → b.cfrule",
    "filter not ssl: gone → b.cfrule",
  ]);
  h.forget("a.lpjob");
  h.write("other.lpjob", files["a.lpjob"]);
  expect(await listed(h)).toContain("job Shop errors: remote-only → other.lpjob");
});

test("a job with a filter file is not reported as unfiltered", async () => {
  using h = new Harness({
    files: { "a.lpjob": job({ filter: undefined }), "f.lpfilter": filter("a.example") },
    env,
  });
  await h.push("a.lpjob");
  h.forget("a.lpjob");
  await h.push("f.lpfilter", { job: "1" });
  expect(await listed(h)).toEqual(["job shop: in-sync → undefined"]);
});
