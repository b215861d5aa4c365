import { rmSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterEach, expect, test, vi } from "vitest";
import type { ConfirmParams } from "../../../server/src/lsp/protocol.ts";
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

test("a confirmation includes the remote text and the changes, without another request", async () => {
  const bench = await Workbench.open({ files: { "a.cfrule": rule }, offers, answers: saysYes });
  await bench.run("weir.push", bench.uri("a.cfrule"));
  expect(questions(bench)[0]).toMatchObject({ remote: "" });

  writeAt(bench.uri("a.cfrule"), "# Only what is encrypted\n# @action log\nssl\n");
  bench.sent.length = 0;
  await bench.run("weir.push", bench.uri("a.cfrule"));
  expect(questions(bench)[1]).toMatchObject({
    // Includes the file's comments, as a pull would write it.
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
  expect(questions(bench)[1]?.remote).toContain("500");
});

test("a deletion shows the remote text", async () => {
  const bench = await Workbench.open({ files: { "a.cfrule": rule }, offers, answers: saysYes });
  await bench.run("weir.push", bench.uri("a.cfrule"));
  await bench.run("weir.delete", bench.uri("a.cfrule"));
  expect(questions(bench)[1]?.remote).toBe(rule);
});

test("a confirmation contains no secret of a job", async () => {
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
