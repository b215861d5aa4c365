import { type Command, exit, UsageError } from "../io.ts";

export const lsp: Command = {
  name: "lsp",
  summary: "Run the language server",
  usage: `weir lsp --stdio | --node-ipc | --socket=N | --pipe=NAME
  Started by editors, which select the transport:

  --stdio       Standard input and output
  --node-ipc    IPC channel of Node
  --socket=N    Port of 127.0.0.1 that the editor listens on
  --pipe=NAME   Named pipe or socket file that the editor listens on`,
  async run(args) {
    if (!args.some((it) => /^--(stdio|node-ipc|socket(=\d+)?|pipe(=.+)?)$/.test(it))) {
      throw new UsageError(
        "Missing transport. Use '--stdio', '--node-ipc', '--socket=N' or '--pipe=NAME'.",
      );
    }
    const { serve } = await import("../../lsp/main.ts");
    await serve();
    return exit.fine;
  },
};
