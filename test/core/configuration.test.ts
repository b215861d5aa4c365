import { expect, test, vi } from "vitest";
import { isPartObject, UnknownPart } from "../../server/src/core/configuration/model.ts";

test("a part that another bundle has made is unknown, too", async () => {
  vi.resetModules();
  const other = await import("../../server/src/core/configuration/model.ts");
  expect(other.UnknownPart).not.toBe(UnknownPart);
  const part = new other.UnknownPart("var.x");
  expect(part instanceof UnknownPart).toBe(true);
  expect(isPartObject(part)).toBe(false);
  expect(isPartObject({ source: "var.x" })).toBe(true);
});
