import { expect, test } from "vitest";
import { readClient } from "../../../server/src/lsp/wire/client-capabilities.ts";
import { Places } from "../../../server/src/lsp/wire/convert.ts";
import { toLinks } from "../../../server/src/lsp/wire/results.ts";

const client = readClient({ processId: null, rootUri: null, capabilities: {} });

test.each([
  ["an address", "https://x.example", "file:///w/jobs/a.lpjob", ["https://x.example"]],
  ["a path", "./../a%20b.lpfilter", "file:///w/jobs/a.lpjob", ["file:///w/a%20b.lpfilter"]],
  ["a path on Windows", "./b.lpfilter", "file:///c%3A/w/a.lpjob", ["file:///c%3A/w/b.lpfilter"]],
  ["a path in a file never saved", "./b.lpfilter", "untitled:Untitled-1", []],
])("resolves %s", (_, target, uri, expected) => {
  const places = new Places({ uri, version: 1 }, "text", client);
  const found = toLinks([{ start: 0, end: 4, target, tooltip: "" }], places);
  expect(found.map((it) => it.target)).toEqual(expected);
});
