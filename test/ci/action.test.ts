// Runs the steps of action.yml as a runner does.
import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { createEmulator } from "../../server/src/emulator/emulator.ts";
import { listen } from "../../server/src/emulator/listen.ts";
import { defaults } from "../../server/src/emulator/state/defaults.ts";
import { Folder, type Outcome } from "../support/programs/cli.ts";
import { packedForNpm } from "../support/programs/packed.ts";
import { runStep, steps } from "./action-steps.ts";

/** Shared by the tests: the package is installed once. */
let runner: Folder;

beforeAll(async () => {
  runner = new Folder();
  using folder = new Folder();
  const installed = await step("Install Weir", folder, { package: packedForNpm() });
  expect(installed.status, installed.err).toBe(0);
}, 120_000);
afterAll(() => runner[Symbol.dispose]());

/** Runs a step with these inputs; the others have their defaults. */
function step(
  name: string,
  folder: Folder,
  inputs: Readonly<Record<string, string>>,
  env: NodeJS.ProcessEnv = {},
): Promise<Outcome> {
  return runStep(name, folder, inputs, { RUNNER_TEMP: runner.path, ...env });
}

test("no script contains the text of an input", () => {
  for (const it of steps) {
    expect(it.run).not.toContain("${{");
    expect(it.shell).toBe("bash");
    for (const value of Object.values(it.env))
      expect(value).toMatch(/^\$\{\{ inputs\.[\w-]+ \}\}$/);
  }
});

test("check annotates, writes SARIF, and interprets nothing in names", async () => {
  const hostile = "$(touch pwned); `touch pwned` ::error::x.cfrule";
  using folder = new Folder({
    [hostile]: 'http.hots eq "a"\n',
    "--fix.cfrule": "ssl == true\n",
    "c.cfrule": "ssl\n",
  });
  const paths = ["c.cfrule", "", hostile, "--fix.cfrule"].join("\n");
  const { status, out } = await step("Check", folder, { paths, sarif: "weir.sarif" });
  expect(status).toBe(1);
  expect(out.split("\n").filter((it) => it.startsWith("::error "))).toHaveLength(2);
  expect(out).not.toContain("c.cfrule,");
  expect(JSON.parse(folder.read("weir.sarif")).runs[0].results).toHaveLength(2);
  expect(folder.read("--fix.cfrule")).toBe("ssl == true\n");
  expect(() => folder.read("pwned")).toThrow();
  expect((await step("Check", folder, { paths: "c.cfrule", "max-warnings": "0" })).status).toBe(0);
});

/** A fake of GitHub's comment API. */
class Github implements AsyncDisposable {
  readonly comments: { id: number; body: string; user: { type: string } }[] = [];
  readonly tokens = new Set<string | undefined>();
  private readonly server = createServer(async (request, response) => {
    this.tokens.add(request.headers.authorization);
    response.end(JSON.stringify(await this.answer(request)));
  });

  private async answer(request: IncomingMessage): Promise<unknown> {
    const { body } = request.method === "GET" ? { body: "" } : JSON.parse(await text(request));
    if (request.method === "POST")
      this.comments.push({ id: this.comments.length + 1, body, user: { type: "Bot" } });
    const id = Number(/comments\/(\d+)$/.exec(request.url ?? "")?.[1]);
    for (const it of this.comments) if (request.method === "PATCH" && it.id === id) it.body = body;
    return request.method === "GET" ? this.comments : {};
  }

  async start(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, "127.0.0.1", resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.server.closeAllConnections();
    await new Promise((resolve) => this.server.close(resolve));
  }
}

