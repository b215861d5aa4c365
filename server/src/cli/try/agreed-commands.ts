import { printable } from "../../text/printable.ts";
import { AgreedCommands } from "../../workspace/agreed-commands.ts";
import { type Io, UsageError } from "../io.ts";
import { Questions } from "../service/questions.ts";

/** Asks at a terminal, unless the same words were agreed to before, or are given on the command line. */
export async function isAgreed(
  words: readonly string[],
  given: string | undefined,
  io: Io,
  /** Where the last word runs, if it is SQL. */
  sqlOn?: string,
): Promise<boolean> {
  if (given !== undefined) {
    const isSame = JSON.stringify(wordsIn(given)) === JSON.stringify(words);
    // SQL may have both kinds of quotes.
    if (isSame || (words.length === 1 && given === words[0])) return true;
    const what = sqlOn === undefined ? "command" : "command or SQL";
    throw new UsageError(`'--engine-command' differs from the ${what} in 'weir.json'.`);
  }
  const agreed = new AgreedCommands(io.env ?? process.env);
  if (agreed.has(words, sqlOn)) return true;
  const questions = new Questions(io.stdin, (text) => io.err(text));
  try {
    if (!questions.canAsk) return false;
    const lines = words.map((it) => `  ${printable(JSON.stringify(it))}\n`).join("");
    const what =
      sqlOn === undefined
        ? "run this program with these arguments"
        : `read from SQL instead of a table, on '${printable(sqlOn)}'`;
    io.err(`weir.json proposes to ${what}:\n${lines}`);
    const answer = await questions.ask("Run it, now and later? [y/N] ");
    if (!/^y(es)?$/i.test(answer ?? "")) return false;
    agreed.add(words, sqlOn);
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
