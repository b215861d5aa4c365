/** The interface to the command line. A separate bundle, which other commands do not load. */

export { costedText } from "./cost-counts.ts";
export { nodeOf, sizeOf } from "./filter.ts";
export { gapsIn, gapText, timesIn } from "./gaps.ts";
export { fieldsToRead, runCost } from "./run.ts";
export { filterFileText } from "./written.ts";
