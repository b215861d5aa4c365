/** Something that the person at the terminal can fix. It is told in one line, without a stack. */
export class Failure extends Error {
  /**
   * @param {string} message
   * @param {1 | 2} [status] 1 when something went wrong, 2 when the command could not be understood
   */
  constructor(message, status = 1) {
    super(message);
    this.status = status;
  }
}

/**
 * Runs a program to its end. What goes wrong inside it is a line on the standard error and an exit status.
 * @param {() => Promise<void>} program
 */
export async function run(program) {
  try {
    await program();
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    console.error(error.message);
    process.exitCode = error.status;
  }
}
