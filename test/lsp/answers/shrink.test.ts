import { afterEach, expect, test } from "vitest";
import type { CodeAction } from "vscode-languageserver/node";
import { applyEdits } from "../../../server/src/text/edit.ts";
import { Lines } from "../../../server/src/text/lines.ts";
import { startClient, stopClients } from "../../support/programs/lsp.ts";

afterEach(stopClients);

const literals = { codeActionKind: { valueSet: ["quickfix"] } };
const capabilities = {
  textDocument: { diagnostic: {}, codeAction: { codeActionLiteralSupport: literals } },
};

/** The quick fixes at an offset whose title starts with "Shrink", and the text after the first. */
async function shrinks(name: string, text: string, offset: number) {
  const client = await startClient({ capabilities });
  const uri = `file:///nowhere/${name}`;
  await client.open(uri, text);
  const lines = new Lines(text);
  const position = lines.positionAt(offset);
  const found = await client.request<CodeAction[]>("textDocument/codeAction", {
    textDocument: { uri },
    range: { start: position, end: position },
    context: { diagnostics: [], only: ["quickfix"] },
  });
  const offered = found.filter((it) => it.title.startsWith("Shrink"));
  const copied = found.filter((it) => it.command?.command === "weir.copySql");
  const edits = Object.values(offered[0]?.edit?.changes ?? {}).flat();
  const after = applyEdits(
    text,
    edits.map(({ range, newText }) => ({
      start: lines.offsetAt(range.start),
      end: lines.offsetAt(range.end),
      newText,
    })),
  );
  return { offered, after, copied, uri };
}

const host = (value: string) => ({ key: "ClientRequestHost", operator: "eq", value });
const hosts = (count: number) => Array.from({ length: count }, (_, i) => host(`${i}.example.com`));

test("a filter over both limits has one quick fix for both", async () => {
  const text = JSON.stringify({ where: { or: hosts(40) } });
  const { offered, after } = await shrinks("a.lpfilter", text, text.indexOf("where"));
  expect(offered.map((it) => [it.title, it.diagnostics?.map(({ code }) => code)])).toEqual([
    [
      "Shrink to fit: 2,768 → 733 bytes, 40 → 1 operator",
      expect.arrayContaining(["filter-too-large", "too-many-operators"]),
    ],
  ]);
  expect(JSON.parse(after).where.value).toHaveLength(40);
});

test("the filter of a job too", async () => {
  const job = { name: "j", dataset: "http_requests", destination_conf: "s3://b?region=x" };
  const text = JSON.stringify({ ...job, filter: { where: { or: hosts(31) } } });
  const { offered, after } = await shrinks("a.lpjob", text, text.indexOf("where"));
  expect(offered).toHaveLength(1);
  expect(JSON.parse(after)).toMatchObject({ ...job, filter: { where: { operator: "in" } } });
});

test("a result that is still too large is reported as such", async () => {
  const text = JSON.stringify({ where: { or: hosts(80) } });
  const { offered, copied, uri } = await shrinks("a.lpfilter", text, text.indexOf("where"));
  expect(offered.map((it) => it.title)).toEqual([
    "Shrink: 5,528 → 1,413 bytes, 80 → 1 operator (still over the limit)",
  ]);
  expect(copied.map((it) => [it.title, it.command?.arguments])).toEqual([
    ["Copy as SQL of a transformer", [{ uri, dialect: "transformer" }]],
  ]);
});

test("without a shorter text there is no quick fix", async () => {
  const values = Array.from({ length: 300 }, (_, i) => 2 * i + 100);
  const where = { key: "EdgeResponseStatus", operator: "in", value: values };
  const text = JSON.stringify({ where });
  expect((await shrinks("a.lpfilter", text, text.indexOf("where"))).offered).toEqual([]);
});

test("the texts of a document are shortened on request, and the rest is kept", async () => {
  const client = await startClient({ capabilities });
  const shrunk = async (name: string, text: string) => {
    const uri = `file:///nowhere/${name}`;
    await client.open(uri, text);
    return client.request("weir/shrink", { textDocument: { uri } });
  };
  const rule = '# kept\nhttp.host eq "a" or http.host eq "b"\n';
  expect(await shrunk("a.cfrule", rule)).toEqual({
    texts: [
      {
        summary: "36 → 22 characters. Fits the limits.",
        fits: true,
        edits: [expect.anything()],
        text: '# kept\nhttp.host in {"a" "b"}\n',
      },
    ],
  });
  expect(await shrunk("b.cfrule", "ssl")).toEqual({
    texts: [{ summary: "3 characters. Fits the limits.", fits: true, edits: [], text: "ssl" }],
  });
  expect(await shrunk("c.cfrule", "ssl eq")).toEqual({ texts: [{ error: expect.any(String) }] });
  expect(await shrunk("a.tf", "locals {}")).toEqual({
    refusal: "This document has no filters or rules.",
  });
});
