import { join, resolve } from "node:path";
import { ensureOracle } from "../../scripts/install/oracles.mjs";
import { filterOfSize, filterSchema } from "./corpus.ts";
import { ServerProcess } from "./lsp-client.ts";
import { besideRow, compare, megabytes, pairOf, type Row, timeOf, withinRow } from "./measure.ts";

const text = filterOfSize(30_000);
const bare = text.slice(text.indexOf("{"));

/** The server as editors use it, over stdio, compared with the JSON server that people would use instead. */
export async function stdioRows(): Promise<Row[]> {
  const json = await jsonServer();
  const rows = await requestRows(json);
  rows.push(await coldRow(json));
  rows.push(await memoryRow(json));
  return rows;
}

type Start = () => ServerProcess;

async function requestRows(json: Start): Promise<Row[]> {
  const ours = weir();
  const other = json();
  try {
    for (const server of [ours, other]) {
      await server.initialize();
      await server.open("doc", bare);
      await server.pull("doc");
    }
    const options = { runs: 150, warmUp: 60 };
    const pulls = await compare(typing(ours), typing(other), options);
    // Inside the first field name, where both offer completions.
    const place = { line: 5, character: 24 };
    const complete = await compare(
      asking(ours, "textDocument/completion", place),
      asking(other, "textDocument/completion", place),
      options,
    );
    const hover = await compare(
      asking(ours, "textDocument/hover", place),
      asking(other, "textDocument/hover", place),
      options,
    );
    return [
      withinRow("pull diagnostics after a change, 30 kB, p95", pulls, 0.5, "p95"),
      withinRow("completion over stdio, 30 kB, p95", complete, 0.5, "p95"),
      withinRow("hover over stdio, 30 kB, p95", hover, 0.5, "p95"),
    ];
  } finally {
    await Promise.all([ours.stop(), other.stop()]);
  }
}

/** Adds a space in one run and removes it in the next, then requests the diagnostics. */
function typing(server: ServerProcess): () => Promise<unknown> {
  let version = 1;
  const place = { line: 4, character: 0 };
  return async () => {
    version++;
    await server.change("doc", version, place, version % 2 === 0 ? " " : "");
    return server.pull("doc");
  };
}

function asking(
  server: ServerProcess,
  request: string,
  place: { line: number; character: number },
): () => Promise<unknown> {
  return () => server.at(request, "doc", place);
}

async function coldRow(json: Start): Promise<Row> {
  const ours: number[] = [];
  const other: number[] = [];
  for (let i = 0; i < 30; i++) {
    ours.push(await coldStart(weir));
    other.push(await coldStart(json));
  }
  return withinRow("cold start to first diagnostics", pairOf(ours, other), 0.5);
}

async function coldStart(start: Start): Promise<number> {
  let server: ServerProcess | undefined;
  const time = await timeOf(async () => {
    server = start();
    await server.initialize();
    await server.open("doc", bare);
    await server.pull("doc");
  });
  await server?.stop();
  return time;
}

async function memoryRow(json: Start): Promise<Row> {
  const [ours, other] = [await memoryOf(weir()), await memoryOf(json())];
  return besideRow("memory with 1,000 open documents of 1 kB", { ours, other }, 1, megabytes);
}

async function memoryOf(server: ServerProcess): Promise<number> {
  await server.initialize();
  for (let i = 0; i < 1000; i++) {
    await server.open(`doc${i}`, filterOfSize(1_000 + (i % 100)).slice(text.indexOf("{")));
    await server.pull(`doc${i}`);
  }
  const bytes = server.residentBytes();
  await server.stop();
  return bytes;
}

function weir(): ServerProcess {
  return new ServerProcess(
    [process.execPath, resolve("dist/server.cjs"), "--stdio"],
    "lpfilter",
    ".lpfilter",
    { weir: {} },
  );
}

async function jsonServer(): Promise<Start> {
  const server = join(
    await ensureOracle("json-server"),
    "node_modules/vscode-langservers-extracted/bin/vscode-json-language-server",
  );
  const schemas = [{ uri: "weir://filter", fileMatch: ["*.json"], schema: filterSchema() }];
  const settings = { json: { schemas, validate: { enable: true } } };
  return () => new ServerProcess([process.execPath, server, "--stdio"], "json", ".json", settings);
}
