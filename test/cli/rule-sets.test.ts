import { expect, test } from "vitest";
import { check } from "../../server/src/cli/commands/check.ts";
import { pull } from "../../server/src/cli/commands/pull.ts";
import { defaults } from "../../server/src/emulator/state/defaults.ts";
import { baseUrl, Harness } from "../push/harness.ts";
import { runCommand } from "../support/programs/run-command.ts";

const rules = [
  { action: "log", expression: "ssl", description: "TLS" },
  {
    action: "block",
    expression: 'starts_with(http.request.uri.path, "/admin")',
    ref: "admin",
    description: "Z admin",
  },
  {
    action: "managed_challenge",
    expression: 'http.request.uri.path eq "/admin/login"',
    description: "Logins",
  },
  {
    action: "block",
    expression: 'http.host eq "x"',
    description: "Leaks",
    exposed_credential_check: { username_expression: "a", password_expression: "b" },
  },
  { action: "block", expression: 'http.host eq "x" and ssl', description: "After leaks" },
  { action: "log", expression: "((ssl))", description: "Again" },
];

/** A folder into which the rules of a zone were pulled. */
async function pulled(): Promise<Harness> {
  const h = new Harness({ rulesTarget: "rulesets" });
  const path = `/zones/${defaults.zone}/rulesets/phases/http_request_firewall_custom/entrypoint`;
  const answer = await h.emulator.fetch(`${baseUrl}${path}`, {
    method: "PUT",
    headers: { authorization: `Bearer ${defaults.token}`, "content-type": "application/json" },
    body: JSON.stringify({ rules }),
  });
  expect(answer.status).toBe(200);
  expect((await runCommand(h, pull, ["--yes"])).status).toBe(0);
  return h;
}

const never =
  "Never reached: 'admin' in 'rules/z-admin.cfrule' matches everything this rule matches, and its action 'block' ends the evaluation.";
const duplicate =
  "Duplicate of 'TLS' in 'rules/tls.cfrule': both match the same requests and have the same action 'log'. Remove one of them.";

test("a pulled folder is checked as a rule set, in every format", async () => {
  using h = await pulled();
  const shown = await runCommand(h, check, []);
  expect(shown.out).toContain(`rules/logins.cfrule:3:1 warning unreachable-rule\n  ${never}\n`);
  expect(shown.out).toContain("\n  rules/z-admin.cfrule:4:1 The earlier rule.\n");
  const json = JSON.parse((await runCommand(h, check, ["--format", "json", "rules"])).out);
  const found = (json.files as { path: string; diagnostics: { code: string }[] }[]).flatMap((it) =>
    it.diagnostics
      .filter(({ code }) => /-rule$/.test(code))
      .map((one) => ({ path: it.path, ...one })),
  );
  expect(found).toMatchObject([
    { path: "rules/again.cfrule", code: "duplicate-rule", message: duplicate },
    {
      path: "rules/logins.cfrule",
      code: "unreachable-rule",
      message: never,
      related: [
        {
          path: "rules/z-admin.cfrule",
          range: { start: { line: 3 } },
          message: "The earlier rule.",
        },
      ],
    },
  ]);
  const sarif = JSON.parse((await runCommand(h, check, ["--format", "sarif"])).out);
  const unreachable = sarif.runs[0].results.find(
    (it: { ruleId: string }) => it.ruleId === "unreachable-rule",
  );
  expect(unreachable.relatedLocations).toMatchObject([
    {
      physicalLocation: {
        artifactLocation: { uri: "rules/z-admin.cfrule" },
        region: { startLine: 4 },
      },
    },
  ]);
  const github = (await runCommand(h, check, ["--format", "github"])).out;
  expect(github).toContain(`title=unreachable-rule::${never}`);
});

test("a single file is compared with the others", async () => {
  using h = await pulled();
  const one = await runCommand(h, check, ["rules/logins.cfrule", "--max-warnings", "0"]);
  expect([one.status, one.out]).toEqual([1, expect.stringContaining(never)]);
});

test("with '--fix=style', positions in other files are those after the fix", async () => {
  using h = await pulled();
  h.write("rules/z-admin.cfrule", `\n\n${h.folder.read("rules/z-admin.cfrule")}`);
  h.write("rules/tls.cfrule", `# @action: log\n# @description TLS\nnot not ssl\n`);
  const { out } = await runCommand(h, check, ["--fix=style", "--format", "json"]);
  expect(h.folder.read("rules/tls.cfrule")).toBe("# @action log\n# @description TLS\nssl\n");
  const { files } = JSON.parse(out) as {
    files: { path: string; diagnostics: { code: string; related: unknown[] }[] }[];
  };
  const again = files.find((it) => it.path === "rules/again.cfrule")?.diagnostics;
  const end = { line: 2, character: 3 };
  expect(again?.find((it) => it.code === "duplicate-rule")?.related).toMatchObject([
    { path: "rules/tls.cfrule", range: { end } },
  ]);
});

test("the order is that of the last pull, push or deletion", async () => {
  using h = await pulled();
  const found = async () => {
    const { out } = await runCommand(h, check, ["--format", "github"]);
    return [...out.matchAll(/file=rules\/([\w-]+).*title=(?:unreachable|duplicate)/g)].map(
      (it) => it[1],
    );
  };
  expect(await found()).toEqual(["again", "logins"]);
  const logins = h.folder.read("rules/logins.cfrule");
  h.write("rules/logins.cfrule", `# @position first\n${logins}`);
  expect(await found()).toEqual(["again"]);
  expect((await h.push("rules/logins.cfrule")).outcome).toBe("updated");
  h.write("rules/logins.cfrule", logins);
  expect(await found()).toEqual(["again"]);
  expect((await h.remove("rules/tls.cfrule")).outcome).toBe("deleted");
  // A file without a rule would be pushed as a new one.
  expect(await found()).toEqual(["tls"]);
  h.folder.remove("rules/tls.cfrule");
  expect(await found()).toEqual([]);
  h.write("rules/new.cfrule", '# @action log\nstarts_with(http.request.uri.path, "/admin/x")\n');
  expect(await found()).toEqual(["new"]);
});
