import { createHash } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { createFolder } from "./files/own-files.ts";

/** The commands and the SQL of `weir.json` files that a person agreed to run, as hashes outside of any repository. SQL is agreed to for one engine. */
export class AgreedCommands {
  private readonly path: string;

  constructor(env: Readonly<Record<string, string | undefined>>) {
    const home = env.HOME || env.USERPROFILE || homedir();
    const folder =
      process.platform === "win32"
        ? env.APPDATA || join(home, "AppData", "Roaming")
        : env.XDG_CONFIG_HOME || join(home, ".config");
    this.path = join(folder, "weir", "agreed-commands");
  }

  has(words: readonly string[], sqlOn?: string): boolean {
    try {
      return readFileSync(this.path, "utf8").split("\n").includes(hashOf(words, sqlOn));
    } catch {
      return false;
    }
  }

  add(words: readonly string[], sqlOn?: string): void {
    createFolder(dirname(this.path));
    appendFileSync(this.path, `${hashOf(words, sqlOn)}\n`, { mode: 0o600 });
  }
}

function hashOf(words: readonly string[], sqlOn: string | undefined): string {
  const agreed = sqlOn === undefined ? words : { words, sqlOn };
  return createHash("sha256").update(JSON.stringify(agreed)).digest("hex");
}
