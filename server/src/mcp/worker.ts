import type { MessagePort } from "node:worker_threads";
import { TextError } from "../library/types.ts";
import { bugText, failure, type ToolAnswer, type ToolCall } from "./answer.ts";
import { ToolError } from "./parameters.ts";
import { tools } from "./tools/all.ts";

export { definitionOf } from "./tool.ts";
export { tools } from "./tools/all.ts";

/** Handles the tool calls received on the port. A separate bundle, without the protocol. */
export function serveTools(port: Pick<MessagePort, "on" | "postMessage">): void {
  port.on("message", async (call: ToolCall) => port.postMessage(await callTool(call)));
}

/** Calls a tool. Never throws: errors are returned to the assistant. */
export async function callTool({ name, given }: ToolCall): Promise<ToolAnswer> {
  try {
    const tool = tools.find((it) => it.name === name);
    if (!tool) throw new Error(`Unknown tool '${name}'`);
    const { structured, texts } = await tool.call(given);
    return {
      content: texts.map((text) => ({ type: "text", text })),
      structuredContent: structured,
    };
  } catch (error) {
    const isExpected = error instanceof ToolError || error instanceof TextError;
    return failure(isExpected ? error.message : bugText(error));
  }
}
