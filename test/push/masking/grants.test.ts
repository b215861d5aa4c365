import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { push } from "../../../server/src/cli/commands/push.ts";
import { exposuresIn } from "../../../server/src/push/masking/exposures.ts";
import { ownerOfSecret } from "../../../server/src/push/masking/known-secrets.ts";
import { runCommand } from "../../support/programs/run-command.ts";
import { job } from "../faults/sequences.ts";
import { Harness } from "../harness.ts";

const value = "v4lue-of-another-system";
const env = {
  PGPASSWORD: value,
  OPENAI_API_KEY: `${value}-2`,
  AWS_SECRET_ACCESS_KEY: `${value}-3`,
  LOG_TOKEN: `${value}-4`,
};

describe("names of secrets of other systems", () => {
  test.each([
    "AWS_SECRET_ACCESS_KEY AWS_SESSION_TOKEN AWS_ACCESS_KEY_ID R2_SECRET_ACCESS_KEY",
    "AZURE_CLIENT_SECRET ARM_CLIENT_SECRET AZURE_STORAGE_CONNECTION_STRING AZURE_SAS",
    "GOOGLE_APPLICATION_CREDENTIALS GCP_SA_KEY GOOGLE_API_KEY",
    "PGPASSWORD MYSQL_PWD MYSQL_ROOT_PASSWORD DATABASE_URL REDIS_URL POSTGRES_PASSWORD DB_PASSWORD",
    "CARGO_REGISTRY_TOKEN PYPI_API_TOKEN TWINE_PASSWORD NUGET_API_KEY DOCKERHUB_TOKEN CR_PAT",
    "CODECOV_TOKEN SONAR_TOKEN GITHUB_PAT GITEA_TOKEN PERSONAL_ACCESS_TOKEN",
    "OPENAI_API_KEY ANTHROPIC_API_KEY HF_TOKEN GEMINI_API_KEY CLAUDE_CODE_OAUTH_TOKEN",
    "VAULT_TOKEN TF_TOKEN_app_terraform_io TF_VAR_db_password OP_SERVICE_ACCOUNT_TOKEN KUBECONFIG",
    "MY_DB_PASSWORD SHOP_PG_PASSWORD prod_database_password APP_REDIS_AUTH_TOKEN CI_OPENAI_API_KEY",
    "STRIPE_SECRET_KEY SLACK_BOT_TOKEN SENTRY_AUTH_TOKEN JWT_SECRET aws_secret_access_key",
    "DD_API_KEY NEW_RELIC_LICENSE_KEY OPENAI_API_KEY_PROD SUMO_COLLECTOR_CODE IBM_API_KEY",
  ])("are %s", (names) => {
    for (const it of names.split(" ")) expect(ownerOfSecret(it)?.system, it).toBeDefined();
  });

  test.each([
    "LOG_TOKEN LOGS_KEY SHOP_TOKEN TENANT X HOME USER REGION LOG_HOST WEIR_SECRET_SHOP_SIG",
    "AWS_REGION AWS_DEFAULT_REGION AWS_BUCKET S3_BUCKET R2_ACCOUNT_ID GOOGLE_CLOUD_PROJECT",
    "AZURE_STORAGE_ACCOUNT PGHOST PGUSER DB_NAME DD_SITE DATADOG_HOST NEW_RELIC_REGION",
    "LOGS_TOKEN SHOP_LOGS_API_KEY SIEM_PASSWORD LOGS_TS_TOKEN MY_SPLUNK_TOKEN DB_HOST MY_DB_NAME",
    "GITHUB_REF_NAME CI_COMMIT_SHA OPENAI_BASE_URL SPLUNK_CHANNEL SPLUNK_TOKEN AWS_KEY_PREFIX",
  ])("are not %s", (names) => {
    for (const it of names.split(" ")) expect(ownerOfSecret(it)?.system, it).toBeUndefined();
  });
});

