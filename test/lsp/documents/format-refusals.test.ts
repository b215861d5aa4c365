import { afterEach, expect, test } from "vitest";
import { startClient, stopClients, type TestClient } from "../../support/programs/lsp.ts";

afterEach(() => stopClients());

const options = { tabSize: 2, insertSpaces: true };
const range = { start: { line: 0, character: 0 }, end: { line: 9, character: 0 } };

function format(client: TestClient, uri: string): Promise<unknown> {
  return client.request("textDocument/formatting", { textDocument: { uri }, options });
}

/** The messages so far. They arrive in order, so all that were sent before a response are here. */
function shown(client: TestClient): { readonly type: number; readonly message: string }[] {
  return client.told.flatMap(({ method, params }) =>
    method === "window/showMessage" ? [params as { type: number; message: string }] : [],
  );
}

test.each([
  ["lpfilter", '{\n  "where": { "key": "ClientIP" "operator": "eq" }\n}', 2],
  ["lpjob", '{\n  "name": "a",\n  "dataset" "http_requests"\n}', 3],
  ["cfrule", "# @action block\nssl and\n(ssl", 3],
  // The unknown field does not affect formatting.
  ["cfrule", '# @action block\nhttp.hosst eq "a" and\n(ssl', 3],
])("a .%s that cannot be formatted is reported with the line", async (language, text, line) => {
  const uri = `file:///nowhere/a.${language}`;
  const client = await startClient();
  await client.open(uri, text, language);
  expect(await format(client, uri)).toBeNull();
  const start = `Cannot format: there is a syntax error in line ${line}. `;
  expect(shown(client)).toEqual([{ type: 3, message: expect.stringContaining(start) }]);
});

test("once for each text, so that saving does not repeat it", async () => {
  const [one, two] = ["file:///nowhere/a.cfrule", "file:///nowhere/b.cfrule"];
  const client = await startClient();
  for (const uri of [one, two]) await client.open(uri, "(ssl", "cfrule");
  for (const uri of [one, two, one, two]) await format(client, uri);
  expect(shown(client)).toHaveLength(2);
  await client.change(one, 2, { text: "((ssl" });
  await format(client, one);
  expect(shown(client)).toHaveLength(3);
});

test("no message for a range, while typing, or for a blank or valid text", async () => {
  const uri = "file:///nowhere/a.lpfilter";
  const client = await startClient();
  await client.open(uri, '{ "where": ', "lpfilter");
  const asked = { textDocument: { uri }, options };
  await client.request("textDocument/rangeFormatting", { ...asked, range });
  const typed = { ...asked, position: range.start, ch: "}" };
  await client.request("textDocument/onTypeFormatting", typed);
  for (const [index, text] of [" \n", '{ "where": {} }'].entries()) {
    await client.change(uri, index + 2, { text });
    await format(client, uri);
  }
  expect(shown(client)).toEqual([]);
});
