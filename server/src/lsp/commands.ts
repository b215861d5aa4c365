import {
  type Connection,
  ExecuteCommandRequest,
  WorkDoneProgressCancelNotification,
} from "vscode-languageserver/node";
import type { Commands } from "./commands/run.ts";
import { type Refused, workspaceNotification } from "./protocol.ts";
import type { Requests } from "./requests.ts";
import type { Session } from "./session.ts";

/** Answers commands. What they need to push is loaded when the first one comes, and only by way of here. */
export function answerCommands(
  connection: Connection,
  session: Session,
  requests: Requests,
): { stop(): void } {
  let loaded: Promise<Commands> | undefined;
  const load = async () => {
    loaded ??= import("./commands/run.ts").then((it) => new it.Commands(session));
    return loaded;
  };
  const failed: Refused = { refusal: "This is a bug in Weir. The log of the server says more." };
  // Not the library's own way, which takes the token for progress out of the request.
  connection.onRequest(ExecuteCommandRequest.type, (asked, token) =>
    requests.contain<unknown>(`The command '${asked.command}'`, token, failed, async () =>
      (await load()).run(asked, token),
    ),
  );
  connection.onNotification(WorkDoneProgressCancelNotification.type, ({ token }) => {
    void loaded?.then((it) => it.cancel(token));
  });
  connection.onNotification(workspaceNotification, (state: unknown) => session.choose(state));
  return { stop: () => void loaded?.then((it) => it.stop()) };
}
