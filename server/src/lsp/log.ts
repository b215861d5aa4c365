import type { Connection } from "vscode-languageserver";

/** Writes to the client log. Ignores a closed connection. */
export function log(
  { console }: Pick<Connection, "console">,
  level: "error" | "warn",
  what: string,
  error: unknown,
): void {
  try {
    console[level](`${what}: ${describe(error)}`);
  } catch {
    // The connection is closed.
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

/**
 * A message without links: VS Code renders `[text](target)` as a link, even to a command. File names and service responses can
 * contain that.
 */
export function plainMessage(text: string): string {
  return text.replace(/\](?=\(\s*[a-z][a-z\d+.-]*:)/gi, "] ");
}

/** Logs a failed check, once per text, because it may fail at many nodes. */
export function crashLog(
  connection: Pick<Connection, "console">,
  uri: string,
): (code: string, error: unknown) => void {
  const told = new Set<string>();
  return (code, error) => {
    if (told.has(code)) return;
    told.add(code);
    log(connection, "error", `The check '${code}' failed on ${uri}`, error);
  };
}
