// Finds the browser for the tests, and installs one where possible.
import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";
import { aptInstall } from "../../../scripts/install/apt.mjs";

/** Headless ones first, because they need less CPU time. */
const names = [
  ...["chromium-headless-shell", "chrome-headless-shell"],
  ...["chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome"],
];

const packages = ["chromium-headless-shell", "chromium"];

/** Paths of browsers that are never on the PATH. */
const usualPlaces: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: [
    "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
    "/Applications/Chromium.app/Contents/MacOS/Chromium",
  ],
  win32: [
    "C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe",
    "C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe",
  ],
};

export function ensureChromium(): string {
  const found = findChromium() ?? (packages.some(aptInstall) ? findChromium() : undefined);
  if (found) return found;
  throw new Error(
    "The end-to-end tests need Chromium or Chrome. Install it (on Debian: apt-get install chromium), or set CHROME_PATH.",
  );
}

function findChromium(): string | undefined {
  const folders = (process.env.PATH ?? "").split(delimiter);
  const candidates = [
    process.env.CHROME_PATH,
    ...names.flatMap((name) => folders.map((it) => join(it, name))),
    ...(usualPlaces[process.platform] ?? []),
  ];
  return candidates.find((it) => it !== undefined && canRun(it));
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
