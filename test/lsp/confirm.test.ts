import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import type { ConfirmParams } from "../../server/src/lsp/protocol.ts";
import { removeFolders, writeAt } from "../support/folders.ts";
import { stopClients } from "../support/lsp.ts";
import { filter, job, rule, saysYes, Workbench } from "../support/workbench.ts";

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

test("a question brings what the service has, and what would change, without asking the service again", async () => {
  const bench = await Workbench.open({ files: { "a.cfrule": rule }, offers, answers: saysYes });
  await bench.run("weir.push", bench.uri("a.cfrule"));
  expect(questions(bench)[0]).toMatchObject({ remote: "" });

  writeAt(bench.uri("a.cfrule"), "# Only what is encrypted\n# @action log\nssl\n");
  bench.sent.length = 0;
  await bench.run("weir.push", bench.uri("a.cfrule"));
  expect(questions(bench)[1]).toMatchObject({
    // With the file's own comments, as a pull would write it.
    remote: "# Only what is encrypted\n# @action block\nssl\n",
    differences: [
      {
        name: "action",
        before: "block",
        after: "log",
        lines: [
          { sign: "-", text: "action block" },
          { sign: "+", text: "action log" },
        ],
      },
    ],
  });
  const lists = bench.sent.filter((it) => /^GET \S+ \/(filters|firewall\/rules)$/.test(it.call));
  expect(lists).toHaveLength(2);
});

test("a filter is compared with that of the job it was chosen for", async () => {
  const bench = await Workbench.open({
    files: { "a.lpjob": job(`, "filter": ${filter("500")}`), "b.lpfilter": filter("404") },
    offers,
    answers: { ...saysYes, "weir/choose": () => 0 },
  });
  await bench.run("weir.push", bench.uri("a.lpjob"));
  // Somebody else's job, as far as this folder knows.
  for (const it of ["a.lpjob", "weir.lock.json"]) rmSync(fileURLToPath(bench.uri(it)));
  await bench.run("weir.push", bench.uri("b.lpfilter"));
  expect(questions(bench)[1]?.remote).toContain("500");
});

test("what is to be deleted is shown as it is", async () => {
  const bench = await Workbench.open({ files: { "a.cfrule": rule }, offers, answers: saysYes });
  await bench.run("weir.push", bench.uri("a.cfrule"));
  await bench.run("weir.delete", bench.uri("a.cfrule"));
  expect(questions(bench)[1]?.remote).toBe(rule);
});

test("no secret of a job is in a question", async () => {
  const secret = "hunter2-hunter2";
  vi.stubEnv("LOGS_KEY", secret);
  const withKey = job().replace(
    "s3://logs/{DATE}?region=eu",
    `https://logs.example.com?header_Authorization=\${env:LOGS_KEY}`,
  );
  const bench = await Workbench.open({ files: { "a.lpjob": withKey }, offers, answers: saysYes });
  await bench.run("weir.push", bench.uri("a.lpjob"));
  writeAt(bench.uri("a.lpjob"), withKey.replace("true", "false"));
  await bench.run("weir.push", bench.uri("a.lpjob"));
  const asked = questions(bench);
  expect(asked[1]?.remote).toContain('"enabled": true');
  expect(JSON.stringify(asked)).not.toContain(secret);
});
