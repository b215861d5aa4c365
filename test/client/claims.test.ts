import { execFileSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import { Claim } from "../../client/src/claims/claim.ts";
import { Inputs, mayChangeReview } from "../../client/src/claims/inputs.ts";
import { removeFolders } from "../support/folders.ts";
import { until } from "../support/waiting.ts";
import { editor, fileChanges, fileDeletions, resetEditor, Uri } from "./fakes/fake-vscode.ts";
import { around, type FakePanel, happens } from "./fakes/fake-window.ts";
import { Window } from "./fakes/window.ts";

let window: Window | undefined;

beforeEach(resetEditor);

afterEach(async () => {
  for (const it of around.panels.splice(0)) it.dispose();
  await window?.close();
  window = undefined;
  removeFolders();
});

const document = (uri: string, languageId = "") =>
  ({ uri: Uri.parse(uri), languageId, getText: () => "" }) as never;
const typeIn = (uri: string) =>
  happens.textChange.fire({ document: document(uri), contentChanges: [{}] } as never);
const save = (uri: string, languageId: string) => {
  editor.documents.push(document(uri, languageId));
  fileChanges.fire(Uri.parse(uri));
};

/** A claim whose answers arrive when the test says so. */
function claimOf(whyNot?: () => string | undefined) {
  const told: (readonly object[])[] = [];
  const posted: unknown[] = [];
  const waiting: ((answer: string | undefined) => void)[] = [];
  const claim = new Claim<string>(new Inputs((it) => told.push(it)), {
    pause: 0,
    uses: mayChangeReview,
    compute: () => new Promise((resolve) => waiting.push(resolve)),
    show: (it) => posted.push(it),
    mark: (it) => posted.push(it.why === undefined ? "marked" : `marked: ${it.why}`),
    ...(whyNot && { whyNot }),
  });
  const asked = (count: number) => until(() => waiting.length === count);
  const answer = async (at: number, text: string | undefined) => {
    waiting[at]?.(text);
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { claim, told, posted, asked, answer };
}

test.each([
  ["a rule that is typed in", () => typeIn("file:///a/b.cfrule"), true],
  ["settings that are typed in", () => typeIn("file:///a/weir.json"), true],
  ["edits that are discarded", () => happens.close.fire(document("file:///a/b.tf")), true],
  ["a Terraform value", () => fileChanges.fire(Uri.parse("file:///a/prod.tfvars")), true],
  ["the lock file", () => fileChanges.fire(Uri.parse("file:///a/weir.lock.json")), true],
  ["a commit", () => fileChanges.fire(Uri.parse("file:///a/.git/logs/HEAD")), true],
  ["a checkout", () => fileChanges.fire(Uri.parse("file:///a/.git/HEAD")), true],
  ["a folder that is deleted", () => fileDeletions.fire(Uri.parse("file:///a/rules.d")), true],
  ["a setting", () => happens.settings.fire({ affectsConfiguration: (it) => it === "weir" }), true],
  ["a file of Git", () => fileChanges.fire(Uri.parse("file:///a/.git/index.json")), false],
  ["a package", () => fileDeletions.fire(Uri.parse("file:///a/node_modules/b")), false],
  ["what a push keeps", () => fileChanges.fire(Uri.parse("file:///a/.weir/b.json")), false],
  ["a source", () => fileChanges.fire(Uri.parse("file:///a/b.ts")), false],
  ["a rule that is saved, as typed", () => save("file:///a/b.cfrule", "cfrule"), false],
  ["values that are saved", () => save("file:///a/b.csv", "plaintext"), true],
  ["an output", () => typeIn("output:a.json"), false],
])("%s outdates a review in the same turn", async (_, change, isMarked) => {
  const { claim, posted, told } = claimOf();
  change();
  expect(posted).toEqual(isMarked ? ["marked"] : []);
  claim.dispose();
  change();
  expect(posted).toHaveLength(isMarked ? 1 : 0);
  expect(told.length).toBeLessThanOrEqual(posted.length);
});

test("an answer of older texts is never shown, and the server hears of a file before it is asked", async () => {
  const { claim, posted, told, asked, answer } = claimOf();
  void claim.compute();
  await asked(1);
  fileChanges.fire(Uri.parse("file:///a/b.cfrule"));
  expect(told).toEqual([[{ uri: "file:///a/b.cfrule", type: 2 }]]);
  await answer(0, "old");
  await asked(2);
  typeIn("file:///a/b.cfrule");
  await asked(3);
  await answer(2, "new");
  await answer(1, "older");
  expect(posted).toEqual(["marked", "marked", "new"]);
  // A failure is no answer.
  void claim.compute();
  await asked(4);
  await answer(3, undefined);
  expect(posted.at(-1)).toBe("marked: The language server failed. See its log.");
});

test("what may ask for a password is not computed by itself", () => {
  const { posted, claim } = claimOf(() => "No access.");
  claim.change();
  expect(posted).toEqual(["marked: No access."]);
});

const filter = '{ "where": { "key": "EdgeResponseStatus", "operator": "eq", "value": 200 } }';
const files = {
  "weir.json": '{ "samples": { "http_requests": "logs/a.ndjson" } }',
  "logs/a.ndjson": '{"EdgeResponseStatus":200}\n{"EdgeResponseStatus":404}\n',
  "a.lpfilter": filter,
  "a.cfrule": '# @action block\n# @ref a\nhttp.request.uri.path eq "/admin"\n',
};
const pages = [
  ["weir.tryOnLogs", "a.lpfilter"],
  ["weir.trace", "a.cfrule"],
  ["weir.reviewChanges", "a.cfrule"],
] as const;
type Posted = { readonly kind: string; readonly [name: string]: unknown };

async function shown(command: string, file: keyof typeof files) {
  const it = await Window.open({ files, open: file });
  window = it;
  const path = (name: string) => fileURLToPath(it.uri(name));
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
      cwd: path("."),
      stdio: "pipe",
    });
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "a");
  await it.run(command);
  const panel = around.panels[0] as FakePanel;
  const posted = panel.posted as Posted[];
  const next = async (kind: string, after = 0) => {
    await until(() => posted.slice(after).some((message) => message.kind === kind));
    return posted.slice(after).findLast((message) => message.kind === kind) as Posted;
  };
  panel.says.fire({ kind: "ready" });
  const start = await next("start");
  const { request } = (start.state ?? {}) as { readonly request?: object };
  if (request) panel.says.fire({ kind: "request", request });
  await next("answer");
  return { it, panel, posted, next, path };
}

