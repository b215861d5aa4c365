import { existsSync, readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { type OwnParts, registerOwnCommands } from "../../client/src/commands/client-commands.ts";
import { languageIds } from "../../client/src/languages.ts";
import manifest from "../../package.json";
import texts from "../../package.nls.json";
import { operatorSpellings } from "../../server/src/languages.ts";
import { datasets } from "../../server/src/lpfilter/catalog/datasets.ts";
import { commandNames, dialectNames } from "../../server/src/lsp/protocol.ts";
import { pages, pageText } from "../docs/markdown.ts";
import { shown } from "../e2e/screen/artifacts.ts";
import { editor, resetEditor } from "./fakes/fake-vscode.ts";

beforeEach(resetEditor);

const root = resolve(import.meta.dirname, "../..");
const { contributes } = manifest;

/** Every string inside a value, with its path. */
function textsIn(value: unknown, path = ""): { path: string; text: string }[] {
  if (typeof value === "string") return [{ path, text: value }];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([name, it]) => textsIn(it, `${path}/${name}`));
}

const all = textsIn(manifest);

test("every user-visible string is in package.nls.json, and nothing else is", () => {
  const used = all.flatMap(({ text }) => /^%(.+)%$/.exec(text)?.[1] ?? []);
  expect(used.filter((it) => !Object.hasOwn(texts, it))).toEqual([]);
  expect(Object.keys(texts).filter((it) => !used.includes(it))).toEqual([]);
});

test("every title and description is localized", () => {
  const shown =
    /\/(title|description|markdownDescription|label|name|contents|altText|contextualTitle|tooltip)$/;
  const bare = textsIn(contributes)
    .filter(({ path, text }) => shown.test(path) && !/^%.+%$/.test(text))
    .map(({ path, text }) => `${path}: ${text}`);
  expect(bare).toEqual(["/configuration/title: Weir"]);
});

test("every contributed command is registered, and every registered command is contributed", () => {
  registerOwnCommands({ run: {} } as unknown as OwnParts);
  const own = [...editor.registered.keys()];
  const contributed = contributes.commands.map((it) => it.command);
  const internal = [
    "weir.answer",
    "weir.diff",
    "weir.profiles",
    "weir.changes",
    "weir.resources",
    "weir.setEnabled",
    "weir.remoteText",
    "weir.review",
    "weir.serviceRules",
    "weir.pullSample",
    "weir.engines",
    "weir.countOnEngine",
  ];
  const there = [...own, ...commandNames].filter((it) => !internal.includes(it));
  expect([...contributed].sort()).toEqual(there.sort());
});

/** All keys except Tab, which moves to the next placeholder of a snippet as in VS Code, and opens the completion list there. */
const ownKeys = contributes.keybindings.filter((it) => it.key !== "tab");

test("menus, keybindings, welcome views and the walkthrough name existing commands", () => {
  const known = new Set(contributes.commands.map((it) => it.command));
  const inLinks = Object.values(texts).flatMap((it) =>
    [...it.matchAll(/\(command:(weir\.\w+)\)/g)].map((found) => found[1] ?? ""),
  );
  const inMenus = Object.values(contributes.menus)
    .flat()
    .flatMap((it) => ("command" in it && it.command ? [it.command] : []));
  const inKeys = ownKeys.map((it) => it.command);
  expect([...inMenus, ...inKeys, ...inLinks].filter((it) => !known.has(it))).toEqual([]);
});

