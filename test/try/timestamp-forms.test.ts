import { expect, test } from "vitest";
import { defaultContext } from "../../server/src/languages.ts";
import { ObjectRow } from "../../server/src/logs/rows.ts";
import { textsIn } from "../../server/src/try/subject.ts";
import { formProblem, timestampForms } from "../../server/src/try/timestamp-forms.ts";

const seconds = 1_762_952_400;

test.each([
  [seconds, "seconds"],
  [seconds * 1e3, "milliseconds"],
  [seconds * 1e6, "microseconds"],
  [BigInt(seconds) * 1_000_000_000n, "nanoseconds"],
  ["2025-11-12T13:00:00Z", "strings"],
])("%s beside other formats", (value, form) => {
  const problem = (operand: string) => {
    const where = { key: "EdgeStartTimestamp", operator: "geq", value: operand };
    const text = JSON.stringify({ where });
    const subject = { path: "a.lpfilter", file: "/a.lpfilter", text, context: defaultContext };
    const [found] = timestampForms(textsIn(subject));
    return found && formProblem(found, new ObjectRow({ EdgeStartTimestamp: value }));
  };
  const operands = [
    String(seconds),
    "1762952400000",
    "1762952400000000000",
    "2025-11-12T13:00:00Z",
  ];
  const forms = ["seconds", "milliseconds", "nanoseconds", "strings"];
  for (const [index, operand] of operands.entries()) {
    const has = `'EdgeStartTimestamp' has ${form} here, but is compared with`;
    if (forms[index] === form) expect(problem(operand)).toBe(false);
    else expect(problem(operand)).toContain(has);
  }
});

test("strings with other digits after the seconds, or in another zone, are another form", () => {
  const and = ["00Z", "00.000Z"].map((it) => ({
    key: "EdgeStartTimestamp",
    operator: "geq",
    value: `2025-11-12T13:00:${it}`,
  }));
  const text = JSON.stringify({ where: { and } });
  const subject = { path: "a.lpfilter", file: "/a.lpfilter", text, context: defaultContext };
  const forms = timestampForms(textsIn(subject));
  const isOther = (seconds: string) =>
    forms.map((it) => {
      const row = new ObjectRow({ EdgeStartTimestamp: `2025-11-12T13:59:${seconds}` });
      return formProblem(it, row) !== false;
    });
  expect(isOther("59Z")).toEqual([false, true]);
  expect(isOther("59.123Z")).toEqual([true, false]);
  expect(isOther("59.123456789Z")).toEqual([true, true]);
  expect(isOther("59+01:00")).toEqual([true, true]);
});
