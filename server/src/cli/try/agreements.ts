import { printable } from "../../text/printable.ts";
import type { OutsideSamples } from "../../try/try-request.ts";
import { type Agreement, Agreements, runs } from "../../workspace/agreements.ts";
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
  const lines = words.map((it) => `  ${printable(JSON.stringify(it))}\n`).join("");
  const what =
    sqlOn === undefined
      ? "run this program with these arguments"
      : `read from SQL instead of a table, on '${printable(sqlOn)}'`;
  const proposal = { agreement: runs(words, sqlOn), text: `${what}:\n${lines}`, verb: "Run it" };
  const [isYes = false] = await answersTo([proposal], io);
  return isYes;
}

/** Asks once about each path of samples outside of the workspace. */
export async function agreedSamples(paths: readonly string[], io: Io): Promise<OutsideSamples> {
  const answers = await answersTo(
    paths.map((logs) => ({
      agreement: { logs },
      text: `read logs outside of the workspace:\n  ${printable(JSON.stringify(logs))}\n`,
      verb: "Read them",
    })),
    io,
  );
  return {
    isAgreed: (path) => answers[paths.indexOf(path)] === true,
    advice: "Agree at a terminal, or name the path with '--logs'.",
  };
}

interface Proposal {
  readonly agreement: Agreement;
  readonly text: string;
  readonly verb: string;
}

async function answersTo(proposals: readonly Proposal[], io: Io): Promise<readonly boolean[]> {
  const agreements = new Agreements(io.env ?? process.env);
  const questions = new Questions(io.stdin, (text) => io.err(text));
  const answers: boolean[] = [];
  try {
    for (const { agreement, text, verb } of proposals) {
      const isKnown = agreements.has(agreement);
      if (!isKnown && questions.canAsk) io.err(`weir.json proposes to ${text}`);
      const answer = isKnown ? "y" : await questions.ask(`${verb}, now and later? [y/N] `);
      const isYes = /^y(es)?$/i.test(answer ?? "");
      if (isYes && !isKnown) agreements.add(agreement);
      answers.push(isYes);
    }
    return answers;
  } finally {
    questions.close();
  }
}

/** Splits words as a shell does: at spaces, except in quotes. A backslash is an ordinary character, as in paths of Windows. */
export function wordsIn(text: string): readonly string[] {
  const words = text.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g);
  return [...words].map(([it]) => it.replace(/"([^"]*)"|'([^']*)'/g, "$1$2"));
}
