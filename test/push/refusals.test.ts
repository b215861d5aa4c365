import { describe, expect, test } from "vitest";
import { syncStatus } from "../../server/src/push/drafts/sync-status.ts";
import { lineDifference } from "../../server/src/push/plan/line-difference.ts";
import { filter, job, rule, secret } from "./faults/sequences.ts";
import { Harness, type HarnessOptions } from "./harness.ts";

const env = { LOGS_KEY: secret };
/** Suppresses our own diagnostics, which would stop the push before the service rejects it. */
const suppressed = (codes: string, text: string) => `# weir-ignore-file ${codes}\n${text}`;

async function refusal(path: string, options: HarnessOptions): Promise<string> {
  using h = new Harness({ env, ...options });
  const { outcome, message } = await h.push(path);
  expect(h.requests.filter((it) => !it.startsWith("GET"))).toEqual([]);
  return `${outcome}: ${message}`;
}

describe("a rule is refused before anything is changed", () => {
  const all = "directive-action, directive-value, expression-syntax";
  test.each<[why: string, head: string, rulesTarget: HarnessOptions["rulesTarget"]]>([
    [
      "Phase 'http_config_settings' requires rulesets",
      "# @action set_config\n# @phase http_config_settings",
      "firewall-rules",
    ],
    [
      "'@products' requires action 'bypass', found 'block'.",
      "# @action block\n# @products waf",
      "firewall-rules",
    ],
    [
      "'@skip' requires rulesets, but this profile uses firewall rules.",
      "# @action block\n# @skip ruleset=current",
      "firewall-rules",
    ],
    [
      "'@products' and '@skip' require action 'skip', found 'block'.",
      "# @action block\n# @skip ruleset=current",
      "rulesets",
    ],
    ["Action 'skip' needs '@skip' or '@products'.", "# @action skip", "rulesets"],
    [
      "'@skip' needs valid JSON or 'name=value', found '{'",
      "# @action skip\n# @skip {",
      "rulesets",
    ],
    [
      "'@skip' needs 'name=value', as in 'ruleset=current', found 'ruleset'.",
      "# @action skip\n# @skip ruleset",
      "rulesets",
    ],
    [
      "'@paused' needs 'true' or 'false', found 'perhaps'.",
      "# @action block\n# @paused perhaps",
      "firewall-rules",
    ],
    [
      "'@priority' needs an integer, found 'first'.",
      "# @action block\n# @priority first",
      "firewall-rules",
    ],
    [
      "is a value expression ('# @value') and cannot be pushed as a rule.",
      "# @action block\n# @value",
      "firewall-rules",
    ],
    ["Use 'skip' with a '# @skip' line.", "# @action allow", "rulesets"],
  ])("%s", async (why, head, rulesTarget) => {
    const said = await refusal("a.cfrule", {
      files: { "a.cfrule": suppressed(all, `${head}\nssl\n`) },
      ...(rulesTarget && { rulesTarget }),
    });
    expect(said).toContain(why);
  });

  test.each([
    ["File not found: 'a.cfrule'.", {}],
    [
      "'a.cfrule' has no expression.",
      { "a.cfrule": suppressed("expression-syntax", "# @action block\n") },
    ],
  ])("%s", async (why, files) => {
    expect(await refusal("a.cfrule", { files })).toBe(`failed: ${why}`);
  });
});

describe("a job or a filter is refused before anything is changed", () => {
  test.each([
    ["File not found: 'a.lpjob'.", "a.lpjob", {}],
    ["File not found: 'a.lpfilter'.", "a.lpfilter", {}],
    ["'notes.md' cannot be pushed.", "notes.md", { "notes.md": "x" }],
    [
      "'a.lpjob' is not a job. Expected a JSON object",
      "a.lpjob",
      { "a.lpjob": "// weir-ignore-file value-type\n[]" },
    ],
    ["a.lpjob", "a.lpjob", { "a.lpjob": job({ filter: 7 }) }],
    ["'gone.lpfilter'", "a.lpjob", { "a.lpjob": job({ filter: "gone.lpfilter" }) }],
  ])("%s", async (why, path, files) => {
    const said = await refusal(path, { files });
    expect(said).toMatch(/^failed: /);
    expect(said).toContain(why);
  });

  test("a binary file is rejected", async () => {
    using h = new Harness();
    h.folder.write("a.cfrule", Uint8Array.of(0xff, 0xfe, 0x00));
    expect(await h.push("a.cfrule")).toMatchObject({
      outcome: "failed",
      message: "'a.cfrule' is not UTF-8 text.",
    });
    expect(syncStatus("a.cfrule", h.session())).toBe("never-pushed");
  });

  test("a folder instead of a file is rejected", async () => {
    using h = new Harness();
    h.folder.write("a.cfrule/b.txt", "x");
    const { outcome, message } = await h.push("a.cfrule");
    expect(`${outcome}: ${message}`).toMatch(/^failed: 'a\.cfrule': /);
  });
});

