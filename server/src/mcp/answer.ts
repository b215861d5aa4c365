/** A tool call, as plain data that can be sent to another thread. */
export interface ToolCall {
  readonly name: string;
  readonly given: Readonly<Record<string, unknown>>;
}

/** A tool result of the protocol. */
export interface ToolAnswer {
  readonly content: { readonly type: "text"; readonly text: string }[];
  readonly structuredContent?: Readonly<Record<string, unknown>>;
  readonly isError?: true;
}

export function failure(message: string): ToolAnswer {
  return { content: [{ type: "text", text: message }], isError: true };
}

export function bugText(error: unknown): string {
  return `This is a bug in Weir: ${error instanceof Error ? error.message : String(error)}`;
}
