import { describe, expect, test } from "vitest";
import { undo } from "../../../server/src/push/undo.ts";
import { job, rule } from "../faults/sequences.ts";
import { Harness } from "../harness.ts";
import { addLegacyRules, addRulesetRules } from "./resources.ts";

const response = { status_code: 403, content: "no", content_type: "text/plain" };
const login = 'http.request.uri.path eq "/login"';

describe("a rule of a ruleset", () => {
  const blocking = { action: "block", expression: "ssl", action_parameters: { response } };

  async function pulled(...rules: Readonly<Record<string, unknown>>[]) {
    const h = new Harness({ rulesTarget: "rulesets" });
    addRulesetRules(h, rules);
    const results = await h.pull();
    return { h, results, path: results[0]?.path ?? "" };
  }

  test("keeps its custom response, and the pull says so", async () => {
    const { h, path, results } = await pulled(blocking);
    using _ = h;
    const kept =
      "Kept on the service, because a file cannot have it: 'action_parameters.response'.";
    expect(results[0]?.message).toBe(`Written. ${kept}`);
    h.write(path, rule(login));
    expect(await h.push(path)).toMatchObject({ outcome: "updated" });
    expect(h.rulesetRules[0]).toMatchObject({ expression: login, action_parameters: { response } });
  });

  test("also with an entry of an earlier version, which listed it", async () => {
    const { h, path } = await pulled(blocking);
    using _ = h;
    const entry = h.entry(path);
    const fields = [...(entry?.fields ?? []), "action_parameters"].sort();
    h.session().lock.set(path, "local", { ...entry, fields } as never);
    h.write(path, rule(login));
    expect(await h.push(path, { overwrite: true } as never)).toMatchObject({ outcome: "updated" });
    expect(h.rulesetRules[0]).toMatchObject({ action_parameters: { response } });
  });

  test("loses it with its action, which the plan says, and an undo restores it", async () => {
    const { h, path } = await pulled({ ...blocking, logging: { enabled: true } });
    using _ = h;
    h.write(path, rule("ssl", "log"));
    const pushed = await h.push(path);
    expect(pushed.outcome).toBe("updated");
    expect(h.plans.at(-1)?.notes).toContain(
      "Settings of action 'block' are removed with it: 'action_parameters.response', 'logging'.",
    );
    expect(h.rulesetRules[0]).not.toHaveProperty("action_parameters");
    if (!pushed.undo) throw new Error("The push cannot be undone.");
    expect(await undo(path, h.session(), pushed.undo)).toMatchObject({ outcome: "updated" });
    expect(h.rulesetRules[0]).toMatchObject({ ...blocking, logging: { enabled: true } });
  });

  test("keeps parameters of 'skip' that are unknown", async () => {
    const parameters = { ruleset: "current", brand_new: { a: 1 }, phases: null };
    const { h, path } = await pulled({
      action: "skip",
      expression: "ssl",
      action_parameters: parameters,
    });
    using _ = h;
    expect(await h.compare(path)).toMatchObject({ outcome: "unchanged" });
    h.write(path, "# @action skip\n# @skip ruleset=current\nssl\n");
    expect(await h.compare(path)).toMatchObject({ outcome: "unchanged" });
    h.write(path, h.folder.read(path).replace("ssl", login));
    await h.push(path);
    const [, body] = h.bodies.at(-1) ?? [];
    expect(body).toMatchObject({
      action_parameters: { ruleset: "current", brand_new: { a: 1 } },
    });
  });
});

describe("a firewall rule", () => {
  const base = {
    expression: "ssl",
    action: "block",
    paused: false,
    priority: null,
    description: undefined,
    ref: undefined,
    filterPaused: true,
    filterDescription: undefined,
    isShared: false,
  };
  const note = "The filter of the rule is paused on the service and stays paused.";

  test("with a paused filter stays without effect, whatever changes", async () => {
    using h = new Harness();
    addLegacyRules(h, [base, { ...base, expression: login, filterPaused: false }]);
    const [path = ""] = (await h.pull()).map((it) => it.path);
    expect((await h.compare(path)).plan).toMatchObject({ calls: [], notes: [note] });
    // The other filter is not paused, so it is not shared.
    h.write(path, rule(login));
    expect(await h.push(path)).toMatchObject({ outcome: "updated" });
    const [first] = h.zone.rules.values();
    expect(h.zone.filters.get(first?.filter ?? "")).toMatchObject({
      expression: login,
      paused: true,
    });
  });

  test("has no products after another action", async () => {
    using h = new Harness();
    const bypass = { ...base, action: "bypass", products: ["waf" as const], filterPaused: false };
    addLegacyRules(h, [bypass]);
    const [path = ""] = (await h.pull()).map((it) => it.path);
    const { fields: _, ...entry } = h.entry(path) ?? {};
    h.session().lock.set(path, "local", { ...entry, fields: ["action", "expression"] } as never);
    h.write(path, rule("ssl"));
    expect(await h.push(path)).toMatchObject({ outcome: "updated" });
    expect(h.bodies.at(-1)?.[1]).not.toHaveProperty("products");
  });
});

