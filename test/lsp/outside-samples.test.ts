import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { LabSample } from "../../server/src/lsp/protocol.ts";
import type { TryAnswer } from "../../server/src/try/answer.ts";
import { folderWith, removeFolders } from "../support/folders.ts";
import { startClient, stopClients } from "../support/programs/lsp.ts";

/** Samples of a `weir.json` that are outside of its repository. */

afterEach(() => {
  stopClients();
  removeFolders();
  vi.unstubAllEnvs();
});

beforeEach(() => {
  const home = fileURLToPath(folderWith({ x: "" }));
  vi.stubEnv("XDG_CONFIG_HOME", home);
  vi.stubEnv("APPDATA", home);
});

const filter = '{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": "500" } }';
const lines = '{"EdgeResponseStatus":500}\n{"EdgeResponseStatus":200}\n';

async function start(answerOf?: () => string) {
  const outside = `${folderWith({ "logs/a.ndjson": lines })}/logs`;
  const path = fileURLToPath(outside);
  const folder = folderWith({
    "weir.json": JSON.stringify({ samples: { http_requests: path } }),
    "a.lpfilter": filter,
  });
  const asked: unknown[] = [];
  const answers = {
    "weir/agreeToCommand": (params: object) => {
      asked.push(params);
      if (!answerOf) throw new Error("Not supported");
      return answerOf();
    },
  };
  const capabilities = { workspace: { codeLens: { refreshSupport: true } } };
  const client = await startClient({ folders: [folder], capabilities, answers });
  const uri = `${folder}/a.lpfilter`;
  await client.open(uri, filter, "lpfilter");
  const textDocument = { uri };
  const sample: LabSample = { kind: "workspace" };
  const lab = (id: string) =>
    client.request("weir/tryLab", { lab: id, textDocument, sample, columns: [] });
  const tried = () => client.request<TryAnswer>("weir/try", { textDocument });
  return { client, uri, lab, tried, asked, logs: path.replaceAll("\\", "/") };
}

const notRead = {
  refusal: expect.stringContaining("and you have not agreed to read it. Select another one"),
  noSample: true,
};

test("are read after the user agreed, who is asked once in each lab", async () => {
  let answer = "no";
  const { lab, tried, asked, logs } = await start(() => answer);
  expect(await Promise.all([lab("1"), lab("1")])).toContainEqual(notRead);
  expect(await lab("1")).toEqual(notRead);
  expect(asked).toEqual([{ logs }]);
  expect((await tried()).logs.errors?.[0]?.message).toContain("Agree in the lab");
  answer = "yes";
  expect(await lab("2")).toMatchObject({ result: { kept: 1 } });
  expect(await lab("1")).toMatchObject({ result: { kept: 1 } });
  expect((await tried()).results[0]?.kept).toBe(1);
  expect(asked).toEqual([{ logs }, { logs }]);
});

test("are not read in an editor that cannot ask", async () => {
  const { lab } = await start();
  expect(await lab("1")).toEqual(notRead);
});

test("are not read for a lens", async () => {
  const { client, uri, asked } = await start(() => "yes");
  const lenses = async () =>
    JSON.stringify(await client.request("textDocument/codeLens", { textDocument: { uri } }));
  await lenses();
  await client.until(() => client.asked.some((it) => it.method === "workspace/codeLens/refresh"));
  expect(await lenses()).toContain("Sample not read");
  expect(asked).toEqual([]);
});
