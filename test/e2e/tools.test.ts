// The editor's emulator, escaped filters, and crashes of the server.
import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { soon } from "./screen/waiting.ts";
import { freePort } from "./stage/processes.ts";
import { sharedWindow, stage } from "./stage/visit.ts";

const escaped = JSON.stringify(
  JSON.stringify({ where: { key: "ClientIP", operator: "eq", value: "192.0.2.1" } }),
);

test("an escaped filter becomes a readable file, and is escaped again", async () => {
  const editor = await sharedWindow();
  await editor.copy(`curl -d ${escaped}`);
  await editor.run("Weir: Paste Escaped Filter as File");
  await editor.notifications.text("The clipboard has no filter.");
  await editor.copy(escaped);
  await editor.run("Weir: Paste Escaped Filter as File");
  await soon(() => editor.lenses.innerText()).toContain(
    'Keeps lines where ClientIP is "192.0.2.1"',
  );
  await soon(() => editor.lines()).toContain(
    '  "where": { "key": "ClientIP", "operator": "eq", "value": "192.0.2.1" }',
  );
  await editor.copy("");
  await editor.run("Weir: Copy Escaped Filter");
  await soon(() => editor.clipboard()).toBe(escaped);
});

test("the emulator is started from the view and after a failed push, and stopped", async () => {
  const baseUrl = `http://127.0.0.1:${await freePort()}/client/v4`;
  const zone = "a".repeat(32);
  const files = {
    "weir.json": JSON.stringify({ profiles: { own: { baseUrl, zone } } }),
  };
  const editor = await sharedWindow({ files });
  await editor.service();
  const start = editor.rows.filter({ hasText: "Start Emulator" });
  const started = editor.notifications.items.filter({ hasText: "The emulator is listening" });
  await editor.click(start, { shows: started });
  expect(await editor.notifications.text("The emulator is listening")).toBe(
    `The emulator is listening on ${new URL(baseUrl).host}.`,
  );
  await soon(() => editor.listed()).toContain("Jobs: 0");
  await editor.notifications.clear();
  await editor.open("jobs/shop-errors.lpjob");
  await editor.pressLens("Push · ");
  await editor.question("Create job 'shop-errors'");
  await editor.agree("Create");
  await editor.notifications.text("Created job 'shop-errors' (1).");
  await editor.notifications.clear();
  await editor.run("Weir: Stop Emulator");
  await soon(() => editor.listed()).toContain("Start Emulator: not running");
  // Its resources are gone, and a push explains what to do.
  await editor.run("Weir: Push");
  await editor.notifications.press("Start Emulator");
  await editor.notifications.text("The emulator is listening");
  await editor.run("Weir: Stop Emulator");
  await soon(() => editor.listed()).toContain("Start Emulator: not running");
});

test.skipIf(process.platform === "win32")(
  "a crashed server is restarted once; after another crash, the user is asked once",
  async () => {
    const editor = await sharedWindow();
    await editor.open("filters/bad-words-and-types.lpfilter");
    await soon(() => editor.squiggles.error.count()).toBe(5);
    const before = servers();
    for (const it of before) process.kill(it, "SIGKILL");
    await soon(() => servers().filter((it) => !before.includes(it)).length).toBe(1);
    await editor.goTo(4, 20);
    await editor.fix("Use 'ClientRequestHost'");
    await soon(() => editor.squiggles.error.count()).toBe(4);
    expect(await editor.notifications.items.count()).toBe(0);

    for (const it of servers()) process.kill(it, "SIGKILL");
    expect(await editor.notifications.text("crashed")).toBe(
      "The Weir language server has crashed.",
    );
    expect(await editor.notifications.items.count()).toBe(1);
    expect(await editor.notifications.items.getByRole("button", { name: "Show Log" }).count()).toBe(
      1,
    );
    await editor.picture("crashed");
    await editor.notifications.press("Restart");
    await soon(() => editor.squiggles.error.count()).toBe(4);
    await soon(() => servers().length).toBe(1);
    // VS Code may restore an edit that was discarded on close when the next test opens the file.
    await editor.save();
  },
);

/** The language servers started by windows of this VS Code. */
function servers(): number[] {
  return execFileSync("ps", ["-axo", "pid=,args="], { encoding: "utf8" })
    .split("\n")
    .filter((it) => it.includes(stage.extensions) && it.includes("server.cjs"))
    .map((it) => Number.parseInt(it, 10));
}
