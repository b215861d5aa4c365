import { readArguments } from "../arguments.ts";
import { type Command, exit, UsageError } from "../io.ts";

export const mcp: Command = {
  name: "mcp",
  summary: "Run the server for AI assistants",
  usage: `weir mcp
  Started by assistants, which call its tools: check, fix, explain, fields, try, compare and shrink. Speaks the Model Context Protocol on
  standard input and output. It works on the texts that it is given: it reads no files, uses no network and never pushes.
  'docs/assistants.md' shows how to add it to an assistant.`,
  async run(args) {
    const { positionals } = readArguments(args, {});
    if (positionals.length > 0) throw new UsageError("'weir mcp' does not take paths.");
    const { serve } = await import("../../mcp/serve.ts");
    await serve();
    return exit.fine;
  },
};
