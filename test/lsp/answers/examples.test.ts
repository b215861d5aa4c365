import { afterEach, expect, test } from "vitest";
import { CancellationTokenSource } from "vscode-languageserver/node";
import type { ExamplesResult } from "../../../server/src/lsp/protocol.ts";
import { serveSentFiles } from "../../../server/src/lsp/web-server.ts";
import { folderWith, removeFolders } from "../../support/folders.ts";
import { startClient, stopClients } from "../../support/programs/lsp.ts";

afterEach(() => {
  stopClients();
  removeFolders();
});

const rule = `# @match GET https://shop.example.com/login
# @match GET https://shop.example.com/cart
http.request.uri.path eq "/login"
`;
const where = '{ "key": "EdgeResponseStatus", "operator": "geq", "value": 500 }';
const filter = `// @keep { "EdgeResponseStatus": 503 }
// @drop { "EdgeResponseStatus": 501 }
{ "where": ${where} }
`;
const terraform = `resource "cloudflare_ruleset" "custom" {
  phase = "http_request_firewall_custom"
  rules = [{
    action = "block"
    # @no-match GET https://shop.example.com/login
    expression = "http.request.uri.path eq \\"/login\\""
  }]
}
`;

async function start(files: Readonly<Record<string, string>>) {
  const folder = folderWith(files);
  const client = await startClient({ folders: [folder] });
  const ask = (name?: string) => {
    const textDocument = { uri: `${folder}/${name}` };
    return client.request<ExamplesResult>(
      "weir/examples",
      name === undefined ? {} : { textDocument },
    );
  };
  return { folder, client, ask };
}

const lineOf = (line: number, start: number, end: number) => ({
  start: { line, character: start },
  end: { line, character: end },
});

test("an example has its range, its result, and the part that decided", async () => {
  const { folder, ask } = await start({ "login.cfrule": rule });
  expect(await ask("login.cfrule")).toEqual({
    documents: [
      {
        uri: `${folder}/login.cfrule`,
        version: null,
        examples: [
          {
            range: lineOf(0, 2, 43),
            label: "@match GET https://shop.example.com/login",
            outcome: "passed",
            message: "",
            expected: "matched",
            actual: "matched",
            decidedBy: [],
          },
          {
            range: lineOf(1, 2, 42),
            label: "@match GET https://shop.example.com/cart",
            outcome: "failed",
            message: 'This request does not match: http.request.uri.path is "/cart".',
            expected: "matched",
            actual: "not matched",
            decidedBy: [
              {
                range: lineOf(2, 0, 33),
                text: 'http.request.uri.path eq "/login"',
                message: "This is false.",
              },
            ],
          },
        ],
      },
    ],
  });
});

test("the whole workspace: filters, jobs, rules and hosts; files without examples are omitted", async () => {
  const { folder, ask } = await start({
    "a.cfrule": rule,
    "b.lpfilter": filter,
    "c.lpjob": `{ "dataset": "http_requests",\n// @drop {}\n"filter": { "where": ${where} } }`,
    "d.tf": terraform,
    "e.cfrule": "ssl",
    "f.md": "```cfrule\n# @match GET https://a.example/\nssl\n```\n",
  });
  const { documents } = await ask();
  const found = documents.map(({ uri, examples }) => [
    uri.slice(folder.length + 1),
    ...examples.map((it) => it.outcome),
  ]);
  expect(found.sort()).toEqual([
    ["a.cfrule", "passed", "failed"],
    ["b.lpfilter", "passed", "failed"],
    ["c.lpjob", "passed"],
    ["d.tf", "failed"],
    ["f.md", "passed"],
  ]);
});

test("in a host, the deciding part is a part of the host", async () => {
  const { ask } = await start({ "main.tf": terraform });
  const [example] = (await ask("main.tf")).documents[0]?.examples ?? [];
  expect(example).toMatchObject({
    range: lineOf(4, 6, 50),
    message: 'This request matches: http.request.uri.path is "/login".',
    expected: "not matched",
    actual: "matched",
    decidedBy: [{ range: lineOf(5, 18, 53), message: "This is true." }],
  });
});

test("an example that cannot be run is errored, without an actual result", async () => {
  const { ask } = await start({
    "a.cfrule": "# @match GET https://a.example/\nhttp.host eq",
    "b.lpfilter": `// @keep { "Nope": 1 }\n{ "where": ${where} }`,
  });
  const { documents } = await ask();
  for (const { examples } of documents) {
    expect(examples[0]?.outcome).toBe("errored");
    expect(examples[0]?.message).not.toBe("");
    expect(examples[0]).not.toHaveProperty("actual");
  }
  expect(documents).toHaveLength(2);
});

test("an example that depends on an unknown field is undetermined", async () => {
  const { ask } = await start({
    "a.cfrule": "# @match GET https://a.example/\nip.src eq 192.0.2.1\n",
    "b.lpfilter": `// @keep {}\n{ "where": ${where} }`,
  });
  const results = (await ask()).documents.map(({ examples: [it] }) => [it?.outcome, it?.actual]);
  expect(results).toEqual([
    ["failed", "undetermined"],
    ["failed", "dropped"],
  ]);
});

test("control characters of an example are not sent to a terminal", async () => {
  const { ask } = await start({
    "a.cfrule":
      '# @match GET https://a.example/ http.user_agent="\u009b31m\u202e"\nssl and http.user_agent eq "x"\n',
    "b.cfrule": "# @match \u009b31m\nssl\n",
  });
  const rows = (await ask()).documents.flatMap((it) => it.examples);
  expect(rows.map((it) => it.outcome)).toEqual(["failed", "errored"]);
  expect(rows.map((it) => it.label + it.message).join("")).not.toMatch(/[\p{Cc}\u202e]/u);
});

test("an open document has the text of the editor", async () => {
  const { folder, client, ask } = await start({ "login.cfrule": rule });
  await client.open(`${folder}/login.cfrule`, rule.replace("/cart", "/login"), "cfrule");
  for (const { documents } of [await ask("login.cfrule"), await ask()]) {
    expect(documents).toMatchObject([{ version: 1 }]);
    expect(documents[0]?.examples.map((it) => it.outcome)).toEqual(["passed", "passed"]);
  }
});

test("a document that does not exist has no examples", async () => {
  const { ask } = await start({});
  expect(await ask("none.cfrule")).toEqual({ documents: [] });
});

test("lists of 'weir.json' are used", async () => {
  const { ask } = await start({
    "weir.json": '{ "lists": { "office": { "kind": "ip", "items": ["198.51.100.0/24"] } } }',
    "a.cfrule": "# @match GET https://a.example/ ip.src=198.51.100.9\nip.src in $office\n",
  });
  expect((await ask("a.cfrule")).documents[0]?.examples[0]?.outcome).toBe("passed");
});

test("a canceled request gets the matching error", async () => {
  const { client } = await start({ "a.cfrule": rule });
  const source = new CancellationTokenSource();
  const answer = client.request("weir/examples", {}, source.token);
  source.cancel();
  await expect(answer).rejects.toThrow("canceled");
});

test("in a browser, the files that the client sent are tested", async () => {
  const folder = "vscode-vfs://github/acme";
  const client = await startClient({ folders: [folder], serve: serveSentFiles });
  const uri = `${folder}/a.cfrule`;
  await client.notify("weir/files", { files: [{ uri, text: rule }], isAll: true });
  const { documents } = await client.request<ExamplesResult>("weir/examples", {});
  expect(documents).toMatchObject([
    { uri, examples: [{ outcome: "passed" }, { outcome: "failed" }] },
  ]);
});
