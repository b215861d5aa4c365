import { check } from "./commands/check.ts";
import { format } from "./commands/format.ts";
import { start } from "./program.ts";

/** Frequent commands start faster without the push code. */
start([check, format], { endsAtOnce: true });
