import { createEmulator, type EmulatorOptions } from "./emulator.ts";
import { type Answered, listen, type RunningEmulator } from "./listen.ts";
import { DataFileError, fileStore } from "./state/store.ts";

export type StartOptions = Omit<EmulatorOptions, "store"> & {
  readonly port: number;
  /** Keeps what is stored. */
  readonly file?: string | undefined;
};

/** Starts the emulator, or returns why it cannot start. A bundle of its own, loaded by the command that runs it. */
export async function startEmulator(
  { port, file, ...options }: StartOptions,
  tell: (answered: Answered) => void,
): Promise<RunningEmulator | { readonly problem: string }> {
  try {
    const store = file === undefined ? undefined : { store: fileStore(file) };
    return await listen(createEmulator({ ...options, ...store }), port, tell);
  } catch (error) {
    if (error instanceof DataFileError) return { problem: error.message };
    const { code } = error as NodeJS.ErrnoException;
    if (code === undefined) throw error;
    return {
      problem:
        code === "EADDRINUSE"
          ? `Port ${port} is already in use. Select another with '--port', or use 0 for any free port.`
          : `Port ${port} could not be opened (${code}).`,
    };
  }
}
