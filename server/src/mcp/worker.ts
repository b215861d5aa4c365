import type { MessagePort } from "node:worker_threads";
import type { ToolCall } from "./answer.ts";
import { callTool } from "./call.ts";

export { definitionOf } from "./tool.ts";
export { tools } from "./tools/all.ts";

/** Handles the tool calls received on the port. A separate bundle, without the protocol. */
export function serveTools(port: Pick<MessagePort, "on" | "postMessage">): void {
  port.on("message", async (call: ToolCall) => port.postMessage(await callTool(call)));
}
