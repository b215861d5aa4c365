import { type Command, exit, UsageError } from "../io.ts";

export const lsp: Command = {
  name: "lsp",
  summary: "Run the language server for an editor",
  usage: `weir lsp --stdio | --node-ipc | --socket=N | --pipe=NAME
  Editors start it, and say how they talk to it:

  --stdio       Over standard input and output
  --node-ipc    Over the channel that Node opens to a process it has started
  --socket=N    Over this port of 127.0.0.1, on which the editor listens
  --pipe=NAME   Over this named pipe or socket file, on which the editor listens`,
  async run(args) {
    if (!args.some((it) => /^--(stdio|node-ipc|socket(=\d+)?|pipe(=.+)?)$/.test(it))) {
      throw new UsageError(
        "Missing the way to the editor. Use '--stdio', '--node-ipc', '--socket=N' or '--pipe=NAME'.",
      );
    }
    const { serve } = await import("../../lsp/main.ts");
    await serve();
    return exit.fine;
  },
};
