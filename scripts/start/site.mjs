// The site with the playground, on loopback, until the user stops it.
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { browserCommand, openInBrowser } from "../build/browser.mjs";
import { ensureBuilt } from "../build/ensure-built.mjs";
import { Failure } from "../failure.mjs";
import { root } from "../root.mjs";
import { serveFolder } from "./serve-folder.mjs";
import { shutdownSignal } from "./shutdown.mjs";

/** Returns the folder of the site. */
export function makeSite() {
  ensureBuilt();
  const script = [join(root, "scripts", "run-ts.mjs"), "site/build/main.ts"];
  const { status } = spawnSync(process.execPath, script, {
    cwd: root,
    stdio: ["ignore", "ignore", "inherit"],
  });
  if (status !== 0) throw new Failure("Could not make the site.");
  return join(root, "site", "dist");
}

/** @param {{ port: number, "no-open"?: boolean | undefined }} options */
export async function openSite(options) {
  const ending = shutdownSignal();
  console.log("Making the site…");
  const folder = makeSite();
  const server = await serveFolder(folder, options.port).catch((error) => {
    throw new Failure(`Cannot use port ${options.port}: ${error.message}`);
  });
  try {
    const address = `${server.url}playground/`;
    console.log(`
The playground is open in your browser:

  ${address}

The documentation is at ${server.url}
Press Ctrl-C to stop.
`);
    const { platform, env, stdout } = process;
    const browser = browserCommand({ platform, env, isTerminal: stdout.isTTY });
    if (browser && !options["no-open"]) openInBrowser(browser, address);
    if (!ending.aborted) await once(ending, "abort");
  } finally {
    await server.stop();
  }
}
