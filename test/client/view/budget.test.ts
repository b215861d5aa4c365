import { expect, test } from "vitest";
import { budgetIn } from "../../../client/src/view/budget-status.ts";

const says = {
  command: { title: "Keeps lines where a is…", tooltip: "Keeps lines where a is b" },
};
const push = { command: { title: "Push · never pushed", command: "weir.push" } };
const budget = { text: "2 of 30 operators, 150 of 1,000 bytes", isOver: false };

test("the budget comes with the lens that explains the filter", () => {
  expect(budgetIn([{ ...says, data: { budget } }, push])).toEqual({
    ...budget,
    reading: "Keeps lines where a is b",
  });
});

test("a job with an inline filter uses that of the filter", () => {
  const job = { command: { title: "Sends http_requests to S3 · 3 fields" } };
  expect(budgetIn([job, { ...says, data: { budget } }])?.text).toBe(budget.text);
});

test("a job without an inline filter has none", () => {
  expect(budgetIn([push, { command: { title: "Sends http_requests to S3" } }])).toBeUndefined();
  expect(budgetIn([])).toBeUndefined();
});
