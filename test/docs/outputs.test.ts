// The output that a page shows below a command is the output of the command.
import { execFileSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { weir } from "../support/programs/bundle.ts";
import { Folder } from "../support/programs/cli.ts";
import { type Block, blocksOf, pages, pageText, root, walkPages } from "./markdown.ts";
import { type CommandLine, commandsOf } from "./shell.ts";

/** Commands with the output that is shown below them. The tutorial has a test of its own. */
const shown = pages
  .filter((it) => !walkPages.includes(it))
  .flatMap((page) => {
    const blocks = blocksOf(page);
    return blocks.flatMap((block, i) => {
      const below = blocks[i + 1];
      const isShown = block.info === "sh" && below?.info === "text" && isNext(block, below);
      const command = isShown ? commandsOf(block).at(-1) : undefined;
      return command && isWeir(command) ? [{ command, output: below?.text ?? "" }] : [];
    });
  });

/** Whether nothing is between the blocks. */
function isNext(block: Block, below: Block): boolean {
  return below.line === block.line + block.text.split("\n").length + 3;
}

function isWeir({ words }: CommandLine): boolean {
  return (
    words.includes("weir") && words.some((it) => /^(samples\b|docs\/examples\b|shop\.)/.test(it))
  );
}

/** A repository with a filter that has changed since the last commit, and log lines. */
function changedFilter(): Folder {
  const folder = new Folder();
  const copy = (from: string, to: string) =>
    cpSync(join(root, from), join(folder.path, to), { recursive: true });
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.email=test@example.com", "-c", "user.name=Test", ...args], {
      cwd: folder.path,
    });
  copy("samples/logs", "logs");
  copy("docs/examples/before.lpfilter", "shop.lpfilter");
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "Before");
  copy("docs/examples/after.lpfilter", "shop.lpfilter");
  return folder;
}

test.each(shown.map((it) => [it.command.where, it.command.words.join(" "), it] as const))(
  "%s: %s",
  async (_, __, { command, output }) => {
    const args = command.words.slice(command.words.indexOf("weir") + 1);
    using changed = args.includes("shop.lpfilter") ? changedFilter() : undefined;
    const ran = await weir(args, changed?.path ?? root);
    expect(ran.output.replace(/^\n|\n+$/g, "").replaceAll(/[ \t]+$/gm, "")).toBe(output);
    expect(ran.status).toBe(command.status);
  },
);

/** Pages that open with a table or a list. */
const withoutExample = [
  ..."conformance glossary log-fields performance platforms push-internals roadmap".split(" "),
  ..."rule-fields security".split(" "),
].map((it) => `docs/${it}.md`);

/** The text without generated tables. */
function written(page: string): string {
  return pageText(page).replaceAll(/<!-- (\w[\w ]*)-->[\s\S]*?<!-- end[\w ]*-->/g, "");
}

test.each(pages.filter((it) => it.startsWith("docs/") && !withoutExample.includes(it)))(
  "%s opens with an example",
  (page) => {
    const [above = ""] = written(page).split(/^(?:```|!\[)/m);
    expect(above.split(/\s+/).length).toBeLessThan(90);
    expect(above).not.toContain("\n## ");
  },
);

test.each(pages.filter((it) => !/(log|rule)-fields/.test(it)))("%s is short", (page) => {
  const limit = { "README.md": 700, "ARCHITECTURE.md": 3500, "CONTRIBUTING.md": 2200 };
  const words = written(page).split(/\s+/).length;
  expect(words).toBeLessThanOrEqual(limit[page as keyof typeof limit] ?? 1800);
});
