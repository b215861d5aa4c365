import assert from "node:assert/strict";
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import type { TextDocumentContentChangeEvent } from "vscode-languageserver/node";
import { TextDocument } from "vscode-languageserver-textdocument";
import { readClient } from "../../../server/src/lsp/wire/client-capabilities.ts";
import { Places, readChange } from "../../../server/src/lsp/wire/convert.ts";
import { chooseEncoding, type Encoding, Units } from "../../../server/src/lsp/wire/encoding.ts";
import { times } from "../../support/long.ts";
import { startClient, stopClients } from "../../support/programs/lsp.ts";
import { toyLanguage } from "../../support/toy-language.ts";

afterEach(stopClients);

const seed = 20_261_115;

/** The length of a text in the units of a client, by the platform and not by our own tables. */
const countOf: Readonly<Record<Encoding, (text: string) => number>> = {
  "utf-16": (text) => text.length,
  "utf-8": (text) => Buffer.byteLength(text),
  "utf-32": (text) => [...text].length,
};

const encodings = Object.keys(countOf) as Encoding[];

const characters = fc.constantFrom(
  "a",
  '"',
  " ",
  "é",
  "€",
  "𝄞",
  "👩‍🚒",
  "\n",
  "\r\n",
  "\r",
  "\ud800",
);
/** Some are longer than the block that is counted at once. */
const texts = fc.oneof(
  fc.array(characters, { maxLength: 40 }).map((it) => it.join("")),
  fc.array(characters, { minLength: 200, maxLength: 500 }).map((it) => it.join("")),
);

function placesOf(text: string, encoding: Encoding): Places {
  const capabilities = { general: { positionEncodings: [encoding] } };
  const client = readClient({ processId: null, rootUri: null, capabilities });
  return new Places({ uri: "file:///a", version: 1 }, text, client);
}

/** The offsets between whole characters, which all encodings can express. */
function boundaries(text: string): number[] {
  const found = [0];
  for (const character of text) found.push((found.at(-1) ?? 0) + character.length);
  // No position is inside a line break.
  return found.filter((it) => !(text[it - 1] === "\r" && text[it] === "\n"));
}

describe("position encoding", () => {
  test.each([255, 256, 257, 511, 512, 513])("a line of %i units that is not ASCII", (length) => {
    const text = `é${"a".repeat(length - 1)}`;
    const units = new Units(text, "utf-8");
    for (const offset of [0, 1, 2, 255, 256, length - 1, length].filter((it) => it <= length)) {
      const before = Buffer.byteLength(text.slice(0, offset));
      expect(units.before(offset)).toBe(before);
      expect(units.offsetOf(before)).toBe(offset);
    }
    expect(units.offsetOf(length + 100)).toBe(length);
  });

  test("is UTF-16 whenever the client supports it", () => {
    expect(chooseEncoding(undefined)).toBe("utf-16");
    expect(chooseEncoding([])).toBe("utf-16");
    expect(chooseEncoding(["utf-8", "utf-16"])).toBe("utf-16");
    expect(chooseEncoding(["utf-32", "utf-8"])).toBe("utf-8");
    expect(chooseEncoding(["utf-32"])).toBe("utf-32");
    expect(chooseEncoding(["utf-7"])).toBe("utf-16");
  });

  test.each(encodings)("%s counts the characters before the position", (encoding) => {
    fc.assert(
      fc.property(texts, (text) => {
        const places = placesOf(text, encoding);
        for (const offset of boundaries(text)) {
          const position = places.position(offset);
          const before = text.slice(0, offset).split(/\r\n|\r|\n/);
          assert.deepEqual(position, {
            line: before.length - 1,
            character: countOf[encoding](before.at(-1) ?? ""),
          });
          assert.equal(places.offset(position), offset);
        }
      }),
      { seed, numRuns: times(2) },
    );
  });

  test.each(encodings)("%s counts changes in the same way", (encoding) => {
    const change = fc.tuple(fc.nat(), fc.nat(), fc.array(characters, { maxLength: 6 }));
    fc.assert(
      fc.property(texts, fc.array(change, { maxLength: 5 }), (text, changes) => {
        const document = TextDocument.create("file:///a", "toy", 1, text);
        let expected = text;
        for (const [one, other, inserted] of changes) {
          const places = placesOf(expected, encoding);
          const all = boundaries(expected);
          const [start = 0, end = 0] = [one, other]
            .map((it) => all[it % all.length] ?? 0)
            .sort((a, b) => a - b);
          const newText = inserted.join("");
          const sent: TextDocumentContentChangeEvent = {
            range: places.range({ start, end }),
            text: newText,
          };
          TextDocument.update(document, [readChange(sent, document, encoding)], 2);
          expected = expected.slice(0, start) + newText + expected.slice(end);
        }
        assert.equal(document.getText(), expected);
      }),
      { seed, numRuns: times(8) },
    );
  });

  test("positions outside the text are clamped", () => {
    for (const encoding of encodings) {
      const places = placesOf("é\n👍b\n", encoding);
      expect(places.offset({ line: 0, character: 99 })).toBe(1);
      expect(places.offset({ line: 9, character: 0 })).toBe(6);
      expect(places.offset({ line: -1, character: 3 })).toBe(0);
      const document = TextDocument.create("file:///a", "toy", 1, "é\nb");
      const range = { start: { line: 7, character: 3 }, end: { line: 9, character: 0 } };
      TextDocument.update(document, [readChange({ range, text: "\nc" }, document, encoding)], 2);
      TextDocument.update(
        document,
        [
          readChange(
            {
              range: { start: { line: 2, character: 1 }, end: { line: 2, character: 1 } },
              text: "d",
            },
            document,
            encoding,
          ),
        ],
        3,
      );
      expect(document.getText()).toBe("é\nb\ncd");
    }
  });
});

test("a session in UTF-8", async () => {
  const uri = "file:///nowhere/a.toy";
  const client = await startClient({
    languages: [toyLanguage()],
    capabilities: { general: { positionEncodings: ["utf-8", "utf-32"] } },
  });
  expect(client.initialized?.capabilities.positionEncoding).toBe("utf-8");
  await client.open(uri, "grüße 👍 bad");
  const first = await client.until(() => client.published[0]);
  const range = { start: { line: 0, character: 13 }, end: { line: 0, character: 16 } };
  expect(first.diagnostics).toMatchObject([{ code: "bad-word", range }]);
  await client.change(
    uri,
    2,
    { range: { start: range.start, end: range.start }, text: "€ " },
    { range: { start: { line: 0, character: 8 }, end: { line: 0, character: 12 } }, text: "" },
  );
  const hover = { textDocument: { uri }, position: { line: 0, character: 14 } };
  expect(await client.request("textDocument/hover", hover)).toMatchObject({
    contents: { value: expect.stringMatching(/^bad/) },
    range: { start: { line: 0, character: 13 }, end: { line: 0, character: 16 } },
  });
  const tokens = { textDocument: { uri } };
  expect(await client.request("textDocument/semanticTokens/full", tokens)).toMatchObject({
    data: [0, 0, 7, 1, 0, 0, 9, 3, 1, 0, 0, 4, 3, 1, 0],
  });
});
