import { createHash } from "node:crypto";
import { appendFileSync, readFileSync } from "node:fs";
import { homedir } from "node:os";
import { dirname, join } from "node:path";
import { printable } from "../../text/printable.ts";
import { createFolder } from "../../workspace/files/own-files.ts";
import { type Io, UsageError } from "../io.ts";
import { Questions } from "../service/questions.ts";

/** The commands of `weir.json` files that a person agreed to run, as hashes outside of any repository. */

function pathOf(env: NonNullable<Io["env"]>): string {
  const home = env.HOME || env.USERPROFILE || homedir();
  const folder =
    process.platform === "win32"
      ? env.APPDATA || join(home, "AppData", "Roaming")
      : env.XDG_CONFIG_HOME || join(home, ".config");
  return join(folder, "weir", "agreed-commands");
}

/** Asks at a terminal, unless the same words were agreed to before, or are given on the command line. */
export async function isAgreed(
  words: readonly string[],
  given: string | undefined,
  io: Io,
): Promise<boolean> {
  if (given !== undefined) {
    if (JSON.stringify(wordsIn(given)) === JSON.stringify(words)) return true;
    throw new UsageError("'--engine-command' differs from the command in 'weir.json'.");
  }
  const path = pathOf(io.env ?? process.env);
  const hash = createHash("sha256").update(JSON.stringify(words)).digest("hex");
  if (readHashes(path).includes(hash)) return true;
  const questions = new Questions(io.stdin, (text) => io.err(text));
  try {
    if (!questions.canAsk) return false;
    const lines = words.map((it) => `  ${printable(JSON.stringify(it))}\n`).join("");
    io.err(`weir.json proposes to run this program with these arguments:\n${lines}`);
    const answer = await questions.ask("Run it, now and later? [y/N] ");
    if (!/^y(es)?$/i.test(answer ?? "")) return false;
    createFolder(dirname(path));
    appendFileSync(path, `${hash}\n`, { mode: 0o600 });
    return true;
  } finally {
    questions.close();
  }
}

function readHashes(path: string): readonly string[] {
  try {
    return readFileSync(path, "utf8").split("\n");
  } catch {
    return [];
  }
}

/** Splits words as a shell does: at spaces, except in quotes. A backslash is an ordinary character, as in paths of Windows. */
export function wordsIn(text: string): readonly string[] {
  const words = text.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g);
  return [...words].map(([it]) => it.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"));
}
