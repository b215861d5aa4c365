import { expect, test } from "vitest";
import { Folder, weir } from "../../support/programs/cli.ts";

const filter = '{ "where": { "key": "EdgeResponseStatus", "operator": "geq", "value": 500 } }';
const line = (status: number) => `{"EdgeResponseStatus":${status}}\n`;
const half = line(200) + line(500);

test.each([
  ["no lines", "", "cannot be judged by '--max-share', because there are no lines."],
  ["blank lines", "\n \n", "cannot be judged by '--max-share', because there are no lines."],
  [
    "unreadable lines",
    "{\n[]\n",
    "cannot be judged by '--max-share', because no line can be read.",
  ],
  [
    "lines without the field",
    '{"a":1}\n{"a":2}\n',
    "keeps 0–100% of the lines, possibly more than the 90.0% of '--max-share' (2 lines undetermined).",
  ],
  [
    "too many unreadable lines",
    `${half}{\n`.replace("500", "300") + "{\n".repeat(20),
    "keeps 0–91.3% of the lines, possibly more than the 90.0% of '--max-share' (21 lines unreadable).",
  ],
  [
    "too many lines",
    line(500).repeat(10),
    "keeps 100% of the lines, more than the 90.0% of '--max-share'.",
  ],
])("--max-share fails on %s", async (_, logs, message) => {
  using folder = new Folder({ "a.lpfilter": filter, "a.ndjson": logs });
  const args = ["try", "a.lpfilter", "--logs", "a.ndjson"];
  const { status, err } = await weir(folder, [...args, "--max-share", "90%"]);
  expect([status, err.trim().split("\n").at(-1)]).toEqual([1, `weir: a.lpfilter ${message}`]);
  expect((await weir(folder, args)).status).toBe(0);
});

test.each([
  ["{\n", "50%", "keeps 33.3–66.7% of the lines, possibly less than"],
  ["", "60%", "keeps 50.0% of the lines, less than"],
])("--min-share uses the lower bound", async (more, limit, message) => {
  using folder = new Folder({ "a.lpfilter": filter, "a.ndjson": half + more });
  const args = ["try", "a.lpfilter", "--logs", "a.ndjson", "--min-share", limit];
  const { status, err } = await weir(folder, args);
  expect([status, err]).toEqual([1, expect.stringContaining(message)]);
});

test("a limit that holds whatever the unknown lines are is met", async () => {
  using folder = new Folder({ "a.lpfilter": filter, "a.ndjson": `${half.repeat(9)}{\n[\n` });
  const args = ["try", "a.lpfilter", "--logs", "a.ndjson"];
  const { status } = await weir(folder, [...args, "--max-share", "55%", "--min-share", "45%"]);
  expect(status).toBe(0);
  expect((await weir(folder, [...args, "--max-share", "54%"])).status).toBe(1);
  expect((await weir(folder, [...args, "--min-share", "46%"])).status).toBe(1);
});

test("an empty time range is no evidence", async () => {
  const logs = '{"EdgeResponseStatus":200,"EdgeStartTimestamp":"2025-11-12T13:00:00Z"}\n';
  using folder = new Folder({ "a.lpfilter": filter, "a.ndjson": logs });
  const args = ["try", "a.lpfilter", "--logs", "a.ndjson", "--since", "2025-11-13"];
  const { status, err, out } = await weir(folder, [...args, "--max-share", "5%"]);
  expect([status, err]).toEqual([1, expect.stringContaining("there are no lines")]);
  expect(out).toContain("  unknown: there are no lines to try it on\n");
});

test("the headline is a range if lines are undetermined, and of the readable lines", async () => {
  using folder = new Folder({
    "a.lpfilter": `{ "where": { "or": [ ${filter.slice(11, -2)}, { "key": "BotScore", "operator": "lt", "value": 5 } ] } }`,
    "a.ndjson": `${half}${half}{\n`,
  });
  const { out } = await weir(folder, ["try", "a.lpfilter", "--logs", "a.ndjson"]);
  expect(out).toBe(`a.lpfilter
  keeps 50.0–100%: 2 to 4 of 4 lines, at least 54 B of 110 B
  undetermined: 2 lines; missing in the logs: BotScore; add it to 'field_names' of the job

1 log file, 5 lines, 110 B, 1 unreadable
`);
});
