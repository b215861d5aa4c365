import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import { beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { Folder, weir } from "../../support/programs/cli.ts";

/** Samples of a `weir.json` that are outside of its repository. */

const filter = '{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": "500" } }';
const secret = '{"EdgeResponseStatus":500,"ClientIP":"192.0.2.7"}\n';
const notAgreed = "and you have not agreed to read it.";

let folder: Folder;
let env: Record<string, string>;

beforeEach(() => {
  folder = new Folder({
    "elsewhere/logs/a.ndjson": secret,
    "repository/.git/HEAD": "",
    "repository/shared/a.ndjson": secret,
    "repository/team/a.lpfilter": filter,
  });
  env = { XDG_CONFIG_HOME: join(folder.path, "home"), APPDATA: join(folder.path, "home") };
  const own = folder;
  onTestFinished(() => own[Symbol.dispose]());
});

const typed = (text: string) =>
  Object.assign(new PassThrough().end(text), { isTTY: true }) as never;

function tried(sample: string, args: readonly string[] = [], answer?: string) {
  const config = { samples: { http_requests: sample } };
  folder.write("repository/team/weir.json", JSON.stringify(config));
  const team = { path: join(folder.path, "repository/team") };
  const more = answer === undefined ? { env } : { env, stdin: typed(answer) };
  return weir(team, ["try", "a.lpfilter", ...args], "", more);
}

describe.each([
  ["a folder", "../../elsewhere/logs"],
  ["a file", "../../elsewhere/logs/a.ndjson"],
  ["a glob", "../../elsewhere/*/*.ndjson"],
  ["a path with a glob that leads back", "*/../../../elsewhere/logs/a.ndjson"],
])("%s outside", (_, sample) => {
  test.each([[[]], [["--logs", "samples:"]], [["--print", "kept"]], [["--engine", "duckdb"]]])(
    "is not read without agreement: %j",
    async (args) => {
      const { status, out, err } = await tried(sample, args);
      expect(status).toBe(2);
      expect(out + err).not.toContain("192.0.2.7");
      expect(out).not.toContain("Keeps 1");
    },
  );
});

test("the message says where the sample is, and what to do", async () => {
  const { err } = await tried("../../elsewhere/logs");
  const path = `${folder.path.replaceAll("\\", "/")}/elsewhere/logs`;
  expect(err).toContain(`outside of the workspace, at '${path}', ${notAgreed}`);
  expect(err).toContain("Agree at a terminal, or name the path with '--logs'.");
});

test("a person agrees once per path", async () => {
  const declined = await tried("../../elsewhere/logs", [], "\n");
  expect(declined.err).toContain("weir.json proposes to read logs outside of the workspace:\n");
  expect(declined.status).toBe(2);
  const agreed = await tried("../../elsewhere/logs", [], "y\n");
  expect(agreed.status).toBe(0);
  expect((await tried("../../elsewhere/logs")).status).toBe(0);
  expect((await tried("../../elsewhere/logs/a.ndjson")).err).toContain(notAgreed);
  expect(folder.read("home/weir/agreed")).toMatch(/^[0-9a-f]{64}\n$/);
});

test("a path after --logs is the word of the user", async () => {
  const path = "../../elsewhere/logs";
  expect((await tried(path, ["--logs", path])).status).toBe(0);
  expect((await tried(path)).err).toContain(notAgreed);
});

test("the rest of the repository is not outside", async () => {
  expect((await tried("../shared")).status).toBe(0);
});

test("without a repository, only the folder of weir.json is inside", async () => {
  folder.remove("repository/.git");
  expect((await tried("../shared")).err).toContain(notAgreed);
});

test.skipIf(process.platform === "win32").each(["link", "link/a.ndjson", "link/*.ndjson"])(
  "a link that leads outside: %s",
  async (sample) => {
    symlinkSync(join(folder.path, "elsewhere/logs"), join(folder.path, "repository/team/link"));
    expect((await tried(sample)).err).toContain(notAgreed);
    expect((await tried(sample, [], "y\n")).status).toBe(0);
    expect((await tried(sample)).status).toBe(0);
    folder.remove("repository/team/link");
    folder.write("other/a.ndjson", secret);
    // The repository changes the target.
    symlinkSync(join(folder.path, "other"), join(folder.path, "repository/team/link"));
    expect((await tried(sample)).err).toContain(notAgreed);
  },
);

test("review asks, too", async () => {
  folder.write("repository/before.json", "{}");
  const config = { samples: { http_requests: "../elsewhere/logs" } };
  folder.write("repository/weir.json", JSON.stringify(config));
  const ruleset = (expression: string) =>
    JSON.stringify({
      kind: "zone",
      phase: "http_request_firewall_custom",
      rules: [{ action: "block", expression }],
    });
  folder.write("repository/before.json", ruleset('http.host eq "a.example"'));
  folder.write("repository/after.json", ruleset('http.host eq "b.example"'));
  const args = ["review", "before.json", "after.json", "--logs", "samples"];
  const review = (more: object = {}) =>
    weir({ path: join(folder.path, "repository") }, args, "", { env, ...more });
  expect((await review()).err).toContain(notAgreed);
  expect((await review({ stdin: typed("y\n") })).err).not.toContain(notAgreed);
  expect((await review()).err).not.toContain(notAgreed);
});
