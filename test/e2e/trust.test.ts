// An untrusted folder: the languages work, but nothing is sent.
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { soon } from "./screen/waiting.ts";
import { jobs, reset } from "./stage/service.ts";
import { startOwnVscode, visit } from "./stage/visit.ts";

beforeEach(reset);

test("in an untrusted folder, filters are checked and fixed, and a push is refused with the reason", async () => {
  const vscode = await startOwnVscode({ asksForTrust: true });
  onTestFinished(() => vscode.stop());
  const editor = await visit({ vscode });
  await editor.dialog.getByRole("button", { name: /^No, I don't trust/ }).click();

  await editor.open("filters/bad-words-and-types.lpfilter");
  await soon(() => editor.squiggles.error.count()).toBe(5);
  await editor.open("jobs/shop-errors.lpjob");
  await soon(() => editor.lenses.innerText()).toMatch(/^Sends http_requests to S3/);
  await editor.run("Weir: Push");
  expect(await editor.notifications.text("not trusted")).toBe(
    "This workspace is not trusted, so Weir reads no profiles and connects to no host.",
  );
  await editor.view("Weir");
  await soon(() => editor.page.locator(".welcome-view-content").innerText()).toContain(
    "Profiles decide which hosts Weir connects to, so Weir reads them only in trusted workspaces.",
  );
  await editor.picture("untrusted");
  expect(await jobs()).toEqual([]);

  await editor.notifications.press("Manage Trust");
  await editor.page.getByRole("button", { name: "Trust", exact: true }).first().click();
  await editor.open("jobs/shop-errors.lpjob");
  await soon(() => editor.lenses.innerText()).toContain("Push · never pushed");
  await soon(() => editor.listed()).toContain("emulator");
});
