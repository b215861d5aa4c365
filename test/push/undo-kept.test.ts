import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { deleteCommand } from "../../server/src/cli/commands/delete.ts";
import { push } from "../../server/src/cli/commands/push.ts";
import { undo } from "../../server/src/cli/commands/undo.ts";
import { verify } from "../../server/src/cli/commands/verify.ts";
import type { Command } from "../../server/src/cli/io.ts";
import { runCommand } from "../support/programs/run-command.ts";
import { filter, job, rule, secret } from "./faults/sequences.ts";
import { Harness } from "./harness.ts";

const env = { LOGS_KEY: secret, NAME: "s3cret-name" };

/** Every run is like a new process: only the files remain between two. */
async function weir(h: Harness, command: Command, args: readonly string[]) {
  const { status, said } = await runCommand(h, command, args);
  return { status, out: said };
}

/** The texts of all files beside the lock file. */
function keptTexts(h: Harness): string {
  const folder = join(h.folder.path, ".weir");
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((it) => it.isFile())
    .map((it) => readFileSync(join(it.parentPath, it.name), "utf8"))
    .join("\n");
}

describe("weir undo", () => {
  const cases = [
    ["a.cfrule", "firewall-rules", rule("ssl"), rule("not ssl", "log")],
    ["a.cfrule", "rulesets", rule("ssl"), rule("not ssl", "log")],
    [
      "shop.lpjob",
      "firewall-rules",
      job(),
      job({
        output_options: { field_names: ["RayID", "ClientIP"], sample_rate: 0.5 },
        enabled: true,
      }),
    ],
    ["shop.lpfilter", "firewall-rules", filter("a.example"), filter("b.example")],
  ] as const;

  test.each(cases)(
    "changes %s of %s back, in another process",
    async (path, rulesTarget, before, after) => {
      const files = { "shop.lpjob": job(), "shop.lpfilter": filter("a.example"), [path]: before };
      using h = new Harness({ files, env, rulesTarget });
      await weir(h, push, ["shop.lpjob", "--yes"]);
      await weir(h, push, [path, "--yes"]);
      const [was, entry] = [h.snapshot(), h.entry(path)];
      h.write(path, after);
      expect((await weir(h, push, [path, "--yes"])).status).toBe(0);
      expect(h.snapshot()).not.toBe(was);
      expect(keptTexts(h)).not.toContain(secret);
      expect(h.folder.read(".weir/.gitignore")).toBe("*\n");
      const rehearsed = await weir(h, undo, [path, "--dry-run"]);
      expect(`${rehearsed.status} ${rehearsed.out}`).toMatch(/^0 .*planned/s);
      expect((await weir(h, undo, [path])).status).toBe(1);
      const { status, out } = await weir(h, undo, ["--yes", "--format", "json"]);
      expect(`${status} ${out}`).toMatch(/^0 /);
      expect(h.snapshot()).toBe(was);
      expect(h.entry(path)).toEqual(entry);
      const again = await weir(h, undo, [path, "--yes"]);
      expect(again.status).toBe(1);
      expect(again.out).toContain("Nothing to undo: no push of");
    },
  );

  test("deletes a created resource, and is refused after an external change", async () => {
    using h = new Harness({ files: { "a.cfrule": rule("ssl"), "b.cfrule": rule("not ssl") } });
    await weir(h, push, ["--all", "--yes"]);
    expect((await weir(h, undo, ["a.cfrule", "--yes"])).status).toBe(0);
    expect(h.zone.rules.size).toBe(1);
    for (const [id, it] of h.zone.filters)
      h.zone.filters.set(id, { ...it, expression: "ip.src eq 1.1.1.1" });
    const { status, out } = await weir(h, undo, ["b.cfrule", "--yes"]);
    expect(status).toBe(1);
    expect(out).toContain("has changed on the service since that push");
    expect(h.zone.rules.size).toBe(1);
  });

  test("reports what cannot be restored, because secrets are not stored", async () => {
    const named = (more: object) => job({ name: `\${env:NAME}`, filter: undefined, ...more });
    using h = new Harness({ files: { "a.lpjob": named({}) }, env });
    await weir(h, push, ["a.lpjob", "--yes"]);
    h.write("a.lpjob", named({ enabled: true }));
    await weir(h, push, ["a.lpjob", "--yes"]);
    expect(keptTexts(h)).not.toMatch(/s3cret|hunter2/);
    expect((await weir(h, undo, ["a.lpjob", "--yes"])).status).toBe(0);
    h.write("a.lpjob", named({ destination_conf: "s3://other/x?region=eu" }));
    await weir(h, push, ["a.lpjob", "--yes"]);
    const { status, out } = await weir(h, undo, ["a.lpjob", "--yes"]);
    expect(status).toBe(1);
    expect(out).toContain("That push changed 'destination_conf'");
    expect(keptTexts(h)).not.toMatch(/s3cret|hunter2/);
  });

  test("reports when there is nothing to undo", async () => {
    using h = new Harness({ files: { "a.cfrule": rule("ssl") } });
    const { status, out } = await weir(h, undo, ["--yes"]);
    expect(status).toBe(1);
    expect(out).toContain("No push to undo in this folder");
  });
});

