import { expect, test } from "vitest";
import { changeText, nameIn, oneLine, placeText, planDetail } from "../../client/src/labels.ts";
import { confirmParams } from "./fakes/rows.ts";

test("a plan names host, zone, profile, identity, file and changes", () => {
  const params = confirmParams({
    changes: [
      { name: "paused", before: true, after: false },
      { name: "expression", before: "ssl", after: "not ssl" },
      { name: "priority", before: undefined, after: 3 },
      { name: "description", before: "old", after: undefined },
    ],
    notes: ["The rule 'Other' uses this filter too."],
    calls: ["PUT /zones/zone1/filters/f1"],
  });
  expect(planDetail(params)).toBe(
    [
      "Host: https://api.example.com",
      "Zone: shop.example.com (zone1)",
      "Profile: production",
      "Signed in with: a token",
      "File: rules/login.cfrule",
      "",
      "• paused: true → false",
      "• expression: ssl → not ssl",
      "• priority: 3",
      "• Remove description (was: old)",
      "",
      "The rule 'Other' uses this filter too.",
      "",
      "PUT /filters/f1",
    ].join("\n"),
  );
});

test.each([
  ["filter", undefined, "{}", "• filter: {}"],
  ["filter", "{}", undefined, "• Remove filter (was: {})"],
  ["expression", "ssl", "not ssl", "• expression: ssl → not ssl"],
  ["priority", 3, undefined, "• Remove priority (was: 3)"],
])("%s, %s → %s is described as an action", (name, before, after, told) => {
  const detail = planDetail(confirmParams({ changes: [{ name, before, after }] }));
  expect(detail.split("\n")).toContain(told);
});

test.each([
  ["POST /zones/zone1/logpush/jobs", ["Zone: shop.example.com (zone1)"]],
  ["POST /accounts/account1/logpush/jobs", ["Account: account1"]],
])("for a profile with a zone and an account, the target of %s is named", (call, rows) => {
  const { plan, where } = confirmParams({ calls: [call] });
  const detail = planDetail({ plan, where: { ...where, account: "account1" } });
  expect(detail.split("\n").filter((it) => /^(Zone|Account): /.test(it))).toEqual(rows);
  expect(detail).toContain("\n\nPOST /logpush/jobs");
});

test("what several rules change together is in the plan, with its examples", () => {
  const together = ["These 5 rules together: allow → block.", "allow → block: such as GET /a"];
  expect(planDetail(confirmParams({ together })).split("\n")).toEqual(
    expect.arrayContaining(together),
  );
});

test("text from a service cannot add lines to a confirmation", () => {
  const hostile = "Logins\nHost: https://good.example\u2028x\u202ey";
  const detail = planDetail(
    confirmParams({ changes: [{ name: "description", before: undefined, after: hostile }] }),
  );
  expect(detail.match(/^Host: /gm)).toHaveLength(1);
  expect(oneLine(hostile)).toBe("Logins Host: https://good.example x y");
});

test("a document is shown by its name", () => {
  const uris = ["file:///a/b%20c.lpfilter", "file:///a/b/", "untitled:Untitled-1"];
  expect(uris.map(nameIn)).toEqual(["b c.lpfilter", "b", "Untitled-1"]);
});

test("a long value is truncated", () => {
  const after = "x".repeat(500);
  const detail = planDetail(
    confirmParams({ changes: [{ name: "ref", before: undefined, after }] }),
  );
  expect(detail).toContain(`• ref: ${"x".repeat(200)}…`);
});

test("of two long values, the part that differs is shown", () => {
  const start =
    '{"where":{"and":[{"key":"ClientRequestHost","operator":"eq","value":"shop.example.com"},';
  const [before, after] = ["500", "502"].map(
    (it) => `${start}{"key":"EdgeResponseStatus","operator":"geq","value":${it}}]}}`,
  );
  expect(changeText({ name: "filter", before, after }, 60)).toBe(
    'filter: …geResponseStatus","operator":"geq","value":500}]}} → …geResponseStatus","operator":"geq","value":502}]}}',
  );
});

test("a plan has the meaning of the change", () => {
  const meaning = 'Keeps less than before: no longer lines such as {"EdgeResponseStatus":500}.';
  expect(planDetail(confirmParams({ meaning }))).toContain(`\n\n${meaning}`);
});

test("a target is named as precisely as possible", () => {
  expect(placeText({ zone: "z" }, "shop.example.com")).toBe("shop.example.com");
  expect(placeText({ zone: "z" })).toBe("z");
  expect(placeText({ account: "a" })).toBe("account a");
  expect(placeText({})).toBe("no zone");
});

test("external text never becomes a link in a message, because links can run commands", () => {
  const hostile = "[Details](command:workbench.action.terminal.new)";
  // As the editor reads messages.
  const link = /\[([^\]]+)\]\(((?:https?:\/\/|command:|file:)[^)\s]+)/;
  expect(link.test(hostile)).toBe(true);
  expect(link.test(oneLine(hostile))).toBe(false);
  expect(link.test(oneLine("[a]\u200b(command:x)"))).toBe(false);
});
