import { rmSync } from "node:fs";
import { join } from "node:path";
import type { Ran } from "../support/programs/bundle.ts";
import type { Block } from "./markdown.ts";

/** A shell command in a block. */
export interface CommandLine {
  readonly where: string;
  readonly words: readonly string[];
  /** From a comment such as `# … exit code 1`; 0 otherwise. */
  readonly status: number;
}

/** The commands of a block. Text after two spaces or `#` is a comment. */
export function commandsOf({ page, line, text }: Block): CommandLine[] {
  return text.split("\n").flatMap((written, i): CommandLine[] => {
    const [, command = "", rest = ""] = /^(.*?)((?:\s{2,}|\s+#).*)?$/.exec(written) ?? [];
    if (command.trim() === "" || command.startsWith("#")) return [];
    const status = Number(/\bexit code (\d)\b/.exec(rest)?.[1] ?? 0);
    return [{ where: `${page}:${line + 1 + i}`, words: wordsOf(command), status }];
  });
}

/** Splits a line like a shell, without variables. */
export function wordsOf(command: string): string[] {
  const words = command.match(/(?:'[^']*'|"[^"]*"|[^\s'"])+/g) ?? [];
  return words.map((it) => it.replace(/'([^']*)'|"([^"]*)"/g, (_, a, b) => a ?? b));
}

/** Minimal versions of the other programs in our docs. */
export const programs: Readonly<
  Record<string, (args: readonly string[], cwd: string) => Promise<Ran>>
> = {
  async curl(args) {
    let url = "";
    const init: { method?: string; body?: string; headers: Record<string, string> } = {
      headers: {},
    };
    for (let i = 0; i < args.length; i++) {
      const [word = "", value = ""] = [args[i], args[i + 1]];
      if (word === "-X") init.method = value;
      else if (word === "-d") init.body = value;
      else if (word === "-H") {
        const [name = "", ...rest] = value.split(": ");
        init.headers[name] = rest.join(": ");
      } else if (word.startsWith("-")) throw new Error(`Unsupported curl option '${word}'.`);
      else url = word;
      if (/^-[XdH]$/.test(word)) i++;
    }
    const answer = await fetch(url, init);
    return { status: answer.ok ? 0 : 22, output: await answer.text() };
  },
  async rm(args, cwd) {
    for (const it of args) rmSync(join(cwd, it));
    return { status: 0, output: "" };
  },
};
