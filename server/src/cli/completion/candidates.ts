import { allCodes, datasetNames, ruleActions, summaryOf } from "../../languages.ts";
import { dialectNames } from "../../sql/dialect-names.ts";
import { timestampColumns } from "../../sql/timestamp-condition.ts";
import type { Command } from "../io.ts";
import { shellNames } from "./scripts.ts";

/** A completion, with a description for shells that show it. */
export interface Candidate {
  readonly word: string;
  readonly about: string;
}

/** Completions that depend on the working folder. */
export interface CompletionContext {
  profiles(): readonly string[];
}

interface Option {
  readonly name: string;
  /** Its value, as in "pretty|json" or "NAME"; empty for a flag. */
  readonly value: string;
  readonly about: string;
}

/**
 * The completions of the last word of a command line; `words` follow 'weir'. Empty where a path or free text is expected, so that
 * the shell offers files.
 */
export function candidatesFor(
  words: readonly string[],
  commands: readonly Command[],
  context: CompletionContext,
): readonly Candidate[] {
  const { before, typed } = splitAtCursor(words);
  const [name, ...rest] = before;
  const matching = (all: readonly Candidate[]) => all.filter((it) => it.word.startsWith(typed));
  if (name === undefined) return matching(firstWords(commands));
  const command = commands.find((it) => it.name === name);
  if (name === "help") return matching(rest.length === 0 ? named(commands) : []);
  if (!command) return [];
  const options = optionsIn(command.usage);
  const open = options.find((it) => it.value !== "" && it.name === rest.at(-1));
  if (open) return matching(valuesOf(open, context));
  if (typed.startsWith("-"))
    return matching(options.map(({ name: word, about }) => ({ word, about })));
  return matching(rest.every((it) => it.startsWith("-")) ? argumentsOf(name) : []);
}

/** Splits `--option=val` in two, which Bash passes as three words. Removes quotes, which shells pass on, even if not closed. */
function splitAtCursor(words: readonly string[]): { before: readonly string[]; typed: string } {
  const apart = words.flatMap((written) => {
    const word = written.trim().replace(/["']/g, "");
    const [, option, value = ""] = /^(--[a-z-]+)=(.*)$/s.exec(word) ?? [];
    return option === undefined ? [word] : [option, value];
  });
  const kept = apart.filter((it, index) => it !== "=" || index === apart.length - 1);
  const typed = kept.at(-1) ?? "";
  return { before: kept.slice(0, -1), typed: typed === "=" ? "" : typed };
}

function named(commands: readonly Command[]): Candidate[] {
  return commands.map(({ name, summary }) => ({ word: name, about: summary }));
}

function firstWords(commands: readonly Command[]): Candidate[] {
  return [
    ...named(commands),
    { word: "--help", about: "List the commands" },
    { word: "--version", about: "Print the version" },
  ];
}

/** The options in the help of a command, one per line. */
export function optionsIn(usage: string): Option[] {
  const lines = usage.matchAll(/^ {2}(--[a-z-]+)(?:[ =](\S+(?: \S+)*))?(?: {2,}(?! )(.*))?$/gm);
  const options = [...lines].map(([, name = "", value = "", about = ""]) => ({
    name,
    value,
    about,
  }));
  return [...options, { name: "--help", value: "", about: "Show the options" }];
}

function valuesOf({ name, value }: Option, { profiles }: CompletionContext): Candidate[] {
  const known: Readonly<Record<string, () => readonly string[]>> = {
    "--dataset": () => datasetNames,
    "--profile": profiles,
    "--dialect": () => dialectNames,
    "--timestamps": () => timestampColumns,
    "--action": () => allActions,
  };
  const words = known[name]?.() ?? (/^[a-z|]+$/.test(value) ? value.split("|") : []);
  // The name of a profile may contain shell metacharacters.
  return words.filter((it) => /^[\w.-]+$/.test(it)).map((word) => ({ word, about: "" }));
}

const allActions = [...new Set(Object.values(ruleActions).flat())];

/** Arguments that are not paths. */
function argumentsOf(command: string): Candidate[] {
  if (command === "explain") return allCodes.map((word) => ({ word, about: summaryOf(word) }));
  return command === "completion" ? shellNames.map((word) => ({ word, about: "" })) : [];
}
