import { describe, expect, test } from "vitest";
import { deleteCommand } from "../../../server/src/cli/commands/delete.ts";
import { diff } from "../../../server/src/cli/commands/diff.ts";
import { runCommand } from "../../support/programs/run-command.ts";
import { filter, job, rule } from "../faults/sequences.ts";
import { Harness, weirJson } from "../harness.ts";

const terraform = (rules: string) => `resource "cloudflare_ruleset" "waf" {
  phase = "http_request_firewall_custom"
  rules {
    action      = "block"
    description = "By Terraform"
    ref         = "tf_ref"
    expression  = ${rules}
  }
}
resource "cloudflare_logpush_job" "errors" {
  name    = "tf-job"
  dataset = "http_requests"
}
`;

const yaml = (expression: string, description: string) => `waf_custom_rules:
  - ref: tf_ref
    description: ${description}
    action: block
    expression: ${expression}
`;

/** A rule and a job on the service that no Weir file here has. */
async function withForeign(h: Harness, text: string): Promise<void> {
  h.write("foreign.cfrule", text);
  h.write(
    "foreign.lpjob",
    job({ name: "tf-job", filter: undefined, destination_conf: "s3://a/b?region=eu" }),
  );
  for (const it of ["foreign.cfrule", "foreign.lpjob"]) {
    expect((await h.push(it)).outcome).toBe("created");
    h.forget(it);
  }
}

const own = { "own.cfrule": rule("not ssl") };

describe("rules and jobs of other tools", () => {
  test.each([
    ["expression", "main.tf", terraform('"(ssl)"'), rule("ssl")],
    [
      "ref",
      "infra/main.tf",
      terraform("var.x"),
      rule('http.host eq "a"', "block", "# @ref tf_ref\n"),
    ],
    [
      "description",
      "main.tf",
      terraform(`"x \${var.x}"`),
      rule('http.host eq "a"', "block", "# @description By Terraform\n"),
    ],
    ["expression in YAML", "rules.yaml", yaml("ssl", "x"), rule("ssl")],
    [
      "description in YAML",
      "rules.yaml",
      yaml("not ssl", "In YAML"),
      rule("ssl", "block", "# @description In YAML\n"),
    ],
    [
      "expression in JSON",
      "rules.json",
      JSON.stringify({
        phase: "http_request_firewall_custom",
        rules: [{ action: "block", expression: "ssl" }],
      }),
      rule("ssl"),
    ],
  ])("are not drift if a file has their %s", async (_name, path, text, remote) => {
    using h = new Harness({ files: { ...own, [path]: text }, rulesTarget: "rulesets" });
    await h.push("own.cfrule");
    await withForeign(h, remote);
    const { status, out } = await runCommand(h, diff, ["--format", "json"]);
    const { results } = JSON.parse(out);
    const rows = results.map((it: { path: string | null; drift?: string }) => [it.path, it.drift]);
    expect(rows).toContainEqual([path, undefined]);
    expect(JSON.stringify(results)).toMatch(/Not compared: (job .*, )?rule .* in line \d+/);
    expect(JSON.stringify(results)).not.toContain("weir delete");
    const isJobKnown = path.endsWith(".tf");
    expect(status).toBe(isJobKnown ? 0 : 1);
    if (isJobKnown) expect(out).toMatch(/job 'tf-job' .* in line 1\d/);
    else expect(rows).toContainEqual([null, "unmanaged"]);
  });

  test("an unknown one may be theirs, and the advice is not to delete it", async () => {
    using h = new Harness({
      files: { ...own, "main.tf": terraform('"not ssl"') },
      rulesTarget: "rulesets",
    });
    await h.push("own.cfrule");
    await withForeign(h, rule('http.host eq "by.hand"'));
    const { status, out } = await runCommand(h, diff, []);
    expect(status).toBe(1);
    expect(out).toMatch(
      /unmanaged rule.*by\.hand.*It may be managed by other means, as those in 'main\.tf' are/s,
    );
    expect(out).not.toContain("weir delete");
  });

  test("a documentation file manages nothing", async () => {
    using h = new Harness({
      files: { ...own, "README.md": "```cfrule\nssl\n```\n" },
      rulesTarget: "rulesets",
    });
    await h.push("own.cfrule");
    await withForeign(h, rule("ssl"));
    expect((await runCommand(h, diff, [])).out).toMatch(/unmanaged rule/);
  });

  test.each(["firewall-rules", "rulesets"] as const)(
    "a deletion by ID names the file (%s)",
    async (rulesTarget) => {
      using h = new Harness({ files: { ...own, "main.tf": terraform('"ssl"') }, rulesTarget });
      await withForeign(h, rule("ssl"));
      const [{ id } = { id: "" }] = [...h.zone.rules.values(), ...h.rulesetRules];
      for (const it of [id, "1"])
        expect((await runCommand(h, deleteCommand, ["--id", it, "--dry-run"])).out).toMatch(
          /It is in 'main\.tf' \(line \d+\), which may manage it\./,
        );
    },
  );
});

describe("a comparison of nothing fails", () => {
  const nothing = async (h: Harness, args: readonly string[], reason: RegExp) => {
    for (const more of [[], ["--format", "json"], ["--format", "markdown"]]) {
      const { status, out } = await runCommand(h, diff, [...args, ...more]);
      expect(`${status} ${out}`, more.join(" ")).toMatch(/^2 .*Nothing was compared/s);
      expect(out).toMatch(reason);
      expect(out).not.toContain("no differences");
    }
  };

  test("without a Weir file", async () => {
    using h = new Harness({ files: { "main.tf": terraform('"ssl"'), "sub/a.txt": "" } });
    await nothing(h, [], /there is no '\.lpfilter', '\.lpjob' or '\.cfrule' file here/);
    await nothing(h, ["sub"], /there is no '\.lpfilter'/);
  });

  test("also if the service has resources", async () => {
    using h = new Harness();
    await withForeign(h, rule("ssl"));
    await nothing(h, [], /there is no/);
  });

  test("in a folder without settings, and without a token", async () => {
    using h = new Harness({ files: { "weir.json": "{}" } });
    await nothing(h, [], /profile/);
    h.write("weir.json", weirJson().replace("http://127.0.0.1:8787", "https://api.example.com"));
    await nothing(h, [], /No credential/);
  });

  test("with filters that no job uses", async () => {
    using h = new Harness({ files: { "a.lpfilter": filter("a") } });
    await nothing(h, [], /no job uses the filters here/);
    await nothing(h, ["a.lpfilter"], /no job uses the filters here/);
  });

  test("but not beside a file that was compared, or an orphan", async () => {
    using h = new Harness({ files: { ...own, "a.lpfilter": filter("a") } });
    await h.push("own.cfrule");
    expect((await runCommand(h, diff, [])).status).toBe(0);
    h.rename("own.cfrule", "gone.txt");
    const { status, out } = await runCommand(h, diff, []);
    expect(status).toBe(1);
    expect(out).not.toContain("Nothing was compared");
  });
});
