import { expect, test } from "vitest";
import { addCounts, emptyCounts, emptyResult } from "../../server/src/try/counts.ts";

const question = { by: [], explain: false };
const none = emptyCounts([], question);

test("counts of parts of the logs add up", () => {
  const part = (missed: string[], lacked: string[], subrequests: number) => ({
    ...none,
    logs: { ...none.logs, lines: 2, subrequests },
    results: [{ ...emptyResult({}, question), kept: 1, missed, lacked }],
  });
  const sum = part(["ssl"], ["ClientRequestScheme"], 1);
  addCounts(sum, part(["ssl", "http.host"], ["ClientRequestScheme", "ClientRequestHost"], 2));
  expect(sum.logs).toMatchObject({ lines: 4, subrequests: 3 });
  expect(sum.results[0]).toMatchObject({
    kept: 2,
    missed: ["ssl", "http.host"],
    lacked: ["ClientRequestScheme", "ClientRequestHost"],
  });
});
