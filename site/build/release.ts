import { readFileSync } from "node:fs";
import { join } from "node:path";
import { root } from "../../scripts/root.mjs";

const manifest: { readonly version: string; readonly repository: { readonly url: string } } =
  JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

export const { version } = manifest;
/** The URL of the repository's page. */
export const repository = manifest.repository.url.replace(/\.git$/, "");
