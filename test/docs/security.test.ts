// docs/security.md lists every cause of a request, so a new command has to be added there.
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { commands } from "../../server/src/cli/commands/all.ts";
import { pageText, root } from "./markdown.ts";

const page = pageText("docs/security.md");

function json(name: string) {
  return JSON.parse(readFileSync(join(root, name), "utf8"));
}

/** Editor commands without requests. */
const silent = new Set([
  "weir.copyEmergencyCurl",
  "weir.copyId",
  "weir.newFilter",
  "weir.newJob",
  "weir.newRule",
  "weir.openFile",
  "weir.openWalkthrough",
  "weir.pasteEscaped",
  "weir.showOutput",
  "weir.tryOnLogs",
  "weir.useSample",
]);

/** Editor commands that only refresh the Weir view; the page describes them in prose. */
const redrawing = new Set([
  "weir.chooseProfile",
  "weir.createSettings",
  "weir.restartServer",
  "weir.signOut",
  "weir.stopEmulator",
  "weir.useProfile",
]);

/** Answers to a prompt of another command. */
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

test("every editor command that may make a request is on the page", () => {
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

/** They listen, and make no requests on their own. */
const listening = new Set(["emulator", "lsp"]);

test("every CLI command is on the page", () => {
  const missing = commands.filter(
    ({ name }) =>
      !listening.has(name) && !page.includes(`\`weir ${name}`) && !page.includes(`\`${name}\``),
  );
  expect(missing.map((it) => it.name)).toEqual([]);
});
