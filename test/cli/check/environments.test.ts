// biome-ignore-all lint/suspicious/noTemplateCurlyInString: interpolations of Terraform are written like this.
// Environments of Terraform: a root module is checked with the values of each, and a problem that only some have names them.
import { execFileSync } from "node:child_process";
import { describe, expect, test } from "vitest";
import { Folder, weir } from "../../support/programs/cli.ts";

const ruleset = (rules: string, more = "") => `${more}resource "cloudflare_ruleset" "waf" {
  kind  = "zone"
  phase = "http_request_firewall_custom"
  rules = ${rules}
}
`;
const rule = (expression: string, action = "block") =>
  `[{ action = "${action}", ref = "a", expression = ${expression} }]`;
const unknown = "unknown-field: Unknown field 'http.hosst'. Did you mean 'http.host'?";
const field = ruleset(rule('"${var.field} eq \\"a\\""'), 'variable "field" {}\n');
const environments = (...names: readonly string[]) =>
  JSON.stringify({
    terraform: names.map((name) => ({ root: "infra", varFiles: [`envs/${name}.tfvars`], name })),
  });

async function checked(folder: Folder, args: readonly string[] = [], io = {}) {
  const { out, err, status } = await weir(folder, ["check", "--format", "json", ...args], "", io);
  if (out === "") return { status, found: [err] };
  const { files, notChecked = [], error } = JSON.parse(out);
  if (error) return { status, found: [error] };
  const found = files.flatMap((file: File) =>
    file.diagnostics.map(
      (it) => `${file.path}:${it.range.start.line + 1} ${it.code}: ${it.message}`,
    ),
  );
  return { status, found: [...found, ...notChecked.map((it: { detail: string }) => it.detail)] };
}

interface File {
  readonly path: string;
  readonly diagnostics: readonly {
    readonly code: string;
    readonly message: string;
    readonly range: { readonly start: { readonly line: number } };
  }[];
}

