import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import type { CommandName, ConfirmParams } from "../../../server/src/lsp/protocol.ts";
import { lineDifference } from "../../../server/src/push/plan/line-difference.ts";
import { removeFolders, writeAt } from "../../support/folders.ts";
import { stopClients } from "../../support/programs/lsp.ts";
import { filter, job, rule, saysYes, Workbench } from "../../support/programs/workbench.ts";

afterEach(() => {
  stopClients();
  removeFolders();
  vi.unstubAllGlobals();
});

const offers = { confirm: true, choose: true };

function questions(bench: Workbench): ConfirmParams[] {
  return bench.client.asked
    .filter((it) => it.method === "weir/confirm")
    .map((it) => it.params as ConfirmParams);
}

/** The lines that the diff of the last question marks. */
function marked(bench: Workbench): string[] {
  const { before, after } = questions(bench).at(-1) ?? { before: "", after: "" };
  return lineDifference(before.split("\n"), after.split("\n"))
    .filter((it) => it.sign !== " " && it.text !== "")
    .map(({ sign, text }) => `${sign}${text.trim()}`);
}

/** A command in a folder whose files have been pushed and then changed. */
interface Case {
  readonly files: Readonly<Record<string, string>>;
  readonly edits?: Readonly<Record<string, string>>;
  readonly pushed?: string;
  readonly command?: CommandName;
  readonly on: string;
  readonly marks: readonly string[];
}

const withDestination = (destination: string, more = "") =>
  job(more).replace("s3://logs/{DATE}?region=eu", destination);
const key = (value: string) =>
  withDestination(`https://logs.example.com?header_Authorization=${value}`);
const apart = job(', "filter": "b.lpfilter"');

test.each<[string, Case]>([
  [
    "an action",
    {
      files: { "a.cfrule": rule },
      edits: { "a.cfrule": "# Only what is encrypted\n# @action log\nssl\n" },
      on: "a.cfrule",
      marks: ["-# action: block", "+# action: log"],
    },
  ],
  [
    "a comment beside the expression",
    {
      files: { "a.cfrule": rule },
      edits: { "a.cfrule": "# @action block\n# Mine\nnot ssl\n" },
      on: "a.cfrule",
      marks: ["-ssl", "+not ssl"],
    },
  ],
  [
    "the filter of a job in another file, and nothing of the destination",
    {
      files: { "a.lpjob": apart, "b.lpfilter": filter("500") },
      edits: { "b.lpfilter": filter("404") },
      on: "a.lpjob",
      marks: [
        `-"where": { "key": "EdgeResponseStatus", "operator": "eq", "value": 500 }`,
        `+"where": { "key": "EdgeResponseStatus", "operator": "eq", "value": 404 }`,
      ],
    },
  ],
  [
    "a job beside variables",
    {
      files: { "a.lpjob": key(`\${env:LOGS_KEY}`) },
      edits: { "a.lpjob": key(`\${env:LOGS_KEY}`).replace("true", "false") },
      on: "a.lpjob",
      marks: [`-"enabled": true,`, `+"enabled": false,`],
    },
  ],
  [
    "an added filter, and not the setting before it",
    {
      files: { "a.lpjob": job() },
      edits: { "a.lpjob": job(`, "filter": ${filter("500")}`) },
      on: "a.lpjob",
      marks: [
        '+"filter": {',
        '+"where": { "key": "EdgeResponseStatus", "operator": "eq", "value": 500 }',
        "+},",
      ],
    },
  ],
  [
    "a key in the destination, which is masked on both sides",
    {
      files: { "a.lpjob": key("first-key-of-ours") },
      edits: { "a.lpjob": key("second-key-of-ours") },
      on: "a.lpjob",
      marks: [
        `-"destination_conf": "https://logs.example.com?header_Authorization=…",`,
        `+"destination_conf": "https://logs.example.com?header_Authorization=… (another value)",`,
      ],
    },
  ],
  [
    "a deleted rule",
    {
      files: { "a.cfrule": rule },
      command: "weir.delete",
      on: "a.cfrule",
      marks: ["-# action: block", "-# paused: false", "-ssl"],
    },
  ],
  [
    "the undo of a change, whatever the file has now",
    {
      files: { "a.cfrule": rule },
      edits: { "a.cfrule": "# @action log\nssl" },
      pushed: "a.cfrule",
      command: "weir.undo",
      on: "a.cfrule",
      marks: ["-# action: log", "+# action: block"],
    },
  ],
  [
    "a pulled rule, in the file",
    {
      files: { "a.cfrule": rule },
      edits: { "a.cfrule": "# Mine\n# @action log\nssl\n" },
      command: "weir.pull",
      on: "a.cfrule",
      marks: ["-# @action log", "+# @action block"],
    },
  ],
  [
    "a pulled job, in the file of its filter",
    {
      files: { "a.lpjob": apart, "b.lpfilter": filter("500") },
      edits: { "b.lpfilter": filter("404") },
      command: "weir.pull",
      on: "a.lpjob",
      marks: [`-${filter("404")}`, `+${filter("500")}`],
    },
  ],
])("the diff marks what changes, and nothing else: %s", async (_, it) => {
  const secret = "hunter2-hunter2";
  vi.stubEnv("LOGS_KEY", secret);
  const bench = await Workbench.open({ files: it.files, offers, answers: saysYes });
  await bench.run("weir.push", bench.uri(it.on));
  for (const [name, text] of Object.entries(it.edits ?? {})) writeAt(bench.uri(name), text);
  if (it.pushed !== undefined) {
    await bench.run("weir.push", bench.uri(it.pushed));
    writeAt(bench.uri(it.pushed), "# @action js_challenge\nnot ssl");
  }
  await bench.run(it.command ?? "weir.push", bench.uri(it.on));
  expect(marked(bench)).toEqual(it.marks);
  expect(JSON.stringify(questions(bench))).not.toMatch(/hunter2|of-ours/);
});

