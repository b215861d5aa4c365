/** Pushing, comparing, pulling and checking texts that no service accepts does not crash. */
import { expect, test } from "vitest";
import { lpjob } from "../../../server/src/lpjob/language.ts";
import { analyze } from "../../support/check.ts";
import { isLong } from "../../support/long.ts";
import { Harness } from "../harness.ts";

const start =
  '{"name":"shop","dataset":"http_requests","destination_conf":"https://logs.example.com"';
const many = isLong ? 150_000 : 10_000;
const items = Array.from({ length: many }, (_, i) => `"F${i}"`).join(",");
const deep = (open: string, close: string, depth = 3000) =>
  open.repeat(depth) + close.repeat(depth);

const jobs: readonly (readonly [string, string])[] = [
  [
    "half a character",
    `${start.replace("logs.example.com", String.raw`a.example\ud800/x?header_Authorization=\udc00`)}}`,
  ],
  ["half a character in a name", `${start.replace("shop", String.raw`sh\udc00op`)}}`],
  [`an array of ${many} names`, `${start},"output_options":{"field_names":[${items}]}}`],
  [
    `a filter with ${many} values`,
    `${start},"filter":{"where":{"key":"ClientIP","operator":"in","value":[${items}]}}}`,
  ],
  ["objects in each other", `${start},"output_options":${deep('{"a":', "}").replace("}", "1}")}}`],
  ["arrays in each other", `${start},"output_options":{"field_names":${deep("[", "]")}}}`],
];

test.each(jobs)("%s", async (_, text) => {
  using h = new Harness({ files: { "shop.lpjob": `${start}}` } });
  expect((await h.push("shop.lpjob")).outcome).toBe("created");
  h.write("shop.lpjob", text);
  const results = [
    await h.compare("shop.lpjob"),
    await h.push("shop.lpjob", { dryRun: true }),
    await h.push("shop.lpjob"),
    ...(await h.pull("shop.lpjob")),
  ];
  for (const { message } of results) expect(message ?? "").not.toMatch(/bug in Weir/);
  const it = analyze(lpjob, text);
  it.diagnostics();
  it.tokens();
  it.symbols();
  it.pushed();
});
