import { emulator } from "./commands/emulator.ts";
import { start } from "./program.ts";

/** The extension starts the emulator, and ships no other command. */
start([emulator]);
