import { ErrorCodes, type ExecuteCommandParams, ResponseError } from "vscode-languageserver";
import { PushError } from "../../../push/push-error.ts";
import type { CommandRunner } from "../../platform.ts";
import type { CommandArguments, Refusal } from "../../protocol.ts";
import type { ServerState } from "../../server-state.ts";
import { isCommand, readArguments } from "./arguments.ts";
import { editorTexts } from "./editor-texts.ts";
import { compareFiles } from "./meanings.ts";
import { Refused } from "./refused.ts";

/** Why push commands are refused: the service does not accept cross-origin requests. */
export const noService =
  "Cannot push from a browser: the service does not accept requests from web pages. Open the folder in desktop VS Code, or run 'weir push' in a terminal.";

const onlyFiles = "In a browser, a file can only be compared with another file.";

/** The commands of the browser server, which need no requests to the service. */
export class WebCommands implements CommandRunner {
  constructor(private readonly editor: ServerState) {}

  async run(asked: ExecuteCommandParams): Promise<object> {
    if (!isCommand(asked.command))
      throw new ResponseError(ErrorCodes.InvalidParams, `Unknown command '${asked.command}'.`);
    const args = readArguments(asked.arguments);
    if ("refusal" in args) return args;
    switch (asked.command) {
      case "weir.copyEscaped":
      case "weir.copySql":
      case "weir.copyFilter": {
        const text = editorTexts[asked.command];
        return this.ofFile(args, (uri) => text(uri, args, this.editor));
      }
      case "weir.compareMeaning": {
        const { other } = args;
        if (other === undefined) return { refusal: onlyFiles } satisfies Refusal;
        return this.ofFile(args, (uri) => compareFiles([uri, other], args, this.editor));
      }
      default:
        return { refusal: noService } satisfies Refusal;
    }
  }

  cancel(): void {}

  stop(): void {}

  private ofFile({ uri, uris }: CommandArguments, run: (uri: string) => object): object {
    const target = uri ?? uris?.[0];
    if (target === undefined) return { refusal: 'Missing file. Pass { "uri": "file:///…" }.' };
    try {
      return run(target);
    } catch (error) {
      if (error instanceof PushError || error instanceof Refused) return { refusal: error.message };
      throw error;
    }
  }
}
