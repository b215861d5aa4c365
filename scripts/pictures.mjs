// Takes the screenshots and the recording of the README, while the end-to-end tests run in a real VS Code.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { aptInstall } from "./apt.mjs";
import { root } from "./root.mjs";

const files = ["writing", "pushing", "hosts", "lab", "form"];

const { status } = spawnSync(
  process.execPath,
  [join(root, "node_modules", "vitest", "vitest.mjs"), "run", "--project", "e2e", ...files],
  { cwd: root, stdio: "inherit", env: { ...process.env, WEIR_PICTURES: "1" } },
);
if (status === 0) record(join(root, "test", "e2e", "artefacts", "frames"));
process.exit(status ?? 1);

/**
 * Joins the frames to an animated picture. The name of each says how long it is shown.
 * @param {string} folder
 */
function record(folder) {
  if (!existsSync(folder)) return;
  const frames = readdirSync(folder).sort();
  const shown = frames.flatMap((it) => {
    const [, duration = ""] = /-(\d+)\.png$/.exec(it) ?? [];
    return ["-d", duration, join(folder, it)];
  });
  const output = ["-o", join(root, "images", "recording.webp")];
  const args = ["-loop", "0", "-min_size", "-lossy", "-q", "60", "-m", "6", ...shown, ...output];
  const run = () => spawnSync("img2webp", args, { stdio: "inherit" });
  const joined = run();
  const { status } = joined.error && aptInstall("webp") ? run() : joined;
  if (status !== 0) {
    console.error("The recording needs 'img2webp'. Install the package 'webp' of your system.");
    process.exit(1);
  }
}