describe("weir delete", () => {
  test("succeeds for a resource that is already deleted, with and without the file", async () => {
    using h = new Harness({ files: { "a.cfrule": rule("ssl"), "b.cfrule": rule("not ssl") } });
    await weir(h, push, ["--all", "--yes"]);
    await weir(h, deleteCommand, ["a.cfrule", "--yes"]);
    h.rename("a.cfrule", "gone.txt");
    const { status, out } = await weir(h, deleteCommand, ["a.cfrule", "b.cfrule", "--yes"]);
    expect(status).toBe(0);
    expect(out).toContain("Already deleted from the service.");
    expect((await weir(h, deleteCommand, ["never.cfrule", "--yes"])).status).toBe(1);
  });
});

describe("commands for a shell, and weir verify", () => {
  test("print commands for the selected shell, and send nothing", async () => {
    using h = new Harness({ files: { "a.cfrule": rule("ssl") } });
    const calls = ["a.cfrule", "--dry-run", "--format"];
    const posix = await weir(h, push, [...calls, "curl"]);
    expect(posix.status).toBe(0);
    expect(posix.out.match(/^curl /gm)).toHaveLength(2);
    const windows = await weir(h, push, [...calls, "powershell", "--inline"]);
    expect(windows.out.match(/^Invoke-RestMethod /gm)).toHaveLength(1);
    expect(h.zone.filters.size).toBe(0);
  });

  test("refuse an untrusted host with the reason of a push", async () => {
    const config = JSON.stringify({
      profiles: { p: { baseUrl: "https://evil.example/v4", zone: "z1" } },
    });
    using h = new Harness({
      files: { "weir.json": config, "a.cfrule": rule("ssl") },
      env: { WEIR_API_TOKEN: "s3cret-token" },
    });
    for (const [command, args] of [
      [push, ["a.cfrule", "--dry-run", "--format", "curl"]],
      [verify, []],
      [push, ["a.cfrule", "--yes"]],
    ] as const) {
      const { status, out } = await weir(h, command, args);
      expect(status).toBe(1);
      expect(out).toContain("No credential for 'https://evil.example'");
      expect(out).not.toContain("$WEIR_API_TOKEN");
    }
  });

  test("name the source of the credential", async () => {
    using h = new Harness();
    const { status, out } = await weir(h, verify, []);
    expect(status).toBe(0);
    expect(out).toContain("accepts the credential: the emulator's own token.");
    expect(out).toContain("Zones: example.com (");
    const asJson = JSON.parse((await weir(h, verify, ["--format", "json"])).out);
    expect(asJson).toMatchObject({
      version: 1,
      profile: "local",
      credential: "the emulator's own token",
    });
    h.env = { WEIR_API_TOKEN: "s3cret-token", WEIR_BASE_URL: "http://127.0.0.1:8787" };
    const refused = await weir(h, verify, []);
    expect(refused.status).toBe(1);
    expect(refused.out).toContain("'WEIR_API_TOKEN'");
    expect(refused.out).not.toContain("s3cret");
  });
});
