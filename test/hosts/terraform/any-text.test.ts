// Broken files: whatever is typed, evaluation neither throws nor hangs.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { defaultContext, hostOfPath } from "../../../server/src/languages.ts";
import { memoryFiles } from "./memory-files.ts";

const folder = join(import.meta.dirname, "oracle");

test.each(readdirSync(folder))("%s, cut off or without a character", (name) => {
  const text = readFileSync(join(folder, name, "main.tf"), "utf8");
  const others = Object.fromEntries(
    readdirSync(join(folder, name), { withFileTypes: true })
      .filter((it) => it.isFile() && it.name !== "plan.json")
      .map((it) => [it.name, readFileSync(join(folder, name, it.name), "utf8")]),
  );
  for (let at = 0; at < text.length; at += 61) {
    for (const broken of [text.slice(0, at), text.slice(0, at) + text.slice(at + 1)]) {
      const place = { path: "/w/main.tf", files: memoryFiles({ ...others, "main.tf": broken }) };
      const analysis = hostOfPath("main.tf")?.analyze(broken, {
        ...defaultContext,
        terraform: place,
      });
      const found = analysis?.diagnostics() ?? [];
      expect(found.filter((it) => it.start > broken.length || it.end < it.start)).toEqual([]);
      analysis?.elsewhere?.();
      analysis?.tokens();
    }
  }
});
