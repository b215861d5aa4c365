import { commands } from "./commands/all.ts";
import { start } from "./program.ts";

start(commands);
