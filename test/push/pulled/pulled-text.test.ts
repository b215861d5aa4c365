import assert from "node:assert/strict";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { minify } from "../../../server/src/json/format/minify.ts";
import { parseJson } from "../../../server/src/json/syntax/parse.ts";
import { remoteText } from "../../../server/src/push/pulled/remote-text.ts";
import {
  changedFilterText,
  changedJobText,
  ruleText,
} from "../../../server/src/push/pulled/text.ts";
import { times } from "../../support/long.ts";
import { job, secret } from "../faults/sequences.ts";
import { Harness } from "../harness.ts";

const host = (value: string) => ({ key: "ClientRequestHost", operator: "eq", value });
const line = (value: string) =>
  `{ "key": "ClientRequestHost", "operator": "eq", "value": "${value}" }`;

const commented = `// @dataset http_requests
{
  // The shop alone
  "where": {
    "and": [
      ${line("a.example")}, // ours
      // Since May
      ${line("b.example")}, /* theirs */
      ${line("c.example")} // the last
    ]
  }
}
`;

describe("a filter file keeps its comments when the service has another filter", () => {
  const changed = (text: string, filter: object) =>
    changedFilterText("a.lpfilter", text, JSON.stringify(filter));
  const [a, b, c] = ["a.example", "b.example", "c.example"].map(host);

  test.each<[what: string, filter: object, expected: string]>([
    [
      "another value",
      { where: { and: [a, host("z.example"), c] } },
      commented.replace("b.example", "z.example"),
    ],
    [
      "another operator around them",
      { where: { or: [a, b, c] } },
      commented.replace('"and"', '"or"'),
    ],
    [
      "one less at the start",
      { where: { and: [b, c] } },
      commented.replace(/ {6}.*ours\n.*May\n/, ""),
    ],
    ["one less in between", { where: { and: [a, c] } }, commented.replace(/ {6}.*theirs.*\n/, "")],
    [
      "one more in between",
      { where: { and: [a, host("z.example"), b, c] } },
      commented.replace("// ours\n", `// ours\n      ${line("z.example")},\n`),
    ],
    [
      "one more at the end",
      { where: { and: [a, b, c, host("z.example")] } },
      commented
        .replace(`${line("c.example")} `, `${line("c.example")}, `)
        .replace("// the last\n", `// the last\n      ${line("z.example")}\n`),
    ],
  ])("%s", (_, filter, expected) => {
    const text = changed(commented, filter);
    expect(text).toBe(expected);
    expect(text.replaceAll(/\/\/.*/g, "").length).toBeLessThan(text.length);
  });

  test.each<[what: string, filter: object]>([
    ["one less at the end", { where: { and: [a, b] } }],
    ["two less at the end", { where: { and: [a] } }],
    ["none left", { where: { and: [] } }],
    ["others in another order", { where: { and: [c, b, a] } }],
    ["all others", { where: { and: [host("x.example"), host("y.example")] } }],
    ["another shape", { where: host("x.example") }],
    ["more beside them", { where: { and: [a, { or: [b, c] }] }, more: 1 }],
    ["a name twice", { where: { and: [a] }, "where ": { and: [b] } }],
  ])("%s equals the service, whatever happens to the comments", (_, filter) => {
    for (const text of [commented, commented.replaceAll(/\s*\n\s*/g, "\n"), trailing(commented)]) {
      const result = changed(text, filter);
      const { root, errors } = parseJson(result);
      expect(errors).toEqual([]);
      expect(root && minify(root, result)).toBe(JSON.stringify(filter));
      expect(result).toContain("// @dataset http_requests");
    }
  });

  test("custom formatting is kept, except for new parts", () => {
    const own = `{"where":\n   { "and":[ ${line("a.example")} // ours\n ]}}\n`;
    expect(changed(own, { where: { and: [host("z.example")] } })).toBe(
      own.replace("a.example", "z.example"),
    );
  });
});

function trailing(text: string): string {
  return text.replace(" // the last", ", // the last");
}

