// The configurations of docs/editors.md that no editor here is started with. That for Neovim has a test of its own.
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { aptInstall } from "../../scripts/apt.mjs";
import { languages } from "../../server/src/languages.ts";
import { Folder } from "../support/cli.ts";
import { blocksOf, pages } from "./markdown.ts";
import { readToml, type Table } from "./toml.ts";

const blocks = blocksOf("docs/editors.md");
const ids = languages.map((it) => it.id);

/** The block that begins like this. */
function blockOf(info: string, start: string): string {
  const found = blocks.find((it) => it.info === info && it.text.startsWith(start));
  if (!found) throw new Error(`docs/editors.md has no block of '${info}' with '${start}'.`);
  return found.text;
}

test("what Helix reads names each language, its files and the server", () => {
  const { language, ...rest } = readToml(blockOf("toml", "# languages.toml"));
  expect(rest).toEqual({
    "language-server": { weir: { command: "weir", args: ["lsp", "--stdio"] } },
  });
  const rows = (language as Table[]).map((it) => [it.name, it["file-types"], it["comment-token"]]);
  expect(rows).toEqual(ids.map((it) => [it, [it], it === "cfrule" ? "#" : "//"]));
  for (const it of language as Table[]) expect(it["language-servers"]).toEqual(["weir"]);
});

test("what Zed reads names each language by its id", () => {
  const { language_servers: servers } = readToml(blockOf("toml", "# extension.toml"));
  const { weir } = servers as { weir: { languages: string[]; language_ids: Table } };
  expect(Object.keys(weir.language_ids)).toEqual(weir.languages);
  expect(Object.values(weir.language_ids)).toEqual(ids);
});

describe("what reads TOML", () => {
  test.each([
    ["no value", "a ="],
    ["a string without its end", 'a = "b'],
    ["the same key twice", "a = 1\na = 2"],
    ["a table without its end", "[a"],
  ])("stops at %s", (_, text) => {
    expect(() => readToml(text)).toThrow();
  });
});

test("Emacs loads its configuration, and knows our files by it", (context) => {
  const hasEmacs = () => spawnSync("emacs", ["--version"]).status === 0;
  if (!hasEmacs() && !(aptInstall("emacs-nox") && hasEmacs()))
    return context.skip("There is no 'emacs' on the PATH. Install Emacs to run this test.");
  using folder = new Folder({ "init.el": blockOf("elisp", "(define-derived-mode") });
  const names = ids.map((it) => `"a.${it}"`).join(" ");
  const modes = `(dolist (it '(${names})) (princ (format "%s " (assoc-default it auto-mode-alist #'string-match))))`;
  const init = join(folder.path, "init.el");
  const args = ["-Q", "--batch", "--load", init, "--eval", modes];
  const { status, stdout, stderr } = spawnSync("emacs", args, { encoding: "utf8" });
  expect([status, stdout], stderr).toEqual([0, ids.map((it) => `${it}-mode `).join("")]);
  // An installation takes its time.
}, 300_000);

test("Neovim reads every block of Lua, and has ':Weir' by that of docs/push.md", (context) => {
  if (spawnSync("nvim", ["--version"]).status !== 0)
    return context.skip("There is no 'nvim' on the PATH. Install Neovim to run this test.");
  for (const { page, line, text } of pages.flatMap(blocksOf).filter((it) => it.info === "lua"))
    expect(inNeovim(text, "assert(loadfile('block.lua'))"), `${page}:${line}`).toBe("");
  expect(inNeovim("local a = = 1", "assert(loadfile('block.lua'))")).toContain("unexpected symbol");
  const [command] = blocksOf("docs/push.md").filter((it) => it.info === "lua");
  const defined = "dofile('block.lua') assert(vim.fn.exists(':Weir') == 2)";
  expect(inNeovim(command?.text ?? "", defined)).toBe("");
});

/** What goes wrong when Neovim runs a line with a block beside it. */
function inNeovim(block: string, line: string): string {
  using folder = new Folder({
    "block.lua": block,
    "try.lua": `local good, why = pcall(function() ${line} end)
io.stderr:write(good and "" or why)
vim.cmd("qall!")`,
  });
  const args = ["--headless", "--clean", "-S", "try.lua"];
  return spawnSync("nvim", args, { cwd: folder.path, encoding: "utf8" }).stderr;
}
