import process from "node:process";
import { bundlesFor } from "./compiled.ts";

/** The commands that have a bundle without the rest. Each of them leaves its own compiled form. */
const fastCommands = ["check", "fmt"];

const [, , command = ""] = process.argv;
if (fastCommands.includes(command)) bundlesFor(command)("cli-fast.cjs");
else bundlesFor("other")("cli-main.cjs");
