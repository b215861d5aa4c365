import { ProgressLocation, window } from "vscode";
import type { CommandArguments, CommandName, Refusal } from "../../../server/src/lsp/protocol.ts";
import type { Ask, CommandResult } from "./ask.ts";

/** Sends a request, with a cancelable progress notification. */
export async function askWithProgress<Name extends CommandName>(
  ask: Ask,
  title: string,
  command: Name,
  args: CommandArguments,
): Promise<CommandResult<Name> | Refusal> {
  const location = ProgressLocation.Notification;
  return window.withProgress({ location, title, cancellable: true }, (progress, token) =>
    ask(command, args, { token, report: (message) => progress.report({ message }) }),
  );
}
