// Lines of the service and of buckets for the lab. They are read once, when the user asks for them.
import { afterEach, expect, test, vi } from "vitest";
import type { LabAnswer, PulledSampleResult, Refusal } from "../../../server/src/lsp/protocol.ts";
import { removeFolders } from "../../support/folders.ts";
import { BucketServer } from "../../support/programs/bucket-server.ts";
import { stopClients } from "../../support/programs/lsp.ts";
import { saysYes, Workbench } from "../../support/programs/workbench.ts";

afterEach(() => {
  stopClients();
  removeFolders();
  vi.unstubAllEnvs();
});

const errors = '{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 } }';
const line = (status: number) => `${JSON.stringify({ EdgeResponseStatus: status })}\n`;
const job = (destination: string) =>
  JSON.stringify({ dataset: "http_requests", destination_conf: destination, filter: errors });

async function start(name: string, text: string, env: Readonly<Record<string, string>> = {}) {
  // Without the files of AWS of this machine.
  for (const [key, value] of Object.entries({ HOME: "/none", USERPROFILE: "/none", ...env }))
    vi.stubEnv(key, value);
  const bench = await Workbench.open({
    files: { [name]: text },
    offers: { confirm: true },
    answers: saysYes,
  });
  const uri = bench.uri(name);
  await bench.client.open(uri, text, name.split(".")[1] ?? "");
  const pull = (args: object) =>
    bench.run<PulledSampleResult & Refusal>("weir.pullSample", { uri, ...args });
  const ask = ({ id, name: shown }: { readonly id: string; readonly name: string }) =>
    bench.client.request<LabAnswer & Refusal>("weir/tryLab", {
      lab: "1",
      textDocument: { uri },
      sample: { kind: "text", id, name: shown },
    });
  return { bench, uri, pull, ask };
}

test("lines of the service have all fields, and are not asked for again", async () => {
  const { bench, uri, pull, ask } = await start("a.lpfilter", errors);
  const pulled = await pull({ logs: "service:" });
  expect(pulled).toMatchObject({
    name: expect.stringMatching(/^service: \(read \d{4}-\d\d-\d\d \d\d:\d\d UTC\)$/),
    lines: 60,
  });
  const sent = bench.sent.length;
  expect(sent).toBe(1);
  const answer = await ask(pulled);
  expect(answer).toMatchObject({ result: { kept: 12, undetermined: 0 }, sample: { lines: 60 } });
  expect(answer.sample.name).toBe(pulled.name);
  // An edit with another field needs no new request.
  await bench.client.change(uri, 2, {
    text: '{ "where": { "key": "ClientRequestMethod", "operator": "eq", "value": "GET" } }',
  });
  expect((await ask(pulled)).result.undetermined).toBe(0);
  expect(bench.sent).toHaveLength(sent);
  // Other lines replace them; a lab that shows them keeps them.
  const others = await pull({ logs: "service:" });
  expect(others.id).not.toBe(pulled.id);
  expect(await ask({ id: "of-an-earlier-server", name: "x" })).toMatchObject({
    refusal: "The lines are not in memory. Select the sample again.",
  });
});

test("lines of a bucket, of the destination of a job, and what is missing", async () => {
  const recent = new Date(Date.now() - 600_000).toISOString().replace(/[-:]|\.\d+/g, "");
  await using server = await BucketServer.start({
    objects: {
      "p/20200101/20200101T000000Z_20200101T000500Z_0a.log": line(200) + line(503),
      [`p/now/${recent}_${recent}_0b.log`]: line(500),
      "p/z.log.gz": Buffer.from([0x1f, 0x8b, 1, 2, 3]),
    },
  });
  const text = job("s3://logs/p?region=us-east-1");
  const { pull, ask } = await start("a.lpjob", text, server.env);
  const all = await pull({ logs: "s3://logs/p/" });
  expect(all).toMatchObject({ lines: 3, name: expect.stringMatching(/^s3:\/\/logs\/p\/ \(read /) });
  expect(await ask(all)).toMatchObject({
    result: { kept: 2 },
    sample: { note: expect.stringMatching(/p\/z\.log\.gz: The gzip data/) },
  });
  expect(await pull({ logs: "s3://logs/p/now", hours: 1 })).toMatchObject({ lines: 1 });
  expect(await pull({ logs: "destination:" })).toMatchObject({ lines: 3 });
});

test.each([
  [
    { logs: "https://example.com" },
    "Expected 's3://BUCKET/PREFIX' or 'r2://ACCOUNT/BUCKET/PREFIX'.",
  ],
  [{ logs: "destination:" }, "Only a job delivers logs."],
  [{ logs: "s3://logs/x" }, /^s3:\/\/logs\/x: .*credentials/],
  [{ logs: 1 }, "Argument 'logs' needs a string."],
])("%o is refused with a reason", async (args, refusal) => {
  const { pull } = await start("a.lpfilter", errors);
  expect((await pull(args)).refusal).toMatch(refusal);
});
