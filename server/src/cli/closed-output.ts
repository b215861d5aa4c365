import { printable } from "../text/printable.ts";

/** What of a stream is needed here. */
interface Output {
  on(event: "error", listener: (error: NodeJS.ErrnoException) => void): unknown;
}

/** How systems say that nobody reads any more: the second is what Windows says of a pipe. */
const closed: readonly (string | undefined)[] = ["EPIPE", "EOF", "ECONNRESET"];

/** A reader that closed the pipe has had enough; that is not an error. Any other trouble ends the program, with a line that says so. */
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
