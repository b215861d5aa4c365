import { expect, test } from "vitest";
import { draftOf, inputOf } from "../../views/src/trace/draft.ts";

const known = [
  { name: "http.referer", type: "String", about: "" },
  { name: "ip.src.country", type: "String", about: "" },
];

test("a request is shown in boxes, and read from them", () => {
  const input = {
    method: "GET",
    url: "https://example.com/",
    headers: ["a: 1", "b: 2"],
    fields: [
      "ip.src=203.0.113.7",
      'ip.src.country="AT"',
      'http.referer="a b"',
      "cf.bot_management.score=3",
    ],
    isPartial: true,
    status: 502,
  };
  const draft = draftOf(input);
  expect(draft).toMatchObject({
    address: "203.0.113.7",
    country: "AT",
    headers: "a: 1\nb: 2",
    fields: [
      { name: "http.referer", value: "a b" },
      { name: "cf.bot_management.score", value: "3" },
    ],
  });
  expect(inputOf(draft, known)).toEqual(input);
});

test("boxes that are empty, or not ready yet, are not sent", () => {
  const draft = draftOf({ method: "GET", url: " https://example.com/ ", headers: [], fields: [] });
  const typed = {
    ...draft,
    headers: "\n",
    status: "5",
    country: "at",
    fields: [{ name: "http.referer", value: "  " }],
  };
  expect(inputOf(typed, known)).toEqual({
    method: "GET",
    url: "https://example.com/",
    headers: [],
    fields: ['ip.src.country="AT"'],
  });
});
