import { expect, test } from "vitest";
import { filter, job, rule, secret } from "../faults/sequences.ts";
import { Harness } from "../harness.ts";

/** The service may have what our checks call an error, such as a field that is newer than the catalog. */

const env = { LOGS_KEY: secret };

test("a rule with an error is compared, and the error is reported", async () => {
  using h = new Harness({ files: { "a.cfrule": rule("ssl") }, rulesTarget: "rulesets" });
  await h.push("a.cfrule");
  for (const it of h.rulesetRules) Object.assign(it, { expression: 'cf.new_field eq "a"' });
  await h.pull("a.cfrule");
  const same = await h.compare("a.cfrule");
  expect(same.outcome).toBe("unchanged");
  expect(same.message).toMatch(
    /^The file matches the service\. 'a\.cfrule' has an error in line \d: Unknown field/,
  );
  h.write("a.cfrule", rule('cf.new_field eq "b"'));
  const other = await h.compare("a.cfrule");
  expect(other.outcome).toBe("updated");
  expect(other.message).toMatch(
    /^The file has changed since the last push\. 'a\.cfrule' has an error/,
  );
  h.write("a.cfrule", rule("cf.new_field eq"));
  expect((await h.compare("a.cfrule")).message).toMatch(/^'a\.cfrule' has an error in line/);
  expect((await h.push("a.cfrule")).message).toMatch(/^'a\.cfrule' has an error in line/);
});

test("a job and its filter, too, without values of the environment", async () => {
  const files = {
    "shop.lpjob": job().replace('"http_requests"', `"$\{env:DATASET}"`),
    "shop.lpfilter": filter("a.example"),
  };
  using h = new Harness({ files, env: { ...env, DATASET: "http_requests" } });
  await h.push("shop.lpjob");
  h.write("shop.lpfilter", filter("a.example").replace("ClientRequestHost", "NoSuchField"));
  const { outcome, message } = await h.compare("shop.lpjob");
  expect(outcome).toBe("updated");
  expect(message).toContain(
    "'shop.lpfilter' has an error in line 1: '…' has no field 'NoSuchField'",
  );
  const filterOnly = await h.compare("shop.lpfilter");
  expect(filterOnly.message).toContain("'shop.lpfilter' has an error in line 1");
  h.env = { ...env, DATASET: "secretvalue" };
  expect((await h.compare("shop.lpjob")).message).not.toContain("secretvalue");
  h.write("shop.lpjob", "{");
  expect((await h.compare("shop.lpjob")).message).toMatch(
    /^'shop\.lpjob' has an error in line 1: /,
  );
});
