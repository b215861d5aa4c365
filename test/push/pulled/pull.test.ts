import { describe, expect, test } from "vitest";
import { withoutSecrets, withVariables } from "../../../server/src/push/masking/destination.ts";
import { filter, job, rule, secret } from "../faults/sequences.ts";
import { Harness } from "../harness.ts";

const env = { LOGS_KEY: secret };
const files = { "shop.lpjob": job(), "shop.lpfilter": filter("a.example") };
const admin = 'http.request.uri.path contains "/admin"';
const login = 'http.request.uri.path eq "/login"';

const outcomes = async (h: Harness, ...paths: string[]) =>
  (await h.pull(...paths)).map((it) => `${it.path} ${it.outcome}`);

describe("a resource without a file", () => {
  test("gets a formatted file with secrets as variables, and is then unchanged", async () => {
    using h = new Harness({ files, env });
    await h.push("shop.lpjob");
    h.forget("shop.lpjob");
    expect(await outcomes(h)).toEqual(["jobs/shop.lpjob created"]);
    expect(h.folder.read("jobs/shop.lpjob")).toBe(`{
  "name": "shop",
  "dataset": "http_requests",
  "destination_conf": "https://logs.example.com?header_Authorization=\${env:WEIR_SECRET_SHOP_HEADER_AUTHORIZATION}",
  "enabled": false,
  "output_options": { "field_names": ["RayID", "ClientIP"], "sample_rate": 1 },
  "filter": {
    "where": { "key": "ClientRequestHost", "operator": "eq", "value": "a.example" }
  }
}
`);
    expect(await outcomes(h)).toEqual(["jobs/shop.lpjob unchanged"]);
    h.env = { WEIR_SECRET_SHOP_HEADER_AUTHORIZATION: secret };
    expect(await h.push("jobs/shop.lpjob")).toMatchObject({ outcome: "unchanged" });
    expect(JSON.stringify([h.plans, h.lockText()])).not.toContain("weir-emulator-token");
  });

  test("rules too, each under its own name", async () => {
    const described = rule(admin, "bypass", "# @products waf,uaBlock\n# @description No Admin!\n");
    using h = new Harness({ files: { "a.cfrule": described, "b.cfrule": rule(login, "log") } });
    for (const it of ["a.cfrule", "b.cfrule"]) {
      await h.push(it);
      h.forget(it);
    }
    const pulled = await h.pull();
    expect(pulled.map((it) => it.outcome)).toEqual(["created", "created"]);
    expect(pulled[0]?.path).toBe("rules/no-admin.cfrule");
    expect(pulled[1]?.path).toMatch(/^rules\/rule-[0-9a-f]{8}\.cfrule$/);
    expect(h.folder.read("rules/no-admin.cfrule")).toBe(
      `# @action bypass\n# @description No Admin!\n# @products waf,uaBlock\n${admin}\n`,
    );
    for (const { path } of pulled)
      expect(await h.push(path)).toMatchObject({ outcome: "unchanged" });
  });

  test("rules of a ruleset too", async () => {
    const skip = rule(
      admin,
      "skip",
      "# @skip phases=http_ratelimit,http_request_sbfm\n# @paused\n",
    );
    using h = new Harness({ files: { "a.cfrule": skip }, rulesTarget: "rulesets" });
    await h.push("a.cfrule");
    h.forget("a.cfrule");
    const [pulled] = await h.pull();
    expect(h.folder.read(pulled?.path ?? "")).toBe(
      `# @action skip\n# @paused\n# @skip phases=http_ratelimit,http_request_sbfm\n${admin}\n`,
    );
    expect(await h.push(pulled?.path ?? "")).toMatchObject({ outcome: "unchanged" });
  });

  test("is not written without confirmation", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) } });
    await h.push("a.cfrule");
    h.forget("a.cfrule");
    h.answers = { confirm: "unavailable" };
    expect((await outcomes(h))[0]).toMatch(/skipped$/);
    expect(h.lockText()).not.toContain(".cfrule");
  });
});

