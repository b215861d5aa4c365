import { check } from "./commands/check.ts";
import { format } from "./commands/format.ts";
import { start } from "./program.ts";

/** What is run again and again starts faster without everything that talks to the service. */
start([check, format]);
