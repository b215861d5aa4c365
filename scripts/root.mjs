import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The checkout. */
export const root = dirname(dirname(fileURLToPath(import.meta.url)));

/** What is fetched and made for trying and testing. Git does not see it, and it may be removed at any time. */
export const store = join(root, ".vscode-test");