describe("variables that a pull writes for secrets", () => {
  const said = (name: string) =>
    `Destination secrets are replaced by variables. Set '${name}' before you push the file.`;
  const pulled = async (h: Harness) => {
    h.plans.length = 0;
    const messages = (await h.pull()).map((it) => it.message).join(" ");
    return { messages, notes: h.plans.flatMap((it) => it.notes).join(" ") };
  };

  test("are reported once, when a file is created", async () => {
    using h = new Harness({ files, env });
    await h.push("shop.lpjob");
    h.forget("shop.lpjob");
    const { messages, notes } = await pulled(h);
    expect(messages).toContain(said("WEIR_SECRET_SHOP_HEADER_AUTHORIZATION"));
    expect(notes).toContain(said("WEIR_SECRET_SHOP_HEADER_AUTHORIZATION"));
    expect(messages + notes).not.toContain(secret);
    h.env = { ...env, WEIR_SECRET_SHOP_HEADER_AUTHORIZATION: secret };
    expect(await pulled(h)).toEqual({ messages: expect.not.stringContaining("Set '"), notes: "" });
  });

  test("are reported when a destination changes", async () => {
    using h = new Harness({ files, env });
    await h.push("shop.lpjob");
    h.change("jobs", { destination_conf: "https://logs.example.com?header_X-Key=other-secret" });
    const { messages } = await pulled(h);
    expect(messages).toContain(said("WEIR_SECRET_SHOP_HEADER_X_KEY"));
    expect(h.folder.read("shop.lpjob")).toContain(`\${env:WEIR_SECRET_SHOP_HEADER_X_KEY}`);
  });

  test("are not mentioned when there are none", async () => {
    using h = new Harness({
      files: { "a.lpjob": job({ destination_conf: "gs://logs/shop" }), ...files },
    });
    await h.push("a.lpjob");
    h.forget("a.lpjob");
    const { messages, notes } = await pulled(h);
    expect(h.zone.jobs.size).toBe(1);
    expect(messages + notes).not.toContain("Secrets");
  });
});

describe("a resource with a file", () => {
  test("is updated where it differs, and surrounding comments are kept", async () => {
    const commented = job()
      .replace("{", "{ // Ours\n")
      .replace(',"output', ',\n// What we need\n"output');
    using h = new Harness({ files: { ...files, "shop.lpjob": commented }, env });
    await h.push("shop.lpjob");
    h.change("jobs", { enabled: true, filter: filter("z.example") });
    expect(await outcomes(h)).toEqual(["shop.lpjob updated"]);
    expect(h.folder.read("shop.lpjob")).toContain("// Ours");
    expect(h.folder.read("shop.lpjob")).toContain("// What we need");
    expect(h.folder.read("shop.lpjob")).toContain('"enabled": true');
    expect(h.folder.read("shop.lpjob")).toContain(`\${env:LOGS_KEY}`);
    expect(h.folder.read("shop.lpfilter")).toContain("z.example");
    expect(h.plans.at(-1)?.notes).toEqual(["The filter is written to 'shop.lpfilter'."]);
    expect(h.plans.at(-1)).not.toHaveProperty("careful");
    expect(await h.push("shop.lpjob")).toMatchObject({ outcome: "unchanged" });
  });

  test("a rule keeps its comment lines, and its formatting when only its header changes", async () => {
    const text = `# Why: they asked.\n# @action block\n${admin} # here\nand ssl\n`;
    using h = new Harness({ files: { "a.cfrule": text } });
    const { ids } = await h.push("a.cfrule");
    const made = h.zone.rules.get(ids.rule ?? "");
    if (made) h.zone.rules.set(made.id, { ...made, action: "log", description: "Changed" });
    expect(await outcomes(h, "a.cfrule")).toEqual(["a.cfrule updated"]);
    expect(h.folder.read("a.cfrule")).toBe(
      `# Why: they asked.\n# @action log\n# @description Changed\n${admin} # here\nand ssl\n`,
    );
    expect(await h.push("a.cfrule")).toMatchObject({ outcome: "unchanged" });
  });

  test("with local changes is overwritten only after a warning", async () => {
    using h = new Harness({ files: { ...files, "a.cfrule": rule(admin) }, env });
    await h.push("shop.lpjob");
    await h.push("a.cfrule");
    h.write("shop.lpjob", job({ enabled: true }));
    h.write("a.cfrule", rule(login));
    h.answers = { confirm: "unavailable" };
    const results = await h.pull();
    expect(results.map((it) => it.outcome)).toEqual(["skipped", "skipped"]);
    expect(results[0]?.message).toContain("Not overwritten: the file has local changes.");
    expect(h.plans.slice(-2).map((it) => it.careful)).toEqual([true, true]);
    expect(h.folder.read("a.cfrule")).toBe(rule(login));
    h.answers = { confirm: "yes" };
    expect(await outcomes(h)).toEqual(["shop.lpjob updated", "a.cfrule updated"]);
    expect(h.folder.read("a.cfrule")).toContain(admin);
  });

  test("with errors is treated as having local changes", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin) } });
    await h.push("a.cfrule");
    h.write("a.cfrule", "http.host eq");
    h.answers = { confirm: "unavailable" };
    expect(await outcomes(h)).toEqual(["a.cfrule skipped"]);
    expect(h.plans.at(-1)?.careful).toBe(true);
  });

  test("that is not in the lock, or not on the service, is reported", async () => {
    using h = new Harness({ files: { "a.cfrule": rule(admin), "b.cfrule": rule(login) } });
    await h.push("a.cfrule");
    h.zone.rules.clear();
    const messages = (await h.pull("a.cfrule", "b.cfrule")).map((it) => it.message);
    expect(messages).toEqual([
      "No longer on the service.",
      "Not in 'weir.lock.json' for this profile.",
    ]);
  });
});

