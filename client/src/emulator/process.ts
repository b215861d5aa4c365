import { spawn } from "node:child_process";
import process from "node:process";
import { createInterface } from "node:readline";
import type { RunsEmulator } from "./run.ts";

const greeting = "Listening on ";

/** Runs the emulator as a child process that ends with this one. */
export function emulatorProcess(cli: string): RunsEmulator {
  return (args, print) => {
    // Runs the editor's own executable as Node.
    const env = { ...process.env, ELECTRON_RUN_AS_NODE: "1" };
    const child = spawn(process.execPath, [cli, ...args], {
      env,
      stdio: ["ignore", "pipe", "pipe"],
      windowsHide: true,
    });
    const stop = () => {
      child.kill();
    };
    process.once("exit", stop);
    const said: string[] = [];
    const listening = new Promise<string>((resolve, reject) => {
      createInterface(child.stdout).on("line", (line) => {
        print(line);
        if (line.startsWith(greeting)) resolve(line.slice(greeting.length).trim());
      });
      createInterface(child.stderr).on("line", (line) => {
        print(line);
        said.push(line);
      });
      child.once("error", reject);
      child.once("close", () => reject(new Error(said.join(" "))));
    });
    const ended = new Promise<void>((resolve) => {
      child.once("error", () => resolve());
      child.once("close", () => resolve());
    });
    void ended.then(() => process.off("exit", stop));
    return { listening, ended, stop };
  };
}
