// Profiles, zones and credentials in VS Code.
import { beforeEach, expect, onTestFailed, test } from "vitest";
import { seed } from "../../scripts/start/emulator.mjs";
import { soon } from "./screen/waiting.ts";
import { origin, reset } from "./stage/service.ts";
import { sharedWindow, stage } from "./stage/visit.ts";

beforeEach(reset);

const { baseUrl, zone, token } = stage.service;

const settings = `{
  "defaultProfile": "local",
  "profiles": {
    "local": { "baseUrl": "${baseUrl}" },
    // This host has no sign-in.
    "production": { "zone": "${"c".repeat(32)}", "rulesTarget": "rulesets" }
  }
}
`;

test("a zone and a profile are picked from lists", async () => {
  await seed(stage.service);
  const editor = await sharedWindow({ files: { "weir.json": settings } });
  await editor.open("rules/admin-area.cfrule");
  await soon(() => editor.statusBar.innerText()).toContain("local · no zone");
  await editor.run("Weir: Select Zone");
  await soon(() => editor.choices()).toContain("example.com");
  await editor.picture("zones");
  await editor.pick("example.com");
  await soon(() => editor.read("weir.json")).toBe(
    settings.replace('{ "baseUrl"', `{ "zone": "${zone}", "baseUrl"`),
  );
  await soon(() => editor.statusBar.innerText()).toContain("local · example.com");

  await editor.service();
  await soon(() => editor.listed()).toEqual([
    "local: current",
    "example.com",
    "Jobs: 2",
    expect.stringMatching(/^slow-api-calls: (enabled|disabled) · no file$/),
    expect.stringMatching(/^firewall-posts: (enabled|disabled) · no file$/),
    "Rule filters: 2",
    expect.stringMatching(/: no file$/),
    expect.stringMatching(/: no file$/),
    "Rules: 2",
    // In the order in which they run.
    expect.stringMatching(/^Checkout from unusual places: .*no file$/),
    expect.stringMatching(/^Scanners that look for .*: no file$/),
    `production: ${"c".repeat(32)}`,
  ]);
  // The resources of a host are only listed after a sign-in.
  await soon(async () => {
    // A refresh of the view may collapse the row.
    await editor.unfold("production");
    return editor.listed();
  }).toContainEqual(expect.stringMatching(/^Sign in: https:/));
  await editor.picture("side-view");

  await editor.runAndPick("Weir: Select Profile", "production");
  await soon(() => editor.statusBar.innerText()).toContain("production");
  await soon(() => editor.lenses.innerText()).toContain("Create rule in 'production'");
  await editor.choose("local", "Use This Profile");
  await soon(() => editor.statusBar.innerText()).toContain("local · example.com");
});

test("a token is stored after verification, and deleted on request", async () => {
  const editor = await sharedWindow();
  await editor.open("jobs/shop-errors.lpjob");
  await editor.lenses.first().waitFor();
  // A repetition must start without a credential.
  onTestFailed(async () => {
    await editor.tidy();
    await editor.run("Weir: Sign Out");
    await Promise.race([editor.pick(origin), editor.notifications.text("No stored credentials.")]);
  });
  const enter = async (typed: string) => {
    const box = editor.page.locator("input[type=password]");
    await box.fill(typed);
    await box.press("Enter");
  };
  const signIn = async (typed: string) => {
    await editor.runAndPick("Weir: Sign In", "API token");
    await enter(typed);
  };
  await signIn("not-a-token");
  expect(await editor.notifications.text("Not signed in")).toContain(
    `'${new URL(origin).host}' rejected the credential (401)`,
  );
  await editor.notifications.clear();
  await editor.run("Weir: Sign Out");
  await editor.notifications.text("No stored credentials.");
  await editor.notifications.clear();

  // A typing error is corrected at once, and the input box repeats the reason.
  await signIn(`${token}x`);
  await editor.notifications.text("Not signed in");
  await editor.picture("not-signed-in");
  await editor.notifications.press("Try Again");
  await soon(() => editor.quickInput.innerText()).toContain("The emulator prints its token");
  expect(await editor.quickInput.innerText()).toContain("Invalid");
  await editor.picture("try-again");
  // The progress of the first attempt is shown for a moment longer, and would be replaced together with what follows.
  await editor.notifications.clear();
  await enter(token);
  const done = await editor.notifications.text("Signed in to");
  expect(done).toContain("Access to these zones: example.com.");
  expect(done).not.toContain(token);
  await editor.picture("signed-in");
  await editor.notifications.clear();
  await editor.pressLens("Push");
  await editor.question("Create ");
  await editor.agree("Show plan");
  await soon(() => editor.shownText()).toContain("signed in with the editor's credential");
  await editor.agree("Cancel");
  await soon(() => editor.tabs.allInnerTexts()).toEqual(["shop-errors.lpjob"]);
  await soon(() => editor.notifications.items.count()).toBe(0);

  await editor.runAndPick("Weir: Sign Out", origin);
  await editor.notifications.text(`Signed out of ${origin}.`);
});