test("each step of the walkthrough has one button, and plain text", () => {
  const steps = contributes.walkthroughs.flatMap((it) => it.steps);
  const shown = steps.map(({ description }) =>
    texts[description.slice(1, -1) as keyof typeof texts].split("\n"),
  );
  expect(new Set(shown.map((it) => it.length))).toEqual(new Set([2]));
  for (const [text, button] of shown) {
    expect(text).not.toMatch(/[*`_[\]]/);
    expect(button).toMatch(/^\[[\w ]+\]\(command:[\w.]+\)$/);
  }
});

/** Commands that read profiles or send requests, except those that explain why they are unavailable. */
const needTrust = [
  "pushAll reviewChanges enableJob disableJob dryRun compareMeaning pull delete undo copyCurl copyEmergencyCurl signIn verify",
  "chooseProfile chooseZone useProfile startEmulator",
].flatMap((it) => it.split(" "));

test("commands that read profiles or use a host are disabled without trust", () => {
  const enabled = contributes.commands
    .filter((it) => "enablement" in it && it.enablement === "isWorkspaceTrusted")
    .map((it) => it.command.replace("weir.", ""));
  expect(enabled.sort()).toEqual([...needTrust].sort());
  expect(manifest.capabilities.untrustedWorkspaces.supported).toBe("limited");
});

test("undo is offered only where there is a push to undo", () => {
  const { commandPalette, "view/title": title } = contributes.menus;
  const places = [...commandPalette, ...title].filter((it) => it.command === "weir.undo");
  expect(places).toHaveLength(2);
  for (const { when } of places) expect(when).toMatch(/ && weir\.canUndo$/);
});

test("commands for Terraform need no extension that knows its language", () => {
  const isForHosts = ({ when }: { readonly when: string }) => when.includes("terraform");
  const found = contributes.menus.commandPalette.filter(isForHosts);
  expect(found.map((it) => it.command)).toEqual([
    "weir.tryOnLogs",
    "weir.copyFilter",
    "weir.compareMeaning",
  ]);
  for (const { when } of found) expect(when).toContain("resourceExtname =~ /^\\.(tf|tofu)$/");
});

test("resources without a file can be pulled", () => {
  const remote = contributes.menus["view/item/context"].filter((it) =>
    it.when.includes("new|gone"),
  );
  expect(remote.map((it) => `${it.command} ${it.group}`)).toEqual([
    "weir.preview 1_file@1",
    "weir.pull inline@1",
    "weir.pull 2_pull@1",
  ]);
});

test("keybindings are chords for our files only, or answer the current confirmation", () => {
  const isAnswer = ({ when }: { readonly when: string }) => when.includes("weir.asks");
  for (const { key, mac } of ownKeys.filter((it) => !isAnswer(it))) {
    expect(key).toMatch(/^ctrl\+k shift\+[a-z]$/);
    expect(mac).toBe(key.replace("ctrl", "cmd"));
  }
  for (const it of contributes.keybindings)
    expect(it.when).toContain(
      isAnswer(it)
        ? "resourceScheme == weir-confirmation"
        : "editorLangId =~ /^(lpfilter|lpjob|cfrule)$/",
    );
});

test("the languages are those of the client, each with icons", () => {
  const ours = contributes.languages.filter((it) => it.configuration);
  expect(ours.map((it) => it.id).sort()).toEqual([...languageIds].sort());
  expect(ours.every((it) => it.icon?.light && it.icon.dark)).toBe(true);
});

test("every file that the manifest names exists", () => {
  const named = textsIn({ icon: manifest.icon, contributes })
    .map(({ text }) => text)
    .filter((it) => /^(\.\/|images\/|walkthrough\/).+\.\w+$/.test(it));
  expect(named.length).toBeGreaterThan(15);
  expect(named.filter((it) => !existsSync(join(root, it)))).toEqual([]);
});

test("the default dataset is in the catalog", () => {
  const setting = contributes.configuration.properties["weir.defaultDataset"];
  expect(setting.enum).toEqual(datasets.map((it) => it.name).sort());
  expect(setting.enum).toContain(setting.default);
});

test("the operator styles match those in the code", () => {
  const setting = contributes.configuration.properties["weir.format.operators"];
  expect(setting.enum).toEqual(operatorSpellings);
  expect(setting.default).toBe("as-written");
});

test("the dialects match those in the code", () => {
  const setting = contributes.configuration.properties["weir.sqlDialect"];
  expect(setting.enum).toEqual(["ask", ...dialectNames]);
  expect(setting.default).toBe("ask");
});

test("no setting can select a host, a profile or a credential", () => {
  expect(Object.keys(contributes.configuration.properties).sort()).toEqual([
    "weir.budget.hints",
    "weir.budget.lens",
    "weir.budget.statusBar",
    "weir.defaultDataset",
    "weir.examples.runOnSave",
    "weir.format.operators",
    "weir.sqlDialect",
    "weir.trace.server",
    "weir.try.hints",
  ]);
});

test("only our languages and their hosts, files, views and commands activate the extension", () => {
  expect(manifest.activationEvents).toEqual([
    "workspaceContains:weir.json",
    // Found without a search, which may exceed the time limit of VS Code.
    "workspaceContains:main.tf",
    "workspaceContains:main.tofu",
    "workspaceContains:.terraform.lock.hcl",
    "workspaceContains:**/*.tf",
    "workspaceContains:**/*.tofu",
    "onLanguage:terraform",
    "onLanguage:opentofu",
    "onLanguage:yaml",
    "onLanguage:json",
    "onLanguage:jsonc",
    "onLanguage:markdown",
    "onLanguage:plaintext",
    "onWebviewPanel:weir.lab",
    "onWebviewPanel:weir.trace",
  ]);
  // A language with a configuration activates the extension that contributes it.
  const others = contributes.languages.filter((it) => !languageIds.some((id) => id === it.id));
  expect(others).toMatchObject([
    { id: "jsonc", filenames: ["weir.json"] },
    { id: "weir-plan", extensions: [".weir-plan"] },
  ]);
});

test("the images of the pages exist, and are not packaged", () => {
  const shownIn = (page: string) =>
    [...pageText(page).matchAll(/!\[[^\]]+\]\(([^)]+)\)/g)].map(([, it = ""]) =>
      join(dirname(page), it).replaceAll("\\", "/"),
    );
  const pictures = pages.flatMap(shownIn);
  expect(pictures).toEqual(expect.arrayContaining(shown.map((it) => `images/${it}.png`)));
  expect(pictures.filter((it) => !existsSync(join(root, it)))).toEqual([]);
  expect(readFileSync(join(root, ".vscodeignore"), "utf8")).not.toContain("images/*.png");
});

test("the package has everything that the manifest needs", () => {
  const kept = readFileSync(join(root, ".vscodeignore"), "utf8");
  for (const it of [
    "images/*.svg",
    "walkthrough/**",
    "l10n/bundle.l10n.*.json",
    "schemas/**",
    "package.nls.json",
  ])
    expect(kept).toContain(`!${it}`);
});

test("every command and setting is documented for editors", () => {
  const page = readFileSync(join(root, "docs/editors.md"), "utf8");
  const titles = contributes.commands.map(
    ({ title }) => texts[title.slice(1, -1) as keyof typeof texts],
  );
  expect(titles.filter((it) => !page.includes(`*${it}*`))).toEqual([]);
  const settings = Object.keys(contributes.configuration.properties);
  expect(settings.filter((it) => !page.includes(`\`${it}\``))).toEqual([]);
});

test("the Explorer hides what a push creates beside weir.json", () => {
  const { configurationDefaults } = manifest.contributes;
  const hidden = Object.keys(configurationDefaults["files.exclude"]);
  expect(hidden).toEqual(["**/.weir", "**/.weir-*.tmp", "**/weir.lock.json"]);
  // Other defaults would apply to all files of the user.
  const others = Object.keys(configurationDefaults).filter((it) => !/^\[[\w-]+\]$/.test(it));
  expect(others).toEqual(["files.exclude"]);
});
