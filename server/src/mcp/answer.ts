/** A call of a tool, as plain data, because another thread answers it. */
export interface ToolCall {
  readonly name: string;
  readonly given: Readonly<Record<string, unknown>>;
}

/** As the protocol has it. */
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
