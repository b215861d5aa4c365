import { readFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import {
  bundlesOfServer,
  serverBundle,
  workerScript,
} from "../../client/src/server/worker-script.ts";
import { thirdPartyNotices } from "../../scripts/build/notices.mjs";

/** The scripts and style sheets of the site, by name without extension. */
const entries = {
  page: "site/src/main.ts",
  "playground/playground": "site/src/playground/main.tsx",
  "playground/first-text": "site/src/playground/first-text.ts",
  "playground/engine": "site/src/playground/engine.ts",
  "playground/frame": "site/src/playground/views/frame.ts",
  "playground/frame-theme": "site/src/playground/views/frame.css",
  style: "site/src/style.css",
};

/** The pages of the extension that the playground has in frames, and their files. */
export const viewNames = ["lab", "form", "trace"] as const;
export const viewFiles: readonly string[] = viewNames.flatMap((it) => [`${it}.js`, `${it}.css`]);

/** Compressed, as site/src/playground/engine.ts reads it. */
export const serverPath = "playground/server.js.gz";
export const noticesPath = "playground/THIRD_PARTY_NOTICES.txt";

/** The paths that pages may refer to, besides pages and images. */
export const bundledPaths: readonly string[] = [
  ...["page.js", "style.css", "playground/playground.js", "playground/playground.css"],
  ...["first-text.js", "engine.js", "frame.js", "frame-theme.css", ...viewFiles].map(
    (it) => `playground/${it}`,
  ),
  serverPath,
  noticesPath,
];

/** The same server and languages as in VS Code in a browser. */
export function serverScript(root: string): string {
  const texts = bundlesOfServer.map(
    (name) => [name, readFileSync(join(root, "dist", name), "utf8")] as const,
  );
  return workerScript(new Map(texts), serverBundle);
}

/** Writes the bundles, and returns the licenses of the bundled packages. */
export async function bundle(root: string, output: string): Promise<string> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: Object.entries(entries).map(([name, entry]) => ({ in: entry, out: name })),
    outdir: output,
    bundle: true,
    minify: true,
    format: "iife",
    target: "es2022",
    jsx: "automatic",
    jsxImportSource: "preact",
    legalComments: "none",
    metafile: true,
    logLevel: "warning",
  });
  const ofServer = readFileSync(join(root, "dist", "THIRD_PARTY_NOTICES.txt"), "utf8");
  return `${thirdPartyNotices([metafile])}\n${ofServer}`;
}
