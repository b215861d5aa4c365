// Profiles, zones and credentials in VS Code.
import { beforeEach, expect, test } from "vitest";
import { seed } from "../../scripts/start/emulator.mjs";
import { takeStep } from "./screen/themes.ts";
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
    expect.stringMatching(/^Scanners that look for .*: no file$/),
    expect.stringMatching(/^Checkout from unusual places: .*no file$/),
    `production: ${"c".repeat(32)}`,
  ]);
  // The resources of a host are only listed after a sign-in.
  await soon(async () => {
    // A refresh of the view may collapse the row.
    await editor.unfold("production");
    return editor.listed();
  }).toContainEqual(expect.stringMatching(/^Sign in: https:/));
  await editor.picture("side-view");
  await editor.open("weir.json");
  await takeStep(editor, "settings", { x: 348, y: 92, width: 820, height: 170 });
  await editor.run("View: Close Editor");

  await editor.run("Weir: Select Profile");
  await editor.pick("production");
  await soon(() => editor.statusBar.innerText()).toContain("production · cccccccc…");
  await soon(() => editor.lenses.innerText()).toContain("Create rule in 'production'");
  await editor.choose("local", "Use This Profile");
  await soon(() => editor.statusBar.innerText()).toContain("local · example.com");
});

test("a token is stored after verification, and deleted on request", async () => {
  const editor = await sharedWindow();
  await editor.open("jobs/shop-errors.lpjob");
  await editor.lenses.first().waitFor();
  const signIn = async (typed: string) => {
    await editor.run("Weir: Sign In");
    await editor.pick("API token");
    await editor.page.locator("input[type=password]").fill(typed);
    if (typed === token)
      await takeStep(editor, "sign-in", { x: 338, y: 4, width: 604, height: 90 });
    await editor.press("Enter");
  };
  await signIn("not-a-token");
  expect(await editor.notifications.text("Not signed in")).toContain(`Not signed in to ${origin}.`);
  await editor.notifications.clear();
  await editor.run("Weir: Sign Out");
  await editor.notifications.text("No stored credentials.");

  await signIn(token);
  const done = await editor.notifications.text("Signed in to");
  expect(done).toContain("Access to these zones: example.com.");
  expect(done).not.toContain(token);
  await editor.picture("signed-in");
  await editor.notifications.clear();
  await editor.pressLens("Push");
  await editor.question("Create ");
  await editor.notifications.items.getByText("Details").click();
  await soon(() => editor.dialog.innerText()).toContain(
    "Signed in with: the credential stored in the editor",
  );
  await editor.answer("OK");
  await editor.agree("Cancel");
  await soon(() => editor.tabs.allInnerTexts()).toEqual(["shop-errors.lpjob"]);
  await soon(() => editor.notifications.items.count()).toBe(0);

  await editor.run("Weir: Sign Out");
  await editor.pick(origin);
  await editor.notifications.text(`Signed out of ${origin}.`);
});
