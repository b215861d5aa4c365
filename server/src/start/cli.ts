import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { loadCompiled } from "./compiled.ts";

// A command makes much that is soon forgotten and then ends: room for that is worth more than the memory it takes.
setFlagsFromString("--semi-space-growth-factor=16");

loadCompiled(join(__dirname, "cli-main.cjs"));
