/**
 * `npm run fuzz -- --seconds 300 [--target NAME] [--seed N]`: throws hostile texts at everything that takes texts of others.
 * The time is shared by the targets. What throws, hangs or grows without bound is shown with its seed, as small as it
 * could be made, and the status is 1.
 */
import { runProgram } from "./program.ts";
import { targets } from "./targets/all.ts";

await runProgram({ targets, file: new URL(import.meta.url) });