test("a job file keeps comments inside changed values", () => {
  const text = `{
  "name": "shop", // ours
  "output_options": {
    "field_names": ["RayID"], // enough
    "sample_rate": 1 // all of them
  }
}
`;
  const fields = { name: "shop", output_options: { field_names: ["RayID"], sample_rate: 0.5 } };
  expect(changedJobText("a.lpjob", text, ["output_options"], fields)).toBe(
    text.replace("1", "0.5"),
  );
});

describe("a rule file keeps its comments when the service has another expression", () => {
  const text = `# @action block
# Why: they asked.
http.request.uri.path in {"/login" "/admin"} # both
and not ip.src in {192.0.2.0/24} # the office
and ssl # as ever
`;
  const head = new Map([["action", "block"]]);

  test.each<[expression: string, expected: string]>([
    [
      'http.request.uri.path in {"/login" "/wp"} and not ip.src in {192.0.2.0/24} and ssl',
      text.replace("/admin", "/wp"),
    ],
    [
      'http.request.uri.path in {"/login" "/admin"} and not ip.src in {192.0.2.0/24 198.51.100.7} and ssl',
      text.replace("0/24", "0/24 198.51.100.7"),
    ],
    ['http.request.uri.path in {"/login" "/admin"} and ssl', text.replace(/and not.*\n/, "")],
    [
      'http.request.uri.path in {"/login" "/admin"} and not ip.src in {192.0.2.0/24} and ssl and cf.client.bot',
      text.replace("and ssl", "and ssl\nand cf.client.bot"),
    ],
    ["cf.client.bot", "# @action block\n# Why: they asked.\ncf.client.bot\n"],
  ])("%s", (expression, expected) => {
    expect(ruleText("a.cfrule", text, head, expression)).toBe(expected);
  });
});

test("after a pull the file equals the service, for any two expressions", () => {
  const plain = fc.letrec((tie) => ({
    value: fc.oneof(
      { maxDepth: 3 },
      fc.constantFrom<unknown>("a", "b", 1, true, null),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(fc.constantFrom("a", "b", "c", "d"), tie("value"), { maxKeys: 4 }),
    ),
  })).value;
  const value = fc.dictionary(fc.constantFrom("x", "y", "where"), plain, { maxKeys: 3 });
  const layout = fc.constantFrom(0, 1, 2);
  fc.assert(
    fc.property(value, value, layout, fc.boolean(), (before, after, indent, isCommented) => {
      const written = JSON.stringify(before, null, indent);
      const text = isCommented ? written.replaceAll(/,\n|[[{]\n/g, "$& // so it is\n") : written;
      const result = changedFilterText("a.lpfilter", text, JSON.stringify(after));
      const { root, errors } = parseJson(result);
      assert.deepEqual(errors, []);
      assert.equal(root && minify(root, result), JSON.stringify(after));
    }),
    { seed: 11, numRuns: times(15) },
  );
});

describe("a diff shows what a push would change, and ignores comments", () => {
  test("of a filter", async () => {
    const files = { "shop.lpjob": job(), "shop.lpfilter": commented };
    using h = new Harness({ files, env: { LOGS_KEY: secret } });
    await h.push("shop.lpjob");
    h.write("shop.lpfilter", commented.replace("b.example", "z.example"));
    expect(await remoteText("shop.lpfilter", h.session())).toBe(commented);
    h.write("shop.lpfilter", commented.replace("Since May", "Since June"));
    expect(await remoteText("shop.lpfilter", h.session())).toContain("Since June");
  });

  test("of a rule", async () => {
    const text = '# @action block\nssl # always\nand http.host eq "a" # ours\n';
    using h = new Harness({ files: { "a.cfrule": text } });
    await h.push("a.cfrule");
    h.write("a.cfrule", text.replace('"a"', '"b"'));
    expect(await remoteText("a.cfrule", h.session())).toBe(text);
  });

  test("of a job with its filter inside", async () => {
    const text = `{
  "name": "shop", // ours
  "destination_conf": "gs://logs/shop",
  "filter": ${commented.replace(/^.*\n/, "").trim().replaceAll("\n", "\n  ")}
}
`;
    using h = new Harness({ files: { "shop.lpjob": text } });
    await h.push("shop.lpjob");
    h.write("shop.lpjob", text.replace("b.example", "z.example"));
    expect(await remoteText("shop.lpjob", h.session())).toBe(text);
  });
});
