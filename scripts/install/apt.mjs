import { spawn, spawnSync } from "node:child_process";

const isPossible = process.platform === "linux" && process.getuid?.() === 0;
const options = /** @type {const} */ ({
  stdio: "ignore",
  env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
});

/** @param {readonly string[]} names */
function install(...names) {
  // Another test may be installing a package.
  const wait = ["-o", "DPkg::Lock::Timeout=120"];
  return [...wait, "install", "-y", "--no-install-recommends", ...names];
}

/**
 * Installs a Debian package if running as root. Returns whether that succeeded.
 * @param {string} name
 */
export function aptInstall(name) {
  if (!isPossible) return false;
  const run = (/** @type {readonly string[]} */ args) =>
    spawnSync("apt-get", args, options).status === 0;
  // The package lists may be missing or outdated.
  return run(install(name)) || (run(["update"]) && run(install(name)));
}

/**
 * Installs packages in the background if running as root. Where one is still missing later, `aptInstall` waits for it.
 * @param {readonly string[]} names
 */
export async function aptInstallAhead(names) {
  if (!isPossible) return;
  /** @param {readonly string[]} args */
  const run = (args) =>
    new Promise((resolve) => {
      const child = spawn("apt-get", args, options);
      child.on("error", () => resolve(false)).on("close", (status) => resolve(status === 0));
    });
  const isDone = await run(install(...names));
  if (!isDone && (await run(["update"]))) await run(install(...names));
}
