/** What was given cannot be used: the message is one line that says what, where and what was expected. Nothing was written. */
export class BadInput extends Error {
  override readonly name: string = 'BadInput';
}

/** What was asked for is done, and something in it was damaged before: a shell is told as of bad input. */
export class DamageFound extends BadInput {
  override readonly name = 'DamageFound';
}