describe("a filter in a job", () => {
  test("may be inline JSON, which is minified", async () => {
    const files = { "shop.lpjob": job({ filter: filter("a.example") }) };
    using h = new Harness({ files, env });
    expect(await h.push("shop.lpjob")).toMatchObject({ outcome: "created" });
    const [made] = h.zone.jobs.values();
    expect(made?.filter).toBe(
      '{"where":{"key":"ClientRequestHost","operator":"eq","value":"a.example"}}',
    );
  });

  test("is not sent to a job whose push is incomplete, or that is gone", async () => {
    const files = { "shop.lpjob": job(), "shop.lpfilter": filter("a.example") };
    using h = new Harness({ files, env });
    await h.push("shop.lpjob");
    h.zone.jobs.clear();
    h.write("shop.lpfilter", filter("b.example"));
    expect(await h.push("shop.lpfilter")).toMatchObject({
      outcome: "failed",
      message: "The job of 'shop.lpjob' (1) no longer exists. Push 'shop.lpjob' to create it.",
    });
  });
});

describe("curl", () => {
  const files = {
    "shop.lpjob": job(),
    "shop.lpfilter": filter("a.example"),
    "a.cfrule": rule("ssl"),
  };

  test("refuses a filter whose job was never pushed", async () => {
    using h = new Harness({ files, env });
    await expect(h.curl("shop.lpfilter", {})).rejects.toThrow(
      "'shop.lpjob' uses this filter but has not been pushed yet. Push that file.",
    );
  });

  test("uses the job in the lock for a filter", async () => {
    using h = new Harness({ files: { ...files, "own.lpfilter": filter("b.example") }, env });
    await h.push("shop.lpjob");
    h.forget("shop.lpjob");
    await h.push("own.lpfilter", { job: "1" });
    h.write("own.lpfilter", filter("c.example"));
    expect(await h.curl("own.lpfilter", {})).toContain("/logpush/jobs/1'");
  });

  test("does not support --inline for a filter", async () => {
    using h = new Harness({ files, env });
    await expect(h.curl("shop.lpfilter", { inline: true })).rejects.toThrow(
      "'--inline' only applies to rules.",
    );
  });

  test.each([
    ["firewall-rules", 1, /-X PUT \S+\/filters\//],
    ["rulesets", 2, /-X PATCH \S+\/rulesets\/\S+\?dry_run=true/],
  ] as const)("updates an existing rule: %s", async (rulesTarget, calls, way) => {
    using h = new Harness({ files, env, rulesTarget });
    const isNew = await h.curl("a.cfrule", {});
    expect(isNew).not.toMatch(way);
    await h.push("a.cfrule");
    h.write("a.cfrule", rule("not ssl"));
    const text = await h.curl("a.cfrule", {});
    expect(text.match(/^curl /gm)).toHaveLength(calls);
    expect(text).toMatch(way);
  });

  test("does not support --inline for rulesets", async () => {
    using h = new Harness({ files, env, rulesTarget: "rulesets" });
    await expect(h.curl("a.cfrule", { inline: true })).rejects.toThrow(
      "Rulesets always use one call.",
    );
  });
});

test("strings that are too long for a line diff are shown whole", () => {
  const lines = (word: string) => Array.from({ length: 5000 }, (_, i) => `${word} ${i}`);
  const shown = lineDifference(lines("old"), lines("new"));
  expect(shown.slice(0, 5000).every((it) => it.sign === "-")).toBe(true);
  expect(shown.slice(5000).every((it) => it.sign === "+")).toBe(true);
  expect(shown).toHaveLength(10_000);
});
