import { spawnSync } from "node:child_process";

/**
 * Installs a Debian package if running as root. Returns whether that succeeded.
 * @param {string} name
 */
export function aptInstall(name) {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const options = /** @type {const} */ ({
    stdio: "ignore",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  // Another test may be installing a package.
  const args = ["-o", "DPkg::Lock::Timeout=120", "install", "-y", "--no-install-recommends", name];
  const install = () => spawnSync("apt-get", args, options).status === 0;
  // The package lists may be missing or outdated.
  return install() || (spawnSync("apt-get", ["update"], options).status === 0 && install());
}