test("a new resource is compared with nothing", async () => {
  const bench = await Workbench.open({ files: { "a.cfrule": rule }, offers, answers: saysYes });
  await bench.run("weir.push", bench.uri("a.cfrule"));
  expect(questions(bench)[0]).toMatchObject({ before: "", after: "# action: block\nssl\n" });
});

test("a filter is compared with that of the selected job", async () => {
  const bench = await Workbench.open({
    files: { "a.lpjob": job(`, "filter": ${filter("500")}`), "b.lpfilter": filter("404") },
    offers,
    answers: { ...saysYes, "weir/choose": () => 0 },
  });
  await bench.run("weir.push", bench.uri("a.lpjob"));
  // A job that is not managed by this folder.
  for (const it of ["a.lpjob", "weir.lock.json"]) rmSync(fileURLToPath(bench.uri(it)));
  await bench.run("weir.push", bench.uri("b.lpfilter"));
  expect(questions(bench)[1]).toMatchObject({
    before: expect.stringContaining("500"),
    after: expect.stringContaining("404"),
  });
});

test("a change on the service comes with what the last push left", async () => {
  const bench = await Workbench.open({ files: { "a.cfrule": rule }, offers, answers: saysYes });
  await bench.run("weir.push", bench.uri("a.cfrule"));
  const [theirs] = bench.zone.rules.values();
  Object.assign(theirs ?? {}, { action: "js_challenge" });
  writeAt(bench.uri("a.cfrule"), "# @action log\nssl");
  await bench.run("weir.push", bench.uri("a.cfrule"));
  expect(questions(bench)[1]).toMatchObject({
    plan: { overwrites: { reason: "Changed on the service since the last push." } },
    before: "# action: js_challenge\n# paused: false\nssl\n",
    after: "# action: log\n# paused: false\nssl\n",
    base: "# action: block\n# paused: false\nssl\n",
  });
});

test.each([
  ["the job", ["a.lpjob"], "500"],
  ["the file of its filter", ["a.lpjob", "f.lpfilter"], "501"],
  ["the job, after the file of its filter", ["a.lpjob", "f.lpfilter", "a.lpjob"], "502"],
])("so does a change of a filter: it is that of the last push of %s", async (_, pushed, last) => {
  const bench = await Workbench.open({
    files: { "a.lpjob": job(', "filter": "./f.lpfilter"'), "f.lpfilter": "" },
    offers,
    answers: saysYes,
  });
  for (const [at, it] of pushed.entries()) {
    writeAt(bench.uri("f.lpfilter"), filter(`50${at}`));
    await bench.run("weir.push", bench.uri(it));
  }
  const [theirs] = bench.zone.jobs.values();
  Object.assign(theirs ?? {}, { filter: filter("404") });
  writeAt(bench.uri("f.lpfilter"), filter("503"));
  await bench.run("weir.push", bench.uri("f.lpfilter"));
  expect(questions(bench).at(-1)).toMatchObject({
    before: expect.stringContaining("404"),
    after: expect.stringContaining("503"),
    base: expect.stringContaining(last),
  });
});
