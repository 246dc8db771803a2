/** A reason not to go on, told to the person at the terminal in place of a stack. */
export class BootFailed extends Error {
  /**
   * @param {string} message what happened and what to do
   * @param {number} [exitCode]
   */
  constructor(message, exitCode = 1) {
    super(message);
    this.exitCode = exitCode;
  }
}

/**
 * Tells what takes time, on stderr, so that a command's own output stays clean.
 * @param {string} text
 */
export function tell(text) {
  process.stderr.write(`tenfold: ${text}\n`);
}
