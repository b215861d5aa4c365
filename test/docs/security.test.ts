// docs/security.md lists every cause of a request, so whoever adds a command has to say there what it sends.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commands } from "../../server/src/cli/commands/all.ts";
import { pageText, root } from "./markdown.ts";

const page = pageText("docs/security.md");

function json(name: string) {
  return JSON.parse(readFileSync(join(root, name), "utf8"));
}

/** Commands of the editor that neither ask nor send anything, and that the page need not name. */
const silent = new Set([
  "weir.copyEmergencyCurl",
  "weir.copyId",
  "weir.newFilter",
  "weir.newJob",
  "weir.newRule",
  "weir.openFile",
  "weir.pasteEscaped",
  "weir.showOutput",
]);

/** Those after which the side view is drawn again; the page says so in its own words. */
const redrawing = new Set([
  "weir.chooseProfile",
  "weir.createSettings",
  "weir.restartServer",
  "weir.signOut",
  "weir.stopEmulator",
  "weir.useProfile",
]);

/** Answers to a question that a command of the page has asked. */
const answers = new Set([
  "weir.confirm",
  "weir.confirmAll",
  "weir.confirmCreate",
  "weir.confirmDelete",
  "weir.confirmGoOn",
  "weir.confirmUpdate",
  "weir.confirmWrite",
  "weir.decline",
  "weir.dismiss",
  "weir.skip",
]);

test("every command of the editor that may ask the service is on the page", () => {
  const titles = json("package.nls.json");
  const missing = json("package.json").contributes.commands.filter(
    ({ command, title }: { command: string; title: string }) =>
      !silent.has(command) &&
      !redrawing.has(command) &&
      !answers.has(command) &&
      !page.includes(`*${titles[title.replaceAll("%", "")]}*`),
  );
  expect(missing).toEqual([]);
});

/** They listen, and ask nobody by themselves. */
const listening = new Set(["emulator", "lsp"]);

test("every command of the terminal is on the page", () => {
  const missing = commands.filter(
    ({ name }) =>
      !listening.has(name) && !page.includes(`\`weir ${name}`) && !page.includes(`\`${name}\``),
  );
  expect(missing.map((it) => it.name)).toEqual([]);
});
