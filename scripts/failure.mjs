/** An error that the user can fix. Printed without a stack trace. */
export class Failure extends Error {
  /**
   * @param {string} message
   * @param {1 | 2} [status] 1 for a failure, 2 for invalid usage
   */
  constructor(message, status = 1) {
    super(message);
    this.status = status;
  }
}

/**
 * Runs a program. A `Failure` is printed to standard error and sets the exit code.
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
