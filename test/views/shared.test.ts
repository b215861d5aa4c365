import { expect, test } from "vitest";
import { displayText } from "../../views/src/shared/display.ts";
import { nextIn } from "../../views/src/shared/focus.ts";
import { l10n } from "../../views/src/shared/l10n.ts";
import { keepInside } from "../../views/src/shared/option-list.tsx";
import { searchChoices } from "../../views/src/shared/search.ts";

test("log texts cannot hide, reverse or move anything", () => {
  expect(displayText("a\tb\r\nc\u0000\u007f\u2028")).toBe("a␉b␍␊c␀␡\\u2028");
  expect(displayText("x\u202egnp.exe\u2066\u200b\ufeff")).toBe(
    "x\\u202egnp.exe\\u2066\\u200b\\ufeff",
  );
  expect(displayText("<b>&amp;</b> \u{1f600}")).toBe("<b>&amp;</b> \u{1f600}");
});

test("long texts are truncated between characters", () => {
  expect(displayText("x".repeat(1_000_000))).toBe(`${"x".repeat(1000)}…`);
  expect(displayText("ab\u{1f600}c", 3)).toBe("ab…");
  expect(displayText("ab\u{1f600}c", 4)).toBe("ab\u{1f600}…");
  expect(displayText("abc", 3)).toBe("abc");
});

test("a search prefers names to descriptions, and prefix matches", () => {
  const choices = [
    { value: "ClientIP", label: "ClientIP", detail: "address of the visitor" },
    { value: "OriginIP", label: "OriginIP", detail: "address of the client's origin" },
    { value: "ClientCountry", label: "ClientCountry" },
  ];
  const values = (query: string, most = 10) =>
    searchChoices(choices, query, most).map((it) => it.value);
  expect(values("client")).toEqual(["ClientIP", "ClientCountry", "OriginIP"]);
  expect(values("ip client")).toEqual(["ClientIP", "OriginIP"]);
  expect(values("clientcountry")).toEqual(["ClientCountry"]);
  expect(values("visitor")).toEqual(["ClientIP"]);
  expect(values("nothing")).toEqual([]);
  expect(values("", 2)).toEqual(["ClientIP", "OriginIP"]);
});

test("texts of pages have placeholders", () => {
  expect(l10n.t("{0} of {1} lines", 1, "2")).toBe("1 of 2 lines");
});

test("a list that is wider than its box is moved into the page", () => {
  const list = {
    style: { left: "-5px" },
    getBoundingClientRect: () => ({ right: 500 }) as DOMRect,
  };
  keepInside(list, 480);
  expect(list.style.left).toBe("-20px");
  keepInside(list, 600);
  expect(list.style.left).toBe("");
});

test.each([
  // The focused control is in brackets, and those that are left after it is removed are in upper case.
  ["a [b] C D", "C"],
  ["A [b] c D", "D"],
  ["A B [c]", "B"],
  ["A [b] c", "A"],
  ["[a] b", undefined],
])("the focus of '%s' goes to '%s'", (text, expected) => {
  const order = text.replace(/[[\]]/g, "").split(" ");
  const focused = /\[(.)\]/.exec(text)?.[1] ?? "";
  expect(nextIn(order, focused, (it) => it === it.toUpperCase())).toBe(expected);
});
