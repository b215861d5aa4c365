import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test } from "vitest";
import type { Refusal, ReviewAnswer, TraceAnswer } from "../../../server/src/lsp/protocol.ts";
import { removeFolders } from "../../support/folders.ts";
import { stopClients } from "../../support/programs/lsp.ts";
import { saysYes, Workbench } from "../../support/programs/workbench.ts";

afterEach(() => {
  stopClients();
  removeFolders();
});

const rule = (path: string) => `# @action block
# @ref admin
# @position 1
http.request.uri.path eq "${path}"
`;
const filter = (status: string) =>
  `{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": ${status} } }`;
const files = {
  "in/weir.json": "{}",
  "in/only.cfrule": "# @action block\nssl\n",
  "rules/admin.cfrule": rule("/admin"),
  "rules/more.cfrule": "# @action log\nssl\n",
  "errors.lpfilter": filter("400"),
  "in/errors.lpfilter": filter("400"),
};

async function start(more: Readonly<Record<string, string>> = {}) {
  const bench = await Workbench.open({
    files: { ...files, ...more },
    offers: { confirm: true },
    answers: saysYes,
    capabilities: { workspace: { didChangeWatchedFiles: { dynamicRegistration: true } } },
  });
  const folder = fileURLToPath(bench.uri(""));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
      cwd: folder,
      stdio: "pipe",
    });
  const uri = bench.uri("rules/admin.cfrule");
  const review = (args: object = { commit: "HEAD" }) =>
    bench.run<ReviewAnswer & Refusal>("weir.review", { uri, ...args });
  return { bench, git, uri, review };
}

test("the text of the editor against a commit: outcomes, an example, and the proof", async () => {
  const { bench, git, uri, review } = await start();
  expect((await review()).refusal).toContain("There is no commit 'HEAD' here");
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "a");
  const same = await review();
  expect(same.review.rulesets.map((it) => [it.outcomes, it.rest])).toEqual([
    [[], "proved"],
    [[], "proved"],
  ]);
  const whole = await review({ uri: bench.uri("").replace(/\/$/, ""), commit: "HEAD" });
  expect(whole.review.rulesets).toHaveLength(2);
  // Both sides have the rules below one 'weir.json'.
  const inner = await review({ uri: bench.uri("in/only.cfrule"), commit: "HEAD" });
  expect(inner.review.rulesets.map((it) => [it.rules.length, it.outcomes])).toEqual([[1, []]]);
  expect(inner.review.jobs).toMatchObject([{ name: "errors.lpfilter", change: "unchanged" }]);
  await bench.client.open(uri, rule("/login"), "cfrule");
  await bench.client.open(bench.uri("errors.lpfilter"), filter("500"), "lpfilter");
  expect(same.review.jobs.map((it) => it.change)).toEqual(["unchanged", "unchanged"]);
  const { review: found, uris, before, titles } = await review();
  expect(found.jobs).toMatchObject([
    { name: "errors.lpfilter", change: "changed", relation: "narrower", source: "errors.lpfilter" },
    { name: "in/errors.lpfilter", change: "unchanged" },
  ]);
  const ruleset = found.rulesets.find((it) => it.outcomes.length > 0);
  expect(before).toBe("the last commit");
  expect(titles[ruleset?.phase ?? ""]).toBe("firewall rules");
  expect(ruleset?.outcomes.map((it) => `${it.from} → ${it.to}`).sort()).toEqual([
    "allow → block",
    "block → allow",
  ]);
  expect(ruleset?.rest).toBe("proved");
  const [changed] = ruleset?.rules.filter((it) => it.change === "changed") ?? [];
  expect(changed).toMatchObject({ ref: "admin" });
  expect(uris[changed?.source?.path ?? ""]).toBe(uri);
  expect(bench.sent).toEqual([]);
});

