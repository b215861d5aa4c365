import { type ParseArgsConfig, parseArgs } from "node:util";
import { nearest } from "../text/nearest.ts";
import { UsageError } from "./io.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;

/** Node's own reader of arguments, with our own words for what is wrong. */
export function readArguments<const T extends Options>(args: readonly string[], options: T) {
  try {
    return parseArgs({ args: [...args], options, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(explain(error as NodeJS.ErrnoException, args, options));
  }
}

export function wholeNumber(option: string, value: string): number {
  if (!/^\d+$/.test(value))
    throw new UsageError(`'${option}' takes a whole number, and '${value}' is none.`);
  return Number(value);
}

export function oneOf<const Name extends string>(
  option: string,
  value: string,
  names: readonly Name[],
): Name {
  const found = names.find((it) => it === value);
  if (found === undefined) {
    throw new UsageError(
      `'${option}' takes ${names.map((it) => `'${it}'`).join(", ")}, not '${value}'.`,
    );
  }
  return found;
}

function explain(error: NodeJS.ErrnoException, args: readonly string[], options: Options): string {
  if (error.code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
    const written =
      /'([^']+)'/.exec(error.message)?.[1] ?? args.find((it) => it.startsWith("-")) ?? "";
    const guess = nearest(written.replace(/^-+/, ""), Object.keys(options));
    return `There is no option '${written}'.${guess ? ` Did you mean '--${guess}'?` : ""}`;
  }
  const named = /'([^']+)'/.exec(error.message)?.[1];
  const option = named?.split(/[ ,=]/).find((it) => it.startsWith("--")) ?? named ?? "";
  return /does not take an argument/.test(error.message)
    ? `'${option}' takes no value.`
    : `'${option}' needs a value.`;
}
