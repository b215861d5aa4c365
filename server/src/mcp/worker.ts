import type { MessagePort } from "node:worker_threads";
import type { ToolCall } from "./answer.ts";
import { callTool } from "./call.ts";

export { definitionOf } from "./tool.ts";
export { tools } from "./tools/all.ts";

/** Answers the calls that the port brings, one after the other. A bundle of its own, without the protocol. */
export function serveTools(port: Pick<MessagePort, "on" | "postMessage">): void {
  port.on("message", async (call: ToolCall) => port.postMessage(await callTool(call)));
}
