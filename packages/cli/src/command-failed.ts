/** A failure that is the input's and not the program's: `message` says what happened and what to do. */
export class CommandFailed extends Error {
  override readonly name = 'CommandFailed';
}
