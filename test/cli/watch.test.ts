import { mkdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { Folder, runIn } from "../support/programs/cli.ts";
import { patience } from "../support/waiting.ts";

const good = 'http.host eq "a.example"\n';
const bad = 'http.hots eq "a.example"\n';

/** `weir check --watch` in a folder; `printed` waits for output since the last call. */
function watching(folder: Folder, args: readonly string[] = [], isTerminal = false) {
  let text = "";
  let interrupt = (_status: number) => {};
  const append = (more: string) => {
    text += more;
  };
  const ended = runIn(folder.path, ["check", "--watch", ...args], {
    out: append,
    err: append,
    progress: isTerminal,
    onInterrupt: (listener) => {
      interrupt = listener;
      return () => {};
    },
  });
  return {
    text: () => text,
    async printed(expected: string): Promise<string> {
      const seen = await vi.waitFor(
        () => {
          expect(text).toContain(expected);
          return text;
        },
        { timeout: patience },
      );
      text = "";
      return seen;
    },
    async stop(): Promise<number> {
      interrupt(130);
      return (await ended).status;
    },
  };
}

const clean = "nothing found";
const unknown = "Unknown field 'http.hots'.";

test("each change is checked: written, replaced, new, in a new folder, deleted, and settings", async () => {
  using folder = new Folder({ "a.cfrule": good });
  const watch = watching(folder);
  await watch.printed(clean);
  folder.write("a.cfrule", bad);
  await watch.printed(unknown);
  // Many editors write another file and rename it.
  folder.write("a.cfrule~", good);
  renameSync(join(folder.path, "a.cfrule~"), join(folder.path, "a.cfrule"));
  await watch.printed(clean);
  folder.write("a.cfrule~", bad);
  renameSync(join(folder.path, "a.cfrule~"), join(folder.path, "a.cfrule"));
  await watch.printed(unknown);
  folder.write("weir.json", '{ "severity": { "unknown-field": "off" } }');
  await watch.printed(clean);
  folder.remove("weir.json");
  await watch.printed(unknown);
  rmSync(join(folder.path, "a.cfrule"));
  mkdirSync(join(folder.path, "rules"));
  await watch.printed("0 files, nothing found");
  folder.write("rules/new.cfrule", bad);
  await watch.printed("rules/new.cfrule");
  folder.write("rules/deep/er/b.tf", "");
  folder.write("rules/new.cfrule", good);
  await watch.printed(clean);
  expect(await watch.stop()).toBe(130);
});

test("a single file is watched with the settings above it", async () => {
  using folder = new Folder({ "weir.json": "{}", "sub/a.cfrule": bad, "sub/b.cfrule": bad });
  const watch = watching(folder, ["sub/a.cfrule"]);
  expect(await watch.printed(unknown)).not.toContain("b.cfrule");
  folder.write("weir.json", '{ "severity": { "unknown-field": "off" } }');
  await watch.printed(clean);
  folder.write("sub/a.cfrule", "http.host eq");
  await watch.printed("sub/a.cfrule");
  expect(await watch.stop()).toBe(130);
});

test("files that Terraform reads are watched, wherever they are", async () => {
  const ruleset = `resource "cloudflare_ruleset" "a" {\n  rules = yamldecode(file("../shared/a.rules"))\n}\n`;
  using folder = new Folder({ "infra/main.tf": ruleset, "weir.json": "{}", "shared/a.md": "" });
  const watch = watching(folder, ["infra"]);
  await watch.printed("1 rule not checked");
  folder.write("shared/a.rules", "- expression: http.hots eq 1\n");
  await watch.printed(unknown);
  folder.write("shared/a.rules", "- expression: ssl\n");
  await watch.printed(clean);
  await watch.stop();
});

test("a new folder may be named like a file, such as a domain", async () => {
  using folder = new Folder({ "a.cfrule": good });
  const watch = watching(folder);
  await watch.printed(clean);
  mkdirSync(join(folder.path, "shop.example.com"));
  // Nothing is printed until the folder has a file.
  await vi.waitFor(() => {
    folder.write("shop.example.com/b.cfrule", bad);
    expect(watch.text()).toContain("shop.example.com/b.cfrule");
  }, patience);
  rmSync(join(folder.path, "shop.example.com"), { recursive: true });
  await watch.printed(clean);
  await watch.stop();
});

test("a missing file and broken settings are reported, and watching continues", async () => {
  using folder = new Folder({ "weir.json": "{}", "a.cfrule": good });
  const watch = watching(folder, ["a.cfrule"]);
  await watch.printed(clean);
  rmSync(join(folder.path, "a.cfrule"));
  await watch.printed("a.cfrule");
  folder.write("a.cfrule", bad);
  await watch.printed(unknown);
  folder.write("weir.json", "{");
  await watch.printed("weir.json");
  folder.write("weir.json", "{}");
  await watch.printed(unknown);
  await watch.stop();
});

test("a terminal is cleared before each result", async () => {
  using folder = new Folder({ "a.cfrule": good });
  const watch = watching(folder, [], true);
  expect((await watch.printed("Press Ctrl+C to stop.")).startsWith("\u001b[2J")).toBe(true);
  folder.write("a.cfrule", bad);
  expect((await watch.printed("Press Ctrl+C to stop.")).startsWith("\u001b[2J")).toBe(true);
  await watch.stop();
});

test("incompatible options are refused", async () => {
  using folder = new Folder();
  const refused = async (...args: string[]) =>
    (await runIn(folder.path, ["check", "--watch", ...args], {})).err;
  expect(await refused("-")).toContain("standard input is not a file");
  expect(await refused("--format", "json")).toContain("Omit '--format'");
});