test.each(pages)("the very next message of the page of '%s' marks it", async (command, file) => {
  const { it, posted, next, path } = await shown(command, file);
  const changed: readonly (() => void)[] = [
    () => typeIn(it.uri(file)),
    () => fileChanges.fire(Uri.parse(it.uri("weir.json"))),
    () => {
      rmSync(path("logs"), { recursive: true });
      fileDeletions.fire(Uri.parse(it.uri("logs")));
    },
  ];
  for (const change of changed) {
    const before = posted.length;
    change();
    expect(posted[before]).toEqual({ kind: "outdated" });
    await next("answer", before);
    expect(posted.at(-1)?.kind).not.toBe("outdated");
  }
});

test("the lab, a form and the lens agree about a sample that is gone", async () => {
  const { it, posted, next, path } = await shown("weir.tryOnLogs", "a.lpfilter");
  const uri = it.uri("a.lpfilter");
  const lens = async () => {
    const asked = { textDocument: { uri } };
    const found = await it.client.sendRequest("textDocument/codeLens", asked);
    const [first] = found as { readonly command?: { title: string; tooltip?: string } }[];
    return [first?.command?.title, first?.command?.tooltip];
  };
  await lens();
  await until(async () => (await lens())[0] === "Keeps 50.0% of a.ndjson");
  rmSync(path("logs/a.ndjson"));
  let before = posted.length;
  fileDeletions.fire(Uri.parse(it.uri("logs/a.ndjson")));
  const { answer } = await next("answer", before);
  expect(answer).toMatchObject({
    sample: { lines: 0, problems: [{ path: "logs/a.ndjson" }] },
    result: { kept: 0 },
  });
  await until(async () => (await lens())[0] === "Sample not read");
  expect((await lens())[1]).toContain("logs/a.ndjson: No such file");
  // It is back, with other lines.
  writeFileSync(path("logs/a.ndjson"), '{"EdgeResponseStatus":200}\n');
  before = posted.length;
  fileChanges.fire(Uri.parse(it.uri("logs/a.ndjson")));
  await until(() => posted.slice(before).some(({ kind }) => kind === "answer"));
  await until(async () => (await lens())[0] === "Keeps 100% of a.ndjson");
  expect(editor.shown).toEqual([]);
});
