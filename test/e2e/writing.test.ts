// Writing filters and rules in VS Code.
import { expect, test } from "vitest";
import { soon } from "./screen/waiting.ts";
import { sharedWindow } from "./stage/visit.ts";

test("a broken filter has squiggles, every error is in the Problems panel, and a fix removes one", async () => {
  const editor = await sharedWindow();
  await editor.open("filters/bad-words-and-types.lpfilter");
  await soon(() => editor.squiggles.error.count()).toBe(5);
  await soon(() => editor.problems("bad-words-and-types")).toEqual([
    "'http_requests' has no field 'ClientRequesrHost'. Did you mean 'ClientRequestHost'?",
    "Unknown operator 'equals'. Use 'eq'.",
    "'in' needs an array, found '500,502,503'. Use [500, 502, 503].",
    expect.stringMatching(/^'lt' needs a number/),
    expect.stringMatching(/^'RequestHeaders' is an object/),
  ]);
  await editor.picture("problems");
  expect([...editor.externalOrigins]).toEqual([]);

  await editor.goTo(4, 20);
  await editor.fix("Use 'ClientRequestHost'");
  await soon(() => editor.squiggles.error.count()).toBe(4);
  await editor.save();
  await soon(() => editor.read("filters/bad-words-and-types.lpfilter")).toContain(
    '"key": "ClientRequestHost", "operator": "equals"',
  );
});

test("a filter is explained in its lens and hover, and completed while it is typed", async () => {
  const editor = await sharedWindow();
  await editor.open("filters/shop-errors.lpfilter");
  // The sentence is last: its length changes while one types.
  await soon(() => editor.lenses.allInnerTexts()).toEqual([
    expect.stringMatching(
      /^Keeps [\d.]+% of \S+\s+\|\s+Push · .+\|\s+Compare\s+\|\s+Keeps lines where ClientRequestHost is/s,
    ),
  ]);
  await soon(() => editor.hovered("where")).toContainEqual(
    expect.stringContaining("2 of 30 operators"),
  );
  await editor.picture("hover");
  // The hover may cover the word.
  await editor.press("Escape");
  await editor.select("ClientRequestHost");
  await editor.page.keyboard.type("ClientC", { delay: 50 });
  const country = editor.suggestions.filter({ hasText: "ClientCountry" }).first();
  await country.waitFor();
  await editor.picture("completion");
  await country.click();
  await editor.save();
  await soon(() => editor.read("filters/shop-errors.lpfilter")).toContain(
    '{ "key": "ClientCountry", "operator": "eq"',
  );
});

test("a filter is formatted", async () => {
  const files = {
    "filters/flat.lpfilter": '{"where":{"key":"ClientIP","operator":"eq","value":"192.0.2.1"}}',
  };
  const editor = await sharedWindow({ files });
  await editor.open("filters/flat.lpfilter");
  await editor.lenses.first().waitFor();
  await editor.run("Format Document");
  await editor.save();
  await soon(() => editor.read("filters/flat.lpfilter")).toBe(
    '{\n  "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }\n}\n',
  );
});

test("errors in a rule are found, and fixed together", async () => {
  const editor = await sharedWindow();
  await editor.open("rules/bad-typing-slips.cfrule");
  await soon(() => editor.problems("bad-typing-slips")).toContain(
    "Unknown field 'http.hots'. Did you mean 'http.host'?",
  );
  await editor.picture("rule");
  await editor.word("http.hots").click();
  // The problems may still belong to the file on disk, so wait for the open document.
  await editor.lenses.first().waitFor();
  // Saving before the fixes are applied would keep the old text.
  const fixed = editor.page.locator(".editor-instance .view-line", { hasText: "{10.0.0.0/8" });
  await editor.until(fixed, () => editor.run("Fix All"));
  await editor.save();
  await soon(() => editor.read("rules/bad-typing-slips.cfrule")).toContain(
    '"shop.example.com" and ssl\nand tcp.dstport in {80 443}\nand ip.src in {10.0.0.0/8}',
  );
});