describe("weir check", () => {
  test.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    [
      "a problem in the values of one of them is shown there",
      {
        "weir.json": environments("prod", "staging"),
        "infra/main.tf": field,
        "infra/envs/prod.tfvars": 'field = "http.host"\n',
        "infra/envs/staging.tfvars": 'field = "http.hosst"\n',
      },
      [`infra/envs/staging.tfvars:1 ${unknown} This is in staging.`],
    ],
    [
      "a problem that all have is reported once",
      {
        "weir.json": environments("prod", "staging", "dev"),
        "infra/main.tf": ruleset(rule('"http.hosst eq \\"${var.host}\\""'), 'variable "host" {}\n'),
        "infra/envs/prod.tfvars": 'host = "a"\n',
        "infra/envs/staging.tfvars": 'host = "b"\n',
        "infra/envs/dev.tfvars": 'host = "b"\n',
      },
      [`infra/main.tf:5 ${unknown}`],
    ],
    [
      "a problem that two of three have names them, and files may count from weir.json",
      {
        "weir.json": environments("prod", "staging", "dev"),
        "infra/main.tf": ruleset(
          rule('var.strict ? "http.host eq 1" : "ssl"'),
          'variable "strict" {}\n',
        ),
        "envs/prod.tfvars": "strict = false\n",
        "envs/staging.tfvars": "strict = true\n",
        "envs/dev.tfvars": "strict = true\n",
      },
      ["infra/main.tf:5 value-type: '1' must be quoted. Use \"1\". This is in staging and dev."],
    ],
    [
      "a rule that is not reached in one of them",
      {
        "weir.json": environments("prod", "staging"),
        "infra/main.tf": ruleset(
          '[\n  { action = "block", expression = "http.host in {\\"a\\" \\"c\\"}" },\n  { action = "block", expression = "http.host eq \\"${var.host}\\"" }\n]',
          'variable "host" {}\n',
        ),
        "infra/envs/prod.tfvars": 'host = "b"\n',
        "infra/envs/staging.tfvars": 'host = "a"\n',
      },
      [
        "infra/main.tf:7 unreachable-rule: Never reached: the rule on line 6 matches everything this rule matches, and its action 'block' ends the evaluation. This is in staging.",
      ],
    ],
    [
      "a setting that one of them gets wrong",
      {
        "weir.json": environments("prod", "staging"),
        "infra/main.tf": ruleset(
          '[{ action = var.action, expression = "ssl" }]',
          'variable "action" {}\n',
        ),
        "infra/envs/prod.tfvars": 'action = "block"\n',
        "infra/envs/staging.tfvars": 'action = "bllock"\n',
      },
      [expect.stringMatching(/staging\.tfvars:1 .*'bllock'.* This is in staging\.$/)],
    ],
    [
      "a module that is called with the values of one of them",
      {
        "weir.json": environments("prod", "staging"),
        "infra/main.tf":
          'variable "field" {}\nmodule "waf" {\n  source = "../waf"\n  field = var.field\n}\n',
        "waf/main.tf": field,
        "infra/envs/prod.tfvars": 'field = "http.host"\n',
        "infra/envs/staging.tfvars": 'field = "http.hosst"\n',
      },
      [
        `infra/envs/staging.tfvars:1 ${unknown} This is in staging. This is with the arguments of module.waf.`,
      ],
    ],
    [
      "later files win, over terraform.tfvars, too",
      {
        "weir.json": JSON.stringify({
          terraform: [{ root: ".", varFiles: ["a.tfvars", "b.tfvars"] }],
        }),
        "main.tf": field,
        "terraform.tfvars": 'field = "http.hosst"\n',
        "a.tfvars": 'field = "http.hoost"\n',
        "b.tfvars": 'field = "http.host"\n',
      },
      [],
    ],
    [
      "a file with values that does not exist",
      { "weir.json": environments("prod"), "infra/main.tf": field },
      ["weir.json:1 weir-json: 'envs/prod.tfvars' does not exist."],
    ],
  ])("%s", async (_, files, expected) => {
    using folder = new Folder(files);
    const isMissing = expected.some((it) => String(it).includes("does not exist"));
    expect(await checked(folder)).toEqual({
      status: isMissing ? 2 : Number(expected.some((it) => !String(it).includes("unreachable"))),
      found: expected,
    });
  });

  test("variables of the process are read only if weir.json names them, and are not shown", async () => {
    using folder = new Folder({
      "main.tf": field,
      "weir.json": JSON.stringify({ terraform: [{ root: ".", name: "prod", env: ["field"] }] }),
    });
    const env = { TF_VAR_field: "http.hosst", TF_VAR_other: "x" };
    const { status, found } = await checked(folder, [], { env });
    expect(status).toBe(1);
    expect(found).toEqual([`main.tf:5 ${unknown.replace("http.hosst", "var.field")}`]);
    folder.write("weir.json", JSON.stringify({ terraform: [{ root: ".", name: "prod" }] }));
    expect(await checked(folder, [], { env })).toMatchObject({ status: 0 });
  });

  test("--var-file, in place of the environments", async () => {
    using folder = new Folder({
      "weir.json": environments("prod"),
      "infra/main.tf": field,
      "infra/envs/prod.tfvars": 'field = "http.hoost"\n',
      "bad.tfvars": 'field = "http.hosst"\n',
      "good.tfvars": 'field = "http.host"\n',
    });
    const bad = { status: 1, found: [`bad.tfvars:1 ${unknown}`] };
    expect(await checked(folder, ["--var-file", "bad.tfvars"])).toEqual(bad);
    const both = ["--var-file", "bad.tfvars", "--var-file", "good.tfvars"];
    expect(await checked(folder, both)).toEqual({ status: 0, found: [] });
    expect(await checked(folder, ["--var-file", "none.tfvars"])).toEqual({
      status: 2,
      found: [expect.stringContaining("'none.tfvars' does not exist")],
    });
  });

  test("a changed file with values is checked through its root module", async () => {
    using folder = new Folder({
      "weir.json": environments("prod", "staging"),
      "infra/main.tf": field,
      "infra/envs/prod.tfvars": 'field = "http.host"\n',
      "infra/envs/staging.tfvars": 'field = "http.host"\n',
    });
    execFileSync("git", ["init", "--quiet"], { cwd: folder.path });
    folder.write("infra/envs/staging.tfvars", 'field = "http.hosst"\n');
    execFileSync("git", ["add", "--all"], { cwd: folder.path });
    const bad = {
      status: 1,
      found: [`infra/envs/staging.tfvars:1 ${unknown} This is in staging.`],
    };
    expect(await checked(folder, ["infra/envs/staging.tfvars"])).toEqual(bad);
    expect(await checked(folder, ["--staged"])).toEqual(bad);
  });
});

