import { type Command, exit, UsageError } from "../io.ts";

export const lsp: Command = {
  name: "lsp",
  summary: "Run the language server for an editor",
  usage: `weir lsp --stdio | --node-ipc | --socket=N`,
  async run(args) {
    if (!args.some((it) => /^--(stdio|node-ipc|socket(=\d+)?)$/.test(it))) {
      throw new UsageError(
        "Say how the editor talks to the server: '--stdio', '--node-ipc' or '--socket=N'.",
      );
    }
    const { serve } = await import("../../lsp/main.ts");
    await serve();
    return exit.fine;
  },
};