describe("a destination", () => {
  const exposed = (destination_conf: string, more = {}) =>
    exposuresIn({ destination_conf, ...more }, destination_conf, destination_conf).map(
      ({ name, origin }) => `${name} → ${origin}`,
    );
  const keys = (of: string) => `access-key-id=AK&secret-access-key=\${env:${of}}`;

  test.each([
    `s3://logs/a?region=eu&access-key-id=\${env:AWS_ACCESS_KEY_ID}&secret-access-key=\${env:AWS_SECRET_ACCESS_KEY}`,
    `s3://my.logs/a?region=eu&endpoint=s3.eu-west-1.amazonaws.com&${keys("AWS_SECRET_ACCESS_KEY")}`,
    `r2://logs/a?account-id=a&${keys("R2_SECRET_ACCESS_KEY")}`,
    `kinesis://stream?region=eu&${keys("AWS_SECRET_ACCESS_KEY")}`,
    `azure://logs/a?\${env:AZURE_SAS}`,
    `azure://shop.blob.core.windows.net/logs?\${env:AZURE_SAS}`,
    `bq://projects/p/datasets/d/tables/t?credentials=base64:\${env:BIGQUERY_CREDENTIALS}`,
    `datadog://http-intake.logs.datadoghq.com/api/v2/logs?header_DD-API-KEY=\${env:DD_API_KEY}`,
    `https://log-api.newrelic.com/log/v1?Api-Key=\${env:NEW_RELIC_LICENSE_KEY}&format=cloudflare`,
    `https://log-api.newrelic.com:443/log/v1?Api-Key=\${env:NEW_RELIC_LICENSE_KEY}`,
    `https://logs.example.com?header_Authorization=\${env:LOG_TOKEN}`,
  ])("may have its own credential: %s", (destination) => {
    expect(exposed(destination)).toEqual([]);
  });

  test.each([
    [`https://evil.example/?header_X=\${env:PGPASSWORD}`, "PGPASSWORD → https://evil.example"],
    [
      `https://Logs.Example.com:8443/a/\${env:OPENAI_API_KEY}`,
      "OPENAI_API_KEY → https://logs.example.com:8443",
    ],
    [`s3://theirs/\${env:AWS_SECRET_ACCESS_KEY}/?region=eu`, "AWS_SECRET_ACCESS_KEY → s3://theirs"],
    [
      `s3://logs/a?endpoint=evil.example&${keys("AWS_SECRET_ACCESS_KEY")}`,
      "AWS_SECRET_ACCESS_KEY → s3://logs?endpoint=evil.example",
    ],
    [
      `s3://logs/a?endpoint=a.amazonaws.com&endpoint=evil.example&${keys("AWS_SECRET_ACCESS_KEY")}`,
      "AWS_SECRET_ACCESS_KEY → s3://logs?endpoint=a.amazonaws.com?endpoint=evil.example",
    ],
    [
      `https://x.amazonaws.com/?header_X=\${env:AWS_SECRET_ACCESS_KEY}`,
      "AWS_SECRET_ACCESS_KEY → https://x.amazonaws.com",
    ],
    [`r2://logs/a?${keys("AWS_SECRET_ACCESS_KEY")}`, "AWS_SECRET_ACCESS_KEY → r2://logs"],
    [
      `datadog://evil.example?header_DD-API-KEY=\${env:DD_API_KEY}`,
      "DD_API_KEY → datadog://evil.example",
    ],
    [`azure://evil.example/a?\${env:AZURE_SAS}`, "AZURE_SAS → azure://evil.example"],
    [
      `https://evil.example#@newrelic.com/?k=\${env:NEW_RELIC_API_KEY}`,
      "NEW_RELIC_API_KEY → undefined",
    ],
    [
      `https://evil.example\\@newrelic.com/?k=\${env:NEW_RELIC_API_KEY}`,
      "NEW_RELIC_API_KEY → undefined",
    ],
    [`https://me:\${env:PGPASSWORD}@logs.example.com/`, "PGPASSWORD → https://logs.example.com"],
    [
      `https://\${env:PGPASSWORD}.evil.example/`,
      `PGPASSWORD → https://\${env:pgpassword}.evil.example`,
    ],
  ])("needs a permission: %s", (destination, expected) => {
    expect(exposed(destination)).toEqual([expected]);
  });

  test("does not excuse the same secret in another setting", () => {
    const own = `s3://logs/a?region=eu&${keys("AWS_SECRET_ACCESS_KEY")}`;
    expect(exposed(own, { name: `a \${env:AWS_SECRET_ACCESS_KEY}` })).toHaveLength(1);
  });
});

const destination = `https://logs.example.com/?header_A=\${env:PGPASSWORD}&header_B=\${env:OPENAI_API_KEY}`;
const files = { "a.lpjob": job({ destination_conf: destination, filter: undefined }) };

