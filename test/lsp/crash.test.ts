import { afterEach, describe, expect, test, vi } from "vitest";
import { cfrule } from "../../server/src/cfrule/language.ts";
import { lpfilter } from "../../server/src/lpfilter/language.ts";
import { lpjob } from "../../server/src/lpjob/language.ts";
import { analyze } from "../support/check.ts";
import { Folder, weir } from "../support/programs/cli.ts";
import { startClient, stopClients } from "../support/programs/lsp.ts";

afterEach(() => {
  stopClients();
  vi.restoreAllMocks();
});

function breakCheck({ checks }: Pick<typeof cfrule, "checks">): void {
  const check = checks.find((it) => it.code === "unknown-field");
  vi.spyOn(check as unknown as { run: () => void }, "run").mockImplementation(() => {
    throw new Error("This check is broken.");
  });
}

const rule = 'http.hots eq "a" or http.hots eq "b" or ip.src in {}';
const filter =
  '{ "where": { "and": [{ "key": "Nope", "operator": "equals", "value": 1 }, { "key": "Nope", "operator": "eq", "value": "" }] } }';
const job = '{ "output_options": { "field_names": ["Nope", "ClientIP", "ClientIP"] } }';

describe("a failing check is logged once for each text, and the others run", () => {
  test.each([
    [cfrule, rule, "empty-set"],
    [lpfilter, filter, "unknown-operator"],
    [lpjob, job, "duplicate-field"],
  ])("$0.id", async (language, text, other) => {
    breakCheck(language);
    const client = await startClient();
    const uri = "untitled:Untitled-1";
    await client.open(uri, text, language.id);
    const { diagnostics } = await client.until(() => client.published[0]);
    const codes = diagnostics.map((it) => it.code);
    expect(codes).toContain(other);
    expect(codes).not.toContain("unknown-field");
    const told = client.logged.filter((it) => it.includes("failed"));
    expect(told).toHaveLength(1);
    expect(told[0]).toContain(`The check 'unknown-field' failed on ${uri}: Error: This check`);
    await client.change(uri, 2, { text: `${text} ` });
    await client.until(() => client.published[1]);
    expect(client.logged.filter((it) => it.includes("failed"))).toHaveLength(2);
  });
});

test("the command line reports it too, shows the other diagnostics, and fails", async () => {
  breakCheck(cfrule);
  using folder = new Folder({ "a.cfrule": `${rule}\n`, "b.cfrule": "ssl\n" });
  const { status, out, err } = await weir(folder, ["check"]);
  expect(status).toBe(2);
  expect(out).toContain("empty-set");
  expect(err).toBe(
    "a.cfrule: The check 'unknown-field' failed, which is a bug in Weir. Error: This check is broken.\n",
  );
});

test("without a log the error is thrown, because a push needs a complete check", () => {
  breakCheck(cfrule);
  expect(() => analyze(cfrule, rule).diagnostics()).toThrow("This check is broken.");
});
