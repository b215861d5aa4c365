import { expect, test } from "vitest";
import { budgetIn } from "../../client/src/budget.ts";

const lens = (title: string, command = "") => ({ command: { title, command } });
const push = lens("Push to 'local' · 3 of 4 never pushed", "weir.push");

test("the budget is what the lens says last, beside what can be done", () => {
  const said = lens('Pushes lines where a is "1 of 2" · 2 of 30 operators, 150 of 1,000 bytes');
  expect(budgetIn([push, said])).toEqual({
    text: "2 of 30 operators, 150 of 1,000 bytes",
    reading: 'Pushes lines where a is "1 of 2"',
    isOver: false,
  });
});

test("of a job with a filter inside, the filter's counts", () => {
  const job = lens("Pushes http_requests to S3 · 3 fields");
  expect(budgetIn([job, lens("Pushes all · 1 of 30 operators")])?.text).toBe("1 of 30 operators");
});

test("what is too much is said to be", () => {
  expect(budgetIn([lens("x · 3 of 30 operators, 1,001 of 1,000 bytes")])?.isOver).toBe(true);
});

test("a job without a filter inside has none", () => {
  expect(
    budgetIn([push, lens("Pushes http_requests to S3 · 'enabled' is not set")]),
  ).toBeUndefined();
  expect(budgetIn([])).toBeUndefined();
});
