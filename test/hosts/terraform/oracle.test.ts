// The values of references, compared with what Terraform has in its plan for the same files.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { terraformTexts } from "../../../server/src/hosts/terraform.ts";
import { memoryFiles } from "./memory-files.ts";

const folder = join(import.meta.dirname, "oracle");

interface Plan {
  readonly resource_changes: readonly {
    readonly address: string;
    readonly change: { readonly after: { readonly rules: readonly { expression: string }[] } };
  }[];
}

function planned(name: string): readonly string[] {
  const plan: Plan = JSON.parse(readFileSync(join(folder, name, "plan.json"), "utf8"));
  return plan.resource_changes.flatMap(({ address, change }) =>
    change.after.rules.map((it, index) => `${address} ${index} ${it.expression}`),
  );
}

function filesOf(name: string): Record<string, string> {
  const paths = readdirSync(join(folder, name), { recursive: true, withFileTypes: true });
  const files = paths.filter((it) => it.isFile() && it.name !== "plan.json");
  return Object.fromEntries(
    files.map((it) => {
      const path = join(it.parentPath, it.name);
      const short = path.slice(join(folder, name).length + 1).replaceAll("\\", "/");
      return [short, readFileSync(path, "utf8").replaceAll("\r\n", "\n")];
    }),
  );
}

const names = readdirSync(folder);

test("there are modules of many shapes", () => {
  expect(names.length).toBeGreaterThanOrEqual(30);
});

test.each(names)("%s", (name) => {
  const files = filesOf(name);
  const all = memoryFiles(files);
  const texts = Object.entries(files)
    .filter(([path]) => /^[^/]*\.tf$/.test(path))
    .flatMap(([path, text]) => terraformTexts(text, undefined, { path: `/w/${path}`, files: all }));
  // Those without a place in the order are there with other values than defaults.
  const placed = texts
    .filter((it) => it.context.order !== undefined)
    .sort((a, b) => (a.context.order ?? 0) - (b.context.order ?? 0));
  const counts = new Map<string | undefined, number>();
  const found = placed.map(({ context: { group }, region }) => {
    const index = counts.get(group) ?? 0;
    counts.set(group, index + 1);
    return `${group} ${index} ${(region.evaluated ?? region).text}`;
  });
  expect(found.sort()).toEqual([...planned(name)].sort());
});
