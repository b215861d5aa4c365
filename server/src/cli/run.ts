import { version } from "../../../package.json";
import { nearest } from "../text/nearest.ts";
import { printable, printableJson } from "../text/printable.ts";
import { oneOf } from "./arguments.ts";
import { type Command, exit, type Io, UsageError } from "./io.ts";

/** Runs a command line and returns its exit code. Throws only for bugs. */
export async function run(
  argv: readonly string[],
  io: Io,
  commands: readonly Command[],
): Promise<number> {
  const [[name, ...args], color] = withoutColor(argv);
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    const about = commands.find((it) => it.name === args[0]);
    if (args[0] !== undefined && !about) return refuse(unknownCommand(args[0], commands), io);
    io.out(about ? `${about.usage}\n` : overview(commands));
    return name === undefined ? exit.couldNotRun : exit.fine;
  }
  if (name === "--version" || name === "-v") {
    io.out(`${version}\n`);
    return exit.fine;
  }
  const command = commands.find((it) => it.name === name);
  let hasOutput = false;
  const watched: Io = Object.create(io, {
    out: {
      value: (text: string) => {
        hasOutput = true;
        io.out(text);
      },
    },
  });
  try {
    if (!command) throw new UsageError(unknownCommand(name, commands));
    // 'weir completion --words …' completes what the user typed, which may be '--help'.
    if (args[0] !== "--words" && (args.includes("--help") || args.includes("-h"))) {
      io.out(`${command.usage}\n`);
      return exit.fine;
    }
    return await command.run(args, withColor(watched, color));
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    if (!hasOutput && asksForJson(args))
      io.out(`${printableJson({ version: 1, error: error.message })}\n`);
    return refuse(error.message, io);
  }
}

/** Then an error is a document, too. */
function asksForJson(args: readonly string[]): boolean {
  const end = args.indexOf("--");
  const options = end === -1 ? args : args.slice(0, end);
  const formats = options.flatMap((it, index) =>
    it === "--format" ? [options[index + 1]] : it.startsWith("--format=") ? [it.slice(9)] : [],
  );
  return formats.length === 1 && formats[0] === "json";
}

const colorValues = ["auto", "always", "never"] as const;

/** Every command has '--color', also before its name, so it is read here. After '--' it is a path. */
function withoutColor(args: readonly string[]): [args: readonly string[], color?: string] {
  const end = args.indexOf("--");
  const at = args.findIndex((it) => it === "--color" || it.startsWith("--color="));
  const [written = ""] = args.slice(at, at + 1);
  if (at === -1 || (end !== -1 && end < at) || args[1] === "--words") return [args];
  const isJoined = written.includes("=");
  const value = isJoined ? written.slice(written.indexOf("=") + 1) : (args[at + 1] ?? "");
  return [args.toSpliced(at, isJoined ? 1 : 2), value];
}

function withColor(io: Io, value: string | undefined): Io {
  if (value === undefined) return io;
  const color = oneOf("--color", value, colorValues);
  // Object.create instead of a spread, which would open standard input.
  return color === "auto" ? io : Object.create(io, { color: { value: color === "always" } });
}

function refuse(message: string, io: Io): number {
  io.err(`weir: ${printable(message)}\n`);
  return exit.couldNotRun;
}

/** Command names of similar tools. */
const otherNames: Readonly<Record<string, string>> = {
  lint: "check",
  validate: "check",
  format: "fmt",
  deploy: "push",
  apply: "push",
  plan: "diff",
  curl: "push --dry-run --format curl",
  fetch: "pull",
  remove: "delete",
  rm: "delete",
  serve: "emulator",
  server: "lsp",
  version: "--version",
};

function unknownCommand(name: string, commands: readonly Command[]): string {
  const names = [...commands.map((it) => it.name), "--help", "--version"];
  const guess = Object.hasOwn(otherNames, name) ? otherNames[name] : nearest(name, names);
  const kind = name.startsWith("-") ? "option" : "command";
  return `Unknown ${kind} '${name}'.${guess ? ` Did you mean '${guess}'?` : ""} Run 'weir --help' to list the commands.`;
}

function overview(commands: readonly Command[]): string {
  const width = Math.max(...commands.map((it) => it.name.length));
  const rows = commands.map((it) => `  ${it.name.padEnd(width)}  ${it.summary}\n`).join("");
  return `Usage: weir COMMAND [options]

${rows}
Run 'weir COMMAND --help' for details, 'weir --version' for the version.
'--color auto|always|never' sets the colors of any command, as NO_COLOR and
FORCE_COLOR do.
`;
}
