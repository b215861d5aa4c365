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
  expect(names.length).toBeGreaterThanOrEqual(20);
});

test.each(names)("%s", (name) => {
  const files = filesOf(name);
  const place = { path: "/w/main.tf", files: memoryFiles(files) };
  const texts = terraformTexts(files["main.tf"] ?? "", undefined, place);
  const found = texts.map(({ context, region }) => {
    const { text } = region.evaluated ?? region;
    return `${context.group} ${context.order} ${text}`;
  });
  expect(found.sort()).toEqual([...planned(name)].sort());
});
