import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { push } from "../../../server/src/push/push.ts";
import type { Session } from "../../../server/src/push/session/session.ts";
import { lockName } from "../../../server/src/workspace/lock/lock.ts";
import { LockError } from "../../../server/src/workspace/lock/lock-file.ts";
import { filter, job, rule } from "../faults/sequences.ts";
import { Harness } from "../harness.ts";

const admin = 'http.request.uri.path contains "/admin"';

/** A session on a case-insensitive file system. */
function insensitive(h: Harness): Session {
  const session = h.session();
  const { files } = session;
  const spelled = (path: string) =>
    files.list().find((it) => it.toLowerCase() === path.toLowerCase()) ?? path;
  return {
    ...session,
    files: { ...files, spelled, exists: (path) => files.exists(spelled(path)) },
  };
}

test("a rename that only changes letter case creates no second rule", async () => {
  using h = new Harness({ files: { "rules/admin.cfrule": rule(admin) } });
  await h.push("rules/admin.cfrule");
  h.rename("rules/admin.cfrule", "Rules/Admin.cfrule");
  const result = await push("Rules/Admin.cfrule", insensitive(h), {});
  expect(result.outcome).toBe("unchanged");
  expect(h.zone.rules.size).toBe(1);
  expect(h.entry("rules/admin.cfrule")).toBeUndefined();
  expect(h.entry("Rules/Admin.cfrule")).toMatchObject({ state: "done" });
});

test("a lock that cannot be written before the first call: nothing is sent, and the message says so", async () => {
  using h = new Harness({ files: { "a.cfrule": rule(admin) } });
  const session = h.session();
  const lock: Session["lock"] = Object.assign(Object.create(session.lock), {
    set() {
      throw new LockError("No space left on the disk.");
    },
  });
  const result = await push("a.cfrule", { ...session, lock }, {});
  expect(result).toMatchObject({
    outcome: "failed",
    message:
      "Create filter: not done. No space left on the disk. The call was not sent; nothing was changed.",
  });
  expect(h.zone.filters.size).toBe(0);
});

describe("pulling into an existing file", () => {
  test.each([
    ["a rule", "a.cfrule", rule(admin).replaceAll("\n", "\r\n")],
    ["with a mark", "a.cfrule", `\ufeff${rule(admin).replaceAll("\n", "\r\n")}`],
  ])("keeps its line endings: %s", async (_, name, text) => {
    using h = new Harness({ files: { [name]: text } });
    await h.push(name);
    for (const it of h.zone.rules.values())
      h.zone.rules.set(it.id, { ...it, action: "log", description: "new" });
    expect((await h.pull(name))[0]).toMatchObject({ outcome: "updated" });
    const written = readFileSync(join(h.folder.path, name), "utf8");
    expect(written).toContain("# @action log\r\n");
    expect(written.replaceAll("\r\n", "")).not.toContain("\n");
    expect(written.startsWith("\ufeff")).toBe(text.startsWith("\ufeff"));
  });

  test("keeps its line endings: a job", async () => {
    const text = `${JSON.stringify(JSON.parse(job({ filter: undefined })), null, 2)}\n`;
    const env = { LOGS_KEY: "hunter2-hunter2" };
    using h = new Harness({ files: { "a.lpjob": text.replaceAll("\n", "\r\n") }, env });
    await h.push("a.lpjob");
    h.change("jobs", { max_upload_records: 5000 });
    expect((await h.pull("a.lpjob"))[0]).toMatchObject({ outcome: "updated" });
    const written = h.folder.read("a.lpjob");
    expect(written).toContain("5000");
    expect(written.replaceAll("\r\n", "")).not.toContain("\n");
  });
});

describe("a foreign lock", () => {
  test.each([
    "a:b.cfrule",
    "sub/aux.cfrule",
    "NUL.cfrule",
    "com1.x.cfrule",
    "a.cfrule:x.cfrule",
    "b. /c.cfrule",
    "../up.cfrule",
  ])("cannot make a pull write '%s'", async (key) => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) } });
    await h.push("a.cfrule");
    h.write(lockName, h.lockText().replace('"a.cfrule"', JSON.stringify(key)));
    h.folder.remove("a.cfrule");
    const results = await h.pull();
    expect(results.map((it) => [it.outcome, it.message])).toEqual([
      ["failed", expect.stringContaining("is outside the workspace")],
    ]);
  });
});

test("check and push refuse a filter with an absolute path", async () => {
  const text = job({ filter: "C:/jobs/shop.lpfilter" });
  using h = new Harness({ files: { "a.lpjob": text, "shop.lpfilter": filter("a.example") } });
  const { outcome, message } = await h.push("a.lpjob");
  expect([outcome, message]).toEqual(["failed", expect.stringContaining("absolute path")]);
});
