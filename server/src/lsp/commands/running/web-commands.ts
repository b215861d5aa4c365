import { ErrorCodes, type ExecuteCommandParams, ResponseError } from "vscode-languageserver";
import { PushError } from "../../../push/push-error.ts";
import type { CommandRunner } from "../../platform.ts";
import type { CommandArguments, Refused, TextResult } from "../../protocol.ts";
import type { ServerState } from "../../server-state.ts";
import { isCommand, readArguments } from "./arguments.ts";
import { escapedText } from "./escaped-text.ts";

/** Why everything that leads to the service is refused: it takes no calls from the pages of other sites. */
export const noService =
  "Nothing can be pushed from a browser: the service answers no web pages. Open the folder in VS Code on a computer, or run 'weir push' there.";

/** The commands of a server in a browser: those that talk to nobody. */
export class WebCommands implements CommandRunner {
  constructor(private readonly editor: ServerState) {}

  async run(asked: ExecuteCommandParams): Promise<object> {
    if (!isCommand(asked.command))
      throw new ResponseError(ErrorCodes.InvalidParams, `There is no command '${asked.command}'.`);
    const args = readArguments(asked.arguments);
    if ("refusal" in args) return args;
    if (asked.command !== "weir.copyEscaped") return { refusal: noService } satisfies Refused;
    return this.copyEscaped(args);
  }

  cancel(): void {}

  stop(): void {}

  private copyEscaped({ uri, uris }: CommandArguments): TextResult {
    const meant = uri ?? uris?.[0];
    if (meant === undefined) return { refusal: 'Name the file, as in { "uri": "file:///…" }.' };
    try {
      return escapedText(meant, this.editor);
    } catch (error) {
      if (error instanceof PushError) return { refusal: error.message };
      throw error;
    }
  }
}
