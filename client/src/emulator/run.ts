/** An emulator that is being started, and the end of it. */
export interface EmulatorRun {
  /** Its base URL, once it listens; rejects with what it said when it ends before. */
  readonly listening: Promise<string>;
  readonly ended: Promise<void>;
  stop(): void;
}

export type RunsEmulator = (
  args: readonly string[],
  /** Whatever it prints, line by line. */
  print: (line: string) => void,
) => EmulatorRun;
