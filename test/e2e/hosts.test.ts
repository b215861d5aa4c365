// Rules, filters and jobs inside Terraform, YAML and Markdown files: alone, and beside extensions for these languages.
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { Editor } from "./screen/editor.ts";
import { acceptSuggestion } from "./screen/suggestions.ts";
import { escapeRegExp, soon } from "./screen/waiting.ts";
import { sharedWindow, visit } from "./stage/visit.ts";

const main = `resource "cloudflare_ruleset" "waf" {
  zone_id = "1"
  phase   = "http_request_firewall_custom"
  rules = [{
    action     = "block"
    expression = "http.hots eq \\"\${var.host}\\""
  }]
}

resource "cloudflare_logpush_job" "errors" {
  dataset          = "http_requests"
  destination_conf = "s3://logs/{DATE}?region=eu-west-1"
  filter           = "{\\"where\\":{\\"key\\":\\"ClientIPP\\",\\"operator\\":\\"eq\\",\\"value\\":\\"192.0.2.1\\"}}"
}
`;

const ruleset = String.raw`{ "phase": "http_request_firewall_custom", "rules": [{ "expression": "http.hots eq \"a\"" }] }`;

const rules = "waf_custom_rules:\n  - action: block\n    expression: ssll\n";

const runbook = '# Attacks\n\nBlock the bots:\n\n```cfrule\nhttp.hots eq "a"\n```\n\n';

const files = {
  "shop.tf": main,
  "edge.tofu": main,
  "ruleset.json": ruleset,
  "rules.yaml": rules,
  "runbook.md": runbook,
};

/** A highlighted word. */
function colored(editor: Editor, word: string) {
  const exact = new RegExp(`^${escapeRegExp(word)}$`);
  return editor.page.locator(".editor-instance .view-line span > span", { hasText: exact });
}

test("a folder with one Terraform file needs no setup", async () => {
  const editor = await visit({ files: { "main.tf": main }, samples: false });
  await editor.open("main.tf");
  await soon(() => editor.squiggles.error.count()).toBe(2);
  await soon(() => editor.hovered("http.hots")).toContainEqual(
    expect.stringContaining("Unknown field 'http.hots'. Did you mean 'http.host'?"),
  );
  await editor.goTo(6, 22);
  await editor.fix("Use 'http.host'");
  await soon(() => editor.squiggles.error.count()).toBe(1);
  await editor.save();
  await soon(() => editor.read("main.tf")).toBe(main.replace("hots", "host"));
});

test("a rule in Terraform is compared with the last commit", async () => {
  const text = main.replace("hots", "host").replace(/\$\{var.host\}/, "shop.example.com");
  const editor = await sharedWindow({ files: { "main.tf": text } });
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=t", "-c", "user.email=t@example.com", ...args], {
      cwd: editor.folder,
    });
  git("init", "-q");
  git("add", "main.tf");
  git("commit", "-qm", "first");
  await editor.open("main.tf");
  await editor.goTo(6, 29);
  await editor.press("Delete", "Delete");
  await editor.page.keyboard.type("contains");
  await editor.press("Escape");
  await editor.run("Weir: Compare Meaning with");
  await soon(() => editor.choices()).toEqual(["Another File…", "Last Commit"]);
  await editor.pick("Last Commit");
  await soon(() => editor.dialog.innerText()).toContain(
    "Wider: main.tf matches everything that main.tf in HEAD matches, and more.",
  );
  await editor.picture("terraform-compared");
  await editor.answer("Copy");
  await editor.save();
});

