import { nearest } from "../text/nearest.ts";
import { check } from "./commands/check.ts";
import { deleteCommand } from "./commands/delete.ts";
import { diff } from "./commands/diff.ts";
import { emulator } from "./commands/emulator.ts";
import { explain } from "./commands/explain.ts";
import { format } from "./commands/format.ts";
import { init } from "./commands/init.ts";
import { lsp } from "./commands/lsp.ts";
import { pull } from "./commands/pull.ts";
import { push } from "./commands/push.ts";
import { type Command, exit, type Io, UsageError } from "./io.ts";
import { version } from "./version.ts";

/** Every command. A new one is added here and nowhere else. */
export const commands: readonly Command[] = [
  check,
  format,
  push,
  diff,
  pull,
  deleteCommand,
  init,
  explain,
  emulator,
  lsp,
];

/** Runs one command line and gives its exit status. Only a bug throws. */
export async function run(argv: readonly string[], io: Io): Promise<number> {
  const [name, ...args] = argv;
  if (name === undefined || name === "--help" || name === "-h" || name === "help") {
    const about = commands.find((it) => it.name === args[0]);
    io.out(about ? `${about.usage}\n` : overview());
    return name === undefined ? exit.couldNotRun : exit.fine;
  }
  if (name === "--version" || name === "-v") {
    io.out(`${version}\n`);
    return exit.fine;
  }
  const command = commands.find((it) => it.name === name);
  try {
    if (!command) throw new UsageError(unknownCommand(name));
    if (args.includes("--help") || args.includes("-h")) {
      io.out(`${command.usage}\n`);
      return exit.fine;
    }
    return await command.run(args, io);
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    io.err(`weir: ${error.message}\n`);
    return exit.couldNotRun;
  }
}

function unknownCommand(name: string): string {
  const guess = nearest(
    name,
    commands.map((it) => it.name),
  );
  return `There is no command '${name}'.${guess ? ` Did you mean '${guess}'?` : ""} 'weir --help' lists them.`;
}

function overview(): string {
  const width = Math.max(...commands.map((it) => it.name.length));
  const rows = commands.map((it) => `  ${it.name.padEnd(width)}  ${it.summary}\n`).join("");
  return `Usage: weir COMMAND [options]

${rows}
'weir COMMAND --help' says more about one of them, 'weir --version' which Weir this is.
`;
}
