// A team adopts Weir in a repository with many Terraform files and forty existing problems, as docs/ci.md says word by word.
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { isLong } from "../support/long.ts";
import { Folder } from "../support/programs/cli.ts";
import { packedForNpm } from "../support/programs/packed.ts";
import { runStep } from "./action-steps.ts";
import {
  blockAfter,
  commit,
  inShell,
  manual,
  releasedRepository,
  repository,
  run,
  withPreCommit,
} from "./repository.ts";

const terraform = (name: string, field: string) => `resource "cloudflare_ruleset" "${name}" {
  zone_id = var.zone
  name    = "Custom rules"
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  rules = [{
    action      = "block"
    expression  = "(${field} eq \\"shop.example.com\\" and ip.src.country in {\\"T1\\"})"
    description = "Tor"
    enabled     = true
  }]
}
`;

const count = isLong ? 300 : 100;
const problems = 40;
const fresh = "infra/zone-new/main.tf";
const message = "Unknown field 'http.hots'. Did you mean 'http.host'?";

/** Five minutes, the whole time to adopt it. */
const patience = 300_000;

let folder: Folder;

function fileOf(index: number): string {
  return `infra/zone-${Math.floor(index / 10)}/rules-${index}.tf`;
}

beforeAll(() => {
  const files = Array.from({ length: count }, (_, index) => {
    const field = index < problems ? "http.hots" : "http.host";
    return [fileOf(index), terraform(`r${index}`, field)] as const;
  });
  // Without an installation, which adopt.test.ts tests.
  folder = repository(Object.fromEntries(files));
  expect(commit(folder).status).toBe(0);
});
afterAll(() => folder[Symbol.dispose]());

function offline() {
  return { npm_config_cache: join(folder.path, ".git/npm"), npm_config_offline: "true" };
}

function shell(command: string): { status: number; output: string } {
  const { status, out, err } = inShell(folder, command, offline());
  return { status, output: out + err };
}

/** The addition that the page recommends in a place, as code. */
function additionFor(place: string): string {
  const row = manual.split("\n").find((it) => it.startsWith(`| ${place}`)) ?? "";
  return /`([^`]+)`/.exec(row)?.[1] ?? "";
}

const adopting = manual.split("\n## Adopt Weir in an existing repository\n")[1] ?? "";
const [see = "", write = "", ...more] = (/```sh\n(.*?)```/s.exec(adopting)?.[1] ?? "")
  .trim()
  .split("\n");

/** The problems of a new file are found, and those that existed are not shown. */
async function expectNewProblems(check: () => Promise<{ status: number; output: string }>) {
  const clean = await check();
  expect([clean.status, clean.output]).toEqual([0, expect.not.stringContaining(message)]);
  folder.write(fresh, terraform("new", "http.hots"));
  try {
    const found = await check();
    expect(found.status, found.output).toBe(1);
    expect(found.output).toContain("zone-new");
    expect(found.output).not.toContain("zone-0/");
  } finally {
    folder.remove(fresh);
  }
}

test(
  "the existing problems are seen and written to a baseline",
  () => {
    expect(more).toEqual([]);
    const seen = shell(see);
    expect(seen.status).toBe(1);
    expect(seen.output.split("\n").filter((it) => it.includes(message))).toHaveLength(problems);
    const written = shell(write);
    expect(written).toEqual({
      status: 0,
      output: expect.stringContaining(
        `Wrote ${problems} problems of ${problems} files to 'weir-baseline.json'.\n`,
      ),
    });
    expect(commit(folder).status).toBe(0);
  },
  patience,
);

test(
  "in GitHub",
  async () => {
    const workflow = parse(blockAfter("# CI and hooks\n"));
    expect(workflow.jobs.check.steps.at(-1).uses).toBe("weir-tools/weir@COMMIT");
    const inputs = { package: packedForNpm(), ...parse(additionFor("GitHub Actions")) };
    using runner = new Folder();
    const env = { ...offline(), RUNNER_TEMP: runner.path };
    expect(await runStep("Install Weir", folder, inputs, env)).toMatchObject({ status: 0 });
    await expectNewProblems(async () => {
      const { status, out, err } = await runStep("Check", folder, inputs, env);
      return { status, output: out + err };
    });
  },
  patience,
);

test(
  "in GitLab",
  async () => {
    const { script } = parse(blockAfter("\n## GitLab CI\n")).weir;
    const [, check = ""] = script;
    const baseline = additionFor("GitLab CI");
    await expectNewProblems(async () => {
      const { status, output } = shell(`${check} ${baseline}`);
      return { status, output: output + folder.read("gl-code-quality-report.json") };
    });
    folder.remove("gl-code-quality-report.json");
  },
  patience,
);

test(
  "in a pre-commit hook",
  async () => {
    using weir = releasedRepository();
    const page = blockAfter("\n## pre-commit\n");
    const config = page
      .replace("https://github.com/weir-tools/weir", weir.path)
      .replace("- id: weir-check", (it) => `${it}\n        ${additionFor("pre-commit")}`);
    folder.write(".pre-commit-config.yaml", config);
    run(folder, "git", ["add", "--all"]);
    await expectNewProblems(async () => {
      run(folder, "git", ["add", "--all"]);
      const { status, out, err } = withPreCommit(folder, ["run", "--all-files"]);
      return { status, output: out + err };
    });
  },
  patience,
);

test(
  "a fixed problem leaves the baseline, and cannot come back",
  () => {
    const check = `npx --no weir check ${additionFor("GitLab CI")}`;
    folder.write(fileOf(0), terraform("r0", "http.host"));
    expect(shell(check)).toMatchObject({
      status: 0,
      output: expect.stringContaining("1 problem fixed and removed from it."),
    });
    folder.write(fileOf(0), terraform("r0", "http.hots"));
    expect(shell(check).status).toBe(1);
  },
  patience,
);
