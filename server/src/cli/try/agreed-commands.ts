import { printable } from "../../text/printable.ts";
import { AgreedCommands } from "../../workspace/agreed-commands.ts";
import { type Io, UsageError } from "../io.ts";
import { Questions } from "../service/questions.ts";

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
  const agreed = new AgreedCommands(io.env ?? process.env);
  if (agreed.has(words)) return true;
  const questions = new Questions(io.stdin, (text) => io.err(text));
  try {
    if (!questions.canAsk) return false;
    const lines = words.map((it) => `  ${printable(JSON.stringify(it))}\n`).join("");
    io.err(`weir.json proposes to run this program with these arguments:\n${lines}`);
    const answer = await questions.ask("Run it, now and later? [y/N] ");
    if (!/^y(es)?$/i.test(answer ?? "")) return false;
    agreed.add(words);
    return true;
  } finally {
    questions.close();
  }
}

/** Splits words as a shell does: at spaces, except in quotes. A backslash is an ordinary character, as in paths of Windows. */
export function wordsIn(text: string): readonly string[] {
  const words = text.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g);
  return [...words].map(([it]) => it.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"));
}
