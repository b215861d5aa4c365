import { printable } from "../text/printable.ts";

/** The part of a stream that is used here. */
interface Output {
  on(event: "error", listener: (error: NodeJS.ErrnoException) => void): unknown;
}

/** Error codes of a closed pipe; Windows reports `EOF`. */
const closed: readonly (string | undefined)[] = ["EPIPE", "EOF", "ECONNRESET"];

/** A closed pipe is not an error. Any other error ends the program with a message. */
export function watchOutput(
  output: Output,
  onClosed: () => void,
  onTrouble: (message: string) => void,
): void {
  output.on("error", ({ code, message }) => {
    if (closed.includes(code)) onClosed();
    else onTrouble(`weir: Cannot write output (${printable(code ?? message)}).\n`);
  });
}