describe("a job of a service that writes it differently", () => {
  const text = (options: object, more: Readonly<Record<string, unknown>> = {}) =>
    job({ destination_conf: "gs://logs/a", filter: "", output_options: options, ...more });
  const names = ["RayID", "ClientIP"];

  async function compared(file: string, change: Readonly<Record<string, unknown>>) {
    using h = new Harness({ files: { "a.lpjob": file } });
    await h.push("a.lpjob");
    h.change("jobs", change);
    const { outcome, plan } = await h.compare("a.lpjob");
    return [outcome, ...(plan?.changes.map((it) => it.name) ?? [])];
  }

  test.each<[string, string, Readonly<Record<string, unknown>>]>([
    ["a number as text", text({}, { max_upload_records: 2000 }), { max_upload_records: "2000" }],
    [
      "parameters in another order",
      text({}, { logpull_options: "fields=RayID&sample=0.1" }),
      { logpull_options: "sample=0.1&fields=RayID" },
    ],
    [
      "names in another order",
      text({ field_names: names }),
      { output_options: { field_names: names.toReversed() } },
    ],
    ["no dataset", text({}), { dataset: undefined }],
    [
      "a default that is left out",
      text({ sample_rate: 1 }),
      { output_options: { sample_rate: undefined } },
    ],
    ["no kind", text({}, { kind: "" }), { kind: undefined }],
  ])("%s is the same", async (_, file, change) => {
    expect(await compared(file, change)).toEqual(["unchanged"]);
  });

  test.each<[string, string, Readonly<Record<string, unknown>>, string]>([
    [
      "another number",
      text({}, { max_upload_records: 2000 }),
      { max_upload_records: "2001" },
      "max_upload_records",
    ],
    [
      "names in another order with a delimiter",
      text({ field_names: names, field_delimiter: ";" }),
      { output_options: { field_names: names.toReversed() } },
      "output_options.field_names",
    ],
    [
      "names in another order with a template",
      text({ field_names: names, record_template: '{"a":{{.RayID}}}' }),
      { output_options: { field_names: names.toReversed() } },
      "output_options.field_names",
    ],
    [
      "other names",
      text({ field_names: names }),
      { output_options: { field_names: ["RayID"] } },
      "output_options.field_names",
    ],
    [
      "another value than the default",
      text({ sample_rate: 0.5 }),
      { output_options: { sample_rate: undefined } },
      "output_options.sample_rate",
    ],
  ])("%s is not", async (_, file, change, name) => {
    expect(await compared(file, change)).toEqual(["updated", name]);
  });

  test("is found by its name without a dataset, and not created again", async () => {
    using h = new Harness({ files: { "a.lpjob": text({}) } });
    await h.push("a.lpjob");
    h.session().lock.remove("a.lpjob", "local");
    h.change("jobs", { dataset: undefined });
    expect(await h.push("a.lpjob")).toMatchObject({ outcome: "unchanged" });
  });
});

test("a message hides a value that an earlier version of the file used", async () => {
  const text = (more: Readonly<Record<string, unknown>>) =>
    job({ destination_conf: "gs://logs/a", filter: "", ...more });
  using h = new Harness({
    files: { "a.lpjob": text({ name: `\${env:STAGE}` }) },
    env: { STAGE: "value-of-a-variable" },
  });
  await h.push("a.lpjob");
  h.write("a.lpjob", text({ name: undefined, enabled: true }));
  expect((await h.push("a.lpjob")).message).toBe("Updated job '…' (1).");
});
