import { expect, test } from "vitest";
import { defaultContext } from "../../server/src/languages.ts";
import { textsIn } from "../../server/src/try/subject.ts";
import { received, sent } from "../../server/src/try/worker.ts";

test("another thread reads the same values as this one", () => {
  const texts: Record<string, string> = {
    "/w/a.tf": 'resource "cloudflare_ruleset" "a" {\n  rules = local.rules\n}\n',
    "/w/b.tf": 'locals {\n  rules = [{ expression = "ssl", action = "block" }]\n}\n',
  };
  const files = {
    read: (path: string) => texts[path],
    list: () => ["a.tf", "b.tf"],
    isIgnored: () => false,
    version: 0,
  };
  const subject = {
    path: "a.tf",
    file: "/w/a.tf",
    text: texts["/w/a.tf"] ?? "",
    context: { ...defaultContext, terraform: { path: "/w/a.tf", files } },
  };
  const { codes: _, ...context } = subject.context;
  const there = received(structuredClone(sent({ ...subject, context })));
  expect(textsIn(there).map((it) => it.region)).toEqual(textsIn(subject).map((it) => it.region));
  expect(textsIn(there)).toHaveLength(1);
});
