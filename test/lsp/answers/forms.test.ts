import { afterEach, expect, test } from "vitest";
import type {
  FormAnswer,
  FormEditResponse,
  FormFields,
  ShownOperation,
} from "../../../server/src/lsp/protocol.ts";
import { applyEdits } from "../../../server/src/text/edit.ts";
import { Lines } from "../../../server/src/text/lines.ts";
import { startClient, stopClients } from "../../support/programs/lsp.ts";

afterEach(stopClients);

const text = `{
  "where": {
    "and": [
      { "key": "ClientRequestHost", "operator": "eq", "value": "a.example" },
      { "key": "BotScroe", "operator": "lt", "value": 30 }
    ]
  }
}
`;

async function opened(name: string, content: string) {
  const client = await startClient();
  const uri = `file:///nowhere/${name}`;
  await client.open(uri, content);
  const textDocument = { uri };
  const form = () => client.request<FormAnswer | null>("weir/form", { textDocument });
  const edit = (operation: ShownOperation, version: number) =>
    client.request<FormEditResponse>("weir/formEdit", {
      textDocument: { uri, version },
      operation,
    });
  return { client, uri, textDocument, form, edit };
}

function applied(before: string, response: FormEditResponse): string {
  if ("refusal" in response) return response.refusal;
  const lines = new Lines(before);
  const edits = response.edits.map(({ range, newText }) => ({
    start: lines.offsetAt(range.start),
    end: lines.offsetAt(range.end),
    newText,
  }));
  return applyEdits(before, edits);
}

test("the form of a filter has its problems on their rows", async () => {
  const { form } = await opened("a.lpfilter", text);
  const answer = await form();
  expect(answer).toMatchObject({
    version: 1,
    filters: [
      {
        dataset: "http_requests",
        problems: [],
        budget: { operators: [2, 30] },
        root: {
          kind: "group",
          problems: [],
          items: [
            { field: "ClientRequestHost", problems: [] },
            {
              field: "BotScroe",
              range: { start: { line: 4, character: 6 }, end: { line: 4, character: 58 } },
              problems: [
                {
                  code: "unknown-field",
                  severity: "error",
                  fix: { title: "Use 'BotScore'", diagnostic: 0 },
                },
              ],
            },
          ],
        },
      },
    ],
  });
});

test("an operation returns edits for its version", async () => {
  const { form, edit, client, uri } = await opened("a.lpfilter", text);
  const answer = await form();
  const operation = { kind: "delete", path: [1] } as const;
  expect(applied(text, await edit(operation, answer?.version ?? 0))).toBe(
    text.replace(/,\n.*BotScroe.*/, ""),
  );
  await client.change(uri, 2, { text: `${text}\n` });
  await expect(edit(operation, 1)).rejects.toThrow("The document has changed.");
  expect(await edit({ kind: "unwrap", path: [] }, 2)).toEqual({
    refusal: "A filter has one outermost group. Delete its other rows first.",
  });
});

test("a problem is fixed in place, also one that keeps the text from having rows", async () => {
  const misspelled = await opened("a.lpfilter", text);
  const fix = (diagnostic: number) => ({ kind: "fix", diagnostic }) as const;
  expect(applied(text, await misspelled.edit(fix(0), 1))).toBe(text.replace("Scroe", "Score"));
  expect(await misspelled.edit(fix(1), 1)).toEqual({ refusal: "No fix was found." });

  const unclosed = text.trimEnd().slice(0, -1);
  const { form, edit } = await opened("b.lpfilter", unclosed);
  const shown = (await form())?.filters[0]?.obstacle?.fix;
  expect(shown?.title).toBe("Add '}' at the end");
  expect(applied(unclosed, await edit(fix(shown?.diagnostic ?? -1), 1))).toBe(
    `${unclosed.trimEnd()}}\n`,
  );
});

test("an invalid operation is an error", async () => {
  const { edit } = await opened("a.lpfilter", text);
  await expect(edit({ kind: "delete" } as never, 1)).rejects.toThrow("Expected an operation");
  await expect(edit(null as never, 1)).rejects.toThrow("Expected an operation");
  expect(await edit({ kind: "burn", path: [] } as never, 1)).toEqual({
    refusal: "Unknown operation.",
  });
});

test("the fields of the dataset, with fitting operators and documented values", async () => {
  const { client, textDocument } = await opened("a.lpfilter", "// @dataset dns_logs\n");
  const found = await client.request<FormFields>("weir/formFields", { textDocument });
  expect(found.dataset).toBe("dns_logs");
  const http = await opened("b.lpfilter", "");
  const { fields, values, operators } = await http.client.request<FormFields>("weir/formFields", {
    textDocument: http.textDocument,
  });
  expect(fields[0]?.name).toBe("ClientRequestHost");
  expect(fields.find((it) => it.name === "WorkerSubrequest")).toMatchObject({
    operators: ["eq", "!eq"],
    input: "boolean",
  });
  const country = fields.find((it) => it.name === "ClientCountry");
  expect(values[country?.values ?? ""]).toContainEqual(["de", "Germany"]);
  expect(fields.some((it) => it.type === "object")).toBe(false);
  expect(operators.find((it) => it.name === "in")).toEqual({
    name: "in",
    reads: "is one of",
    isList: true,
    isPart: false,
  });
  expect(operators.filter((it) => it.isPart).map((it) => it.name.replace("!", ""))).toEqual([
    ...["startsWith", "startsWith", "endsWith", "endsWith", "contains", "contains"],
  ]);
});

test("a filter in Terraform is edited in place", async () => {
  const terraform = `resource "cloudflare_logpush_job" "a" {
  dataset = "http_requests"
  filter  = "{\\"where\\":{\\"key\\":\\"BotScore\\",\\"operator\\":\\"lt\\",\\"value\\":30}}"
}
`;
  const { form, edit } = await opened("main.tf", terraform);
  const answer = await form();
  const index = answer?.filters.findIndex((it) => it.root?.kind === "condition") ?? -1;
  expect(answer?.filters[index]?.root).toMatchObject({ field: "BotScore", values: ["30"] });
  expect(index).toBe(0);
  const changed = await edit({ kind: "change", path: [], values: ["40"] }, 1);
  expect(applied(terraform, changed)).toBe(terraform.replace("30", "40"));
});

test.each([
  ['// @keep {"BotScore":1}\n', ""],
  ['  // @drop {"BotScore":1}\n', ""],
  ['/* @keep {"BotScore":1} */\n', ""],
  ['/*\n * @drop {"BotScore":1}\n * more\n */\n', "/*\n * more\n */\n"],
  ['{} // @keep {"BotScore":1}\n', "{} \n"],
])("an example is shown and deleted with its comment: %j", async (comment, rest) => {
  const isAfter = comment.startsWith("{}");
  const filter = '{ "where": { "key": "BotScore", "operator": "lt", "value": 30 } }';
  const content = isAfter ? comment.replace("{}", filter) : `${comment}${filter}\n`;
  const { form, edit } = await opened("a.lpfilter", content);
  const answer = await form();
  const [shown] = answer?.filters[0]?.examples ?? [];
  expect(shown?.line).toBe('{"BotScore":1}');
  expect(shown?.message === "").toBe(shown?.isKept);
  const expected = isAfter ? rest.replace("{}", filter) : `${rest}${filter}\n`;
  expect(applied(content, await edit({ kind: "deleteExample", index: 0 }, 1))).toBe(expected);
});
