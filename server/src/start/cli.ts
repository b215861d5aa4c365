import process from "node:process";
import { setFlagsFromString } from "node:v8";
import { bundlesFor } from "./compiled.ts";

// A command makes much that is soon forgotten and then ends: room for that is worth more than the memory it takes.
setFlagsFromString("--semi-space-growth-factor=16");

/** What is run again and again. Of anything else, one run stands for all. */
const often = ["check", "fmt"];

const [, , command = ""] = process.argv;
bundlesFor(often.includes(command) ? command : "other")("cli-main.cjs");
