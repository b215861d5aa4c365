import { describe, expect, test } from "vitest";
import { defaultContext } from "../../server/src/core/context.ts";
import { languageOfPath } from "../../server/src/languages.ts";
import { escapedText } from "../../server/src/lsp/commands/escaped-text.ts";
import { curlFor } from "../../server/src/push/copy-curl.ts";
import { Refusal } from "../../server/src/push/refusal.ts";
import type { Wishes } from "../../server/src/push/session.ts";
import { Harness } from "./harness.ts";
import { filter, job, rule, secret } from "./sequences.ts";

describe("what is copied of a file with errors", () => {
  type Editor = Parameters<typeof escapedText>[1];

  /** A file that is open in the editor, or one on the disk. */
  function copied(uri: string, text: string, languageId?: string) {
    const language = languageId && languageOfPath(`x.${languageId}`);
    const editor = {
      snapshots: { of: () => (language ? { source: { text, language } } : undefined) },
      read: () => text,
      contextOf: () => defaultContext,
    };
    return () => escapedText(uri, editor as unknown as Editor);
  }

  test.each([
    ["file:///p/shop%20errors.lpfilter", undefined, "'shop errors.lpfilter' has an error"],
    ["file:///p/shop.txt", "lpfilter", "'shop.txt' has an error"],
    ["untitled:Untitled-1", "lpfilter", "'Untitled-1' has an error"],
  ])("names %s as the user does", (uri, language, says) => {
    expect(copied(uri, '{ "were": 1 }', language)).toThrow(Refusal);
    expect(copied(uri, '{ "were": 1 }', language)).toThrow(says);
  });
});

describe("curl for another job than the file's own", () => {
  const env = { LOGS_KEY: secret };
  const files = {
    "shop.lpjob": job(),
    "shop.lpfilter": filter("a.example"),
    "second.lpjob": job({ name: "second", filter: undefined }),
    "a.cfrule": rule("ssl"),
  };

  const curl = async (h: Harness, path: string, wishes: Wishes) =>
    curlFor(path, h.session(), wishes);

  test("a filter goes to the job that was asked for, by its number or by its name", async () => {
    using h = new Harness({ files, env });
    await h.push("shop.lpjob");
    await h.push("second.lpjob");
    h.requests.length = 0;
    expect(await curl(h, "shop.lpfilter", {})).toContain("/logpush/jobs/1'");
    for (const asked of ["2", "second"]) {
      const text = await curl(h, "shop.lpfilter", { job: asked });
      expect(text.match(/logpush\/jobs\S*/g)).toEqual(["logpush/jobs/2'"]);
    }
    expect(await curl(h, "shop.lpfilter", { job: "77" })).toContain("/logpush/jobs/77'");
    expect(h.requests).toEqual([]);
  });

  test("a job's file as well", async () => {
    using h = new Harness({ files, env });
    await h.push("shop.lpjob");
    expect(await curl(h, "shop.lpjob", { job: "77" })).toMatch(/-X PUT \S*\/logpush\/jobs\/77'/);
  });

  test.each([
    ["shop.lpfilter", "nobody's", "No file here is that of the job 'nobody's'"],
    ["shop.lpjob", "nobody's", "No file here is that of the job 'nobody's'"],
    ["shop.lpjob", "2", "The job '2' is that of 'second.lpjob'. Copy that file instead."],
    ["a.cfrule", "2", "is for jobs and their filters, and this is a rule."],
  ])("%s for the job %s is refused", async (path, asked, why) => {
    using h = new Harness({ files, env });
    await h.push("shop.lpjob");
    await h.push("second.lpjob");
    await expect(curl(h, path, { job: asked })).rejects.toThrow(why);
  });
});
