import { expect, test } from "vitest";
import { starts } from "../../client/src/commands/new-file.ts";
import { defaultContext } from "../../server/src/core/context.ts";
import { languages } from "../../server/src/languages.ts";

/** As the editor inserts it: every placeholder with what it starts with. */
function inserted(snippet: string): string {
  return snippet.replace(/\$\{\d+:((?:\\.|[^}\\])*)\}/g, (_, text: string) =>
    text.replace(/\\(.)/g, "$1"),
  );
}

test.each(Object.entries(starts))("a new %s has nothing wrong in it", (id, snippet) => {
  const language = languages.find((it) => it.id === id);
  const text = inserted(snippet);
  expect(text).not.toContain("$");
  const found = language?.analyse(text, defaultContext).diagnostics() ?? [];
  const serious = found.filter((it) => it.severity === "error" || it.severity === "warning");
  expect(serious.map((it) => `${it.code} ${it.message}`)).toEqual([]);
  expect(language?.analyse(text, defaultContext).pushed()).toBeDefined();
});