test("diff comments on the pull request, and updates its own comment only", async () => {
  using folder = new Folder({ "event.json": '{ "pull_request": { "number": 7 } }' });
  const { baseUrl, close } = await listen(createEmulator({ token: "s3cret" }), 0);
  onTestFinished(close);
  await using github = new Github();
  const local = { baseUrl, zone: defaults.zone, account: defaults.account };
  folder.write("weir.json", JSON.stringify({ profiles: { local } }));
  folder.write("a.cfrule", '# @action block\nhttp.host eq "a.example"\n');
  github.comments.push({ id: 1, body: "<!-- weir diff -->\nof a person", user: { type: "User" } });
  const env = {
    GITHUB_API_URL: await github.start(),
    GITHUB_REPOSITORY: "a/b",
    GITHUB_EVENT_PATH: join(folder.path, "event.json"),
    GITHUB_OUTPUT: join(folder.path, "output"),
    GITHUB_STEP_SUMMARY: join(folder.path, "summary"),
    WEIR_BASE_URL: baseUrl,
  };
  const inputs = { profile: "local", "api-token": "s3cret", "github-token": "gh" };
  const compare = () => step("Compare with the service", folder, inputs, env);
  expect(await compare()).toMatchObject({ status: 0, out: "", err: "" });
  expect(github.comments).toHaveLength(2);
  expect(github.comments[1]?.body).toContain('+   http.host eq "a.example"');
  folder.write("a.cfrule", '# @action block\nhttp.host eq "b.example"\n');
  await compare();
  expect(github.comments).toHaveLength(2);
  expect(github.comments[0]?.body).toContain("of a person");
  expect(github.comments[1]?.body).toContain('+   http.host eq "b.example"');
  expect(github.tokens).toEqual(new Set(["Bearer gh"]));
  expect(folder.read("output")).toContain("differs=true");
  expect(folder.read("summary")).toContain("### Weir: 1 difference (`local`)");
  const refused = await step(
    "Compare with the service",
    folder,
    { ...inputs, "api-token": "no" },
    env,
  );
  expect(refused.status).toBe(2);
  const outputs = () => folder.read("output").trim().split("\n");
  expect(outputs().at(-1)).toBe("differs=unknown");
  expect(github.comments[1]?.body).toContain("3 failures");
  // Nothing to compare is no comparison without differences.
  for (const name of ["a.cfrule", "weir.json"]) {
    folder.write(`kept/${name}.txt`, folder.read(name));
    rmSync(join(folder.path, name));
    expect((await compare()).status, name).toBe(2);
    expect(outputs().at(-1)).toBe("differs=unknown");
    expect(github.comments[1]?.body).toContain("Nothing was compared");
    expect(github.comments[1]?.body).not.toContain("no differences");
  }
  expect(JSON.stringify([refused, github.comments])).not.toContain("s3cret");
});

test("review comments on the pull request, fails on forbidden changes, and never passes without a result", async () => {
  const ruleset = (host: string) =>
    JSON.stringify({
      phase: "http_request_firewall_custom",
      kind: "zone",
      rules: [{ ref: "a", action: "block", expression: `http.host in {"a.example"${host}}` }],
    });
  using folder = new Folder({
    "waf.json": ruleset(""),
    "event.json": '{ "pull_request": { "number": 7 } }',
  });
  const git = (...args: readonly string[]) => execFileSync("git", ["-C", folder.path, ...args]);
  git("init", "-q");
  git("add", "-A");
  git("-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-qm", "first");
  folder.write("waf.json", ruleset(' "b.example"'));
  await using github = new Github();
  const env = {
    GITHUB_API_URL: await github.start(),
    GITHUB_REPOSITORY: "a/b",
    GITHUB_EVENT_PATH: join(folder.path, "event.json"),
    GITHUB_STEP_SUMMARY: join(folder.path, "summary"),
  };
  const review = (more: Readonly<Record<string, string>>) =>
    step("Review the change", folder, { "github-token": "gh", ...more }, env);
  expect(await review({ "review-base": "HEAD" })).toMatchObject({ status: 0, err: "" });
  expect(github.comments).toHaveLength(1);
  expect(github.comments[0]?.body).toContain(
    "| **allow** | **block** | a | `GET https://b.example/` |",
  );
  const forbidden = await review({ "review-base": "HEAD", forbid: "block->allow\nallow->block" });
  expect(forbidden.status).toBe(1);
  expect(github.comments).toHaveLength(1);
  expect(github.comments[0]?.body).toContain("Forbidden by");
  expect(await review({ "review-plan": "missing.json" })).toMatchObject({ status: 2 });
  expect(github.comments[0]?.body).toContain("nothing was compared");
});