test("a file that changed on disk is read again, before a watcher tells", async () => {
  const { bench, git, review } = await start();
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "a");
  const changes = async () => (await review()).review.jobs.map((it) => it.change);
  expect(await changes()).toEqual(["unchanged", "unchanged"]);
  // While the first is answered, the folder is still walked.
  expect(await changes()).toEqual(["unchanged", "unchanged"]);
  writeFileSync(fileURLToPath(bench.uri("errors.lpfilter")), filter("500"));
  expect(await changes()).toEqual(["changed", "unchanged"]);
});

test("against the service, and a trace of what happens now", async () => {
  const { bench, uri, review } = await start();
  const { review: found } = await review({});
  const [ruleset] = found.rulesets;
  expect(ruleset?.outcomes.map((it) => `${it.from} → ${it.to}`)).toEqual(["allow → block"]);
  expect(await bench.run("weir.serviceRules", { uri })).toMatchObject({ notRead: [] });
  const request = { method: "GET", url: "https://example.com/admin", headers: [], fields: [] };
  const asked = { request, textDocument: { uri }, service: true };
  expect(await bench.client.request<TraceAnswer>("weir/trace", asked)).toMatchObject({
    now: { kind: "origin" },
    trace: { kind: "block", notes: [] },
  });
  const terraform = `resource "cloudflare_ruleset" "a" {
  zone_id = var.zone
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  rules   = [{ action = "log", expression = "ssl" }]
}
`;
  writeFileSync(fileURLToPath(bench.uri("main.tf")), terraform);
  await bench.run("weir.serviceRules", { uri });
  expect(await bench.client.request<TraceAnswer>("weir/trace", asked)).toMatchObject({
    trace: { notes: [expect.stringMatching(/^Assuming that var\.zone is for zone \S+\.$/)] },
  });
});

/** The rules of another zone are not pushed here, and change nothing here. */
const elsewhere = JSON.stringify({
  defaultProfile: "other",
  profiles: {
    other: {
      baseUrl: "http://127.0.0.1:8787/client/v4",
      zone: "ffffffffffffffffffffffffffffffff",
      rulesTarget: "firewall-rules",
    },
  },
});

interface Unsaved {
  readonly name: string;
  readonly text: string;
  readonly outcomes: readonly string[];
  readonly because?: readonly unknown[];
}

const unsaved: readonly Unsaved[] = [
  { name: "another text", text: rule("/login"), outcomes: ["allow → block", "block → allow"] },
  {
    name: "another action",
    text: rule("/admin").replace("block", "log"),
    outcomes: ["block → allow"],
  },
  { name: "the same text", text: rule("/admin"), outcomes: [] },
  {
    name: "an error",
    text: rule("/admin").replace("path", "pth"),
    outcomes: [],
    because: [expect.stringContaining("rules/admin.cfrule (would not be pushed: ")],
  },
  {
    name: "a variable that is not set",
    text: rule("$" + "{env:NO_SUCH_PATH}"),
    outcomes: ["allow → block", "block → allow"],
  },
];

test.each(unsaved)("not saved, against the service: $name", async ({ text, outcomes, because }) => {
  const { bench, uri, review } = await start({ "in/weir.json": elsewhere });
  const uris = ["rules/admin.cfrule", "rules/more.cfrule"].map((it) => bench.uri(it));
  await bench.run("weir.push", { uris });
  const sent = bench.writes.length;
  await bench.client.open(uri, text, "cfrule");
  const answer = await review({});
  const { rulesets, unknownBecause } = answer.review;
  const pairs = rulesets.flatMap((it) => it.outcomes.map(({ from, to }) => `${from} → ${to}`));
  expect(pairs.sort()).toEqual(outcomes);
  expect(rulesets.map((it) => it.rest)).toEqual([because ? "unknown" : "proved"]);
  const other = "in/only.cfrule (belongs to another 'weir.json')";
  expect(unknownBecause).toEqual([...(because ?? []), other]);
  expect(JSON.stringify(answer)).not.toMatch(/\p{Co}|\p{Cn}/u);
  expect(bench.writes).toHaveLength(sent);
});
