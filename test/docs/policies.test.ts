// Each policy of docs/policies.md is broken by the text below it, and not by its remedy.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { isRecord, jsonValue } from "../../server/src/text/record.ts";
import { Folder, weir } from "../support/programs/cli.ts";
import { type Block, blocksOf, root } from "./markdown.ts";

const blocks = blocksOf("docs/policies.md");
const example = readFileSync(join(root, "docs/examples/policies/weir.json"), "utf8");

/** The file that a text of the page is in, and its remedy. */
const remedies: Readonly<Record<string, readonly [path: string, wrong: string, right: string]>> = {
  ticket: ["a.cfrule", "Only the", "SEC-12: Only the"],
  ref: ["infra/main.tf", "action ", 'ref        = "git"\n    action '],
  "limits-for-all": ["a.cfrule", "http_ratelimit,", ""],
  "per-address": ["ruleset.json", '"cf.colo.id"', '"cf.colo.id", "ip.src"'],
  "no-addresses-abroad": ["us/a.lpjob", ', "ClientIP"', ""],
  filtered: [
    "a.lpjob",
    '"dataset"',
    '"filter": { "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 } }, "dataset"',
  ],
};

function policyIn({ text }: Block): Readonly<Record<string, unknown>> | undefined {
  const value = jsonValue(text);
  const isPolicy = isRecord(value) && "schema" in value;
  return isPolicy ? value : undefined;
}

const listed = blocks.flatMap((it, index) => {
  const policy = policyIn(it);
  const text = blocks[index + 1]?.text;
  return policy && text !== undefined ? [{ policy, text }] : [];
});
const [ticket] = JSON.parse(example).policies;
const first = blocks.find((it) => it.text.includes("Only the office") && it.info === "cfrule");
const all = [{ policy: ticket, text: first?.text ?? "" }, ...listed];

test("the page has six policies, and its first one is that of the example", () => {
  expect(all.map(({ policy }) => policy.name)).toEqual(Object.keys(remedies));
  const shown = blocks.find((it) => it.info === "json");
  expect(JSON.parse(shown?.text ?? "")).toEqual(JSON.parse(example));
});

test.each(all.map(({ policy, text }) => [String(policy.name), text] as const))(
  "%s",
  async (name, text) => {
    const [path, wrong, right] = remedies[name] ?? ["", "", ""];
    const policies = all.map(({ policy }) => policy);
    using folder = new Folder({ "weir.json": JSON.stringify({ policies }), [path]: `${text}\n` });
    const names = async () => {
      const { out } = await weir(folder, ["check", "--format", "json"]);
      const files: readonly { diagnostics: { policy?: string }[] }[] = JSON.parse(out).files;
      return files.flatMap((it) => it.diagnostics.flatMap(({ policy }) => policy ?? []));
    };
    expect(await names()).toContain(name);
    expect(text).toContain(wrong);
    folder.write(path, `${text.replace(wrong, right)}\n`);
    expect(await names()).not.toContain(name);
  },
);