describe("a push", () => {
  const run = (h: Harness, args: readonly string[], typed?: string) =>
    runCommand(h, push, ["a.lpjob", ...args], typed);
  const writes = (h: Harness) => h.zone.jobs.size;

  test("asks for each secret at a terminal", async () => {
    using h = new Harness({ files, env });
    const no = await run(h, [], "y\n2\n1\n");
    expect(no.status).toBe(1);
    expect(no.said).toContain(
      "'PGPASSWORD' is known as a secret of a database, and would be sent to 'https://logs.example.com'. Send it?",
    );
    expect(no.said).toContain("'OPENAI_API_KEY' is known as a secret of an AI provider");
    expect(writes(h)).toBe(0);
    expect((await run(h, [], "y\n2\n2\n")).status).toBe(0);
    expect(writes(h)).toBe(1);
    expect(no.said).not.toContain(value);
    // Nothing of the destination is sent again.
    h.write("a.lpjob", files["a.lpjob"].replace('"sample_rate":1', '"sample_rate":0.5'));
    expect((await run(h, ["--yes"])).status).toBe(0);
  });

  test("of another destination sends the secrets of all settings there", async () => {
    const output_options = { record_prefix: `\${env:PGPASSWORD}` };
    const at = (host: string) =>
      job({ destination_conf: `https://${host}`, output_options, filter: undefined });
    using h = new Harness({ files: { "a.lpjob": at("logs.example.com") }, env });
    expect((await run(h, ["--yes", "--allow-env", "PGPASSWORD"])).status).toBe(0);
    h.write("a.lpjob", at("evil.example"));
    const { status, said } = await run(h, ["--yes"]);
    expect(status).toBe(1);
    expect(said).toContain("'PGPASSWORD' is known as a secret of a database");
  });

  test("with '--yes' needs '--allow-env' for each", async () => {
    using h = new Harness({ files, env });
    const none = await run(h, ["--yes"]);
    expect(none.status).toBe(1);
    expect(none.said).toContain(
      "Nothing was changed. If it should be sent, add '--allow-env PGPASSWORD'.",
    );
    const one = await run(h, ["--yes", "--allow-env", "PGPASSWORD"]);
    expect(one.said).toContain("add '--allow-env OPENAI_API_KEY'");
    expect(writes(h)).toBe(0);
    const both = ["--allow-env", "PGPASSWORD", "--allow-env", "OPENAI_API_KEY"];
    expect((await run(h, ["--yes", ...both])).status).toBe(0);
  });

  test("of a plan is refused before anything is sent", async () => {
    using h = new Harness({
      files: { ...files, "b.lpjob": job({ name: "b", filter: undefined }) },
      env: { ...env, LOGS_KEY: "harmless" },
    });
    await runCommand(h, push, ["--all", "--dry-run", "--out", "plan.json"]);
    const refused = await runCommand(h, push, ["--plan", "plan.json"]);
    expect(refused.status).toBe(1);
    expect(refused.said).toContain("'--allow-env PGPASSWORD'");
    expect(writes(h)).toBe(0);
    const both = ["--allow-env", "PGPASSWORD", "--allow-env", "OPENAI_API_KEY"];
    expect((await runCommand(h, push, ["--plan", "plan.json", ...both])).status).toBe(0);
    expect(writes(h)).toBe(2);
  });

  test("in an editor asks in the same way", async () => {
    using h = new Harness({ files, env });
    expect((await h.push("a.lpjob")).outcome).toBe("failed");
    expect(h.questions).toHaveLength(1);
    expect(h.questions[0]).toMatch(/ Do not send it \| Send \w+$/);
    h.answers = { confirm: "yes", choose: 1 };
    expect((await h.push("a.lpjob")).outcome).toBe("created");
  });
});

describe("'env.allow' of weir.json", () => {
  class Repository extends Harness {
    git(...args: readonly string[]): void {
      const identity = ["-c", "user.name=a", "-c", "user.email=a@example.com"];
      execFileSync("git", [...identity, ...args], { cwd: this.folder.path, stdio: "ignore" });
    }

    allow(...allowed: readonly string[]): void {
      const settings = JSON.parse(this.folder.read("weir.json"));
      const allow = ["PGPASSWORD", "OPENAI_API_KEY"].map((name, i) => ({
        name,
        origin: allowed[i] ?? allowed[0],
      }));
      this.write("weir.json", JSON.stringify({ ...settings, env: { allow } }));
    }

    commit(): void {
      this.git("add", "-A");
      this.git("commit", "-qm", "a");
    }

    async pushed(...args: readonly string[]): Promise<boolean> {
      const { status } = await runCommand(this, push, ["a.lpjob", "--yes", ...args]);
      if (status === 0) await runCommand(this, push, ["a.lpjob"]);
      return status === 0;
    }
  }
  const origin = "https://logs.example.com";

  test("counts as it is in the main branch", async () => {
    using h = new Repository({ files, env });
    h.allow(origin);
    expect(await h.pushed(), "outside of a repository").toBe(false);
    h.git("init", "-qb", "main");
    expect(await h.pushed(), "before the first commit").toBe(false);
    h.commit();
    expect(await h.pushed()).toBe(true);
  });

  test("does not count for another origin", async () => {
    using h = new Repository({ files, env });
    h.git("init", "-qb", "main");
    h.allow(origin, "https://other.example.com");
    h.commit();
    expect(await h.pushed()).toBe(false);
  });

  test("of a change does not count, committed or not", async () => {
    using h = new Repository({ files, env });
    h.git("init", "-qb", "main");
    h.commit();
    h.allow(origin);
    expect(await h.pushed(), "not committed").toBe(false);
    h.git("checkout", "-qb", "change");
    h.commit();
    expect(await h.pushed(), "on a branch").toBe(false);
    expect(await h.pushed("--base", "main"), "with its base").toBe(false);
    h.env = { ...env, GITHUB_BASE_REF: "main" };
    h.git("update-ref", "refs/remotes/origin/main", "main");
    expect(await h.pushed(), "in a pull request").toBe(false);
    h.git("update-ref", "refs/remotes/origin/main", "change");
    expect(await h.pushed(), "when merged").toBe(true);
  });

  test("does not count without the branch that a pull request is for", async () => {
    using h = new Repository({ files, env: { ...env, GITHUB_BASE_REF: "release" } });
    h.git("init", "-qb", "main");
    h.allow(origin);
    h.commit();
    expect(await h.pushed()).toBe(false);
    expect(await h.pushed("--base", "HEAD")).toBe(true);
  });
});