test("an equal existing file is adopted, and no second file is written", async () => {
  using h = new Harness({ files: { ...files, "a.cfrule": rule(admin) }, env });
  for (const it of ["shop.lpjob", "a.cfrule"]) {
    await h.push(it);
    h.session().lock.remove(it, "local");
  }
  expect(await outcomes(h)).toEqual(["shop.lpjob unchanged", "a.cfrule unchanged"]);
  expect(h.entry("shop.lpjob")).toMatchObject({ job: 1, state: "done" });
  expect(await h.push("a.cfrule")).toMatchObject({ outcome: "unchanged" });
});

test("a foreign lock writes nothing outside the workspace", async () => {
  using h = new Harness({ files: { "a.cfrule": rule(admin) } });
  await h.push("a.cfrule");
  const entry = h.entry("a.cfrule");
  h.forget("a.cfrule");
  for (const path of ["../evil.cfrule", "sub/../../evil.cfrule", "/tmp/evil.cfrule", ".bashrc"]) {
    if (entry) h.session().lock.set(path, "local", entry);
    const [result] = await h.pull();
    expect(result).toMatchObject({ path, outcome: "failed" });
    expect(result?.message).toContain("is outside the workspace");
    h.session().lock.remove(path, "local");
  }
});

test("when one kind cannot be listed, the other is still pulled", async () => {
  using h = new Harness({ files: { "a.cfrule": rule(admin) } });
  await h.push("a.cfrule");
  h.emulator.configure({ faults: [{ kind: "status", status: 403, path: "/logpush/jobs" }] });
  expect(await outcomes(h)).toEqual(["jobs failed", "a.cfrule unchanged"]);
});

test.each([
  [
    "s3://b/p?region=eu&access-key-id=A&secret-access-key=S",
    "s3://b/p?region=eu&access-key-id=…&secret-access-key=…",
  ],
  [
    "https://u:p@h.example/hook/T0KEN?header_X=1&format=x",
    "https://…@h.example/…?header_X=…&format=…",
  ],
  ["https://h.example/", "https://h.example/"],
  ["https://h.example#T0KEN", "https://h.example#…"],
  [
    "https://log-api.newrelic.com/log/v1?Api-Key=K&format=cloudflare",
    "https://log-api.newrelic.com/log/v1?Api-Key=…&format=cloudflare",
  ],
  ["sumo://h.example/receiver/v1/http/CODE", "sumo://h.example/receiver/v1/http/…"],
  ["sumo://h.example/http/CODE/x", "sumo://h.example/…"],
  ["azure://c/d?sv=1&sig=abc", "azure://c/d?sv=1&sig=…"],
  [
    "kinesis://s?region=eu&sts-assume-role-arn=r&sts-external-id=x",
    "kinesis://s?region=eu&sts-assume-role-arn=r&sts-external-id=…",
  ],
  ["brandnew://h.example/a?region=eu", "brandnew://h.example/…?region=…"],
  [
    "datadog://h.example?header_DD-API-KEY=K&ddtags=a",
    "datadog://h.example?header_DD-API-KEY=…&ddtags=a",
  ],
  ["gs://bucket/dir", "gs://bucket/dir"],
  [
    "splunk://h:8088/services/collector/raw?channel=c&header_Authorization=S",
    "splunk://h:8088/services/collector/raw?channel=c&header_Authorization=…",
  ],
  ["s3://b?justtext", "s3://b?…"],
  ["nonsense", "…"],
])("the secrets of %s", (destination, shown) => {
  expect(withoutSecrets(destination)).toBe(shown);
  const written = withVariables(destination, () => `\${env:X}`);
  expect(written.replace(/\$\{env:[A-Z][A-Z0-9_]*\}/g, "…")).toBe(shown);
});
