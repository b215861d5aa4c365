import { join } from "node:path";
import { ensureBuilt } from "../../../scripts/build/ensure-built.mjs";
import { root } from "../../../scripts/root.mjs";

let isBuilt = false;

/** The path of a bundle, built from the sources as they are. Every test that starts a bundle asks here. */
export function bundlePath(name: string): string {
  if (!isBuilt) ensureBuilt();
  isBuilt = true;
  return join(root, "dist", name);
}
