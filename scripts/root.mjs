import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** Downloads and builds for `npm start` and the tests. Ignored by git, and safe to delete. */
export const store = join(root, ".vscode-test");
