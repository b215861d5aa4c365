/**
 * `npm run fuzz -- --seconds 300 [--target NAME] [--seed N]`: feeds hostile texts to everything that accepts untrusted text. The
 * targets share the time. Inputs that throw, hang, exhaust memory or
 * cost much more than their size explains are minimized and shown with their seed; the exit code is 1.
 */
import { runProgram } from "./program.ts";
import { targets } from "./targets/all.ts";

await runProgram({ targets, file: new URL(import.meta.url) });
