// Rules of several zones in Terraform: definitions, and lenses that lead to the trace and to the review.
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { call } from "../../scripts/start/emulator.mjs";
import { accessibilityViolations } from "./screen/accessibility.ts";
import { isFocused } from "./screen/form-page.ts";
import { setPageWidth } from "./screen/page-width.ts";
import { takePictures } from "./screen/themes.ts";
import { soon } from "./screen/waiting.ts";
import { overflow, pageNamed } from "./screen/webview.ts";
import { reset } from "./stage/service.ts";
import { stage, visit } from "./stage/visit.ts";

// Each test has a new window: a trace starts with the last request of its window.
beforeEach(reset);

const { baseUrl, zone } = stage.service;
const local = { baseUrl, zone, rulesTarget: "rulesets" };

function ruleset(name: string, zoneId: string, expression: string): string {
  return `resource "cloudflare_ruleset" "${name}" {
  zone_id = ${zoneId}
  kind    = "zone"
  phase   = "http_request_firewall_custom"
  rules = [{
    ref        = "${name}"
    action     = "block"
    expression = "${expression}"
  }]
}
`;
}

const offices = `ip.src in { \${join(" ", local.offices)} }`;
const files = {
  "infra/weir.json": JSON.stringify({ defaultProfile: "local", profiles: { local } }),
  "infra/waf.tf":
    ruleset("shop", "cloudflare_zone.shop.id", `not ${offices}`) +
    ruleset("blog", `"${zone}"`, "cf.waf.score lt 30"),
  "infra/names.tf": `resource "cloudflare_zone" "shop" {
  name = "shop.example"
}
locals {
  offices = ["192.0.2.1"]
}
`,
};

test("names lead to their declarations, and rules to the trace in their zone", async () => {
  const editor = await visit({ files });
  await editor.open("infra/waf.tf");

  // The definition of a name inside an interpolation is in another file.
  await editor.goTo(8, 52);
  const names = editor.page.locator(".tab.active", { hasText: "names.tf" });
  // The server may still start.
  await editor.until(names, () => editor.press("F12"));
  await soon(() => editor.statusBar.innerText()).toContain("Ln 5, Col 3");

  // The lens of a rule traces in the zone of the rule, with a host of that zone.
  await editor.open("infra/waf.tf");
  const lenses = () => editor.lenses.locator("a").allInnerTexts();
  await soon(lenses).toEqual(expect.arrayContaining(["Try on logs", "Trace", "Review"]));
  await editor.picture("terraform-lenses");
  await editor.pressLens("Trace");
  const page = await pageNamed(editor, "Trace");
  const outcome = () => page.locator(".outcome").last().innerText();
  const zones = page.getByRole("combobox", { name: "Zone", exact: true });
  await soon(outcome).toContain("blocked with 403 by 'shop'");
  expect(await zones.inputValue()).toBe("shop.example");
  const url = page.getByRole("textbox", { name: "URL" });
  expect(await url.inputValue()).toMatch(/^https:\/\/shop\.example\//);

  // Another zone, with keys. A field that is missing leads to its box.
  await zones.focus();
  await editor.press("ArrowDown");
  await soon(() => zones.inputValue()).toBe(zone);
  await soon(outcome).toContain("cf.waf.score lt 30");
  const missing = page.getByRole("button", { name: "Set cf.waf.score" });
  await missing.focus();
  await editor.picture("trace-missing");
  expect(await accessibilityViolations(page)).toEqual([]);
  await takePictures(editor, "trace-zones");
  await missing.focus();
  await editor.press("Enter");
  const box = page.getByRole("textbox", { name: "cf.waf.score" });
  await soon(() => isFocused(box)).toBe(true);
  await editor.page.keyboard.type("9");
  await soon(outcome).toContain("blocked with 403 by 'blog'");

  // The service was read for the zone of the profile; the list of zones stays.
  const phase = "/rulesets/phases/http_request_firewall_custom/entrypoint";
  await call(stage.service, "PUT", phase, { rules: [{ action: "log", expression: "ssl" }] });
  await page.getByRole("button", { name: "Compare with the service" }).press("Enter");
  const now = page.getByRole("region", { name: "Now", exact: true });
  await soon(() => now.locator(".outcome").innerText()).toContain("reaches the origin");
  await soon(outcome).toContain("blocked with 403 by 'blog'");
  await zones.selectOption("shop.example");
  await soon(() => page.locator("main").innerText()).toContain(
    "Select a profile of 'shop.example' to compare with it.",
  );
  await soon(outcome).toContain("blocked with 403 by 'shop'");
  for (const width of [900, 600, 390]) {
    await setPageWidth(editor, page, width);
    expect(await page.evaluate(overflow)).toBeLessThanOrEqual(0);
    await editor.picture(`trace-zones-${width}`);
  }
});

test("a review of several zones traces its examples in their zone", async () => {
  const editor = await visit({ files });
  const folder = join(editor.folder, "infra");
  const git = (...args: string[]) =>
    execFileSync("git", ["-c", "user.name=a", "-c", "user.email=a@example.com", ...args], {
      cwd: folder,
      stdio: "pipe",
    });
  git("init", "--quiet");
  git("add", "--all");
  git("commit", "--quiet", "--message", "a");
  writeFileSync(join(folder, "waf.tf"), files["infra/waf.tf"].replace("lt 30", "lt 40"));
  await editor.open("infra/waf.tf");
  await editor.pressLens("Review");
  const review = await pageNamed(editor, "Review of Changes");
  await soon(() => review.locator("main").innerText()).toContain("allow → block");
  await review.getByRole("button", { name: "Trace" }).first().press("Enter");
  const page = await pageNamed(editor, "Trace");
  await soon(() => page.locator(".outcome").innerText()).toContain("blocked with 403 by 'blog'");
  const zones = page.getByRole("combobox", { name: "Zone", exact: true });
  expect(await zones.inputValue()).toBe(zone);
});
