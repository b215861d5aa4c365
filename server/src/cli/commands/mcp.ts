import { readArguments } from "../arguments.ts";
import { type Command, exit, UsageError } from "../io.ts";

export const mcp: Command = {
  name: "mcp",
  summary: "Run the server for AI assistants",
  usage: `weir mcp
  Started by AI assistants, which call its tools: check, fix, explain, fields,
  functions, try, compare, shrink, sql, trace and review. Speaks the Model
  Context Protocol on standard input and output. The tools take text: they read
  no files, use no network and never push. Most assistants are configured with
  this JSON:

  { "mcpServers": { "weir": { "command": "weir", "args": ["mcp"] } } }`,
  async run(args) {
    const { positionals } = readArguments(args, {});
    if (positionals.length > 0) throw new UsageError("'weir mcp' does not take paths.");
    const { serve } = await import("../../mcp/serve.ts");
    await serve();
    return exit.fine;
  },
};
