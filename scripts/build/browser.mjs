// Opens a URL in the default browser.
import { spawn } from "node:child_process";

/**
 * The command that opens a URL, or undefined if there is no visible browser.
 * @param {{ platform: NodeJS.Platform, env: NodeJS.ProcessEnv, isTerminal: boolean }} options
 * @returns {string[] | undefined}
 */
export function browserCommand({ platform, env, isTerminal }) {
  if (!isTerminal || env.CI) return undefined;
  // Over SSH, only X11 or Wayland forwarding would show a browser.
  const isRemote = Boolean(env.SSH_CONNECTION ?? env.SSH_TTY);
  if (platform === "darwin") return isRemote ? undefined : ["open"];
  // Not 'start', a shell built-in: the shell would interpret the '&' in a URL.
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
  // The URL is printed as well.
  browser.on("error", () => {});
  browser.unref();
}
