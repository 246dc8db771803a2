/** What was given cannot be used: the message is one line that says what, where and what was expected. Nothing was written. */
export class BadInput extends Error {
  override readonly name = 'BadInput';
}
