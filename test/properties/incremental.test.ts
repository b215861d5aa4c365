import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { languages } from "../../server/src/languages.ts";
import { Lines } from "../../server/src/text/lines.ts";
import { samplesOf } from "../fuzz/samples.ts";
import { times } from "../support/long.ts";
import { startClient, stopClients, type TestClient } from "../support/programs/lsp.ts";
import { applyChange, type Change, changes } from "./changed-texts.ts";

/** The diagnostics of a text do not depend on the edits that led to it. */

const runs = { seed: 20_261_115, numRuns: times(4) };
let client: TestClient;
let opened = 0;

beforeAll(async () => {
  client = await startClient({ capabilities: { textDocument: { diagnostic: {} } } });
});
afterAll(stopClients);

/** An edit as an editor sends it. It is moved out of characters and line breaks, in which editors have no positions. */
function asEdit(text: string, change: Change): { edit: object; after: string } {
  const start = outside(text, change.at % (text.length + 1));
  const end = outside(text, Math.min(text.length, start + change.length));
  const after = applyChange(text, { at: start, length: end - start, text: change.text });
  const lines = new Lines(text);
  const range = { start: lines.positionAt(start), end: lines.positionAt(end) };
  return { edit: { range, text: change.text }, after };
}

function outside(text: string, offset: number): number {
  const splits = /[\ud800-\udbff][\udc00-\udfff]|\r\n/.test(text.slice(offset - 1, offset + 1));
  return offset > 0 && splits ? offset + 1 : offset;
}

async function saidOf(uri: string): Promise<unknown> {
  const textDocument = { uri };
  const ask = (what: string) => client.request<object>(`textDocument/${what}`, { textDocument });
  const { items } = (await ask("diagnostic")) as { items: unknown };
  const { data } = (await ask("semanticTokens/full")) as { data: unknown };
  const said = { items, data, symbols: await ask("documentSymbol") };
  return JSON.parse(JSON.stringify(said).replaceAll(uri, "it"));
}

/** Opens a document and edits it, with one message per list, and another document with the expected result. */
async function check(languageId: string, start: string, messages: Change[][]): Promise<void> {
  const [edited, fresh] = [`untitled:edited-${++opened}`, `untitled:fresh-${opened}`];
  await client.open(edited, start, languageId);
  let text = start;
  for (const [index, list] of messages.entries()) {
    const edits = list.map((change) => {
      const { edit, after } = asEdit(text, change);
      text = after;
      return edit;
    });
    // Send some requests in between, so that stale caches would be detected.
    if (index % 2 === 0) void saidOf(edited).catch(() => {});
    await client.notify("textDocument/didChange", {
      textDocument: { uri: edited, version: index + 2 },
      contentChanges: edits,
    });
  }
  await client.open(fresh, text, languageId);
  expect(await saidOf(edited), JSON.stringify(text)).toEqual(await saidOf(fresh));
  await client.close(edited);
  await client.close(fresh);
}

describe.each(languages.map((it) => [it.id, it] as const))("%s", (id, language) => {
  const texts = samplesOf(language).filter((it) => it.length < 2000);
  const change = changes(texts);
  const messages = fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { maxLength: 5 });

  test("incremental edits give the same result as opening the final text", () =>
    fc.assert(
      fc.asyncProperty(fc.constantFrom(...texts), messages, (text, list) => check(id, text, list)),
      runs,
    ));

  test("also with other line breaks and surrogate pairs", () =>
    fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...texts),
        fc.constantFrom("\r\n", "\r", "\n😀", "\r\n\r"),
        messages,
        (text, lineBreak, list) => check(id, text.replaceAll("\n", lineBreak), list),
      ),
      runs,
    ));
});
