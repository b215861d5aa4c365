import type { Connection } from "vscode-languageserver";

/** Writes into the log of the client. When the client is gone there is nobody to tell, and that is no error. */
export function log(
  { console }: Pick<Connection, "console">,
  level: "error" | "warn",
  what: string,
  error: unknown,
): void {
  try {
    console[level](`${what}: ${describe(error)}`);
  } catch {
    // The connection has been closed.
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}