test("rules and filters in files without another language extension", async () => {
  const editor = await sharedWindow({ files });
  await editor.open("shop.tf");
  await soon(() => editor.squiggles.error.count()).toBe(2);
  await colored(editor, "http.hots").waitFor();
  // Before the Problems panel gets focus: VS Code only requests lenses while the editor has it.
  await soon(() => editor.lenses.allInnerTexts()).toEqual([
    expect.stringContaining(`Matches requests where http.hots is "${"$"}{var.host}"`),
    expect.stringContaining("Sends http_requests to S3"),
    expect.stringContaining("Keeps lines where ClientIPP"),
  ]);
  await soon(() => editor.problems("shop.tf")).toEqual([
    "Unknown field 'http.hots'. Did you mean 'http.host'?",
    "'http_requests' has no field 'ClientIPP'. Did you mean 'ClientIP'?",
  ]);
  await editor.picture("terraform");

  await editor.goTo(6, 22);
  await editor.fix("Use 'http.host'");
  await soon(() => editor.squiggles.error.count()).toBe(1);
  await soon(() => editor.hovered("http.host")).toContainEqual(
    expect.stringContaining("http.host"),
  );
  // Before the closing quote. Inserted values have escaped quotes.
  await editor.goTo(6, 47);
  await acceptSuggestion(editor, " and ip.src.coun", "ip.src.country");
  await editor.page.keyboard.type(" in {");
  await acceptSuggestion(editor, "Portug", "PT");
  await editor.goTo(13, 46);
  await editor.fix("Use 'ClientIP'");
  await editor.save();
  await soon(() => editor.read("shop.tf")).toBe(
    main
      .replace("hots", "host")
      .replace('}\\""', '}\\" and ip.src.country in {\\"PT\\"}"')
      .replace("IPP", "IP"),
  );
  await soon(() => editor.problems("shop.tf")).toEqual([]);

  await editor.open("octorules/shop.yaml");
  await soon(() => editor.squiggles.warning.count()).toBe(1);
  await colored(editor, "http.user_agent").waitFor();
  await editor.picture("octorules");
  await editor.open("runbooks/login-attacks.md");
  await soon(() => editor.squiggles.error.count()).toBe(1);
  await colored(editor, "cf.bot_managment.score").waitFor();
  await editor.picture("runbook");
  await editor.open("ruleset.json");
  await soon(() => editor.squiggles.error.count()).toBe(1);
  await colored(editor, "http.hots").waitFor();
  await editor.goTo(1, 80);
  await editor.fix("Use 'http.host'");
  await soon(() => editor.squiggles.error.count()).toBe(0);
  await editor.picture("ruleset");
});

test("beside a Terraform extension, only embedded texts are handled by ours", async () => {
  const extension = join(import.meta.dirname, "stand-in");
  const editor = await visit({ files, extension, samples: false });
  // Without settings, this file activates the extension.
  await editor.open("rules.yaml");
  await soon(() => editor.squiggles.error.count()).toBe(1);
  await soon(() => editor.hovered("waf_custom_rules")).toEqual(["stand-in hover"]);

  await editor.open("shop.tf");
  await editor.statusBar.getByText("Stand-in Terraform").waitFor();
  await soon(() => editor.squiggles.error.count()).toBe(2);
  await colored(editor, "http.hots").waitFor();
  await colored(editor, "zone_id").waitFor();
  await editor.picture("beside-another");

  await soon(() => editor.hovered("http.hots")).toContainEqual(
    expect.stringMatching(/Unknown field[\s\S]*stand-in hover/),
  );
  await soon(() => editor.hovered("zone_id")).toEqual(["stand-in hover"]);

  const offered = () => editor.suggestions.locator(".label-name").allInnerTexts();
  await editor.goTo(7, 5);
  await editor.press("Enter", "Control+Space");
  await soon(offered).toEqual(["stand-in completion"]);
  await editor.press("Escape");
  await editor.goTo(6, 19);
  await editor.press("Control+Space");
  await soon(offered).toContain("http.host");

  await editor.press("Escape");
  await editor.run("Format Document");
  await soon(() => editor.lines()).toContain("# stand-in format");

  await editor.open("edge.tofu");
  await editor.statusBar.getByText("Stand-in HCL").waitFor();
  await soon(() => editor.squiggles.error.count()).toBe(2);
  await soon(() => editor.hovered("zone_id")).toEqual(["stand-in hover"]);

  await editor.open("runbook.md");
  await soon(() => editor.squiggles.error.count()).toBe(1);
  await soon(() => editor.hovered("bots")).toEqual(["stand-in hover"]);
  await editor.goTo(6, 1);
  await editor.press("Control+Space");
  await soon(offered).toContain("http.host");
  await editor.press("Escape");
  // Provided by VS Code's Markdown extension.
  await editor.goTo(9, 1);
  await editor.page.keyboard.type("[a](#");
  await soon(offered).toContain("#attacks");
  await editor.press("Escape");

  await editor.open("ruleset.json");
  await soon(() => editor.squiggles.error.count()).toBe(1);
  await soon(() => editor.hovered("rules")).toEqual(["stand-in hover"]);
  // Provided by VS Code's JSON extension.
  await editor.run("Format Document");
  await soon(() => editor.lines()).toContainEqual(
    expect.stringMatching(/^ +"expression": "http\.hots/),
  );
});
