import { expect, test } from "vitest";
import { Asking } from "../../../server/src/lsp/commands/asking/asking.ts";
import { showResult } from "../../../server/src/lsp/commands/running/show-result.ts";

/** The link syntax that VS Code renders in messages. */
const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)(?: (["'])(.+?)(\3))?\)/i;

const texts = [
  "[x](command:weir.push)",
  "[x](COMMAND:weir.push?%5B%5D)",
  "a [[x](https://evil.example) b",
  '[Sign in](https://evil.example "title")',
  "[x](file:///etc/passwd)",
  "]](command:a)[](command:b)[y](command:c)",
];

const message = (sent: unknown) => (sent as { readonly message: string }).message;

test.each(texts)("%s is not rendered as a link in a message", (text) => {
  expect(text).toMatch(link);
  const results = [{ path: `${text}.cfrule`, message: text, text, outcome: "failed", ids: {} }];
  for (const answer of [{ refusal: text }, { results }, { text }]) {
    const sent: unknown[] = [];
    const connection = {
      sendNotification: async (_: unknown, params: unknown) => sent.push(params),
    };
    showResult(answer, connection as never);
    expect(sent.map(message)).toEqual([expect.not.stringMatching(link)]);
  }
});

test.each(texts)("%s is not rendered as a link in a prompt", async (text) => {
  const sent: unknown[] = [];
  const connection = { sendRequest: async (_: unknown, params: unknown) => void sent.push(params) };
  const asking = new Asking(connection as never, new AbortController().signal);
  await asking.message(text, ["Yes"]);
  expect(sent.map(message)).toEqual([expect.not.stringMatching(link)]);
});

test("text that resembles a link is unchanged", () => {
  const sent: unknown[] = [];
  const connection = { sendNotification: async (_: unknown, params: unknown) => sent.push(params) };
  const refusal = 'matches "[ab](c|d)"';
  showResult({ refusal }, connection as never);
  expect(sent.map(message)).toEqual([refusal]);
});