const waf = (more = "") =>
  ruleset(
    '[{ action = "block", ref = "office", expression = "not ip.src in {${var.office}}" }]',
    `variable "office" {}\n${more}`,
  );
const office = {
  "weir.json": environments("prod", "staging"),
  "infra/main.tf": waf(),
  "infra/envs/prod.tfvars": 'office = "192.0.2.1"\n',
  "infra/envs/staging.tfvars": 'office = "198.51.100.1"\n',
};

class Repository extends Folder {
  constructor(files: Readonly<Record<string, string>>) {
    super(files);
    const git = (...args: readonly string[]) => execFileSync("git", args, { cwd: this.path });
    git("init", "--quiet");
    git("add", "--all");
    git("-c", "user.email=a@example.com", "-c", "user.name=A", "commit", "--quiet", "-m", "A");
  }
}

describe("weir review", () => {
  const reviewed = async (folder: Folder, ...args: readonly string[]) =>
    weir(folder, ["review", "--base", "HEAD", ...args]);

  test("a change of one environment has its name", async () => {
    using folder = new Repository(office);
    folder.write("infra/envs/prod.tfvars", 'office = "203.0.113.1"\n');
    const { status, out, err } = await reviewed(folder, "--forbid", "block->allow");
    expect(out).toMatch(/^custom rules \(zone, cloudflare_ruleset\.waf, in prod\) {3}1 changed\n/);
    expect(out).toContain("block → allow");
    expect([status, err.match(/ in cloudflare_ruleset\.waf of (.*): block → /)?.[1]]).toEqual([
      1,
      "prod",
    ]);
    const json = JSON.parse((await reviewed(folder, "--format", "json")).out);
    expect(json.rulesets.map((it: { environments: unknown }) => it.environments)).toEqual([
      ["prod"],
      ["staging"],
    ]);
  });

  test("a change of all is listed once, also if the environments are new", async () => {
    using folder = new Repository({
      ...office,
      "weir.json": "{}",
      "infra/envs/staging.tfvars": office["infra/envs/prod.tfvars"],
    });
    folder.write("weir.json", office["weir.json"]);
    folder.write("infra/main.tf", waf().replace('"block"', '"log"'));
    const { out } = await reviewed(folder);
    expect(out.match(/1 changed/g)).toHaveLength(1);
    expect(out).toMatch(/^custom rules \(zone, cloudflare_ruleset\.waf\) /);
  });

  test("--var-file", async () => {
    using folder = new Repository(office);
    folder.write("infra/envs/prod.tfvars", 'office = "203.0.113.1"\n');
    const [prod, staging] = await Promise.all(
      ["prod", "staging"].map((it) => reviewed(folder, "--var-file", `infra/envs/${it}.tfvars`)),
    );
    expect(prod?.out).toContain("block → allow");
    expect(staging?.out).not.toContain("block → allow");
  });
});

describe("weir trace and weir test", () => {
  const request = ["--request", "GET https://example.com/ ip.src=192.0.2.1"];
  const tests = `tests:
  - request: GET https://example.com/
    set: { ip.src: 192.0.2.1 }
    expect: { outcome: origin }
`;

  test("a request that the environments answer differently needs one of them", async () => {
    using folder = new Folder(office);
    const { status, err } = await weir(folder, ["trace", ...request]);
    expect([status, err]).toEqual([
      2,
      "weir: Several environments of Terraform: 'prod', 'staging'. Select one with '--var-file FILE'.\n",
    ]);
    const traced = async (name: string) =>
      (await weir(folder, ["trace", ...request, "--var-file", `infra/envs/${name}.tfvars`])).out;
    expect(await traced("prod")).toContain("reaches the origin");
    expect(await traced("staging")).toContain("blocked with 403 by 'office'");
    const [, ...same] = request.map((it) => it.replace("192.0.2.1", "203.0.113.9"));
    expect((await weir(folder, ["trace", "--request", ...same])).out).toContain("by 'office'");
  });

  test("a test holds in each environment", async () => {
    using folder = new Folder({ ...office, "a.trace.yaml": tests });
    const { status, out } = await weir(folder, ["test"]);
    expect([status, out]).toEqual([1, expect.stringContaining("in staging: outcome: expected")]);
    const args = ["test", "--var-file", "infra/envs/prod.tfvars"];
    expect((await weir(folder, args)).status).toBe(0);
  });
});
