import { join } from "node:path";
import process from "node:process";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import {
  CallToolRequestSchema,
  ErrorCode,
  ListToolsRequestSchema,
  McpError,
} from "@modelcontextprotocol/sdk/types.js";
import { version } from "../../../package.json";
import { printable } from "../text/printable.ts";
import { quotedList } from "../text/wording.ts";
import { ToolThread } from "./thread.ts";
import { definitionOf, tools } from "./worker.ts";

/** More than the longest arguments need in JSON, where every character may be escaped. */
const maxMessageBytes = 64 * 1024 * 1024;

/** Clients usually wait for a minute. */
const timeout = 45_000;

const instructions = `Weir checks Cloudflare Logpush filters (lpfilter), Logpush jobs (lpjob) and rule expressions (cfrule), by themselves or inside Terraform, YAML, JSON and Markdown.
Look up names with 'fields' and 'functions'. Call 'check' for every filter, job and rule that you write, 'explain' for a code that you do not know, and 'fix' to apply safe fixes. Use 'try' to verify one on log lines, 'cost' to see what it sends of them, 'compare' to verify a rewrite, 'shrink' if a limit is exceeded, and 'sql' to query a database. For several rules in order, 'trace' follows a request, 'review' shows what a change does, and 'always' proves what holds for every request.
All tools work offline on the text that you pass. None of them reads files or changes anything.`;

/** Serves the tools on standard input and output until the input ends. */
export async function serve(): Promise<void> {
  const thread = new ToolThread({
    file: join(__dirname, "mcp-worker.cjs"),
    timeout,
    megabytes: 1024,
  });
  const server = new Server(
    { name: "weir", title: "Weir", version },
    { capabilities: { tools: {} }, instructions },
  );
  server.setRequestHandler(ListToolsRequestSchema, () => ({ tools: tools.map(definitionOf) }));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, { signal }) => {
    refuseUnknown(params.name);
    const answer = await thread.call({ name: params.name, given: params.arguments ?? {} }, signal);
    return { ...answer };
  });
  // Standard output is reserved for the protocol.
  server.onerror = (error) => process.stderr.write(`weir: ${printable(reasonOf(error))}\n`);
  const options = { maxBufferSize: maxMessageBytes };
  await server.connect(new StdioServerTransport(process.stdin, process.stdout, options));
}

/** Shortens the schema error of an invalid message, which takes a hundred lines. */
function reasonOf({ name, message }: Error): string {
  return name === "ZodError" ? "Ignored a message that is not JSON-RPC 2.0." : message;
}

function refuseUnknown(name: string): void {
  const names = tools.map((it) => it.name);
  if (!names.includes(name))
    throw new McpError(
      ErrorCode.InvalidParams,
      `Unknown tool '${name}'. The tools are ${quotedList(names)}.`,
    );
}
