import { createHash } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { createFolder } from "./files/own-files.ts";

/** The words of a command, SQL for one engine, or the absolute path of logs outside of the workspace. */
export type Agreement =
  | readonly string[]
  | { readonly words: readonly string[]; readonly sqlOn: string }
  | { readonly logs: string };

/** The proposals of `weir.json` files that a person agreed to, as hashes outside of any repository. */
export class Agreements {
  private readonly path: string;

  constructor(env: Readonly<Record<string, string | undefined>>) {
    const home = env.HOME || env.USERPROFILE || homedir();
    const folder =
      process.platform === "win32"
        ? env.APPDATA || join(home, "AppData", "Roaming")
        : env.XDG_CONFIG_HOME || join(home, ".config");
    this.path = join(folder, "weir", "agreed");
  }

  has(agreement: Agreement): boolean {
    try {
      return readFileSync(this.path, "utf8").split("\n").includes(hashOf(agreement));
    } catch {
      return false;
    }
  }

  add(agreement: Agreement): void {
    createFolder(dirname(this.path));
    appendFileSync(this.path, `${hashOf(agreement)}\n`, { mode: 0o600 });
  }
}

export function runs(words: readonly string[], sqlOn: string | undefined): Agreement {
  return sqlOn === undefined ? words : { words, sqlOn };
}

function hashOf(agreement: Agreement): string {
  return createHash("sha256").update(JSON.stringify(agreement)).digest("hex");
}
