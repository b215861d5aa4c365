import { type ParseArgsConfig, parseArgs } from "node:util";
import { datasetNames } from "../languages.ts";
import { nearest } from "../text/nearest.ts";
import { alternatives } from "../text/wording.ts";
import { UsageError } from "./io.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** Node's `parseArgs` with our own error messages. */
export function readArguments<const T extends Options>(args: readonly string[], options: T) {
  const written = withNegativeNumbers(args, options);
  try {
    const read = parseArgs({
      args: written,
      options,
      allowPositionals: true,
      strict: true,
      tokens: true,
    });
    refuseDuplicates(read.tokens, options);
    return read;
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(explain(error as NodeJS.ErrnoException, written, options));
  }
}

/** Node parses the '-1' of '--max-warnings -1' as an option. None of our options is a number. */
function withNegativeNumbers(args: readonly string[], options: Options): string[] {
  const joined: string[] = [];
  for (const arg of args) {
    const before = joined.at(-1) ?? "";
    const takesValue = options[before.replace(/^--/, "")]?.type === "string";
    if (/^-[\d.]/.test(arg) && before.startsWith("--") && takesValue)
      joined[joined.length - 1] = `${before}=${arg}`;
    else joined.push(arg);
  }
  return joined;
}

type Token = NonNullable<ReturnType<typeof parseArgs>["tokens"]>[number];

/** Refuses an option with two different values, because one would be silently ignored. */
function refuseDuplicates(tokens: readonly Token[], options: Options): void {
  const given = new Map<string, string | undefined>();
  for (const token of tokens) {
    if (token.kind !== "option" || options[token.name]?.multiple) continue;
    const { name, value } = token;
    if (given.has(name) && given.get(name) !== value)
      throw new UsageError(
        `'--${name}' is set twice, to '${given.get(name)}' and '${value}'. Remove one.`,
      );
    given.set(name, value);
  }
}

export function parseInteger(option: string, value: string): number {
  if (!/^\d+$/.test(value))
    throw new UsageError(`'${option}' needs an integer of 0 or more, found '${value}'.`);
  return Number(value);
}

export function oneOf<const Name extends string>(
  option: string,
  value: string,
  names: readonly Name[],
): Name {
  const found = names.find((it) => it === value);
  if (found !== undefined) return found;
  const guess = nearest(value, names);
  throw new UsageError(
    `'${option}' needs ${alternatives(names)}, found '${value}'.${guess ? ` Did you mean '${guess}'?` : ""}`,
  );
}

function explain(error: NodeJS.ErrnoException, args: readonly string[], options: Options): string {
  if (error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
    const written =
      /'([^']+)'/.exec(error.message)?.[1] ?? args.find((it) => it.startsWith("-")) ?? "";
    return `Unknown option '${written}'.${suggestionFor(written.replace(/^-+/, ""), options)}`;
  }
  const named = /'([^']+)'/.exec(error.message)?.[1];
  const option = named?.split(/[ ,=]/).find((it) => it.startsWith("--")) ?? named ?? "";
  if (/does not take an argument/.test(error.message)) return `'${option}' does not take a value.`;
  const next = args[args.indexOf(option) + 1];
  return next === undefined
    ? `'${option}' needs a value.`
    : `'${option}' needs a value, found the option '${next}'.`;
}

function suggestionFor(name: string, options: Options): string {
  const opposite = name.replace(/^no-/, "");
  if (opposite !== name && Object.hasOwn(options, opposite))
    return ` Omit '--${opposite}' instead.`;
  const guess = nearest(name, Object.keys(options));
  return guess ? ` Did you mean '--${guess}'?` : "";
}

/** The dataset of `--dataset`. */
export function knownDataset(name: string | undefined): string | undefined {
  if (name === undefined || datasetNames.includes(name)) return name;
  const guess = nearest(name, datasetNames);
  throw new UsageError(`Unknown dataset '${name}'.${guess ? ` Did you mean '${guess}'?` : ""}`);
}
