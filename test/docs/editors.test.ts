// The files of editors/ whose editors are not started here. Neovim and Emacs have their own tests.
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { hostLanguages, languages } from "../../server/src/languages.ts";
import { root } from "./markdown.ts";
import { readToml, type Table } from "./toml.ts";

const ids = languages.map((it) => it.id);
const hostIds = [...new Set(hostLanguages.map((it) => it.id))];

function tableIn(path: string): Table {
  return readToml(readFileSync(join(root, "editors", path), "utf8"));
}

test("the Helix configuration names each language, its files and the server", () => {
  const { language, ...rest } = tableIn("helix/languages.toml");
  expect(rest).toEqual({
    "language-server": { weir: { command: "weir", args: ["lsp", "--stdio"] } },
  });
  const all = language as Table[];
  const own = all.filter((it) => it["file-types"] !== undefined);
  const rows = own.map((it) => [it.name, it["file-types"], it["comment-token"]]);
  expect(rows).toEqual(ids.map((it) => [it, [it], it === "cfrule" ? "#" : "//"]));
  for (const it of own) expect(it["language-servers"]).toEqual(["weir"]);
  const hosts = all.filter((it) => !own.includes(it));
  // Helix calls Terraform by the name of its syntax.
  const names = hostIds.map((it) => (it === "terraform" ? "hcl" : it));
  expect(hosts.map((it) => it.name).sort()).toEqual(names.sort());
  for (const it of hosts) expect((it["language-servers"] as string[]).at(-1)).toBe("weir");
});

test("the Zed configuration names each language by its ID", () => {
  const { language_servers: servers, version } = tableIn("zed/extension.toml");
  const { weir } = servers as { weir: { languages: string[]; language_ids: Table } };
  expect(Object.keys(weir.language_ids)).toEqual(weir.languages);
  expect(Object.values(weir.language_ids).sort()).toEqual([...ids, ...hostIds].sort());
  const { package: crate } = tableIn("zed/Cargo.toml");
  expect(crate).toMatchObject({ version });
  const configs = readdirSync(join(root, "editors/zed/languages")).map((it) => {
    const { name, path_suffixes } = tableIn(`zed/languages/${it}/config.toml`);
    return [name, it, path_suffixes];
  });
  const own = Object.entries(weir.language_ids).filter(([, it]) => ids.includes(String(it)));
  expect(configs.sort()).toEqual(own.map(([name, id]) => [name, id, [id]]).sort());
});

describe("the TOML parser", () => {
  test.each([
    ["no value", "a ="],
    ["a string without its end", 'a = "b'],
    ["the same key twice", "a = 1\na = 2"],
    ["a table without its end", "[a"],
  ])("stops at %s", (_, text) => {
    expect(() => readToml(text)).toThrow();
  });
});
