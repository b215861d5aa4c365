import { expect, test } from "vitest";
import { FileIndex } from "../../../server/src/lsp/files/file-index.ts";
import { SentFiles } from "../../../server/src/lsp/files/sent-files.ts";
import { keyOf } from "../../../server/src/lsp/files/uris.ts";

const folder = "file:///w%20x";
const [job, filter] = [`${folder}/j.lpjob`, `${folder}/a.lpfilter`];
const jobText = '{ "dataset": "dns_logs", "filter": "a.lpfilter" }';

/** An indexed folder with one filter, some open documents, and the filters that were reported as changed. */
async function walked(open: Readonly<Record<string, string>>) {
  const host = new SentFiles();
  host.take({ files: [{ uri: filter, text: "{}" }], isAll: true });
  const texts = new Map(Object.entries(open).map(([uri, text]) => [keyOf(uri), text]));
  const told: string[] = [];
  const index = new FileIndex({
    host,
    openText: (key) => texts.get(key),
    read: (uri) => texts.get(keyOf(uri)) ?? host.textAt(uri),
    rulesChanged: () => {},
    filterChanged: () => {},
    changed: (filters) => told.push(...filters),
  });
  index.prepare(folder);
  for (const uri of Object.keys(open)) index.edited(uri);
  await index.known();
  told.length = 0;
  const datasets = () => index.below(folder)?.datasetsOf(keyOf(filter), undefined);
  return { host, index, texts, told, datasets };
}

test("an open, unsaved job survives another scan until it is closed", async () => {
  const { index, texts, told, datasets } = await walked({ [job]: jobText });
  expect(datasets()).toEqual(["dns_logs"]);
  index.walkAgain(filter);
  await index.known();
  expect([datasets(), told]).toEqual([["dns_logs"], []]);
  texts.clear();
  index.edited(job);
  expect([datasets(), told]).toEqual([[], [keyOf(filter)]]);
});

test("a job deleted on disk is kept while it is open", async () => {
  const { host, index, texts, datasets } = await walked({});
  host.take({ files: [{ uri: job, text: jobText }] });
  index.walkAgain(filter);
  await index.known();
  texts.set(keyOf(job), jobText);
  host.take({ files: [{ uri: job, text: null }] });
  index.walkAgain(filter);
  await index.known();
  expect(datasets()).toEqual(["dns_logs"]);
});

test("an open filter that is deleted and written again is found again", async () => {
  const { host, index } = await walked({ [filter]: "{}" });
  const isThere = () => index.below(folder)?.hasFilter(keyOf(filter));
  host.take({ files: [{ uri: filter, text: null }] });
  index.fileChanged(filter, true);
  expect(isThere()).toBe(false);
  host.take({ files: [{ uri: filter, text: "{}" }] });
  index.fileChanged(filter, false);
  await index.known();
  expect(isThere()).toBe(true);
});
