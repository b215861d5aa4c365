import type { CommandArguments, CommandName, Refusal } from "../../../server/src/lsp/protocol.ts";
import type { Ask, CommandResult } from "./ask.ts";
import { Working } from "./working.ts";

/** Sends a request, with a cancelable progress notification if it takes long. */
export async function askWithProgress<Name extends CommandName>(
  ask: Ask,
  title: string,
  command: Name,
  args: CommandArguments,
): Promise<CommandResult<Name> | Refusal> {
  const working = new Working(title);
  working.resume();
  try {
    return await ask(command, args, working);
  } finally {
    working.pause();
  }
}
