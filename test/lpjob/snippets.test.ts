import { describe, expect, test } from "vitest";
import { providers } from "../../server/src/lpjob/catalogue/providers.ts";
import { lpjob } from "../../server/src/lpjob/language.ts";
import snippets from "../../snippets/lpjob.json" with { type: "json" };
import { filled } from "../support/any-text.ts";
import { analyse } from "../support/check.ts";
import { twoSpaces } from "../support/json.ts";

describe("the snippets of lpjob", () => {
  test.each(Object.entries(snippets))(
    "%s leaves a job without findings, in its layout",
    (_, it) => {
      const analysis = analyse(lpjob, wholeJob(filled([it.body].flat().join("\n"))));
      expect(analysis.diagnostics().map((found) => found.message)).toEqual([]);
      expect(analysis.format(twoSpaces)).toEqual([]);
    },
  );

  test("each has a prefix of its own", () => {
    const prefixes = Object.values(snippets).map((it) => it.prefix);
    expect(prefixes).toEqual([...new Set(prefixes)]);
  });

  test.each(providers.map((it) => [it.name, it] as const))("there is one for %s", (_, provider) => {
    const destinations = Object.values(snippets).map(
      (it) => /"destination_conf": "(.*)"/.exec(filled([it.body].flat().join("\n")))?.[1] ?? "",
    );
    const host = provider.host;
    const found = destinations.some((it) => {
      const [scheme, address = ""] = it.split("://");
      return scheme === provider.scheme && (!host || host.test(address));
    });
    expect(found).toBe(true);
  });
});

/** A part of a job, put where it belongs. */
function wholeJob(snippet: string): string {
  if (snippet.startsWith("{")) return `${snippet}\n`;
  const frame = (part: string, name = "a"): string =>
    `{\n  "name": "${name}",\n  "dataset": "http_requests",\n  "destination_conf": "gs://logs/{DATE}"${part}\n}\n`;
  if (snippet.startsWith("//")) return frame(`,\n  ${snippet}\n  "enabled": true`);
  if (snippet.startsWith("$")) return frame("", snippet);
  return frame(`,\n  ${snippet.replaceAll("\n", "\n  ")}`);
}
