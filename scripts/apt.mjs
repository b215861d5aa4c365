import { spawnSync } from "node:child_process";

/**
 * Installs a package of Debian where we may, and says whether that worked.
 * @param {string} name
 */
export function aptInstall(name) {
  if (process.platform !== "linux" || process.getuid?.() !== 0) return false;
  const options = /** @type {const} */ ({
    stdio: "ignore",
    env: { ...process.env, DEBIAN_FRONTEND: "noninteractive" },
  });
  const install = () =>
    spawnSync("apt-get", ["install", "-y", "--no-install-recommends", name], options).status === 0;
  // The lists of packages may be missing, or older than the packages are.
  return install() || (spawnSync("apt-get", ["update"], options).status === 0 && install());
}
