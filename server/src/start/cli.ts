import process from "node:process";
import { bundlesFor } from "./compiled.ts";

/** Commands with a smaller bundle, each with its own code cache. */
const fastCommands = ["check", "fmt"];

const [, , command = ""] = process.argv;
if (fastCommands.includes(command)) bundlesFor(command)("cli-fast.cjs");
else if (command === "emulator") bundlesFor(command)("cli-emulator.cjs");
else bundlesFor("other")("cli-main.cjs");
