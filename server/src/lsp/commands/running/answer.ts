import {
  type Connection,
  ExecuteCommandRequest,
  MessageType,
  ShowMessageNotification,
  type ShowMessageParams,
  WorkDoneProgressCancelNotification,
} from "vscode-languageserver";
import type { Requests } from "../../documents/requests.ts";
import type { CommandRunner, Platform } from "../../platform.ts";
import { type Refusal, showCommand, workspaceNotification } from "../../protocol.ts";
import type { ServerState } from "../../server-state.ts";

/** Handles `workspace/executeCommand`. */
export function answerCommands(
  connection: Connection,
  platform: Pick<Platform, "commands">,
  state: ServerState,
  requests: Requests,
): { stop(): void } {
  let loaded: Promise<CommandRunner> | undefined;
  const load = () => {
    loaded ??= platform.commands(state);
    return loaded;
  };
  const failed: Refusal = { refusal: "This is a bug in Weir. See the server log." };
  // Not `onExecuteCommand`, which removes the progress token from the request.
  connection.onRequest(ExecuteCommandRequest.type, (asked, token) =>
    requests.contain<unknown>(`The command '${asked.command}'`, token, failed, async () =>
      asked.command === showCommand
        ? show(connection, asked.arguments)
        : (await load()).run(asked, token),
    ),
  );
  connection.onNotification(WorkDoneProgressCancelNotification.type, ({ token }) => {
    void loaded?.then((it) => it.cancel(token));
  });
  connection.onNotification(workspaceNotification, (sent: unknown) => state.choose(sent));
  return { stop: () => void loaded?.then((it) => it.stop()) };
}

function show(connection: Connection, [text]: readonly unknown[] = []): null {
  if (typeof text === "string") {
    const shown: ShowMessageParams = { type: MessageType.Info, message: text };
    void connection.sendNotification(ShowMessageNotification.type, shown);
  }
  return null;
}
