// Opening an address in the browser of the person at the terminal.
import { spawn } from "node:child_process";

/**
 * The program that opens an address, or undefined where nobody would see a browser.
 * @param {{ platform: NodeJS.Platform, env: NodeJS.ProcessEnv, isTerminal: boolean }} surroundings
 * @returns {string[] | undefined}
 */
export function browserCommand({ platform, env, isTerminal }) {
  if (!isTerminal || env.CI) return undefined;
  // Somebody who has come from another machine does not sit in front of this one, unless its windows are sent there.
  const isRemote = Boolean(env.SSH_CONNECTION ?? env.SSH_TTY);
  if (platform === "darwin") return isRemote ? undefined : ["open"];
  // 'start' is a part of the shell, which would read the '&' in an address.
  if (platform === "win32")
    return isRemote ? undefined : ["rundll32", "url.dll,FileProtocolHandler"];
  return (env.DISPLAY ?? env.WAYLAND_DISPLAY) ? ["xdg-open"] : undefined;
}

/**
 * @param {readonly string[]} command
 * @param {string} address
 */
export function openInBrowser([program = "", ...args], address) {
  const browser = spawn(program, [...args, address], { stdio: "ignore", detached: true });
  // The address stands on the terminal as well.
  browser.on("error", () => {});
  browser.unref();
}
