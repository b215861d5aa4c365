import { TextError } from "../library/types.ts";
import { bugText, failure, type ToolAnswer, type ToolCall } from "./answer.ts";
import { ToolError } from "./parameters.ts";
import { tools } from "./tools/all.ts";

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
