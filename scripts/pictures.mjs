// Takes the screenshots of the README and walkthrough, and the recording, during the end-to-end tests in a real VS Code.
import { spawnSync } from "node:child_process";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { aptInstall } from "./install/apt.mjs";
import { root } from "./root.mjs";

const files = [
  ...["writing", "walkthrough", "accounts", "pushing", "hosts", "lab", "form", "tests"],
  "review",
];

const { status } = spawnSync(
  process.execPath,
  [join(root, "node_modules", "vitest", "vitest.mjs"), "run", "--project", "e2e", ...files],
  { cwd: root, stdio: "inherit", env: { ...process.env, WEIR_PICTURES: "1" } },
);
if (status === 0) record(join(root, "test", "e2e", "artifacts", "frames"));
// Also after a failure: the extension is packaged with what is in this folder.
compress(join(root, "walkthrough"));
process.exit(status ?? 1);

/**
 * Combines the frames into an animated image. The name of each contains its duration.
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
  runWebp("img2webp", args);
}

/**
 * Compresses the images that ship with the extension to a quarter of their size; the text stays sharp.
 * @param {string} folder
 */
function compress(folder) {
  for (const name of readdirSync(folder).filter((it) => it.endsWith(".png"))) {
    const path = join(folder, name);
    const output = path.replace(/\.png$/, ".webp");
    runWebp("cwebp", ["-quiet", "-near_lossless", "0", "-z", "9", path, "-o", output]);
    rmSync(path);
  }
}

/**
 * @param {string} program
 * @param {readonly string[]} args
 */
function runWebp(program, args) {
  const run = () => spawnSync(program, args, { stdio: "inherit" });
  const done = run();
  const { status } = done.error && aptInstall("webp") ? run() : done;
  if (status === 0) return;
  console.error(`The pictures need '${program}'. Install the package 'webp' of your system.`);
  process.exit(1);
}
