/** A running emulator. */
export interface EmulatorRun {
  /** Its base URL, once it listens. Rejects with its output if it exits before. */
  readonly listening: Promise<string>;
  readonly ended: Promise<void>;
  stop(): void;
}

export type RunsEmulator = (
  args: readonly string[],
  /** Its output, line by line. */
  print: (line: string) => void,
) => EmulatorRun;
