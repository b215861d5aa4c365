import { describe, expect, test } from "vitest";
import { Folder, weir } from "../support/programs/cli.ts";

/** Where each command takes the input. */
const commands: Readonly<Record<string, (input: string) => readonly string[]>> = {
  check: (it) => ["check", it],
  test: (it) => ["test", it],
  "compare, first": (it) => ["compare", it, "good.cfrule"],
  "compare, second": (it) => ["compare", "good.cfrule", it],
  shrink: (it) => ["shrink", it],
  "try on logs": (it) => ["try", it, "--logs", "log.ndjson"],
  "try beside another file": (it) => ["try", "good.cfrule", it, "--logs", "log.ndjson"],
  "try on a request": (it) => ["try", it, "--request", "GET /"],
  "try, a log": (it) => ["try", "good.cfrule", "--logs", it],
  trace: (it) => ["trace", it, "--request", "GET https://example.com/"],
  "trace, a HAR file": (it) => ["trace", "good.cfrule", "--har", it],
  "trace, a log": (it) => ["trace", "good.cfrule", "--log", it],
  "review, before": (it) => ["review", it, "good.cfrule"],
  "review, after": (it) => ["review", "good.cfrule", it],
  "review, logs": (it) => ["review", "good.cfrule", "good.cfrule", "--logs", it],
  push: (it) => ["push", it, "--dry-run"],
  "push, a plan": (it) => ["push", "--plan", it],
  diff: (it) => ["diff", it],
};

const inputs: Readonly<Record<string, readonly [path: string, bytes?: Buffer]>> = {
  "a file that does not exist": ["gone.cfrule"],
  "a file below a file": ["good.cfrule/gone.cfrule"],
  "a pattern that matches nothing": ["gone*.cfrule"],
  "a file that is not UTF-8": ["bytes.cfrule", Buffer.from("ssl \xff", "latin1")],
};

/** Logs and plans are read as bytes. */
const takesBytes = ["try, a log", "review, logs"];

describe.each(Object.entries(commands))("%s", (name, argumentsFor) => {
  const cases = Object.entries(inputs).filter(
    ([, [, bytes]]) => bytes === undefined || !takesBytes.includes(name),
  );
  test.each(cases)("%s is exit status 2, with an error as JSON", async (_, [path, bytes]) => {
    using folder = new Folder({
      ...{ "good.cfrule": "# @action block\nssl\n", "log.ndjson": '{"EdgeResponseStatus":200}\n' },
      ...{ "weir.json": "{}", ...(bytes && { [path]: bytes }) },
    });
    const { status, out } = await weir(folder, [...argumentsFor(path), "--format", "json"]);
    expect([status, JSON.parse(out)], out).toEqual([2, expect.objectContaining({ version: 1 })]);
    expect(out).toMatch(/"(?:error|message)": ?"/);
  });
});
